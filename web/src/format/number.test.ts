import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, formatNumber, parseTypedNumber } from './number.ts';

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

describe('parseTypedNumber', () => {
  it.each([
    ['1.250.000,50', 3, '1250000.5'],
    ['Rp 1,250,000', 3, '1250000'],
    ['Rp. 1.250.000', 0, '1250000'],
    ['Rp1.250.000,00', 0, '1250000'],
    ['1,250,000.50', 3, '1250000.5'],
    ['1250000.000', 3, '1250000'],
    ['1250000,5', 3, '1250000.5'],
    ['1.250', 0, '1250'],
    ['1.250', 3, '1.25'],
    ['1,250', 3, '1250'],
    ['0.125', 0, '0.125'],
    ['USD 12.50', 2, '12.5'],
    ["1'250'000", 0, '1250000'],
    ['1 250 000', 0, '1250000'],
    ['-6.175', 15, '-6.175'],
    ['- Rp 5', 0, '-5'],
    ['007', 0, '7'],
  ])('reads %s in a field of %i decimals as %s', (typed, decimals, value) => {
    expect(parseTypedNumber(typed, decimals)).toBe(value);
  });
  it.each(['', 'Rp', 'twelve', '12 rooms', '1e5', '--5'])('refuses %j', (typed) => {
    expect(parseTypedNumber(typed, 2)).toBeUndefined();
  });
  it('reads back whatever the console shows', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 6 }), (n, decimals) => {
        const digits = String(n).padStart(decimals + 1, '0');
        const value = decimals > 0 ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
        expect(formatNumber(parseTypedNumber(formatMoney(value, 'IDR', decimals), decimals), decimals)).toBe(
          formatNumber(value, decimals),
        );
      }),
    );
  });
});
