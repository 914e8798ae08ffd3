import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { type ListState, START } from '../data/list-state.ts';
import { fromViewState, isViewActive, isDefaultList, toViewState } from './view-state.ts';

const member = getResource('member');
const SHOWN = ['id', 'last_name', 'hotel.code'];
const state: ListState = {
  ...START,
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
    const stored = toViewState(member, state, SHOWN);
    expect(Object.values(stored).every((value) => typeof value === 'string')).toBe(true);
    expect(fromViewState(member, { state: stored })).toEqual({
      ...state,
      page: 1,
      columns: SHOWN,
      conditions: expect.arrayContaining([...state.conditions]),
    });
  });

  it('matches the list until anything but the page changes', () => {
    const view = { state: toViewState(member, state, SHOWN) };
    expect(isViewActive(member, view, state, SHOWN)).toBe(true);
    expect(isViewActive(member, view, { ...state, page: 9 }, SHOWN)).toBe(true);
    expect(isViewActive(member, view, { ...state, conditions: state.conditions.toReversed() }, SHOWN)).toBe(true);
    expect(isViewActive(member, view, state, SHOWN.toReversed())).toBe(false);
    expect(isViewActive(member, view, { ...state, search: '' }, SHOWN)).toBe(false);
    expect(isViewActive(member, view, { ...state, sort: 'last_name' }, SHOWN)).toBe(false);
    expect(isViewActive(member, view, { ...state, deleted: false }, SHOWN)).toBe(false);
    expect(isViewActive(member, view, { ...state, conditions: state.conditions.slice(1) }, SHOWN)).toBe(false);
  });

  it('opens without columns and filters that no longer exist, and then matches the list', () => {
    const view = {
      state: { columns: 'id,gone,last_name', 'filter[gone][contains]': 'x', 'filter[id][eq]': '3', sort: '-gone' },
    };
    const opened = fromViewState(member, view);
    expect(opened).toMatchObject({
      columns: ['id', 'last_name'],
      sort: '',
      conditions: [{ column: 'id', operator: 'eq', value: '3' }],
    });
    expect(isViewActive(member, view, opened, ['id', 'last_name'])).toBe(true);
  });
});

it('the default list is recognized on any page', () => {
  expect(isDefaultList(member, { ...START, page: 3 })).toBe(true);
  expect(isDefaultList(member, { ...START, per_page: 50 })).toBe(false);
  expect(isDefaultList(member, { ...START, columns: ['id'] })).toBe(false);
  expect(isDefaultList(member, state)).toBe(false);
});
