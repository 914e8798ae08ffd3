/** Results of a run of many similar requests. Times in milliseconds. */
export interface Measurements {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Failed requests. */
  readonly failures: number;
}

export function summarizeTimes(milliseconds: readonly number[], seconds: number, failures: number): Measurements {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), perSecond: sorted.length / seconds, failures };
}

/** The smallest value that the given share of the sorted values does not exceed; 0 without values. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** The least disturbed of several rounds, with the failures of all of them. */
export function best(rounds: readonly Measurements[]): Measurements {
  const [first, ...others] = rounds.toSorted((a, b) => a.p95 - b.p95);
  if (!first) throw new Error('There is no round');
  return { ...first, failures: others.reduce((sum, r) => sum + r.failures, first.failures) };
}
