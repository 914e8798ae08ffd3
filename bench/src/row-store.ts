import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Row } from './row.ts';

/** A table row with the day of its measurement, `YYYY-MM-DD`. */
export interface StoredRow extends Row {
  readonly on: string;
}

/** The latest rows, stored in a file: partial runs add up to one table, and an interrupted run loses nothing. */
export interface RowStore {
  readonly readAll: () => readonly StoredRow[];
  /** Replaces rows of the same name. */
  readonly add: (rows: readonly Row[], now: Date) => void;
}

export function openRowStore(file: string): RowStore {
  const readAll = (): readonly StoredRow[] => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
  return {
    readAll,
    add: (rows, now) => {
      const on = now.toISOString().slice(0, 10);
      const byName = new Map(readAll().map((row) => [row.name, row]));
      for (const row of rows) byName.set(row.name, { ...row, on });
      writeFileSync(file, JSON.stringify([...byName.values()], null, 1));
    },
  };
}
