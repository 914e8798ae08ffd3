import { describe, expect, it } from 'vitest';
import {
  FULL_SELECTION,
  EMPTY_SELECTION,
  type Selection,
  countSelected,
  isEmptySelection,
  isSelected,
  pageState,
  setSelected,
  toBulkTarget,
  toggle,
  togglePage,
  toggleRange,
} from './selection.ts';

const selectIds = (...ids: number[]): Selection => ({ kind: 'some', ids: new Set(ids) });
const selectAllExcept = (...ids: number[]): Selection => ({ kind: 'all', except: new Set(ids) });
const page = [10, 11, 12, 13, 14];

describe('a selection', () => {
  it('toggles single rows', () => {
    expect(toggle(EMPTY_SELECTION, 10)).toEqual(selectIds(10));
    expect(toggle(selectIds(10, 11), 10)).toEqual(selectIds(11));
    expect(isEmptySelection(toggle(selectIds(10), 10))).toBe(true);
  });

  it('selects a range from the previous row in both directions', () => {
    expect(toggleRange(selectIds(11), page, 11, 13)).toEqual(selectIds(11, 12, 13));
    expect(toggleRange(selectIds(13), page, 13, 11)).toEqual(selectIds(13, 11, 12));
  });

  it('deselects a range that ends on a selected row', () => {
    expect(toggleRange(selectIds(11, 12, 13), page, 11, 13)).toEqual(selectIds());
  });

  it('selects a single row if the previous one is on another page', () => {
    expect(toggleRange(selectIds(99), page, 99, 12)).toEqual(selectIds(99, 12));
    expect(toggleRange(EMPTY_SELECTION, page, null, 12)).toEqual(selectIds(12));
  });

  it('reports whether the page is selected', () => {
    expect(pageState(EMPTY_SELECTION, page)).toBe(false);
    expect(pageState(selectIds(10), page)).toBe('mixed');
    expect(pageState(selectIds(...page), page)).toBe(true);
    expect(pageState(FULL_SELECTION, page)).toBe(true);
    expect(pageState(selectAllExcept(10), page)).toBe('mixed');
    expect(pageState(FULL_SELECTION, [])).toBe(false);
  });

  it('adds and removes the page without changing rows selected on other pages', () => {
    const selection = togglePage(selectIds(99), page);
    expect(selection).toEqual(selectIds(99, ...page));
    expect(togglePage(selection, page)).toEqual(selectIds(99));
  });

  it('stores only the excluded ids if it includes all matches', () => {
    const partialSelection = toggle(FULL_SELECTION, 12);
    expect(partialSelection).toEqual(selectAllExcept(12));
    expect(isSelected(partialSelection, 12)).toBe(false);
    expect(isSelected(partialSelection, 5000)).toBe(true);
    expect(toggle(partialSelection, 12)).toEqual(FULL_SELECTION);
    expect(setSelected(FULL_SELECTION, [1, 2], false)).toEqual(selectAllExcept(1, 2));
  });

  it('counts the selected records', () => {
    expect(countSelected(selectIds(1, 2), 100)).toBe(2);
    expect(countSelected(selectAllExcept(1, 2), 100)).toBe(98);
    expect(countSelected(selectAllExcept(1, 2), 1)).toBe(0);
  });

  it('sends ids, or the filter with its exceptions', () => {
    expect(toBulkTarget(selectIds(1, 2), { search: 'a' })).toEqual({ ids: [1, 2] });
    expect(toBulkTarget(selectAllExcept(7), { search: 'a' })).toEqual({ filter: { search: 'a' }, except: [7] });
  });

  it('is never mutated', () => {
    toggle(EMPTY_SELECTION, 1);
    toggle(FULL_SELECTION, 1);
    expect(EMPTY_SELECTION).toEqual(selectIds());
    expect(FULL_SELECTION).toEqual(selectAllExcept());
  });
});
