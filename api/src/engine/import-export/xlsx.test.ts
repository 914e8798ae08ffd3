import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FieldKind } from '@innkeeper/contract';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { ApiError } from '../../platform/http/api-error.ts';
import { STORABLE } from '../../testing/hostile-values.ts';
import { escapeApostrophes } from './formula-guard.ts';
import { xlsxRows } from './table-helpers.ts';
import { MAX_COLUMNS } from './table-limits.ts';
import { readTable } from './table.ts';
import { MAX_CELL_LENGTH } from './xlsx-cells.ts';
import { readXlsx } from './xlsx-read.ts';
import type { Rows } from './xlsx-lines.ts';
import { createWorkbook } from './xlsx-write.ts';

const createColumns = (...kinds: FieldKind[]) => kinds.map((kind) => ({ heading: kind, kind, width: 100 }));

async function writeWorkbook(kinds: FieldKind[], rows: Rows, maxRows?: number): Promise<Buffer> {
  return buffer(
    createWorkbook(
      createColumns(...kinds),
      Readable.from([rows]) as AsyncIterable<Rows>,
      maxRows === undefined ? {} : { maxRows },
    ),
  ); // one batch of rows
}

async function read(bytes: Buffer): Promise<(readonly string[])[]> {
  const rows = [];
  for await (const { cells } of readXlsx(bytes)) rows.push(cells);
  return rows;
}

/** A zip container of these parts, malformed in ways that no real program produces. */
function createZip(parts: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, bytes] of Object.entries(parts)) zip.addBuffer(bytes, path);
  zip.end();
  return buffer(zip.outputStream);
}

const readRejection = async (bytes: Buffer): Promise<unknown> => {
  const error = await readTable({ bytes }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return error instanceof ApiError ? error.details.errors : error;
};

test('every text is read back unchanged, by our reader and by another', async () => {
  const texts = [
    ...STORABLE,
    ' lead',
    'trail ',
    'a\nb',
    'a\r\nb',
    '<a>&"\'',
    '_x0041_',
    '_x_',
    "'=1",
    "''+2",
    '\u0085\u007f',
  ];
  const bytes = await writeWorkbook(
    ['text'],
    texts.map((text) => [text]),
  );
  const [, ...cells] = await read(bytes);
  // The table code removes the apostrophe again.
  const expected = texts.map(escapeApostrophes);
  expect(cells.flat()).toEqual(expected);
  const readTexts = (await xlsxRows({ bytes })).slice(1).flat();
  // The Hucre library decodes the escape twice.
  const expectedTexts = texts.map((text, i) => (text === '_x0041_' || text.startsWith("'") ? readTexts[i] : text));
  expect(readTexts).toEqual(expectedTexts);
});

test('numbers and days are written as typed cells if they are exact, otherwise as text', async () => {
  const row = [
    '7',
    '1250000.000',
    '12345678901234567.890',
    '-6.200000000000001',
    '1',
    '2024-02-29',
    '1899-05-01',
    '2024-12-31 23:59:59',
  ];
  const bytes = await writeWorkbook(
    ['integer', 'money', 'money', 'decimal', 'flag', 'date', 'date', 'instant'],
    [row, row.map(() => null)],
  );
  const [, first, empty] = await xlsxRows({ bytes });
  expect(first).toEqual([
    7,
    1250000,
    '12345678901234567.890',
    '-6.200000000000001',
    1,
    new Date('2024-02-29T00:00:00Z'),
    '1899-05-01',
    new Date('2024-12-31T23:59:59Z'),
  ]);
  expect(empty?.every((cell) => cell === null) ?? true).toBe(true);
  expect((await read(bytes))[1]).toEqual(row.map((text) => (text === '1250000.000' ? '1250000' : text)));
});

test('truncates a text that is too long for a cell, with an ellipsis', async () => {
  const [, [cell = ''] = []] = await read(await writeWorkbook(['textarea'], [['🏨'.repeat(MAX_CELL_LENGTH)]]));
  expect(cell.length).toBe(MAX_CELL_LENGTH);
  expect(cell.endsWith('…')).toBe(true);
  expect(cell.isWellFormed()).toBe(true);
});

test('rows that do not fit on one sheet continue on the next, under the same headings', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => [String(n)]);
  const bytes = await writeWorkbook(['integer'], rows, 11);
  expect((await xlsxRows({ bytes })).flat()).toEqual([
    'integer',
    ...Array.from({ length: 10 }, (_, n) => n),
    'integer',
    ...Array.from({ length: 10 }, (_, n) => n + 10),
    'integer',
    20,
    21,
    22,
    23,
    24,
  ]);
});

test('reads workbooks of other programs: shared strings, dates, booleans, gaps', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Guests',
        rows: [
          ['Name', 'Born', 'Arrived', 'Active', 'Amount', 'Name again'],
          ['Ayu', new Date('1990-05-17T00:00:00Z'), new Date('2024-01-02T15:30:00Z'), true, 1.1, 'Ayu'],
          [],
          [null, null, null, false, -0.5, '+62 812'],
        ],
      },
    ],
  });
  const table = await readTable({ bytes });
  expect(table.rows).toMatchObject([
    { row: 2, cells: ['Ayu', '1990-05-17', '2024-01-02 15:30:00', 'TRUE', '1.1', 'Ayu'] },
    { row: 4, cells: ['', '', '', 'FALSE', '-0.5', '+62 812'] },
  ]);
  expect([...(table.rows[0]?.typed ?? [])]).toEqual([
    [1, { kind: 'moment', text: '1990-05-17 00:00:00' }],
    [3, { kind: 'flag', text: '1' }],
    [4, { kind: 'number', text: '1.1' }],
  ]);
});

test('rejects a file that is not a workbook, or a damaged one', async () => {
  const bookData = Buffer.from('<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>');
  expect(await readRejection(await createZip({ 'a.txt': Buffer.from('x') }))).toEqual({ file: ['table'] });
  expect(await readRejection(await createZip({ 'xl/workbook.xml': bookData }))).toEqual({ file: ['table_empty'] });
  expect(await readRejection(await createZip({ 'xl/workbook.xml': Buffer.from('<<<') }))).toEqual({ file: ['table'] });
  const validFile = await writeWorkbook(['text'], [['a']]);
  for (const length of [10, validFile.length >> 1, validFile.length - 5])
    expect(await readRejection(validFile.subarray(0, length))).toEqual({ file: ['table'] });
});

test('a cell position cannot exhaust memory, and XML entities are not resolved', async () => {
  const createSheet = (row: (n: number) => string) =>
    createZip({
      'xl/workbook.xml': Buffer.from('<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': Buffer.from(
        `<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>${Array.from({ length: 2_000 }, (_, n) => row((n + 1) * 500)).join('')}</sheetData></worksheet>`,
      ),
    });
  const { rows } = await readTable({
    bytes: await createSheet(
      (n) => `<row r="${n}"><c r="XFD${n}" s="1"/><c r="A${n}" t="inlineStr"><is><t>&a;</t></is></c></row>`,
    ),
  });
  expect(rows.length).toBe(2_000);
  expect(rows[1]).toEqual({ row: 1_000, cells: ['&a;'] });
  const farCells = await createSheet((n) => `<row r="${n}"><c r="XFD${n}" t="inlineStr"><is><t>far</t></is></c></row>`);
  expect(await readRejection(farCells)).toEqual({ file: [`table_columns:${MAX_COLUMNS}`] });
});
