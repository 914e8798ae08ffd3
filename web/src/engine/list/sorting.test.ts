import { describe, expect, it } from 'vitest';
import { parseSort, sortByColumn, findSort, toggleSort, serializeSort } from './sorting.ts';

describe('toggleSort', () => {
  it('cycles through none, ascending, descending and back to none', () => {
    expect(toggleSort('', 'last_name', false)).toBe('last_name');
    expect(toggleSort('last_name', 'last_name', false)).toBe('-last_name');
    expect(toggleSort('-last_name', 'last_name', false)).toBe('');
  });

  it('replaces the sort order, and adds to it with Shift', () => {
    expect(toggleSort('-id', 'hotel.code', false)).toBe('hotel.code');
    expect(toggleSort('-id', 'hotel.code', true)).toBe('-id,hotel.code');
  });

  it('reverses a column in place with Shift, then removes it', () => {
    expect(toggleSort('a,b,c', 'b', true)).toBe('a,-b,c');
    expect(toggleSort('a,-b,c', 'b', true)).toBe('a,c');
  });

  it('sorts only by the clicked one of several columns without Shift', () => {
    expect(toggleSort('a,b', 'b', false)).toBe('-b');
  });
});

describe('sort order as text', () => {
  it('contains the position and direction of a column', () => {
    expect(findSort('-a,b', 'a')).toEqual({ position: 1, descending: true });
    expect(findSort('-a,b', 'b')).toEqual({ position: 2, descending: false });
    expect(findSort('-a,b', 'c')).toBeUndefined();
    expect(findSort('', 'a')).toBeUndefined();
  });

  it('is parsed and written without a difference', () => {
    expect(serializeSort(parseSort('-valid_until_date,last_name'))).toBe('-valid_until_date,last_name');
    expect(parseSort(',-,')).toEqual([]);
    expect(sortByColumn('a', true)).toBe('-a');
  });
});
