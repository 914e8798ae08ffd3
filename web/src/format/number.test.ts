import { describe, expect, it } from 'vitest';
import { formatMoney, formatNumber, splitMoney } from './number.ts';

describe('formatNumber', () => {
  it.each([
    ['1250000', 0, '1,250,000'],
    ['1250000.000', 3, '1,250,000.000'],
    ['1250000', 3, '1,250,000.000'],
    ['999.9995', 3, '1,000.000'],
    ['0.5', 0, '1'],
    ['0.4', 0, '0'],
    ['-0.4', 0, '0'],
    ['-1234.5', 1, '-1,234.5'],
    ['99999999999999999999.125', 3, '99,999,999,999,999,999,999.125'],
    ['000123', 0, '123'],
  ])('shows %s with %i decimals as %s', (value, decimals, expectedText) => {
    expect(formatNumber(value, decimals)).toBe(expectedText);
  });
  it('accepts whole numbers and shows 0 decimals by default', () => {
    expect(formatNumber(2000)).toBe('2,000');
  });
  it('returns an empty string for no value, and text that is not a number unchanged', () => {
    expect([formatNumber(null), formatNumber(''), formatNumber('n/a')]).toEqual(['', '', 'n/a']);
  });
});

describe('formatMoney', () => {
  it('shows rupiah with their prefix and other currencies with their code', () => {
    expect(formatMoney('1250000.000')).toBe('Rp. 1,250,000.000');
    expect(formatMoney('1250000', 'IDR', 0)).toBe('Rp. 1,250,000');
    expect(formatMoney('12.5', 'USD', 2)).toBe('USD 12.50');
    expect(formatMoney(null)).toBe('');
  });
});

describe('moneyParts', () => {
  it.each([
    ['1250000.000', 'IDR', 0, 'Rp. 1,250,000', '.000'],
    ['1250.500', 'SGD', 2, 'SGD 1,250.50', '0'],
    ['1250.000', 'KWD', 3, 'KWD 1,250.000', ''],
    ['0.000', null, 0, '0', '.000'],
    ['-1500.000', null, 2, '-1,500.00', '0'],
    ['92.02', 'USD', 2, 'USD 92.02', '0'],
    // Non-zero decimals belong to the amount.
    ['1250.500', 'IDR', 0, 'Rp. 1,250.500', ''],
    ['0.005', 'SGD', 2, 'SGD 0.005', ''],
    ['999.995', 'SGD', 2, 'SGD 999.995', ''],
  ])('splits %s %s into the amount shown and the zeros after it', (value, currency, decimals, amount, zeros) => {
    expect(splitMoney(value, currency, decimals)).toEqual([amount, zeros]);
  });
});
