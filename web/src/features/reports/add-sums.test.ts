import type { CurrencySums } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { addSums, plus, rowsIn, subtractSums, totalOf } from './add-sums.ts';

const sums = (currency: string, rows: number, local: string, usd: string): CurrencySums => ({
  currency,
  rows,
  totals: { 'visit.grand_total': local, 'visit.grand_total_usd': usd },
});

test.each([
  ['0.1', '0.2', '0.3'],
  ['99999999999999999.999', '0.001', '100000000000000000.000'],
  ['-1.50', '1.5', '0.00'],
  ['-0.7', '0.2', '-0.5'],
  ['1250000.000', 0, '1250000.000'],
  [3, 4, 7],
  [3, null, 3],
  [undefined, '2.50', '2.50'],
])('the sum of %s and %s is exactly %s', (a, b, sum) => {
  expect(plus(a, b)).toBe(sum);
});

describe('sums', () => {
  const idr = sums('IDR', 2, '1500.000', '0.10');
  const sgd = sums('SGD', 1, '20.500', '15.20');

  test('are separate per currency, and combined only in US dollars', () => {
    const all = addSums([sgd, idr, idr]);
    expect(all).toEqual([sums('IDR', 4, '3000.000', '0.20'), sgd]);
    expect(rowsIn(all)).toBe(5);
    expect(totalOf(all, 'visit.grand_total_usd')).toBe('15.40');
  });

  test('are subtracted, and a currency without records is removed', () => {
    expect(subtractSums(addSums([idr, idr, sgd]), [idr, sgd])).toEqual([idr]);
    expect(subtractSums([idr], [])).toEqual([idr]);
  });
});
