import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

/** Cells with characters that matter to a CSV reader, and any others. */
const cell = fc.oneof(
  fc.constant(null),
  fc.string({ unit: fc.constantFrom(...`,;\t\r\n"' =+é😀`, 'a', '1', '\r\n'), maxLength: 10 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));

test('a CSV reader finds the written cells, whatever their characters', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const parsedRows: unknown = parse(csvLines(rows), { record_delimiter: '\r\n' });
      expect(parsedRows).toEqual(rows.map((row) => row.map((text) => text ?? '')));
    }),
    { seed: testSeed(), numRuns: 2_000 },
  );
});

test('quotes exactly the cells that some program could split', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...`,;\t\r\n"' =a`), minLength: 1, maxLength: 6 }), (text) => {
      const isQuoted = /[",;\t\r\n]/.test(text);
      expect(csvLines([['x', text]])).toBe(`x,${isQuoted ? `"${text.replaceAll('"', '""')}"` : text}\r\n`);
    }),
    { seed: testSeed() },
  );
});

test('writes rows without cells and cells without text as empty', () =>
  expect(csvLines([[], [null], [null, '', null], ['a', null]])).toBe('\r\n\r\n,,\r\na,\r\n'));
