import fc from 'fast-check';
import { testSeed } from '../testing/seed.ts';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../errors/messages.ts';
import { LANGUAGES } from '../texts/label.ts';
import { type NumberShape, spellNumber, parseNumberInput, toUnambiguousDecimal } from './number-input.ts';

const WHOLE: NumberShape = { scale: 0 };
const AMOUNT: NumberShape = { scale: 3 };
const RATE: NumberShape = { scale: 6 };
const LATITUDE_SHAPE: NumberShape = { scale: 15, min: -90, max: 90 };

const describeParsed = (inputText: string, shape: NumberShape) => {
  const parsed = parseNumberInput(inputText, shape);
  if (parsed.kind === 'number') return parsed.value;
  return parsed.kind === 'ambiguous' ? parsed.values.join(' or ') : parsed.kind;
};

describe('a typed number', () => {
  it.each([
    ['1,250,000.50', AMOUNT, '1250000.5'],
    ['1,250', AMOUNT, '1250'],
    ['1250000.000', WHOLE, '1250000'],
    ['1.250.000', AMOUNT, '1250000'],
    ['1.250.000', WHOLE, '1250000'],
    ['1.250.000,50', AMOUNT, '1250000.5'],
    ['1.250,5', AMOUNT, '1250.5'],
    ['1250000,5', AMOUNT, '1250000.5'],
    ['0,125', AMOUNT, '0.125'],
    ['0.125', AMOUNT, '0.125'],
    ['15500.250', RATE, '15500.25'],
    ['1.250', WHOLE, '1250'],
    ['1.255', { scale: 2 }, '1255'],
    ['-6.175', LATITUDE_SHAPE, '-6.175'],
    ['−6,175', LATITUDE_SHAPE, 'rejected'],
    ['Rp. 1.250.000,-', WHOLE, '1250000'],
    ['Rp1.250.000,00', WHOLE, '1250000'],
    ['USD 12.50', { scale: 2 }, '12.5'],
    ['1 250 000,5', AMOUNT, '1250000.5'],
    ["1'250'000", WHOLE, '1250000'],
    ['007', WHOLE, '7'],
    ['.5', AMOUNT, '0.5'],
    ['5.', AMOUNT, '5'],
    ['-0', WHOLE, '0'],
    [' ', WHOLE, 'nothing'],
  ])('%j in a field of %j is read as %s', (inputText, shape, value) => {
    expect(describeParsed(inputText, shape)).toBe(value);
  });

  it.each([
    ['1.250', AMOUNT, '1.25 or 1250'],
    ['1.255', AMOUNT, '1.255 or 1255'],
    ['15.500', RATE, '15.5 or 15500'],
    ['500.000', WHOLE, '500 or 500000'],
    ['1250,500', AMOUNT, '1250.5 or 1250500'],
  ])('finds two readings of %j in a field of %j', (inputText, shape, values) => {
    expect(describeParsed(inputText, shape)).toBe(values);
  });

  it.each([
    ['1250000.55', WHOLE, 'Must be a whole number.', 'Harus berupa bilangan bulat.'],
    ['1250000,55', WHOLE, 'Must be a whole number.', 'Harus berupa bilangan bulat.'],
    ['1,0000', WHOLE, 'Must be a whole number.', 'Harus berupa bilangan bulat.'],
    ['15500.1234567', RATE, 'At most 6 decimals.', 'Maksimal 6 desimal.'],
    ['-1500', WHOLE, 'At least 0.', 'Minimal 0.'],
    ['Rp -1.500', AMOUNT, 'At least 0.', 'Minimal 0.'],
    ['90.5', { scale: 3, max: 90 }, 'At most 90.', 'Maksimal 90.'],
    ['12,50,000', AMOUNT, /^Invalid separators/, /^Pemisah tidak valid/],
    ['1.250.00', AMOUNT, /^Invalid separators/, /^Pemisah tidak valid/],
    ['12 50', WHOLE, /^Invalid separators/, /^Pemisah tidak valid/],
    ['12 rooms', WHOLE, 'Must be a number.', 'Harus berupa angka.'],
    ['1e5', AMOUNT, 'Must be a number.', 'Harus berupa angka.'],
    ['--5', LATITUDE_SHAPE, 'Must be a number.', 'Harus berupa angka.'],
    ['9'.repeat(65), WHOLE, 'Must be a number.', 'Harus berupa angka.'],
    [
      '1.250',
      AMOUNT,
      'Ambiguous number: 1 point 25 (1.25) or 1 thousand 250 (1250).',
      'Angka bermakna ganda: 1 koma 25 (1.25) atau 1 ribu 250 (1250).',
    ],
    [
      '1.255',
      AMOUNT,
      'Ambiguous number: 1 point 255 (1.2550) or 1 thousand 255 (1255).',
      'Angka bermakna ganda: 1 koma 255 (1.2550) atau 1 ribu 255 (1255).',
    ],
    [
      '500.000',
      WHOLE,
      'Ambiguous number: 500 or 500 thousand (500000).',
      'Angka bermakna ganda: 500 atau 500 ribu (500000).',
    ],
  ])('explains $0 in both languages', (inputText, shape, en, id) => {
    const parsed = parseNumberInput(inputText, shape);
    const sentences = LANGUAGES.map((language) => ('problem' in parsed ? formatMessage(parsed.problem, language) : ''));
    for (const [i, expectedText] of [en, id].entries())
      if (typeof expectedText === 'string') expect(sentences[i]).toBe(expectedText);
      else expect(sentences[i]).toMatch(expectedText);
  });
});

const shapeArbitrary = fc.record({ scale: fc.constantFrom(0, 2, 3, 6), min: fc.constantFrom(0, -1000) });
/** Integer digits, without leading zeros. */
const integerArbitrary = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }).map(String);

const groupThousands = (digits: string, separator: string): string => digits.replace(/\B(?=(\d{3})+$)/g, separator);

/** All ways to write a number with this many decimals. */
function numberNotations(value: string, decimals: number): string[] {
  const [integerPart = '', fraction = ''] = value.replace('-', '').split('.');
  const padded = fraction.padEnd(decimals, '0');
  const notations = [
    ['', '.'],
    ['', ','],
    [',', '.'],
    ['.', ','],
    [' ', '.'],
    [' ', ','],
  ] as const;
  return notations.map(
    ([separator, decimalPoint]) =>
      groupThousands(integerPart, separator) + (padded === '' ? '' : decimalPoint + padded),
  );
}

describe('any typed text', () => {
  it('is read as the intended number, reported as ambiguous, or rejected for its decimals', () => {
    const fractions = fc.stringMatching(/^\d{0,4}$/);
    fc.assert(
      fc.property(
        integerArbitrary,
        fractions,
        shapeArbitrary,
        fc.nat(5),
        (integerPart, fraction, shape, notationIndex) => {
          const value = fraction === '' ? integerPart : `${integerPart}.${fraction}`;
          const expected = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
          const inputText = numberNotations(value, fraction.length)[notationIndex] ?? '';
          const parsed = parseNumberInput(inputText, shape);
          if (parsed.kind === 'number') {
            // In a field without decimals, three digits after a separator can only be thousands. A comma before three
            // digits groups.
            const isGroup = /^[1-9]\d*[.,]\d{3}$/.test(inputText);
            expect([expected, ...(isGroup ? [inputText.replace(/[.,]/, '')] : [])]).toContain(parsed.value);
          } else if (parsed.kind === 'ambiguous') expect(parsed.values).toContain(expected);
          else expect(fraction.replace(/0+$/, '').length > shape.scale || fraction.length > 2).toBe(true);
        },
      ),
      { seed: testSeed(), numRuns: 2000 },
    );
  });

  it('is never read as a number that is not written that way', () => {
    const textArbitrary = fc
      .array(fc.constantFrom(...'0123456789.,. -'), { maxLength: 14 })
      .map((chars) => chars.join(''));
    fc.assert(
      fc.property(textArbitrary, shapeArbitrary, (inputText, shape) => {
        const parsed = parseNumberInput(inputText, shape);
        const values = parsed.kind === 'number' ? [parsed.value] : parsed.kind === 'ambiguous' ? parsed.values : [];
        const unsignedText = inputText
          .trim()
          .replace(/^-\s*/, '')
          .replace(/[.,]-{1,2}$/, '')
          .replace(/[.,]$/, '');
        const normalized = unsignedText.replace(/^0+(?=\d)/, '').replace(/^(?=[.,])/, '0');
        const decimals = /[.,](\d*)$/.exec(normalized)?.[1]?.length ?? 0;
        for (const value of values) {
          const notations = [decimals, 0].flatMap((n) => numberNotations(value.replace('-', ''), n));
          // A comma after digits that the console had grouped.
          const isAppendedComma =
            /^\d{4,},\d{3}$/.test(normalized) && normalized.replace(',', '') === value.replace('-', '');
          expect(isAppendedComma ? normalized : notations, inputText).toContain(normalized);
          expect(value.startsWith('-'), inputText).toBe(inputText.trim().startsWith('-') && value !== '0');
        }
      }),
      { seed: testSeed(), numRuns: 5000 },
    );
  });

  it.each(['en-US', 'id-ID'])('parses a number formatted in %s, or returns it as one of two candidates', (locale) => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(12), fc.nat(3), (digits, size, scale) => {
        const value = (digits % 10 ** size) / 1000;
        const text = value.toLocaleString(locale, { minimumFractionDigits: scale, maximumFractionDigits: scale });
        // A comma before three digits groups, as the specification says.
        fc.pre(!/^[1-9]\d{0,2},\d{3}$/.test(text) || locale === 'en-US');
        const parsed = parseNumberInput(text, { scale });
        const values = parsed.kind === 'number' ? [parsed.value] : parsed.kind === 'ambiguous' ? parsed.values : [];
        expect(values.map(Number)).toContain(
          Number(text.replaceAll(locale === 'en-US' ? ',' : '.', '').replace(',', '.')),
        );
      }),
      { seed: testSeed() },
    );
  });

  it('has one reading when written as the ambiguity message proposes', () => {
    fc.assert(
      fc.property(integerArbitrary, fc.stringMatching(/^\d{0,2}[1-9]$/), (integerPart, fraction) => {
        const value = `${integerPart}.${fraction}`;
        expect(parseNumberInput(toUnambiguousDecimal(value), AMOUNT)).toEqual({ kind: 'number', value });
      }),
      { seed: testSeed() },
    );
  });
});

it.each([
  ['0', '0', '0'],
  ['1250000', '1 million 250 thousand', '1 juta 250 ribu'],
  ['2000000000.5', '2 billion point 5', '2 miliar koma 5'],
  ['-1005.25', 'minus 1 thousand 5 point 25', 'minus 1 ribu 5 koma 25'],
])('the number %s is spelled %s, and in Indonesian %s', (value, en, id) => {
  expect(spellNumber(value)).toEqual({ en, id });
});
