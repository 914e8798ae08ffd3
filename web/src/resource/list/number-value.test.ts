import { describe, expect, it } from 'vitest';
import { numberValue } from './number-value.ts';

describe('numberValue', () => {
  it.each([
    ['1,250,000.5', false, '1250000.5'],
    [' -6.2 ', false, '-6.2'],
    ['1,250', true, '1250'],
    ['', true, ''],
    ['1.5', true, undefined],
    ['1,25', false, undefined],
    ['12a', false, undefined],
    ['1.', false, undefined],
    ['-', true, undefined],
  ])('reads %j (whole: %s) as %j', (typed, whole, value) => {
    expect(numberValue(typed, whole)).toBe(value);
  });
});
