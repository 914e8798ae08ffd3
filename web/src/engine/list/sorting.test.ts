import { describe, expect, it } from 'vitest';
import { parseSort, sortBy, sortOf, toggleSort, writeSort } from './sorting.ts';

describe('toggleSort', () => {
  it('goes from none over ascending and descending back to none', () => {
    expect(toggleSort('', 'last_name', false)).toBe('last_name');
    expect(toggleSort('last_name', 'last_name', false)).toBe('-last_name');
    expect(toggleSort('-last_name', 'last_name', false)).toBe('');
  });

  it('replaces the order, and with Shift adds to it', () => {
    expect(toggleSort('-id', 'hotel.code', false)).toBe('hotel.code');
    expect(toggleSort('-id', 'hotel.code', true)).toBe('-id,hotel.code');
  });

  it('with Shift turns a column round in its place, then takes it out', () => {
    expect(toggleSort('a,b,c', 'b', true)).toBe('a,-b,c');
    expect(toggleSort('a,-b,c', 'b', true)).toBe('a,c');
  });

  it('orders by one of several alone without Shift', () => {
    expect(toggleSort('a,b', 'b', false)).toBe('-b');
  });
});

describe('the order as text', () => {
  it('tells place and direction of a column', () => {
    expect(sortOf('-a,b', 'a')).toEqual({ place: 1, descending: true });
    expect(sortOf('-a,b', 'b')).toEqual({ place: 2, descending: false });
    expect(sortOf('-a,b', 'c')).toBeUndefined();
    expect(sortOf('', 'a')).toBeUndefined();
  });

  it('is written as it was read', () => {
    expect(writeSort(parseSort('-valid_until_date,last_name'))).toBe('-valid_until_date,last_name');
    expect(parseSort(',-,')).toEqual([]);
    expect(sortBy('a', true)).toBe('-a');
  });
});
