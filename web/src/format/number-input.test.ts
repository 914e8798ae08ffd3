import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, it } from 'vitest';
import { formatNumber } from './number.ts';
import { toStoredNumber, numberProblem, parseStoredNumber, storedInputText, padDecimals } from './number-input.ts';

const AMOUNT = { scale: 3 };

it.each([
  ['1.250.000', '1250000'],
  ['1.255', '1.255 ?'],
  ['1.5555', '1.5555'],
  ['-5', '-5'],
  [' gratis ', 'gratis'],
  ['', null],
])('a form stores %j as %j', (inputText, storedText) => {
  expect(toStoredNumber(inputText, AMOUNT)).toBe(storedText);
});

it('a stored decimal has one reading, and an ambiguous text is never used as a decimal', () => {
  expect(parseStoredNumber('1.255', AMOUNT)).toEqual({ kind: 'number', value: '1.255' });
  expect(parseStoredNumber('1.255 ?', AMOUNT)).toMatchObject({ kind: 'ambiguous', values: ['1.255', '1255'] });
  expect(numberProblem('1.5555', AMOUNT)).toBe('scale:3');
  expect(numberProblem(null, AMOUNT)).toBeUndefined();
  expect(storedInputText('1.255 ?')).toBe('1.255');
});

it.each([
  ['1250', 3, '1250.000'],
  ['1250.5000', 3, '1250.500'],
  ['1250.000', 0, '1250'],
  ['1250.55', 0, '1250.55'],
])('pads %s to %i decimals as %s without cutting any', (value, scale, expectedText) => {
  expect(padDecimals(value, scale)).toBe(expectedText);
});

it("a form's number is unchanged unless its text is ambiguous", () => {
  const scales = fc.constantFrom(0, 2, 3, 6);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), scales, (integer, scale) => {
      const digits = String(integer).padStart(scale + 1, '0');
      const value = scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
      const result = parseStoredNumber(value, { scale });
      expect(result.kind === 'number' && padDecimals(result.value, scale)).toBe(value);
      const storedAgain = toStoredNumber(formatNumber(value, scale), { scale }) ?? '';
      expect(
        storedAgain.endsWith('?')
          ? /^[1-9]\d{0,2}\.\d{3} \?$/.test(storedAgain)
          : padDecimals(storedAgain, scale) === value,
      ).toBe(true);
    }),
    { seed: testSeed() },
  );
});
