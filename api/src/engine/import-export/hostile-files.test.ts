import { describe, expect, test } from 'vitest';
import { expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { zipOf } from '../../testing/zip.ts';
import { CELLS_MAX, CHARACTERS_MAX, DEPTH_MAX, LINES_MAX, PARTS_MAX, RECORD_MAX, UNPACKED_MB } from './table-limits.ts';
import { createTableReader } from './table.ts';
import { upload } from './table-helpers.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

const WORKBOOK = '<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>';
const SHEET = 'xl/worksheets/sheet1.xml';
const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADING = `<row r="1">${cell('A1', 'Name')}</row>`;

const workbookOf = (parts: Readonly<Record<string, string>>, fakeSizes: Parameters<typeof zipOf>[1] = {}): Buffer =>
  zipOf({ 'xl/workbook.xml': WORKBOOK, ...parts }, fakeSizes);

const MB = 1024 * 1024;
const name = '<c t="s"><v>0</v></c>';

interface HostileFile {
  readonly title: string;
  readonly file: () => Buffer;
  readonly expectedError: RegExp;
}

const hostile: readonly HostileFile[] = [
  {
    title: 'a workbook of 2 kB with tags a million deep',
    file: () => workbookOf({ [SHEET]: sheet(HEADING + '<a>'.repeat(1_000_000)) }),
    expectedError: new RegExp(`at most ${DEPTH_MAX} levels`),
  },
  {
    title: 'styles and shared texts nested in each other',
    file: () => workbookOf({ 'xl/sharedStrings.xml': '<si>'.repeat(1_000_000), [SHEET]: sheet(HEADING) }),
    expectedError: new RegExp(`at most ${DEPTH_MAX} levels`),
  },
  {
    title: 'a workbook that unpacks to 4 GB',
    file: () => workbookOf({ [SHEET]: sheet(HEADING) }, { sizes: { [SHEET]: 4_000_000_000 } }),
    expectedError: new RegExp(`at most ${UNPACKED_MB} MB`),
  },
  {
    title: 'a workbook that unpacks to more than it declares',
    file: () => workbookOf({ [SHEET]: sheet(HEADING + ' '.repeat(MB)) }, { sizes: { [SHEET]: 100 } }),
    expectedError: /Unreadable file/,
  },
  {
    title: 'a workbook of thousands of parts',
    file: () => workbookOf({ [SHEET]: sheet(HEADING) }, { count: PARTS_MAX + 1 }),
    expectedError: new RegExp(`${PARTS_MAX} files`),
  },
  {
    title: 'a shared text used again and again',
    file: () =>
      workbookOf({
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(MB)}</t></si></sst>`,
        [SHEET]: sheet(HEADING + `<row>${name.repeat(50)}</row>`.repeat(10)),
      }),
    expectedError: new RegExp(`${CHARACTERS_MAX} characters`),
  },
  {
    title: 'a row of nothing but cells',
    file: () => workbookOf({ [SHEET]: sheet(`${HEADING}<row r="2">${'<c/>'.repeat(CELLS_MAX)}</row>`) }),
    expectedError: new RegExp(`${CELLS_MAX} cells`),
  },
  {
    title: 'a row that jumps below the end of every sheet',
    file: () => workbookOf({ [SHEET]: sheet(`${HEADING}<row r="4294967296">${cell('A2', 'x')}</row>`) }),
    expectedError: /must ascend/,
  },
  {
    title: 'rows in descending order',
    file: () => workbookOf({ [SHEET]: sheet(`${HEADING}<row r="9">${cell('A9', 'x')}</row><row r="2"/>`) }),
    expectedError: /must ascend/,
  },
  {
    title: 'one cell in the last corner of the sheet',
    file: () => workbookOf({ [SHEET]: sheet(`${HEADING}<row r="1048576">${cell('XFD1048576', 'x')}</row>`) }),
    expectedError: /No rows below/,
  },
  {
    title: 'a comment without an end',
    file: () => workbookOf({ [SHEET]: `${sheet(HEADING)}<!--${'-'.repeat(10 * MB)}` }),
    expectedError: /No rows below/,
  },
  {
    title: 'a date format of brackets that are never closed',
    file: () =>
      workbookOf({
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(4 * MB)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
        [SHEET]: sheet(HEADING),
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
    expectedError: new RegExp(`${RECORD_MAX} characters per row`),
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
    expectedError: new RegExp(`${LINES_MAX} lines`),
  })),
  {
    title: 'a CSV file of commas',
    file: () => Buffer.alloc(9 * MB, ','),
    expectedError: new RegExp(`${CELLS_MAX} cells`),
  },
];

describe('a file to import', () => {
  test.each(hostile)('is rejected with a message that names the limit: $title', async ({ file, expectedError }) => {
    const { errors } = expectInvalid(await upload(app, admin.token, 'region', file(), { dry_run: '1' }), 'file');
    expect(errors?.file?.[0]).toMatch(expectedError);
  });

  test('does not delay other requests while it is read', async () => {
    const long = workbookOf({ [SHEET]: `${sheet(HEADING)}<!--${'-'.repeat(30 * MB)}` });
    let isRead = false;
    const reading = upload(app, admin.token, 'region', long, { dry_run: '1' }).finally(() => (isRead = true));
    for (let n = 0; n < 10; n += 1) expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(isRead).toBe(false);
    expectInvalid(await reading, 'file');
  });

  const rows = Buffer.from(`Name\n${'A region\n'.repeat(40_000)}`);

  test('times out, and the next one is read', async () => {
    const read = createTableReader({ seconds: 0.001, heapMb: 64 });
    await expect(read({ bytes: rows })).rejects.toMatchObject({ details: { errors: { file: ['table_slow:0.001'] } } });
    expect((await createTableReader({ seconds: 20, heapMb: 64 })({ bytes: rows })).rows.length).toBe(40_000);
  });

  test('is rejected if its reader runs out of memory, and the process continues', async () => {
    const read = createTableReader({ seconds: 20, heapMb: 12 });
    const texts = `<sst>${'<si><t>one of many</t></si>'.repeat(500_000)}</sst>`;
    const long = workbookOf({ 'xl/sharedStrings.xml': texts, [SHEET]: sheet(HEADING) });
    await expect(read({ bytes: long })).rejects.toMatchObject({ details: { errors: { file: ['table_memory:12'] } } });
  });
});
