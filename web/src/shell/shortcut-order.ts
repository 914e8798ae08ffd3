import type { Side } from '../ui/order-drag.ts';

/** Appends a page to the shortcuts, or removes it from them. */
export const toggleShortcut = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

/**
 * Moves a shortcut before or after another one. Shortcuts that the menu does not show, for example while the user lacks
 * a right, keep their positions.
 */
export function moveShortcut(ids: readonly string[], id: string, target: string, side: Side): readonly string[] {
  if (id === target || !ids.includes(id)) return ids;
  const others = ids.filter((other) => other !== id);
  const at = others.indexOf(target);
  return at < 0 ? ids : others.toSpliced(side === 'before' ? at : at + 1, 0, id);
}

/** Moves a shortcut by one place among those that are shown. */
export function stepShortcut(
  ids: readonly string[],
  shown: readonly string[],
  id: string,
  step: 1 | -1,
): readonly string[] {
  const target = shown[shown.indexOf(id) + step];
  return target === undefined ? ids : moveShortcut(ids, id, target, step < 0 ? 'before' : 'after');
}
