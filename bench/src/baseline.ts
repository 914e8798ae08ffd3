import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';

/** The values of a run by row name, for comparison with later runs. */
export type Baseline = Readonly<Record<string, number>>;

/** A value above this multiple of its baseline is a regression. */
const REGRESSION_FACTOR = 1.5;

const BASELINE_FILE = join(import.meta.dirname, '../baseline.json');

export const readBaseline = (): Baseline =>
  existsSync(BASELINE_FILE) ? JSON.parse(readFileSync(BASELINE_FILE, 'utf8')) : {};

/** Stores the new values; rows that were not measured keep theirs. */
export function writeBaseline(previous: Baseline, rows: readonly Row[]): void {
  const updated = {
    ...previous,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, Number(value.toPrecision(3))])),
  };
  const sorted = Object.fromEntries(Object.entries(updated).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(BASELINE_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Rows that are much worse than their baseline. A row without a baseline is new, not a regression. */
export const findRegressions = (baseline: Baseline, rows: readonly Row[]): Row[] =>
  rows.filter(({ name, value }) => value > (baseline[name] ?? Infinity) * REGRESSION_FACTOR);
