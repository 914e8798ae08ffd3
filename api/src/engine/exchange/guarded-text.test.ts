import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { csvLines, readCsv } from './csv.ts';
import { dialled, isSameNumber } from './dialled.ts';
import { escaped, guarded, unguarded } from './guarded-text.ts';

/** Texts of characters that matter to a spreadsheet. */
const text = fc.string({
  unit: fc.constantFrom(...`=+-@＝﹢;,\t\r\n"' \u00a0\u3000\u200b\ufeff\v\u0085`, 'a', '1', '62', 'cmd|'),
  maxLength: 12,
});

/** The cells of a line as a program sees them that splits at `delimiter` and minds quotes only where a cell begins. */
function split(line: string, delimiter: string): string[] {
  const cells = line.split(delimiter);
  return cells.map((cell) => cell.replace(/^"/, ''));
}

test('every text comes back as it was, from CSV and from a workbook', () => {
  fc.assert(
    fc.property(text, (was) => {
      expect(unguarded(guarded(was))).toBe(was);
      expect(unguarded(escaped(was))).toBe(was);
    }),
    { seed: testSeed(), numRuns: 5_000 },
  );
});

test('no piece of a line is a formula, at whatever a spreadsheet splits it', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const file = csvLines([cells.map(guarded)]);
      for (const line of file.split(/[\r\n]/))
        for (const delimiter of [';', '\t'])
          for (const piece of split(line, delimiter))
            expect(piece, JSON.stringify(file)).not.toMatch(/^["\s\v\u0085\u200b\ufeff]*[=+\-@＝﹢]/);
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
])('%s before the sign is no way around the apostrophe', (_, before) => {
  for (const sign of '=+-@＝＋－＠﹦﹢﹣﹫') {
    const was = `${before}${sign}1+1`;
    const cell = guarded(was);
    // Behind a line break or a tab begins a piece of its own, which has the apostrophe.
    for (const piece of cell.split(/[\t\r\n]/)) expect(piece, JSON.stringify(cell)).toMatch(/^(?:'.*)?$/s);
    expect(unguarded(cell)).toBe(was);
    expect(guarded(`${before}Sari ${sign}1`)).toBe(
      before.match(/^[\t\r]/) ? `'${before}Sari ${sign}1` : `${before}Sari ${sign}1`,
    );
  }
});

test('a cell with a semicolon or tab is quoted, and reads as one cell', async () => {
  const row = ['Sari; =1+1', 'a\tb', 'c,d', 'e'];
  const file = csvLines([row.map(guarded)]);
  expect(file).toBe(`"Sari;' =1+1","a\tb","c,d",e\r\n`);
  const read = [];
  for await (const { cells } of readCsv(Buffer.from(file))) read.push(cells.map(unguarded));
  expect(read).toEqual([row]);
});

test.each(['one\ntwo', 'one\rtwo', 'one\r\ntwo'])('a cell of two lines stands between quotes: %j', async (cell) => {
  const file = csvLines([['a', cell, 'z']]);
  expect(file).toBe(`a,"${cell}",z\r\n`);
  const read = [];
  for await (const { cells } of readCsv(Buffer.from(file))) read.push(cells);
  expect(read).toEqual([['a', cell, 'z']]);
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
])('the telephone number %s stands in CSV as %s, to be dialled', (phone, cell) => {
  expect(dialled(phone)).toBe(cell);
  // Digits with a blank between: neither a number nor a formula, and no apostrophe before them.
  expect(cell).toMatch(/^\+?\d+(?: \d+)+$/);
  expect(isSameNumber(cell, phone)).toBe(true);
});

test.each(['+1+1', '=1', '+62811;=1', "+62'811", '1234', '', '+', '+A1', '-5', '+62 811 x 3'])(
  'a text that is no telephone number is guarded like any other: %s',
  (odd) => expect(dialled(odd)).toBeUndefined(),
);
