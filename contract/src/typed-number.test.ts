import fc from 'fast-check';
import { testSeed } from './testing/seed.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, sentence } from './messages.ts';
import { type NumberShape, numberWords, readTypedNumber, unmistakable } from './typed-number.ts';

const WHOLE: NumberShape = { scale: 0 };
const AMOUNT: NumberShape = { scale: 3 };
const RATE: NumberShape = { scale: 6 };
const LATITUDE: NumberShape = { scale: 15, min: -90, max: 90 };

const shown = (typed: string, shape: NumberShape) => {
  const read = readTypedNumber(typed, shape);
  if (read.kind === 'number') return read.value;
  return read.kind === 'ambiguous' ? read.values.join(' or ') : read.kind;
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
    ['-6.175', LATITUDE, '-6.175'],
    ['−6,175', LATITUDE, 'refused'],
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
  ])('%j is understood, in a field of %j', (typed, shape, value) => {
    expect(shown(typed, shape)).toBe(value);
  });

  it.each([
    ['1.250', AMOUNT, '1.25 or 1250'],
    ['1.255', AMOUNT, '1.255 or 1255'],
    ['15.500', RATE, '15.5 or 15500'],
    ['500.000', WHOLE, '500 or 500000'],
    ['1250,500', AMOUNT, '1250.5 or 1250500'],
  ])('%j has two readings, in a field of %j', (typed, shape, values) => {
    expect(shown(typed, shape)).toBe(values);
  });

  it.each([
    ['1250000.55', WHOLE, 'This must be a whole number.', 'Ini harus berupa bilangan bulat.'],
    ['1250000,55', WHOLE, 'This must be a whole number.', 'Ini harus berupa bilangan bulat.'],
    ['1,0000', WHOLE, 'This must be a whole number.', 'Ini harus berupa bilangan bulat.'],
    ['15500.1234567', RATE, 'At most 6 decimals.', 'Maksimal 6 desimal.'],
    ['-1500', WHOLE, 'At least 0.', 'Minimal 0.'],
    ['Rp -1.500', AMOUNT, 'At least 0.', 'Minimal 0.'],
    ['90.5', { scale: 3, max: 90 }, 'At most 90.', 'Maksimal 90.'],
    ['12,50,000', AMOUNT, /^These separators do not fit/, /^Pemisahnya tidak sesuai/],
    ['1.250.00', AMOUNT, /^These separators do not fit/, /^Pemisahnya tidak sesuai/],
    ['12 50', WHOLE, /^These separators do not fit/, /^Pemisahnya tidak sesuai/],
    ['12 rooms', WHOLE, 'This must be a number.', 'Ini harus berupa angka.'],
    ['1e5', AMOUNT, 'This must be a number.', 'Ini harus berupa angka.'],
    ['--5', LATITUDE, 'This must be a number.', 'Ini harus berupa angka.'],
    ['9'.repeat(65), WHOLE, 'This must be a number.', 'Ini harus berupa angka.'],
    [
      '1.250',
      AMOUNT,
      'This can be read in two ways: 1 point 25 (1.25) or 1 thousand 250 (1250).',
      'Ini dapat dibaca dengan dua cara: 1 koma 25 (1.25) atau 1 ribu 250 (1250).',
    ],
    [
      '1.255',
      AMOUNT,
      'This can be read in two ways: 1 point 255 (1.2550) or 1 thousand 255 (1255).',
      'Ini dapat dibaca dengan dua cara: 1 koma 255 (1.2550) atau 1 ribu 255 (1255).',
    ],
    [
      '500.000',
      WHOLE,
      'This can be read in two ways: 500 or 500 thousand (500000).',
      'Ini dapat dibaca dengan dua cara: 500 atau 500 ribu (500000).',
    ],
  ])('$0 is spoken of in words of both languages', (typed, shape, en, id) => {
    const read = readTypedNumber(typed, shape);
    const said = LANGUAGES.map((language) => ('problem' in read ? sentence(read.problem, language) : ''));
    for (const [i, words] of [en, id].entries())
      if (typeof words === 'string') expect(said[i]).toBe(words);
      else expect(said[i]).toMatch(words);
  });
});

const shapes = fc.record({ scale: fc.constantFrom(0, 2, 3, 6), min: fc.constantFrom(0, -1000) });
/** Digits of a whole part without zeros before them. */
const wholes = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }).map(String);

const group = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);

/** Every way in which a number may stand in a text, with so many decimals. */
function writings(value: string, decimals: number): string[] {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const padded = fraction.padEnd(decimals, '0');
  const ways = [
    ['', '.'],
    ['', ','],
    [',', '.'],
    ['.', ','],
    [' ', '.'],
    [' ', ','],
  ] as const;
  return ways.map(([mark, point]) => group(whole, mark) + (padded === '' ? '' : point + padded));
}

describe('any typed text', () => {
  it('is read as the number that it was written for, offered as two, or refused for its decimals', () => {
    const fractions = fc.stringMatching(/^\d{0,4}$/);
    fc.assert(
      fc.property(wholes, fractions, shapes, fc.nat(5), (whole, fraction, shape, way) => {
        const value = fraction === '' ? whole : `${whole}.${fraction}`;
        const meant = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
        const typed = writings(value, fraction.length)[way] ?? '';
        const read = readTypedNumber(typed, shape);
        if (read.kind === 'number') {
          // Where a field has no room for the decimals, three of them can only be thousands; a comma before three digits groups.
          const isGroup = /^[1-9]\d*[.,]\d{3}$/.test(typed);
          expect([meant, ...(isGroup ? [typed.replace(/[.,]/, '')] : [])]).toContain(read.value);
        } else if (read.kind === 'ambiguous') expect(read.values).toContain(meant);
        else expect(fraction.replace(/0+$/, '').length > shape.scale || fraction.length > 2).toBe(true);
      }),
      { seed: testSeed(), numRuns: 2000 },
    );
  });

  it('is never read as a number that nobody would write like this', () => {
    const texts = fc.array(fc.constantFrom(...'0123456789.,. -'), { maxLength: 14 }).map((chars) => chars.join(''));
    fc.assert(
      fc.property(texts, shapes, (typed, shape) => {
        const read = readTypedNumber(typed, shape);
        const values = read.kind === 'number' ? [read.value] : read.kind === 'ambiguous' ? read.values : [];
        const unsigned = typed
          .trim()
          .replace(/^-\s*/, '')
          .replace(/[.,]-{1,2}$/, '')
          .replace(/[.,]$/, '');
        const written = unsigned.replace(/^0+(?=\d)/, '').replace(/^(?=[.,])/, '0');
        const decimals = /[.,](\d*)$/.exec(written)?.[1]?.length ?? 0;
        for (const value of values) {
          const ways = [decimals, 0].flatMap((n) => writings(value.replace('-', ''), n));
          // A comma behind digits that the console had grouped.
          const behind = /^\d{4,},\d{3}$/.test(written) && written.replace(',', '') === value.replace('-', '');
          expect(behind ? written : ways, typed).toContain(written);
          expect(value.startsWith('-'), typed).toBe(typed.trim().startsWith('-') && value !== '0');
        }
      }),
      { seed: testSeed(), numRuns: 5000 },
    );
  });

  it.each(['en-US', 'id-ID'])('comes back as it is shown by %s, or is one of two readings', (locale) => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(12), fc.nat(3), (digits, size, scale) => {
        const value = (digits % 10 ** size) / 1000;
        const text = value.toLocaleString(locale, { minimumFractionDigits: scale, maximumFractionDigits: scale });
        // A comma before three digits groups, as the specification has it.
        fc.pre(!/^[1-9]\d{0,2},\d{3}$/.test(text) || locale === 'en-US');
        const read = readTypedNumber(text, { scale });
        const values = read.kind === 'number' ? [read.value] : read.kind === 'ambiguous' ? read.values : [];
        expect(values.map(Number)).toContain(
          Number(text.replaceAll(locale === 'en-US' ? ',' : '.', '').replace(',', '.')),
        );
      }),
      { seed: testSeed() },
    );
  });

  it('has one reading once it is written as a question about it proposes', () => {
    fc.assert(
      fc.property(wholes, fc.stringMatching(/^\d{0,2}[1-9]$/), (whole, fraction) => {
        const value = `${whole}.${fraction}`;
        expect(readTypedNumber(unmistakable(value), AMOUNT)).toEqual({ kind: 'number', value });
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
])('%s is said as %s, and in Indonesian as %s', (value, en, id) => {
  expect(numberWords(value)).toEqual({ en, id });
});
