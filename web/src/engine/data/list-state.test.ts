import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { type ListState, START, changeListState, hasSameMatches, readListState, writeListState } from './list-state.ts';

const member = getResource('member');
const hotel = getResource('hotel');
const state = (part: Partial<ListState>): ListState => ({ ...START, ...part });

describe('the state of a list in the address', () => {
  it('is empty while everything is as usual', () => {
    expect(writeListState(member, START)).toEqual({});
    expect(readListState(member, {})).toEqual(START);
  });

  it('comes back as it was written, whatever it is', () => {
    const full = state({
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
    expect(readListState(member, writeListState(member, full))).toEqual(full);
  });

  it('writes numbers bare, and a text that only looks like one as the text it is', () => {
    const written = writeListState(
      member,
      state({ page: 2, search: '0812', conditions: [{ column: 'id', operator: 'eq', value: '5' }] }),
    );
    expect(written).toEqual({ page: 2, search: '0812', 'filter[id][eq]': 5 });
  });

  it('writes one chosen record as the route parameter that it is', () => {
    expect(
      writeListState(member, state({ conditions: [{ column: 'hotel_id', operator: 'includes', value: '3' }] })),
    ).toEqual({ hotel_id: 3 });
    expect(readListState(member, { hotel_id: 3 }).conditions).toEqual([
      { column: 'hotel_id', operator: 'includes', value: '3' },
    ]);
  });

  it('takes no route parameter for what is no reference', () => {
    expect(readListState(member, { last_name: 'Sur', unknown_id: 3, hotel_id: 'x' }).conditions).toEqual([]);
  });

  it('filters through references with the longer form', () => {
    const conditions = [{ column: 'country.region_id', operator: 'includes', value: '2' }] as const;
    expect(writeListState(hotel, state({ conditions }))).toEqual({ 'filter[country.region_id][includes]': 2 });
  });

  it('leaves out what the list does not know, so that an old link still opens', () => {
    const read = readListState(member, {
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
    expect(read).toEqual(state({ sort: '-last_name', columns: ['email'] }));
  });

  it('reads what a router made of the text: numbers, and true for a bare word', () => {
    expect(readListState(member, { search: 812, deleted: 1 })).toMatchObject({ search: '812', deleted: true });
    expect(readListState(member, { deleted: true }).deleted).toBe(true);
  });
});

describe('a change of the state', () => {
  it('leads back to the first page', () => {
    expect(changeListState(state({ page: 4 }), { search: 'a' }).page).toBe(1);
    expect(changeListState(state({ page: 4 }), { sort: 'id' }).page).toBe(1);
  });

  it('stays on the page where only the page or the columns change', () => {
    expect(changeListState(state({ page: 4 }), { page: 5 }).page).toBe(5);
    expect(changeListState(state({ page: 4 }), { columns: ['id'] }).page).toBe(4);
  });
});

describe('hasSameMatches', () => {
  it('does not mind page, size, order and columns', () => {
    expect(hasSameMatches(state({}), state({ page: 2, per_page: 50, sort: 'id', columns: ['id'] }))).toBe(true);
  });

  it('minds search, filters and the trash', () => {
    expect(hasSameMatches(state({}), state({ search: 'a' }))).toBe(false);
    expect(hasSameMatches(state({}), state({ deleted: true }))).toBe(false);
    expect(hasSameMatches(state({}), state({ conditions: [{ column: 'id', operator: 'eq', value: '1' }] }))).toBe(
      false,
    );
  });
});
