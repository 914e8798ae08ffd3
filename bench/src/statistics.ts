/** The results of many similar requests. Times are in milliseconds. */
export interface Measurements {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Responses. */
  readonly count: number;
  /** Failed requests. */
  readonly failures: number;
}

export function summarizeTimes(milliseconds: readonly number[], seconds: number, failures: number): Measurements {
  const sortedTimes = milliseconds.toSorted((a, b) => a - b);
  return {
    p50: percentile(sortedTimes, 0.5),
    p95: percentile(sortedTimes, 0.95),
    perSecond: sortedTimes.length / seconds,
    count: sortedTimes.length,
    failures,
  };
}

/** The smallest value such that the given share of the sorted values does not exceed it; 0 without values. */
export const percentile = (sortedTimes: readonly number[], fraction: number): number =>
  sortedTimes[Math.max(0, Math.ceil(sortedTimes.length * fraction) - 1)] ?? 0;

/** The least disturbed of several rounds, with the failures of all rounds. */
export function pickBestRound<T extends Measurements>(rounds: readonly T[]): T {
  const [bestRound, ...otherRounds] = rounds.toSorted((a, b) => a.p95 - b.p95);
  if (!bestRound) throw new Error('There is no round');
  return { ...bestRound, failures: otherRounds.reduce((sum, round) => sum + round.failures, bestRound.failures) };
}
