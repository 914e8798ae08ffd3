import type { Measurements } from './statistics.ts';

/** One line of the table: the workload, its floor, and its target. */
export interface Row {
  readonly name: string;
  readonly work: string;
  readonly result: string;
  readonly floor?: string;
  /** The same measurement on Debian's PostgreSQL 15 with default settings, if made. */
  readonly plain?: string | undefined;
  /**
   * The value that is compared with target and baseline: the ratio to the floor, or without a floor the measured value.
   */
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | 'kB' | 'statements' | 'requests';
  readonly target: number;
}

export const isMet = ({ value, target }: Row): boolean => value <= target;

type Latency = Pick<Measurements, 'p50' | 'p95'>;

export const formatLatency = ({ p50, p95 }: Latency): string => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
export const formatMeasurements = (measurements: Measurements): string =>
  `${formatLatency(measurements)}, ${Math.round(measurements.perSecond)}/s`;

export function formatValue({ unit }: Pick<Row, 'unit'>, value: number): string {
  if (unit === '×') return `${value.toFixed(2)}×`;
  return `${value < 10 && unit === 'ms' ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`;
}
