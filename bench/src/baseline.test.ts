import { expect, test } from 'vitest';
import { findRegressions } from './baseline.ts';
import type { Row } from './row.ts';
import { pickBestRound, summarizeTimes } from './statistics.ts';

const row = (name: string, value: number): Row => ({
  name,
  value,
  work: name,
  result: '',
  floor: '',
  unit: '×',
  target: 2,
});

test('a value above 1.5 times the baseline is a regression, a new row is not', () => {
  const rows = [row('steady', 1.5), row('worse', 1.51), row('new', 90)];
  expect(findRegressions({ steady: 1, worse: 1, gone: 1 }, rows).map(({ name }) => name)).toEqual(['worse']);
});

test('percentiles are measured values', () => {
  const times = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(summarizeTimes(times, 2, 0)).toEqual({ p50: 50, p95: 95, perSecond: 50, count: 100, failures: 0 });
});

test('the round with the least disturbance counts, with the failures of all rounds', () => {
  const round = (p95: number, failures: number) => ({ p50: 1, p95, perSecond: 1, count: 1, failures });
  expect(pickBestRound([round(9, 1), round(3, 0), round(5, 2)])).toEqual(round(3, 3));
});
