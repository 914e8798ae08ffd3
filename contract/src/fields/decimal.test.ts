import { expect, test } from 'vitest';
import { addAmounts, addDecimals, formatDecimal, decimalPlaces, parseDecimalUnits } from './decimal.ts';

test('a decimal is converted to units of its last place and back without loss', () => {
  for (const text of ['0.000', '1250.500', '-12.505', '99999999999999999999.999'])
    expect(formatDecimal(parseDecimalUnits(text, 3) ?? 0n, 3)).toBe(text);
  expect(parseDecimalUnits('-12.5', 2)).toBe(-1250n);
  expect(parseDecimalUnits('12.999', 2)).toBe(1299n);
  expect(parseDecimalUnits(7, 0)).toBe(7n);
  expect(formatDecimal(-5n, 2)).toBe('-0.05');
  expect(formatDecimal(12n, 0)).toBe('12');
  expect([decimalPlaces('1.250'), decimalPlaces('1'), decimalPlaces(null)]).toEqual([3, 0, 0]);
});

test('amounts add up with all their decimals', () => {
  expect(addAmounts(['100.125', '200.250', '0.125'])).toBe('300.500');
  expect(addAmounts(['999999999999.999', '0.001'])).toBe('1000000000000.000');
  expect(addAmounts(['0.1', '0.2', '90071992547409930.005'])).toBe('90071992547409930.305');
  expect(addAmounts(['-0.005', '0.001'])).toBe('-0.004');
  expect(addAmounts([null, '', '1.500', '1.250 ?', 'x'])).toBe('1.500');
  expect(addAmounts([])).toBe('0.000');
});

test('text that is not a decimal is ignored', () => {
  for (const value of ['', '1e3', '1.', '.5', ' 1', null, undefined, true])
    expect(parseDecimalUnits(value, 3)).toBeUndefined();
  expect(addDecimals(['0.1', '0.2', '', null, 'x', '-0.05'], 3)).toBe('0.250');
});
