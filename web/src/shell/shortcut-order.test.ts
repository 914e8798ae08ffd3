import { describe, expect, it } from 'vitest';
import { moveShortcut, shiftShortcut, toggleShortcut } from './shortcut-order.ts';

describe('the order of shortcuts', () => {
  it('appends a starred page, and drops an unstarred one', () => {
    expect(toggleShortcut(['member'], 'hotel')).toEqual(['member', 'hotel']);
    expect(toggleShortcut(['member', 'hotel'], 'member')).toEqual(['hotel']);
  });

  it('has a dragged shortcut before or after its drop target', () => {
    expect(moveShortcut(['a', 'b', 'c'], 'a', 'c', 'before')).toEqual(['b', 'a', 'c']);
    expect(moveShortcut(['a', 'b', 'c'], 'a', 'c', 'after')).toEqual(['b', 'c', 'a']);
    expect(moveShortcut(['a', 'b', 'c'], 'c', 'a', 'before')).toEqual(['c', 'a', 'b']);
  });

  it('does not change if the dragged or the target shortcut is unknown, or both are the same', () => {
    const ids = ['a', 'b'];
    expect(moveShortcut(ids, 'a', 'a', 'after')).toBe(ids);
    expect(moveShortcut(ids, 'x', 'a', 'after')).toBe(ids);
    expect(moveShortcut(ids, 'a', 'x', 'after')).toBe(ids);
  });

  it('steps over shortcuts that the menu does not show, and retains them', () => {
    const ids = ['a', 'hidden', 'b', 'c'];
    expect(shiftShortcut(ids, ['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'hidden', 'c']);
    expect(shiftShortcut(ids, ['a', 'b', 'c'], 'a', 1)).toEqual(['hidden', 'b', 'a', 'c']);
  });

  it('does not change by a step beyond its ends', () => {
    const ids = ['a', 'b'];
    expect(shiftShortcut(ids, ids, 'a', -1)).toBe(ids);
    expect(shiftShortcut(ids, ids, 'b', 1)).toBe(ids);
  });
});
