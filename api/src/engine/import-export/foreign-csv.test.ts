import { describe, expect, test } from 'vitest';
import { readTable } from './table.ts';

const read = (text: string | Buffer) => readTable({ bytes: Buffer.from(text) });
/** The cells of the rows, or why a row does not fit. */
const readRows = async (text: string) => (await read(text)).rows.map(({ cells, misfit }) => misfit ?? cells);
const readRejection = (text: string | Buffer) =>
  read(text).then(
    () => undefined,
    (error: { details: { errors: unknown } }) => error.details.errors,
  );

describe('the lines of a CSV file', () => {
  test.each([
    ['CRLF after the headings, then LF', 'Name,Phone\r\nAyu,1\nBudi,2\nCitra,3\n'],
    ['LF after the headings, then CRLF', 'Name,Phone\nAyu,1\r\nBudi,2\r\nCitra,3'],
    ['CR alone, as of old Macs', 'Name,Phone\rAyu,1\rBudi,2\rCitra,3\r'],
    ['CRLF, then CR', 'Name,Phone\r\nAyu,1\rBudi,2\rCitra,3'],
    ['all of them, and empty lines', 'Name,Phone\nAyu,1\r\n\r\nBudi,2\r\rCitra,3\n\n'],
  ])('end in %s', async (_, text) =>
    expect(await readRows(text)).toEqual([
      ['Ayu', '1'],
      ['Budi', '2'],
      ['Citra', '3'],
    ]),
  );

  test('have a line break inside quotation marks only', async () =>
    expect(await readRows('Name,Remark\r\nAyu,"one\ntwo\rthree"\r\n')).toEqual([['Ayu', 'one\ntwo\rthree']]));

  test('with more cells than headings are rejected at the first one too many', async () =>
    expect(await readRows('Name,Address\nAyu,Jl. Raya 1, Ubud\nBudi,Kuta,,\n')).toEqual([
      'row_long:C2',
      ['Budi', 'Kuta', '', ''],
    ]));

  test('with fewer cells than headings are rejected: a line was broken or cut off', async () =>
    expect(await readRows('Name,Phone,Remark\nAyu,1,one\ntwo\nBudi,2,\nCit')).toEqual([
      ['Ayu', '1', 'one'],
      expect.stringMatching(/^row_short:1 of 3/),
      ['Budi', '2', ''],
      expect.stringMatching(/^row_short:1 of 3/),
    ]));

  describe('from a file in which Excel has omitted empty cells of 16 rows', () => {
    const full = Array.from({ length: 15 }, (_, n) => `Guest ${n},${n},x\n`).join('');
    const short = Array.from({ length: 16 }, (_, n) => `Guest ${n},${n}\n`).join('');

    test('may be shorter than the headings', async () => {
      const rows = await readRows(`Name,Phone,Remark\n${full}${short}Last,1\n`);
      expect(rows.filter((row) => typeof row === 'string')).toEqual([]);
      expect(rows.at(-1)).toEqual(['Last', '1']);
    });

    test('are rejected if a row of the 16 differs, or the file ends inside of one', async () => {
      const broken = await readRows(`Name,Phone,Remark\n${full}${short.replace('Guest 3,3\n', 'Guest 3,3,x\n')}`);
      expect(broken.filter((row) => typeof row === 'string')).toHaveLength(15);
      const cut = await readRows(`Name,Phone,Remark\n${full}${short}Last,1`);
      expect(cut.filter((row) => typeof row === 'string')).toHaveLength(1);
    });
  });
});

describe('quotation marks in a CSV file', () => {
  test('inside a cell without quotation marks are text', async () =>
    expect(await readRows('Name,Remark\nRené "Kiki",5" screen\n"Say ""hi"" ", ""\n')).toEqual([
      ['René "Kiki"', '5" screen'],
      ['Say "hi"', '""'],
    ]));

  test.each([
    ['is not closed', 'Name,Remark\nAyu,"one\nBudi,two\n', 'B2'],
    ['is closed by that of another row', 'Name,Remark\n"Ayu,one\n"Budi",two\n', 'A2'],
    ['ends before its cell does', 'Name,Remark\nAyu,x\nBudi,"one" two\n', 'B3'],
  ])('reject the file at the cell where one %s', async (_, text, cell) =>
    expect(await readRejection(text)).toEqual({ file: [`table_quote:${cell}`] }),
  );

  test('enclose digits that a spreadsheet must not change, in a formula or after an apostrophe', async () =>
    expect(await readRows('Name,Phone,No\nAyu,="0811234567","=""00012"""\nBudi,\'0811234567,"\'=""00012"""\n')).toEqual(
      [
        ['Ayu', '0811234567', '00012'],
        ['Budi', '0811234567', '="00012"'],
      ],
    ));
});

describe('the text of a CSV file', () => {
  test.each([
    [',', 'Name,Remark\nAyu,a;b|c\nBudi,d;e\n'],
    [';', 'Name;Rate\nAyu;1,5\nBudi;2,5\n'],
    ['\t', 'Name\tAddress\nAyu\tx, y, z\n'],
    ['|', 'Name|Address\nAyu|x, y\nBudi|z\n'],
    [';', 'Name;Address\nAyu;x, y, z, w\nBudi;a, b, c, d\n'],
  ])('is separated by %j', async (delimiter, text) => {
    const rows = text.split('\n').slice(1, -1);
    expect(await readRows(text)).toEqual(rows.map((row) => row.split(delimiter)));
  });

  test('is separated as its first line says', async () => {
    expect(await read('sep=;\r\nName;Remark, long\r\nAyu;x, y\r\n')).toMatchObject({
      headers: ['Name', 'Remark, long'],
      rows: [{ row: 2, cells: ['Ayu', 'x, y'] }],
    });
    expect(await readRows('"sep=|"\nName|Phone\nAyu|1\n')).toEqual([['Ayu', '1']]);
  });

  test('may be in UTF-16, as Excel saves Unicode text', async () => {
    const text = '\ufeffName\tPhone\r\nJosé\t1\r\n';
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()])
      expect((await read(bytes)).rows).toEqual([{ row: 2, cells: ['José', '1'] }]);
  });

  test('is not a web page, XML or an old workbook under another name', async () => {
    for (const text of ['<html><table><tr><td>Name', '\n<?xml version="1.0"?><Workbook/>', '<!DOCTYPE html>'])
      expect(await readRejection(text)).toEqual({ file: ['table_markup'] });
    expect(await readRejection(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual({ file: ['table_old'] });
  });

  test('is rejected where a spreadsheet has saved an error, a narrow column or a rounded number', async () => {
    const readProblem = async (cell: string) => (await read(`Name,No\nAyu,"${cell}"\n`)).rows[0]?.problems?.get(1);
    for (const cell of ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '####', '########', 'Err:502'])
      expect(await readProblem(cell), cell).toBe('cell_error');
    for (const cell of ['3,17401E+15', '3.17401E+15', '1E+10', '-1.5e-07', '8.123456789e+09'])
      expect(await readProblem(cell), cell).toBe('cell_rounded');
    for (const cell of ['#12', '# 7', '1E10', '12E5', 'E+10', '#', 'Room #3', 'N/A', 'Err: 502'])
      expect(await readProblem(cell), cell).toBeUndefined();
  });
});
