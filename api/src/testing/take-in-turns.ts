/**
 * Deals the values of a list in turns: each caller gets some, and the next one continues from there. For code that
 * treats every resource or field alike, so that together they cover all values. Each `kind` has its own turns. If
 * `callers` gives the number of callers per kind, each gets at least enough for them to cover all values together.
 */
export function takeInTurns<T>(
  all: readonly T[],
  callers?: ReadonlyMap<string, number>,
): (count: number, kind?: string) => readonly T[] {
  const counts = new Map<string, number>();
  return (minCount, kind = '') => {
    const count = Math.max(minCount, Math.ceil(all.length / (callers?.get(kind) ?? Infinity)));
    const turn = counts.get(kind) ?? 0;
    counts.set(kind, turn + count);
    return [...all, ...all].slice(turn % all.length).slice(0, count);
  };
}

/** Counts the items of each kind. */
export const countBy = <T>(all: readonly T[], kindOf: (one: T) => string): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(all, kindOf)].map(([kind, some]) => [kind, some.length]));
