import { describe, expect, it } from 'vitest';
import { toBulkFilter, toListQuery } from './list-request.ts';
import { INITIAL_LIST_STATE } from '../data/list-state.ts';

const filteredState = {
  ...INITIAL_LIST_STATE,
  page: 3,
  sort: '-id',
  search: 'sari',
  deleted: true,
  columns: ['id'],
  conditions: [{ column: 'last_name', operator: 'start', value: 'Sur' }],
} as const;

describe('list request', () => {
  it("puts the list's fixed values before its filters", () => {
    const state = {
      ...INITIAL_LIST_STATE,
      conditions: [{ column: 'hotel_id', operator: 'includes', value: '9' }],
    } as const;
    expect(toListQuery(state, { hotel_id: 7 }).conditions).toEqual([
      { column: 'hotel_id', operator: 'includes', value: '7' },
    ]);
  });

  it('does not contain columns', () => {
    expect(toListQuery(filteredState, {})).not.toHaveProperty('columns');
  });
});

describe('the filter of a bulk action', () => {
  it("contains the list's filter parameters without page and sort order", () => {
    expect(toBulkFilter(filteredState, { hotel_id: 7 })).toEqual({
      search: 'sari',
      'filter[hotel_id][includes]': '7',
      'filter[last_name][start]': 'Sur',
      deleted: '1',
    });
  });

  it('is empty if all records match', () => {
    expect(toBulkFilter(INITIAL_LIST_STATE, {})).toEqual({});
  });
});
