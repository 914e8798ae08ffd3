import { describe, expect, it } from 'vitest';
import { toUsd, isGreater, subtractDiscount } from './amounts.ts';

describe('amounts of a sale', () => {
  it('are exact, unlike floats', () => {
    expect(subtractDiscount('100.100', '0.300')).toBe('99.800');
    expect(subtractDiscount('900719925474099312.001', '0.001')).toBe('900719925474099312.000');
  });

  it('equal the price if there is no discount, and are never negative', () => {
    expect(subtractDiscount('1500000', null)).toBe('1500000.000');
    expect(subtractDiscount('1500000.000', '1500000')).toBe('0.000');
    expect(subtractDiscount('10.000', '10.001')).toBe('0.000');
  });

  it('detect a discount that exceeds the price by a thousandth', () => {
    expect(isGreater('10.001', '10.000')).toBe(true);
    expect(isGreater('10', '10.000')).toBe(false);
    expect(isGreater(null, '0.000')).toBe(false);
  });

  it('equal round(amount ÷ rate, 2) in US dollars, half away from zero', () => {
    expect(toUsd('1500000.000', '16300.000000')).toBe('92.02');
    expect(toUsd('1.000', '8')).toBe('0.13');
    expect(toUsd('0.994', '200')).toBe('0.00');
    expect(toUsd('1.000', '200')).toBe('0.01');
    expect(toUsd('25.500', '1.000000')).toBe('25.50');
  });

  it('are null if no rate is known', () => {
    expect(toUsd('1500000.000', null)).toBeNull();
    expect(toUsd('1500000.000', '0')).toBeNull();
  });
});
