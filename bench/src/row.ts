import type { Figures } from './statistics.ts';

/** One line of the table: the workload, its floor, and its target. */
export interface Row {
  readonly name: string;
  readonly work: string;
  readonly figure: string;
  readonly floor: string;
  /** The same on Debian's PostgreSQL 15 as it comes, where that was measured. */
  readonly plain?: string | undefined;
  /** The value that target and baseline compare: the ratio to the floor, or the figure if there is no floor. */
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | 'kB' | 'statements';
  readonly target: number;
}

export const isMet = ({ value, target }: Row): boolean => value <= target;

export const inWords = ({ p50, p95, perSecond }: Figures): string =>
  `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${Math.round(perSecond)}/s`;

export function valueInWords({ unit }: Row, value: number): string {
  if (unit === '×') return `${value.toFixed(2)}×`;
  return `${value < 10 && unit === 'ms' ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`;
}
