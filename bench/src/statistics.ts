/** The figures of a run of many like requests. Times in milliseconds. */
export interface Figures {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Wrong answers. */
  readonly failures: number;
}

export function figuresOf(milliseconds: readonly number[], seconds: number, failures: number): Figures {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), perSecond: sorted.length / seconds, failures };
}

/** The smallest value that a share of the sorted values does not exceed; 0 of none. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Of several rounds the one that was disturbed least; failures of any of them stay. */
export function best(rounds: readonly Figures[]): Figures {
  const [first, ...others] = rounds.toSorted((a, b) => a.p95 - b.p95);
  if (!first) throw new Error('There is no round');
  return { ...first, failures: others.reduce((sum, r) => sum + r.failures, first.failures) };
}
