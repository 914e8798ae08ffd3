import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';

/** Values of a run that later ones are held against, by the name of the row. */
export type Baseline = Readonly<Record<string, number>>;

/** A value past so many times that of the baseline is a regression. */
const REGRESSION = 1.5;

const FILE = join(import.meta.dirname, '../baseline.json');

export const readBaseline = (): Baseline => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

/** Keeps the new figures; rows that were not measured keep their value. */
export function writeBaseline(before: Baseline, rows: readonly Row[]): void {
  const after = {
    ...before,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, Number(value.toPrecision(3))])),
  };
  const sorted = Object.fromEntries(Object.entries(after).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Rows that are much worse than they were. A row without a baseline is new, and no regression. */
export const regressions = (baseline: Baseline, rows: readonly Row[]): Row[] =>
  rows.filter(({ name, value }) => value > (baseline[name] ?? Infinity) * REGRESSION);
