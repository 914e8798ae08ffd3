import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';

/** Values of a run that later runs are compared with, by row name. */
export type Baseline = Readonly<Record<string, number>>;

/** A value above this multiple of the baseline is a regression. */
const REGRESSION_FACTOR = 1.5;

const FILE = join(import.meta.dirname, '../baseline.json');

export const readBaseline = (): Baseline => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

/** Stores the new values; rows that were not measured keep theirs. */
export function writeBaseline(before: Baseline, rows: readonly Row[]): void {
  const after = {
    ...before,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, Number(value.toPrecision(3))])),
  };
  const sorted = Object.fromEntries(Object.entries(after).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Rows that are much worse than the baseline. A row without a baseline is new, not a regression. */
export const regressions = (baseline: Baseline, rows: readonly Row[]): Row[] =>
  rows.filter(({ name, value }) => value > (baseline[name] ?? Infinity) * REGRESSION_FACTOR);
