import type { Side } from '../ui/order-drag.ts';

/** Stars a page, at the end of the row, or takes its star away. */
export const toggleShortcut = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

/**
 * Puts a shortcut before or after another one. Those that the menu does not show at present, because a right is gone for a
 * while, keep their places.
 */
export function moveShortcut(ids: readonly string[], id: string, target: string, side: Side): readonly string[] {
  if (id === target || !ids.includes(id)) return ids;
  const others = ids.filter((other) => other !== id);
  const at = others.indexOf(target);
  return at < 0 ? ids : others.toSpliced(side === 'before' ? at : at + 1, 0, id);
}

/** Moves a shortcut by one place among those that are drawn. */
export function stepShortcut(
  ids: readonly string[],
  drawn: readonly string[],
  id: string,
  step: 1 | -1,
): readonly string[] {
  const target = drawn[drawn.indexOf(id) + step];
  return target === undefined ? ids : moveShortcut(ids, id, target, step < 0 ? 'before' : 'after');
}
