import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { Lines, SubtotalRow } from './xlsx-lines.ts';
import { createWorkbook } from './xlsx-write.ts';

const columns = [
  { heading: 'Hotel', kind: 'text', width: 90 },
  { heading: 'Rooms', kind: 'integer', width: 90 },
] as const;
const createSubtotal = (rowCount: number, value: string, depth = 0): SubtotalRow => ({
  label: 'Subtotal',
  at: 0,
  depth,
  above: rowCount,
  sums: [{ column: 1, value }],
});

/** The formulas of each sheet, by cell, in a workbook with at most `room` lines per sheet. */
async function readFormulas(lines: Lines, maxRows: number) {
  const totalRows = [{ label: 'Total', sums: [{ column: 1, value: '10' }] }];
  const layout = {
    name: 'Rooms',
    about: { name: 'About', title: 'Rooms', lines: () => [] },
    foot: totalRows,
    depth: 2,
  };
  // One batch.
  const bytes = await buffer(
    createWorkbook(columns, Readable.from([lines]) as AsyncIterable<Lines>, { maxRows, layout }),
  );
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const formulaByCell: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const [, sheet] = /sheet(\d+)\.xml$/.exec(entry.fileName) ?? [];
    if (sheet === undefined) continue;
    const xml = await text(await zip.openReadStreamPromise(entry));
    for (const [, cellName = '', formula = ''] of xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>(.*?)<\/f>/g))
      formulaByCell[`${sheet}!${cellName}`] = formula;
  }
  return formulaByCell;
}

const toRow = (n: number) => ['H', String(n)];

test('sums a group over two sheets without counting a subtotal twice', async () => {
  const lines = [
    toRow(1),
    toRow(2),
    createSubtotal(2, '3', 1),
    toRow(3),
    toRow(4),
    createSubtotal(2, '7', 1),
    createSubtotal(6, '10'),
  ];
  // SUBTOTAL excludes other subtotals.
  expect(await readFormulas(lines, 7)).toEqual({
    '1!B4': 'SUBTOTAL(9,B2:B3)',
    '2!B3': "SUBTOTAL(9,'Rooms'!B5:B5,B2:B2)",
    '2!B4': "SUBTOTAL(9,'Rooms'!B2:B5,B2:B3)",
    '2!B6': "SUBTOTAL(9,'Rooms'!B2:B5,'Rooms 2'!B2:B4)",
  });
});

test('a subtotal in the first line of a sheet sums rows of the previous sheet', async () => {
  expect(await readFormulas([toRow(1), toRow(2), createSubtotal(2, '3'), toRow(4), createSubtotal(1, '4')], 5)).toEqual(
    {
      '2!B2': "SUBTOTAL(9,'Rooms'!B2:B3)",
      '3!B2': "SUBTOTAL(9,'Rooms 2'!B3:B3)",
      '3!B4': "SUBTOTAL(9,'Rooms'!B2:B3,'Rooms 2'!B2:B3,'Rooms 3'!B2:B2)",
    },
  );
});
