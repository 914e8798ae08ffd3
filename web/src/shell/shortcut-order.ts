import type { Side } from '../ui/order-drag.ts';

/** Appends a page to the shortcuts, or removes it from them. */
export const toggleShortcut = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((otherId) => otherId !== id) : [...ids, id];

/**
 * Moves a shortcut before or after another one. Shortcuts that the menu does not show, for example while the user lacks
 * a right, keep their positions.
 */
export function moveShortcut(ids: readonly string[], id: string, target: string, side: Side): readonly string[] {
  if (id === target || !ids.includes(id)) return ids;
  const otherIds = ids.filter((otherId) => otherId !== id);
  const index = otherIds.indexOf(target);
  return index < 0 ? ids : otherIds.toSpliced(side === 'before' ? index : index + 1, 0, id);
}

/** Moves a shortcut by one position among the visible ones. */
export function shiftShortcut(
  ids: readonly string[],
  visibleIds: readonly string[],
  id: string,
  step: 1 | -1,
): readonly string[] {
  const target = visibleIds[visibleIds.indexOf(id) + step];
  return target === undefined ? ids : moveShortcut(ids, id, target, step < 0 ? 'before' : 'after');
}
