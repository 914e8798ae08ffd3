import { describe, expect, it } from 'vitest';
import { parseSort, sortBy, sortOf, toggleSort, writeSort } from './sorting.ts';

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

  it('sorts by one of several columns alone without Shift', () => {
    expect(toggleSort('a,b', 'b', false)).toBe('-b');
  });
});

describe('sort order as text', () => {
  it('contains the position and direction of a column', () => {
    expect(sortOf('-a,b', 'a')).toEqual({ position: 1, descending: true });
    expect(sortOf('-a,b', 'b')).toEqual({ position: 2, descending: false });
    expect(sortOf('-a,b', 'c')).toBeUndefined();
    expect(sortOf('', 'a')).toBeUndefined();
  });

  it('is written as it was parsed', () => {
    expect(writeSort(parseSort('-valid_until_date,last_name'))).toBe('-valid_until_date,last_name');
    expect(parseSort(',-,')).toEqual([]);
    expect(sortBy('a', true)).toBe('-a');
  });
});
