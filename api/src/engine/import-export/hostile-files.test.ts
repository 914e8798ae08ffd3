import { describe, expect, test } from 'vitest';
import { expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createZip } from '../../testing/zip.ts';
import {
  MAX_CELLS,
  MAX_CHARACTERS,
  MAX_COLUMNS,
  MAX_DEPTH,
  MAX_LINES,
  MAX_PARTS,
  MAX_RECORD,
  UNPACKED_MB,
} from './table-limits.ts';
import { createTableReader } from './table.ts';
import { upload } from './table-helpers.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

const WORKBOOK = '<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>';
const SHEET_PATH = 'xl/worksheets/sheet1.xml';
const toSheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const toCell = (cellName: string, text: string): string =>
  `<c r="${cellName}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADING = `<row r="1">${toCell('A1', 'Name')}</row>`;

const createWorkbook = (
  parts: Readonly<Record<string, string>>,
  fakeSizes: Parameters<typeof createZip>[1] = {},
): Buffer => createZip({ 'xl/workbook.xml': WORKBOOK, ...parts }, fakeSizes);

const MB = 1024 * 1024;
const name = '<c t="s"><v>0</v></c>';

interface HostileFile {
  readonly title: string;
  readonly file: () => Buffer;
  readonly expectedError: RegExp;
}

const hostileFiles: readonly HostileFile[] = [
  {
    title: 'a workbook of 2 kB with tags a million deep',
    file: () => createWorkbook({ [SHEET_PATH]: toSheet(HEADING + '<a>'.repeat(1_000_000)) }),
    expectedError: new RegExp(`at most ${MAX_DEPTH} levels`),
  },
  {
    title: 'styles and shared texts nested in each other',
    file: () => createWorkbook({ 'xl/sharedStrings.xml': '<si>'.repeat(1_000_000), [SHEET_PATH]: toSheet(HEADING) }),
    expectedError: new RegExp(`at most ${MAX_DEPTH} levels`),
  },
  {
    title: 'a workbook that unpacks to 4 GB',
    file: () => createWorkbook({ [SHEET_PATH]: toSheet(HEADING) }, { sizes: { [SHEET_PATH]: 4_000_000_000 } }),
    expectedError: new RegExp(`at most ${UNPACKED_MB} MB`),
  },
  {
    title: 'a workbook that unpacks to more than it declares',
    file: () => createWorkbook({ [SHEET_PATH]: toSheet(HEADING + ' '.repeat(MB)) }, { sizes: { [SHEET_PATH]: 100 } }),
    expectedError: /Unreadable file/,
  },
  {
    title: 'a workbook of thousands of parts',
    file: () => createWorkbook({ [SHEET_PATH]: toSheet(HEADING) }, { count: MAX_PARTS + 1 }),
    expectedError: new RegExp(`${MAX_PARTS} files`),
  },
  {
    title: 'a shared text used again and again',
    file: () =>
      createWorkbook({
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(MB)}</t></si></sst>`,
        [SHEET_PATH]: toSheet(HEADING + `<row>${name.repeat(50)}</row>`.repeat(10)),
      }),
    expectedError: new RegExp(`${MAX_CHARACTERS} characters`),
  },
  {
    title: 'a row of nothing but cells',
    file: () => createWorkbook({ [SHEET_PATH]: toSheet(`${HEADING}<row r="2">${'<c/>'.repeat(MAX_CELLS)}</row>`) }),
    expectedError: new RegExp(`${MAX_CELLS} cells`),
  },
  {
    title: 'a row that jumps below the end of every sheet',
    file: () => createWorkbook({ [SHEET_PATH]: toSheet(`${HEADING}<row r="4294967296">${toCell('A2', 'x')}</row>`) }),
    expectedError: /must ascend/,
  },
  {
    title: 'rows in descending order',
    file: () =>
      createWorkbook({ [SHEET_PATH]: toSheet(`${HEADING}<row r="9">${toCell('A9', 'x')}</row><row r="2"/>`) }),
    expectedError: /must ascend/,
  },
  {
    title: 'one cell in the last corner of the sheet',
    file: () =>
      createWorkbook({ [SHEET_PATH]: toSheet(`${HEADING}<row r="1048576">${toCell('XFD1048576', 'x')}</row>`) }),
    expectedError: new RegExp(`${MAX_COLUMNS} columns`),
  },
  {
    title: 'a comment without an end',
    file: () => createWorkbook({ [SHEET_PATH]: `${toSheet(HEADING)}<!--${'-'.repeat(10 * MB)}` }),
    expectedError: /No rows below/,
  },
  {
    title: 'a date format of brackets that are never closed',
    file: () =>
      createWorkbook({
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(4 * MB)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
        [SHEET_PATH]: toSheet(HEADING),
      }),
    expectedError: /No rows below/,
  },
  {
    title: 'a CSV file of quotes',
    file: () => Buffer.alloc(1.5 * MB, '"'),
    expectedError: /characters per row|Unreadable|No rows/,
  },
  {
    title: 'a CSV file of one long row',
    file: () => Buffer.alloc(1.1 * MB, 'x'),
    expectedError: new RegExp(`${MAX_RECORD} characters per row`),
  },
  ...[
    ['\n', ''],
    ['\r\n', ''],
    ['\r', ''],
    ['\n', ',,'],
    ['\n', '""'],
  ].map(([end = '', line = '']) => ({
    title: `a CSV file of two million empty lines: ${JSON.stringify(line + end)}`,
    file: () => Buffer.from(`Name${end}One${end}${`${line}${end}`.repeat(2_000_000)}Two${end}`),
    expectedError: new RegExp(`${MAX_LINES} lines`),
  })),
  {
    title: 'a CSV file of commas',
    file: () => Buffer.alloc(9 * MB, ','),
    expectedError: new RegExp(`${MAX_CELLS} cells`),
  },
];

describe('a file to import', () => {
  test.each(hostileFiles)(
    'is rejected with a message that names the limit: $title',
    async ({ file, expectedError }) => {
      const { errors } = expectInvalid(await upload(app, admin.token, 'region', file(), { dry_run: '1' }), 'file');
      expect(errors?.file?.[0]).toMatch(expectedError);
    },
  );

  test('does not delay other requests while it is read', async () => {
    const long = createWorkbook({ [SHEET_PATH]: `${toSheet(HEADING)}<!--${'-'.repeat(30 * MB)}` });
    let isRead = false;
    const uploadPromise = upload(app, admin.token, 'region', long, { dry_run: '1' }).finally(() => (isRead = true));
    for (let n = 0; n < 10; n += 1) expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(isRead).toBe(false);
    expectInvalid(await uploadPromise, 'file');
  });

  const rows = Buffer.from(`Name\n${'A region\n'.repeat(40_000)}`);

  test('times out, and the next one is read', async () => {
    const readTable = createTableReader({ seconds: 0.001, heapMb: 64 });
    await expect(readTable({ bytes: rows })).rejects.toMatchObject({
      details: { errors: { file: ['table_slow:0.001'] } },
    });
    expect((await createTableReader({ seconds: 20, heapMb: 64 })({ bytes: rows })).rows.length).toBe(40_000);
  });

  test('is rejected if its reader runs out of memory, and the process continues', async () => {
    const readTable = createTableReader({ seconds: 20, heapMb: 12 });
    const texts = `<sst>${'<si><t>one of many</t></si>'.repeat(500_000)}</sst>`;
    const long = createWorkbook({ 'xl/sharedStrings.xml': texts, [SHEET_PATH]: toSheet(HEADING) });
    await expect(readTable({ bytes: long })).rejects.toMatchObject({
      details: { errors: { file: ['table_memory:12'] } },
    });
  });
});
