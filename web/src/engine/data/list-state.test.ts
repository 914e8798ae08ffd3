import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  type ListState,
  INITIAL_LIST_STATE,
  changeListState,
  defaultListState,
  hasSameMatches,
  parseListState,
  toListSearch,
} from './list-state.ts';

const member = getResource('member');
const hotel = getResource('hotel');
const createState = (values: Partial<ListState>): ListState => ({ ...INITIAL_LIST_STATE, ...values });

describe('list state in the URL', () => {
  it('is empty for default values', () => {
    expect(toListSearch(member, INITIAL_LIST_STATE)).toEqual({});
    expect(parseListState(member, {})).toEqual(INITIAL_LIST_STATE);
  });

  it('of a list that opens with conditions is empty for these, and not once they are removed', () => {
    const auditEntry = getResource('audit_entry');
    const initialState = defaultListState(auditEntry);
    expect(initialState.conditions).toEqual(auditEntry.opening);
    expect(toListSearch(auditEntry, initialState)).toEqual({});
    expect(parseListState(auditEntry, {})).toEqual(initialState);
    for (const state of [INITIAL_LIST_STATE, { ...initialState, page: 2 }, createState({ search: 'Surya' })])
      expect(parseListState(auditEntry, toListSearch(auditEntry, state))).toEqual(state);
  });

  it('survives writing and reading', () => {
    const completeState = createState({
      page: 3,
      per_page: 100,
      sort: '-valid_until_date,membership.name',
      search: '0812',
      deleted: true,
      columns: ['last_name', 'email'],
      conditions: [
        { column: 'last_name', operator: 'start', value: 'Sur' },
        { column: 'hotel_id', operator: 'includes', value: '3' },
        { column: 'membership_id', operator: 'excepts', value: '1,2' },
        { column: 'created_at', operator: 'preset', value: 'this_month' },
        { column: 'phone_no', operator: 'contains', value: '62812' },
      ],
    });
    expect(parseListState(member, toListSearch(member, completeState))).toEqual(completeState);
  });

  it('writes numbers unquoted and number-like texts as texts', () => {
    const search = toListSearch(
      member,
      createState({ page: 2, search: '0812', conditions: [{ column: 'id', operator: 'eq', value: '5' }] }),
    );
    expect(search).toEqual({ page: 2, search: '0812', 'filter[id][eq]': 5 });
  });

  it('writes a filter on one record as a route parameter', () => {
    expect(
      toListSearch(member, createState({ conditions: [{ column: 'hotel_id', operator: 'includes', value: '3' }] })),
    ).toEqual({ hotel_id: 3 });
    expect(parseListState(member, { hotel_id: 3 }).conditions).toEqual([
      { column: 'hotel_id', operator: 'includes', value: '3' },
    ]);
  });

  it('ignores route parameters for other fields than references', () => {
    expect(parseListState(member, { last_name: 'Sur', unknown_id: 3, hotel_id: 'x' }).conditions).toEqual([]);
  });

  it('writes filters through references in the long form', () => {
    const conditions = [{ column: 'country.region_id', operator: 'includes', value: '2' }] as const;
    expect(toListSearch(hotel, createState({ conditions }))).toEqual({ 'filter[country.region_id][includes]': 2 });
  });

  it('ignores unknown parts, so that old links still open', () => {
    const parsedState = parseListState(member, {
      page: 'x',
      per_page: 501,
      sort: 'gone,-last_name',
      columns: 'gone,email',
      deleted: 'maybe',
      'filter[gone][contains]': 'a',
      'filter[last_name][gt]': '1',
      'filter[last_name][contains]': '',
      'filter[password][contains]': 'a',
    });
    expect(parsedState).toEqual(createState({ sort: '-last_name', columns: ['email'] }));
  });

  it('reads values parsed by the router: numbers and true', () => {
    expect(parseListState(member, { search: 812, deleted: 1 })).toMatchObject({ search: '812', deleted: true });
    expect(parseListState(member, { deleted: true }).deleted).toBe(true);
  });
});

describe('changing the state', () => {
  it('returns to the first page', () => {
    expect(changeListState(createState({ page: 4 }), { search: 'a' }).page).toBe(1);
    expect(changeListState(createState({ page: 4 }), { sort: 'id' }).page).toBe(1);
  });

  it('preserves the page if only the page or the columns change', () => {
    expect(changeListState(createState({ page: 4 }), { page: 5 }).page).toBe(5);
    expect(changeListState(createState({ page: 4 }), { columns: ['id'] }).page).toBe(4);
  });
});

describe('hasSameMatches', () => {
  it('ignores page, size, order and columns', () => {
    expect(hasSameMatches(createState({}), createState({ page: 2, per_page: 50, sort: 'id', columns: ['id'] }))).toBe(
      true,
    );
  });

  it('compares search, filters and the trash', () => {
    expect(hasSameMatches(createState({}), createState({ search: 'a' }))).toBe(false);
    expect(hasSameMatches(createState({}), createState({ deleted: true }))).toBe(false);
    expect(
      hasSameMatches(createState({}), createState({ conditions: [{ column: 'id', operator: 'eq', value: '1' }] })),
    ).toBe(false);
  });
});
