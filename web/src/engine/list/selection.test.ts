import { describe, expect, it } from 'vitest';
import {
  ALL,
  NONE,
  type Selection,
  countSelected,
  isNone,
  isSelected,
  pageState,
  setSelected,
  toTarget,
  toggle,
  togglePage,
  toggleRange,
} from './selection.ts';

const some = (...ids: number[]): Selection => ({ kind: 'some', ids: new Set(ids) });
const allBut = (...ids: number[]): Selection => ({ kind: 'all', except: new Set(ids) });
const page = [10, 11, 12, 13, 14];

describe('a selection', () => {
  it('toggles single rows', () => {
    expect(toggle(NONE, 10)).toEqual(some(10));
    expect(toggle(some(10, 11), 10)).toEqual(some(11));
    expect(isNone(toggle(some(10), 10))).toBe(true);
  });

  it('selects a range from the previous row in both directions', () => {
    expect(toggleRange(some(11), page, 11, 13)).toEqual(some(11, 12, 13));
    expect(toggleRange(some(13), page, 13, 11)).toEqual(some(13, 11, 12));
  });

  it('deselects a range that ends on a selected row', () => {
    expect(toggleRange(some(11, 12, 13), page, 11, 13)).toEqual(some());
  });

  it('selects a single row if the previous one is on another page', () => {
    expect(toggleRange(some(99), page, 99, 12)).toEqual(some(99, 12));
    expect(toggleRange(NONE, page, null, 12)).toEqual(some(12));
  });

  it('reports whether the page is selected', () => {
    expect(pageState(NONE, page)).toBe(false);
    expect(pageState(some(10), page)).toBe('mixed');
    expect(pageState(some(...page), page)).toBe(true);
    expect(pageState(ALL, page)).toBe(true);
    expect(pageState(allBut(10), page)).toBe('mixed');
    expect(pageState(ALL, [])).toBe(false);
  });

  it('adds and removes the page without changing rows selected on other pages', () => {
    const both = togglePage(some(99), page);
    expect(both).toEqual(some(99, ...page));
    expect(togglePage(both, page)).toEqual(some(99));
  });

  it('stores only the excluded rows if it includes all matches', () => {
    const without = toggle(ALL, 12);
    expect(without).toEqual(allBut(12));
    expect(isSelected(without, 12)).toBe(false);
    expect(isSelected(without, 5000)).toBe(true);
    expect(toggle(without, 12)).toEqual(ALL);
    expect(setSelected(ALL, [1, 2], false)).toEqual(allBut(1, 2));
  });

  it('counts the selected records', () => {
    expect(countSelected(some(1, 2), 100)).toBe(2);
    expect(countSelected(allBut(1, 2), 100)).toBe(98);
    expect(countSelected(allBut(1, 2), 1)).toBe(0);
  });

  it('sends ids, or the filter with its exceptions', () => {
    expect(toTarget(some(1, 2), { search: 'a' })).toEqual({ ids: [1, 2] });
    expect(toTarget(allBut(7), { search: 'a' })).toEqual({ filter: { search: 'a' }, except: [7] });
  });

  it('is never mutated', () => {
    toggle(NONE, 1);
    toggle(ALL, 1);
    expect(NONE).toEqual(some());
    expect(ALL).toEqual(allBut());
  });
});
