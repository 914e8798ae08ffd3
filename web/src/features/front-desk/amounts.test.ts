import { describe, expect, it } from 'vitest';
import { sumAmounts } from './amounts.ts';

describe('bill amounts', () => {
  it('add up without losing a digit', () => {
    expect(sumAmounts(['100.125', '200.250', '0.125'])).toBe('300.500');
    expect(sumAmounts(['0.1', '0.2', null])).toBe('0.300');
    expect(sumAmounts(['999999999999.999', '0.001'])).toBe('1000000000000.000');
    expect(sumAmounts([null, '', null])).toBe('0.000');
    expect(sumAmounts(['1.500', '1.250 ?', '-1', 'x'])).toBe('1.500');
  });
});
