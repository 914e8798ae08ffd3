import { describe, expect, it } from 'vitest';
import { formatMoney, formatNumber } from './number.ts';

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
  ])('shows %s with %i decimals as %s', (value, decimals, shown) => {
    expect(formatNumber(value, decimals)).toBe(shown);
  });
  it('takes whole numbers and shows 0 decimals by default', () => {
    expect(formatNumber(2000)).toBe('2,000');
  });
  it('shows nothing where there is none, and what is no number as it is', () => {
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
