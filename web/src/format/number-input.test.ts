import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, it } from 'vitest';
import { formatNumber } from './number.ts';
import { toStoredNumber, numberProblem, readStoredNumber, storedInputText, withDecimals } from './number-input.ts';

const AMOUNT = { scale: 3 };

it.each([
  ['1.250.000', '1250000'],
  ['1.255', '1.255 ?'],
  ['1.5555', '1.5555'],
  ['-5', '-5'],
  [' gratis ', 'gratis'],
  ['', null],
])('a form stores %j as %j', (inputText, held) => {
  expect(toStoredNumber(inputText, AMOUNT)).toBe(held);
});

it('a stored decimal has one reading, and an ambiguous text is never used as a decimal', () => {
  expect(readStoredNumber('1.255', AMOUNT)).toEqual({ kind: 'number', value: '1.255' });
  expect(readStoredNumber('1.255 ?', AMOUNT)).toMatchObject({ kind: 'ambiguous', values: ['1.255', '1255'] });
  expect(numberProblem('1.5555', AMOUNT)).toBe('scale:3');
  expect(numberProblem(null, AMOUNT)).toBeUndefined();
  expect(storedInputText('1.255 ?')).toBe('1.255');
});

it.each([
  ['1250', 3, '1250.000'],
  ['1250.5000', 3, '1250.500'],
  ['1250.000', 0, '1250'],
  ['1250.55', 0, '1250.55'],
])('pads %s to %i decimals as %s without cutting any', (value, scale, full) => {
  expect(withDecimals(value, scale)).toBe(full);
});

it("a form's number is unchanged unless its text is ambiguous", () => {
  const scales = fc.constantFrom(0, 2, 3, 6);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), scales, (n, scale) => {
      const digits = String(n).padStart(scale + 1, '0');
      const value = scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
      const read = readStoredNumber(value, { scale });
      expect(read.kind === 'number' && withDecimals(read.value, scale)).toBe(value);
      const again = toStoredNumber(formatNumber(value, scale), { scale }) ?? '';
      expect(again.endsWith('?') ? /^[1-9]\d{0,2}\.\d{3} \?$/.test(again) : withDecimals(again, scale) === value).toBe(
        true,
      );
    }),
    { seed: testSeed() },
  );
});
