/**
 * Deals out the values of a list: each caller gets some, and the next caller continues from there. For code that
 * treats every resource or field alike, so that together they cover all values. Each `kind` is dealt separately. If
 * `callers` gives the number of callers per kind, each gets at least enough for them to cover all values together.
 */
export function createRotation<T>(
  items: readonly T[],
  callers?: ReadonlyMap<string, number>,
): (count: number, kind?: string) => readonly T[] {
  const counts = new Map<string, number>();
  return (minCount, kind = '') => {
    const count = Math.max(minCount, Math.ceil(items.length / (callers?.get(kind) ?? Infinity)));
    const position = counts.get(kind) ?? 0;
    counts.set(kind, position + count);
    return [...items, ...items].slice(position % items.length).slice(0, count);
  };
}

/** Counts the items of each kind. */
export const countBy = <T>(items: readonly T[], kindOf: (item: T) => string): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(items, kindOf)].map(([kind, group]) => [kind, group.length]));
