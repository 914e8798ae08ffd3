import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { describe, expect, test } from 'vitest';
import { csvLines, readCsv } from './csv.ts';
import { formatCodeDigits, formatPhone, isSamePhone, readCodeDigits } from './phone-digits.ts';
import { escapeApostrophes, guardFormula, removeGuard } from './formula-guard.ts';

/** Texts with characters that matter to a spreadsheet. */
const text = fc.string({
  unit: fc.constantFrom(
    ...`=+-@＝﹢;,\t\r\n"' \u00a0\u3000\u200b\ufeff\v\u0085`,
    'a',
    '1',
    '62',
    '0',
    'E',
    '123456',
    'cmd|',
  ),
  maxLength: 12,
});

/** The cells of a line for a program that splits at `delimiter` and respects quotes only at the start of a cell. */
function splitLine(line: string, delimiter: string): string[] {
  const cells = line.split(delimiter);
  return cells.map((cell) => cell.replace(/^"/, ''));
}

test('restores every text unchanged, from CSV and from a workbook', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(removeGuard(guardFormula(original))).toBe(original);
      expect(removeGuard(escapeApostrophes(original))).toBe(original);
    }),
    { seed: testSeed(), numRuns: 5_000 },
  );
});

test('an apostrophe before digits marks them as text, and one of the text itself is restored', () => {
  for (const [cell, original] of [
    ["'0811234567", '0811234567'],
    ["'62 811-234", '62 811-234'],
    ["''0811", "'0811"],
    ["'t Hooft", "'t Hooft"],
    ["'99 reunion", "'99 reunion"],
  ] as const) {
    expect(removeGuard(cell)).toBe(original);
    expect(removeGuard(guardFormula(original))).toBe(original);
    expect(removeGuard(escapeApostrophes(original))).toBe(original);
  }
});

test('no part of a line is a formula, wherever a spreadsheet splits it', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const file = csvLines([cells.map(guardFormula)]);
      for (const line of file.split(/[\r\n]/))
        for (const delimiter of [';', '\t'])
          for (const chunk of splitLine(line, delimiter))
            expect(chunk, JSON.stringify(file)).not.toMatch(/^["\s\v\u0085\u200b\ufeff]*[=+\-@＝﹢]/);
    }),
    { seed: testSeed(), numRuns: 5_000 },
  );
});

test.each([
  ['a blank', ' '],
  ['blanks', '   '],
  ['a tab', '\t'],
  ['a carriage return', '\r'],
  ['a line break', '\n'],
  ['a no-break space', '\u00a0'],
  ['a narrow no-break space', '\u202f'],
  ['an ideographic space', '\u3000'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a direction mark', '\u202e'],
  ['a soft hyphen', '\u00ad'],
  ['a line separator', '\u2028'],
  ['a next line', '\u0085'],
  ['a vertical tab', '\v'],
  ['a control character', '\u0001'],
  ['several of them', ' \u00a0"\ufeff '],
])('%s before the sign does not prevent the apostrophe', (_, before) => {
  for (const sign of '=+-@＝＋－＠﹦﹢﹣﹫') {
    const original = `${before}${sign}1+1`;
    const cell = guardFormula(original);
    // Each line break or tab starts a new part, which needs its own apostrophe.
    for (const chunk of cell.split(/[\t\r\n]/)) expect(chunk, JSON.stringify(cell)).toMatch(/^(?:'.*)?$/s);
    expect(removeGuard(cell)).toBe(original);
    expect(guardFormula(`${before}Sari ${sign}1`)).toBe(
      before.match(/^[\t\r]/) ? `'${before}Sari ${sign}1` : `${before}Sari ${sign}1`,
    );
  }
});

test('a cell with a semicolon or tab is quoted, and reads as one cell', async () => {
  const row = ['Sari; =1+1', 'a\tb', 'c,d', 'e'];
  const file = csvLines([row.map(guardFormula)]);
  expect(file).toBe(`"Sari;' =1+1","a\tb","c,d",e\r\n`);
  const readCells = [];
  for await (const { cells } of readCsv(Buffer.from(file))) readCells.push(cells.map(removeGuard));
  expect(readCells).toEqual([row]);
});

test.each(['one\ntwo', 'one\rtwo', 'one\r\ntwo'])('quotes a cell of two lines: %j', async (cell) => {
  const file = csvLines([['a', cell, 'z']]);
  expect(file).toBe(`a,"${cell}",z\r\n`);
  const readCells = [];
  for await (const { cells } of readCsv(Buffer.from(file))) readCells.push(cells);
  expect(readCells).toEqual([['a', cell, 'z']]);
});

test.each([
  ['+628112345678', '+62 8112345678'],
  ['+62-811-234', '+62 811 234'],
  ['+62 (811) 234.567/8', '+62 811 234 567 8'],
  ['+1(650)5550100', '+1 650 5550100'],
  ['+16505550100', '+1 6505550100'],
  ['+673 222 1234', '+673 222 1234'],
  ['+6732221234', '+673 2221234'],
  ['08112345678', '0811 2345678'],
  ['0811-2345-678', '0811 2345 678'],
  ['021 5550100', '021 5550100'],
  ['(021) 5550100', '021 5550100'],
  ['(0215550100)', '0215 550100'],
])('writes the phone number %s to CSV as %s, so that it can be dialled', (phone, cell) => {
  expect(formatPhone(phone)).toBe(cell);
  // Groups of digits with spaces: neither a number nor a formula, so no apostrophe.
  expect(cell).toMatch(/^\+?\d+(?: \d+)+$/);
  expect(isSamePhone(cell, phone)).toBe(true);
});

test.each(['+1+1', '=1', '+62811;=1', "+62'811", '1234', '', '+', '+A1', '-5', '+62 811 x 3'])(
  'escapes a text that is not a phone number like any other: %s',
  (text) => expect(formatPhone(text)).toBeUndefined(),
);

describe('digits that a spreadsheet would change', () => {
  test.each([
    ['0000123412341234', '0000 1234 1234 1234'],
    ['6010123412341234', '6010 1234 1234 1234'],
    ['00012', '0001 2'],
    ['004', '0 04'],
    ['123456789012', '1234 5678 9012'],
  ])('of the code %s are written as %s, and read back', (code, cell) => {
    expect(formatCodeDigits(code)).toBe(cell);
    expect(readCodeDigits(cell)).toBe(code);
  });

  test.each(['12345678901', '0', '12', '', 'A001', '0000-1234'])('are not in the code %j', (code) => {
    expect(formatCodeDigits(code)).toBeUndefined();
    expect(readCodeDigits(code)).toBe(code);
  });

  test.each(['1234 5678', '12345 678', '0 1234', '2 4 1990', '02 04 1990'])('%j is read unchanged', (cell) => {
    expect(readCodeDigits(cell)).toBe(cell);
  });

  test.each(['007', '123456789012', '12E4', "'007"])('get an apostrophe in another text: %s', (text) => {
    expect(guardFormula(text)).toBe(`'${text}`);
    expect(removeGuard(`'${text}`)).toBe(text);
  });
});
