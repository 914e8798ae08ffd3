import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Row } from './row.ts';

/** A row of the table with the day on which it was measured, `YYYY-MM-DD`. */
export interface KeptRow extends Row {
  readonly on: string;
}

/** The rows that were measured last, in a file: so that a run in parts makes one table, and a run that is stopped loses nothing. */
export interface KeptRows {
  readonly all: () => readonly KeptRow[];
  /** Each takes the place of the row of its name. */
  readonly add: (rows: readonly Row[], now: Date) => void;
}

export function keptRows(file: string): KeptRows {
  const all = (): readonly KeptRow[] => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
  return {
    all,
    add: (rows, now) => {
      const on = now.toISOString().slice(0, 10);
      const byName = new Map(all().map((row) => [row.name, row]));
      for (const row of rows) byName.set(row.name, { ...row, on });
      writeFileSync(file, JSON.stringify([...byName.values()], null, 1));
    },
  };
}
