import { describe, expect, test } from 'vitest';
import { ApiError } from '../../platform/http/api-error.ts';
import { createZip } from '../../testing/zip.ts';
import {
  OFFICE_RELATIONS,
  PACKAGE_RELATIONS,
  createForeignWorkbook,
  firstRow,
  textCell,
  toRelations,
  toRows,
  toSheet,
} from './foreign-files-helpers.ts';
import { readTable } from './table.ts';

/** Reads one row of cells below headings. */
const readCells = async (cells: readonly string[], parts: Partial<Parameters<typeof createForeignWorkbook>[0]> = {}) =>
  firstRow(
    await readTable({
      bytes: createForeignWorkbook({
        rows: toRows(
          cells.map((_, i) => `H${i}`),
          ...cells,
        ),
        ...parts,
      }),
    }),
  );

describe('blank cells', () => {
  const texts = '<si><t>First name</t></si><si><t>Ayu</t></si>';

  // DevExpress and other .NET libraries write cells of a type without a value.
  test.each(['<c t="s"/>', '<c t="s"><v/></c>', '<c t="s"><v> </v></c>', '<c t="n"><v/></c>', '<c t="str"/>', '<c/>'])(
    'are blank, not the first text of the workbook: %s',
    async (blank) =>
      expect(await readCells(['<c t="s"><v>1</v></c>', blank], { texts })).toEqual({
        cells: ['Ayu', ''],
        problems: {},
      }),
  );

  test.each(['<c t="s"><v>2</v></c>', '<c t="s"><v>-1</v></c>', '<c t="s"><v>1.5</v></c>', '<c t="s"><v>x</v></c>'])(
    'are not what a damaged reference to a text is: %s',
    async (cell) => expect((await readCells([cell], { texts })).problems).toEqual({ 0: 'cell_damaged' }),
  );

  test('do not get the text that a cell of another type left over', async () => {
    const cells = ['<c t="n"><is><t>left</t></is><v>5</v></c>', '<c t="inlineStr"/>', textCell('Ayu')];
    expect((await readCells(cells)).cells).toEqual(['5', '', 'Ayu']);
  });

  test('do not move a cell without a position, or one with a damaged position, to the first column', async () => {
    const cells = [textCell('Ayu'), '<c r="D2"/>', textCell('far')];
    expect((await readCells([...cells, '', ''])).cells).toEqual(['Ayu', '', '', '', 'far']);
    const damaged = createForeignWorkbook({ rows: `<row><c r="$B1"><v>1</v></c></row>` });
    await expect(readTable({ bytes: damaged })).rejects.toThrow(ApiError);
  });

  test('two cells of one position are both damaged', async () =>
    expect((await readCells(['<c r="A2"><v>1</v></c>', '<c r="A2"><v>2</v></c>'])).problems).toEqual({
      0: 'cell_damaged',
    }));
});

describe('dates', () => {
  const day = ['<c s="1"><v>33010</v></c>'];
  const formats = ['dd/mm/yyyy', 'hh:mm', 'dd/mm/yyyy hh:mm'];

  test.each([
    ['1990-05-17', ''],
    ['1994-05-18', '<workbookPr date1904="1"/>'],
    ['1994-05-18', '<workbookPr date1904="true"></workbookPr>'],
  ])('begin in the year that the workbook names: %s', async (expected, properties) =>
    expect((await readCells(day, { formats, properties })).cells).toEqual([expected]),
  );

  // Excel for Mac repeats the element in an extension, without the year.
  test.each(['x14', 'x15'])('keep the year despite an extension of %s', async (prefix) => {
    const extensions = `<extLst><ext uri="{1}" xmlns:${prefix}="http://schemas.microsoft.com/office/${prefix}"><${prefix}:workbookPr defaultImageDpi="32767"/></ext></extLst>`;
    expect((await readCells(day, { formats, properties: '<workbookPr date1904="1"/>', extensions })).cells).toEqual([
      '1994-05-18',
    ]);
  });

  test('are read from the text of the strict variant', async () =>
    expect(
      (await readCells(['<c t="d"><v>1990-05-17</v></c>', '<c t="d"><v>1990-05-17T15:30:00.000</v></c>'])).cells,
    ).toEqual(['1990-05-17', '1990-05-17 15:30:00']));

  test('without a time are midnights to fields of moments', async () => {
    const { rows } = await readTable({ bytes: createForeignWorkbook({ rows: toRows(['Day'], ...day), formats }) });
    expect(rows[0]?.typed?.get(0)).toEqual({ kind: 'moment', text: '1990-05-17 00:00:00' });
  });

  test('before March 1900, of year 10000 and below zero are rejected, times are times', async () => {
    const serials = [0, 60, 61, 2_958_466, -1].map((serial) => `<c s="1"><v>${serial}</v></c>`);
    expect(
      await readCells([...serials, '<c s="2"><v>0.5</v></c>', '<c s="3"><v>33010.5</v></c>'], { formats }),
    ).toEqual({
      cells: ['0', '60', '1900-03-01', '2958466', '-1', '12:00:00', '1990-05-17 12:00:00'],
      problems: { 0: 'cell_early_date', 1: 'cell_early_date', 3: 'cell_error', 4: 'cell_error' },
    });
  });
});

describe('numbers', () => {
  const readNumbers = async (...values: readonly string[]) => {
    const { rows } = await readTable({
      bytes: createForeignWorkbook({
        rows: toRows(
          values.map((_, i) => `H${i}`),
          ...values.map((value) => `<c><v>${value}</v></c>`),
        ),
      }),
    });
    return rows.map(({ cells, typed, problems }) =>
      cells.map((text, i) => [text, typed?.get(i)?.text ?? text, problems?.get(i)]),
    )[0];
  };

  test('keep their digits as texts up to 15 of them, however they are written', async () =>
    expect(await readNumbers('123456789012345', '8123456789.0', '8.123456789E9', '0812', '-5', '1.50')).toEqual([
      ['123456789012345', '123456789012345', undefined],
      ['8123456789', '8123456789', undefined], // Apache POI
      ['8123456789', '8123456789', undefined], // Apache POI from ten million on
      ['0812', '0812', undefined],
      ['-5', '-5', undefined],
      ['1.5', '1.5', undefined],
    ]));

  test('of more digits have been rounded, so no text can be read from them', async () =>
    expect(
      await readNumbers('123456789012345678', '1.23456789012346E+17', '3174010000000000', '0.30000000000000004'),
    ).toEqual([
      ['123456789012345678', '123456789012346000', 'cell_rounded'],
      ['123456789012346000', '123456789012346000', 'cell_rounded'],
      ['3174010000000000', '3174010000000000', 'cell_rounded'],
      ['0.30000000000000004', '0.3', 'cell_rounded'],
    ]));

  test('have the 15 significant digits that a spreadsheet shows', async () =>
    expect(
      await readNumbers('1.1000000000000001', '1.0049999999999999', '1E-7', '1.5E3', '15000.299999999999'),
    ).toEqual([
      ['1.1', '1.1', undefined],
      ['1.005', '1.005', undefined],
      ['0.0000001', '0.0000001', undefined],
      ['1500', '1500', undefined],
      ['15000.3', '15000.3', undefined],
    ]));

  test('show the zeros and percent signs of their format', async () =>
    expect(
      (
        await readCells(
          [
            '<c s="1"><v>812</v></c>',
            '<c s="2"><v>0.5</v></c>',
            '<c s="2"><v>0.285</v></c>',
            '<c s="3"><v>812</v></c>',
          ],
          { formats: ['00000', '0%', '#,##0'] },
        )
      ).cells,
    ).toEqual(['00812', '50%', '28.5%', '812']));
});

describe('formulas and errors', () => {
  test('a formula without a result is rejected at its cell, an empty text is a result', async () =>
    expect(
      await readCells([
        '<c><f>A1</f></c>',
        '<c><f>A1</f><v></v></c>', // openpyxl
        '<c t="str"><f>A1</f></c>',
        '<c t="str"><f>A1</f><v></v></c>', // Excel
        '<c t="str"><f>A1</f><v>Ayu</v></c>',
        '<c><f>A1</f><v>5</v></c>',
      ]),
    ).toEqual({
      cells: ['', '', '', '', 'Ayu', '5'],
      problems: { 0: 'cell_formula', 1: 'cell_formula', 2: 'cell_formula' },
    }));

  // XlsxWriter writes 0 as the result of every formula, and asks the spreadsheet to calculate.
  test('a result that is still to be calculated is rejected', async () =>
    expect(
      (await readCells(['<c><f>A1</f><v>0</v></c>'], { extensions: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' }))
        .problems,
    ).toEqual({ 0: 'cell_formula' }));

  test('an error is rejected at its cell, booleans are words', async () =>
    expect(await readCells(['<c t="e"><v>#N/A</v></c>', '<c t="b"><v>1</v></c>', '<c t="b"><v>false</v></c>'])).toEqual(
      { cells: ['#N/A', 'TRUE', 'FALSE'], problems: { 0: 'cell_error' } },
    ));
});

describe('parts', () => {
  const rows = toRows(['Name'], textCell('Ayu'));
  const readNames = async (parts: Readonly<Record<string, string | Buffer>>) =>
    (await readTable({ bytes: createZip(parts) })).rows.map(({ cells }) => cells);

  test('are found by relations, whatever their names, case and folders', async () =>
    expect(
      await readNames({
        '_RELS/.RELS': toRelations(['a', 'officeDocument', '/Book/Main.xml']),
        'book/main.xml': `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="${OFFICE_RELATIONS}"><x:sheets><x:sheet name="A" sheetId="7" rel:id="b"/></x:sheets></x:workbook>`,
        'book/_rels/main.xml.rels': toRelations(
          ['c', 'styles', 'none.xml'],
          ['b', 'worksheet', '../Sheets/My%20sheet.XML'],
        ),
        'Sheets/My Sheet.xml': toSheet(rows),
      }),
    ).toEqual([['Ayu']]));

  test('are read with any prefix of the namespace, and without one', async () => {
    const workbook = `<workbook xmlns:r="${OFFICE_RELATIONS}"><sheets><sheet r:id="rId1"/></sheets></workbook>`;
    const sheet = toSheet(rows)
      .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=');
    expect(await readNames({ 'xl/workbook.xml': workbook, 'xl/worksheets/sheet1.xml': sheet })).toEqual([['Ayu']]);
    expect(
      await readNames({ 'xl\\workbook.xml': workbook, 'xl\\worksheets\\sheet1.xml': toSheet(rows) }), // old .NET
    ).toEqual([['Ayu']]);
  });

  test('are decoded as they declare', async () => {
    const workbook = `<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>`;
    const sheet = toSheet(toRows(['Name'], textCell('José')));
    const encode: Record<string, Buffer> = {
      latin1: Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${sheet}`, 'latin1'),
      utf8: Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`),
      utf16: Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`, 'utf16le'),
      unmarked: Buffer.from(sheet, 'utf16le'),
      bigEndian: Buffer.from(`\ufeff${sheet}`, 'utf16le').swap16(),
    };
    for (const bytes of Object.values(encode))
      expect(await readNames({ 'xl/workbook.xml': workbook, 'xl/worksheets/sheet1.xml': bytes })).toEqual([['José']]);
    for (const bytes of [Buffer.from(sheet, 'latin1'), Buffer.from('<?xml version="1.0" encoding="x-none"?><a/>')])
      await expect(readNames({ 'xl/workbook.xml': workbook, 'xl/worksheets/sheet1.xml': bytes })).rejects.toMatchObject(
        { details: { errors: { file: ['table_encoding'] } } },
      );
  });

  test('of extensions change nothing', async () => {
    const sheet = toSheet(
      `${rows}<x:row xmlns:x="urn:x" r="3"><c t="inlineStr"><is><t>No</t></is></c></x:row><row r="3">${textCell('Budi').replace('</is>', '<e:t xmlns:e="urn:e">no</e:t></is>')}</row>`,
    );
    expect(
      await readNames({
        'xl/workbook.xml': `<workbook xmlns:r="${PACKAGE_RELATIONS}"><sheets><sheet r:id="rId1"/></sheets></workbook>`,
        'xl/worksheets/sheet1.xml': sheet,
      }),
    ).toEqual([['Ayu'], ['Budi']]);
  });
});
