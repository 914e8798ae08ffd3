import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { type ListState, INITIAL_LIST_STATE } from '../data/list-state.ts';
import { fromViewState, isActiveView, isDefaultList, toViewState } from './view-state.ts';

const member = getResource('member');
const VISIBLE_COLUMNS = ['id', 'last_name', 'hotel.code'];
const state: ListState = {
  ...INITIAL_LIST_STATE,
  page: 4,
  per_page: 50,
  sort: '-last_name',
  search: '007',
  deleted: true,
  conditions: [
    { column: 'last_name', operator: 'start', value: 'Sur' },
    { column: 'hotel_id', operator: 'includes', value: '3' },
    { column: 'birth_date', operator: 'preset', value: 'this_month' },
  ],
};

describe('view state', () => {
  it('contains the query without the page, and the visible columns', () => {
    const viewState = toViewState(member, state, VISIBLE_COLUMNS);
    expect(Object.values(viewState).every((value) => typeof value === 'string')).toBe(true);
    expect(fromViewState(member, { state: viewState })).toEqual({
      ...state,
      page: 1,
      columns: VISIBLE_COLUMNS,
      conditions: expect.arrayContaining([...state.conditions]),
    });
  });

  it('matches the list until anything but the page changes', () => {
    const view = { state: toViewState(member, state, VISIBLE_COLUMNS) };
    expect(isActiveView(member, view, state, VISIBLE_COLUMNS)).toBe(true);
    expect(isActiveView(member, view, { ...state, page: 9 }, VISIBLE_COLUMNS)).toBe(true);
    expect(isActiveView(member, view, { ...state, conditions: state.conditions.toReversed() }, VISIBLE_COLUMNS)).toBe(
      true,
    );
    expect(isActiveView(member, view, state, VISIBLE_COLUMNS.toReversed())).toBe(false);
    expect(isActiveView(member, view, { ...state, search: '' }, VISIBLE_COLUMNS)).toBe(false);
    expect(isActiveView(member, view, { ...state, sort: 'last_name' }, VISIBLE_COLUMNS)).toBe(false);
    expect(isActiveView(member, view, { ...state, deleted: false }, VISIBLE_COLUMNS)).toBe(false);
    expect(isActiveView(member, view, { ...state, conditions: state.conditions.slice(1) }, VISIBLE_COLUMNS)).toBe(
      false,
    );
  });

  it('opens without columns and filters that no longer exist, and then matches the list', () => {
    const view = {
      state: { columns: 'id,gone,last_name', 'filter[gone][contains]': 'x', 'filter[id][eq]': '3', sort: '-gone' },
    };
    const openedState = fromViewState(member, view);
    expect(openedState).toMatchObject({
      columns: ['id', 'last_name'],
      sort: '',
      conditions: [{ column: 'id', operator: 'eq', value: '3' }],
    });
    expect(isActiveView(member, view, openedState, ['id', 'last_name'])).toBe(true);
  });
});

it('the default list is recognized on any page', () => {
  expect(isDefaultList(member, { ...INITIAL_LIST_STATE, page: 3 })).toBe(true);
  expect(isDefaultList(member, { ...INITIAL_LIST_STATE, per_page: 50 })).toBe(false);
  expect(isDefaultList(member, { ...INITIAL_LIST_STATE, columns: ['id'] })).toBe(false);
  expect(isDefaultList(member, state)).toBe(false);
});
