import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRowStore } from './row-store.ts';
import { renderReport } from './report.ts';
import type { Row } from './row.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));
const row = (name: string, value: number): Row => ({
  name,
  value,
  work: name,
  result: `p95 ${value} ms`,
  floor: '',
  unit: 'ms',
  target: 2,
});

test('the store merges the rows of partial runs into one table, each with its day', () => {
  const store = openRowStore(join(folder, 'rows.json'));
  store.add([row('list', 1), row('sale', 5)], new Date('2026-11-22T12:00:00Z'));
  store.add([row('sale', 2)], new Date('2026-11-25T12:00:00Z'));
  const lines = renderReport(store.readAll(), 1000, new Date('2026-11-25T12:00:00Z')).split('\n');
  expect(lines.filter((line) => /^\| (list|sale) /.test(line))).toEqual([
    '| list | p95 1 ms |  |  | 1.0 ms | ≤ 2.0 ms | yes | 2026-11-22 |',
    '| sale | p95 2 ms |  |  | 2.0 ms | ≤ 2.0 ms | yes | 2026-11-25 |',
  ]);
});
