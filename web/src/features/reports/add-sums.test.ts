import type { CurrencySums } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { addSums, addValues, countRows, subtractSums, totalOf } from './add-sums.ts';

const createSums = (currency: string, rows: number, localTotal: string, usdTotal: string): CurrencySums => ({
  currency,
  rows,
  totals: { 'visit.grand_total': localTotal, 'visit.grand_total_usd': usdTotal },
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
])('the sum of %s and %s is exactly %s', (first, second, sum) => {
  expect(addValues(first, second)).toBe(sum);
});

describe('sums', () => {
  const idrSums = createSums('IDR', 2, '1500.000', '0.10');
  const sgdSums = createSums('SGD', 1, '20.500', '15.20');

  test('are separate per currency, and combined only in US dollars', () => {
    const allSums = addSums([sgdSums, idrSums, idrSums]);
    expect(allSums).toEqual([createSums('IDR', 4, '3000.000', '0.20'), sgdSums]);
    expect(countRows(allSums)).toBe(5);
    expect(totalOf(allSums, 'visit.grand_total_usd')).toBe('15.40');
  });

  test('are subtracted, and a currency without records is removed', () => {
    expect(subtractSums(addSums([idrSums, idrSums, sgdSums]), [idrSums, sgdSums])).toEqual([idrSums]);
    expect(subtractSums([idrSums], [])).toEqual([idrSums]);
  });
});
