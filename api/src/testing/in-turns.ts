/**
 * Deals the values of a list in turns: who asks gets some, and the next one goes on where that ended. For what the same code
 * does for every resource or field: between them they meet all of it. Each `kind` has turns of its own.
 */
export function inTurns<T>(all: readonly T[]): (count: number, kind?: string) => readonly T[] {
  const turns = new Map<string, number>();
  return (count, kind = '') => {
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + count);
    return [...all, ...all].slice(turn % all.length).slice(0, count);
  };
}
