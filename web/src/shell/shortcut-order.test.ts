import { describe, expect, it } from 'vitest';
import { moveShortcut, stepShortcut, toggleShortcut } from './shortcut-order.ts';

describe('the order of shortcuts', () => {
  it('gets a new one at its end, and loses one that is starred no more', () => {
    expect(toggleShortcut(['member'], 'hotel')).toEqual(['member', 'hotel']);
    expect(toggleShortcut(['member', 'hotel'], 'member')).toEqual(['hotel']);
  });

  it('takes a dragged one before or after the one it is dropped on', () => {
    expect(moveShortcut(['a', 'b', 'c'], 'a', 'c', 'before')).toEqual(['b', 'a', 'c']);
    expect(moveShortcut(['a', 'b', 'c'], 'a', 'c', 'after')).toEqual(['b', 'c', 'a']);
    expect(moveShortcut(['a', 'b', 'c'], 'c', 'a', 'before')).toEqual(['c', 'a', 'b']);
  });

  it('stays as it is where something else is dropped, or something is dropped on itself', () => {
    const ids = ['a', 'b'];
    expect(moveShortcut(ids, 'a', 'a', 'after')).toBe(ids);
    expect(moveShortcut(ids, 'x', 'a', 'after')).toBe(ids);
    expect(moveShortcut(ids, 'a', 'x', 'after')).toBe(ids);
  });

  it('steps over what the menu does not show, and keeps it', () => {
    const ids = ['a', 'hidden', 'b', 'c'];
    expect(stepShortcut(ids, ['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'hidden', 'c']);
    expect(stepShortcut(ids, ['a', 'b', 'c'], 'a', 1)).toEqual(['hidden', 'b', 'a', 'c']);
  });

  it('ends at its ends', () => {
    const ids = ['a', 'b'];
    expect(stepShortcut(ids, ids, 'a', -1)).toBe(ids);
    expect(stepShortcut(ids, ids, 'b', 1)).toBe(ids);
  });
});
