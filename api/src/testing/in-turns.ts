/**
 * Deals the values of a list in turns: each taker gets some, and the next one goes on where that ended. For code that does
 * the same for every resource or field: between them they meet all of it. Each `kind` has turns of its own. Where `takers` says
 * how many ask for a kind, each gets at least so many that together they meet all, however few they are.
 */
export function inTurns<T>(
  all: readonly T[],
  takers?: ReadonlyMap<string, number>,
): (count: number, kind?: string) => readonly T[] {
  const turns = new Map<string, number>();
  return (least, kind = '') => {
    const count = Math.max(least, Math.ceil(all.length / (takers?.get(kind) ?? Infinity)));
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + count);
    return [...all, ...all].slice(turn % all.length).slice(0, count);
  };
}

/** How many there are of each kind. */
export const countBy = <T>(all: readonly T[], kindOf: (one: T) => string): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(all, kindOf)].map(([kind, some]) => [kind, some.length]));
