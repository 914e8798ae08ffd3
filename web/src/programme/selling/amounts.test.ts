import { describe, expect, it } from 'vitest';
import { inDollars, isMore, lessDiscount } from './amounts.ts';

describe('sums of a sale', () => {
  it('are exact where floats are not', () => {
    expect(lessDiscount('100.100', '0.300')).toBe('99.800');
    expect(lessDiscount('900719925474099312.001', '0.001')).toBe('900719925474099312.000');
  });

  it('leave the price as it is without a discount, and never less than nothing', () => {
    expect(lessDiscount('1500000', null)).toBe('1500000.000');
    expect(lessDiscount('1500000.000', '1500000')).toBe('0.000');
    expect(lessDiscount('10.000', '10.001')).toBe('0.000');
  });

  it('know a discount above the price by a thousandth', () => {
    expect(isMore('10.001', '10.000')).toBe(true);
    expect(isMore('10', '10.000')).toBe(false);
    expect(isMore(null, '0.000')).toBe(false);
  });

  it('in US dollars are round(amount ÷ rate, 2), half away from zero', () => {
    expect(inDollars('1500000.000', '16300.000000')).toBe('92.02');
    expect(inDollars('1.000', '8')).toBe('0.13');
    expect(inDollars('0.994', '200')).toBe('0.00');
    expect(inDollars('1.000', '200')).toBe('0.01');
    expect(inDollars('25.500', '1.000000')).toBe('25.50');
  });

  it('are not made up where no rate is known', () => {
    expect(inDollars('1500000.000', null)).toBeNull();
    expect(inDollars('1500000.000', '0')).toBeNull();
  });
});
