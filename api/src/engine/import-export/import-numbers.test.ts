import { resources } from '@innkeeper/contract';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseRecord } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { allowThousandths } from '../../testing/base-records.ts';
import { toCsv, startImportTest } from './import-helpers.ts';
import { download } from './table-helpers.ts';

const { app, api, admin, baseRecords, inputs, check, importFile } = await startImportTest();

const visits = [await inputs.create(resources.visit), await inputs.create(resources.visit)].map(({ id }) => id);
const [firstVisit = 0, secondVisit = 0] = visits;

const createRateFile = (rate: string) => toCsv(['ID', 'USD rate'], [baseRecords.country, rate]);
const readRate = async (): Promise<unknown> =>
  parseRecord(resources.country, await call(app, admin.token, 'GET', `/api/country/${baseRecords.country}`)).usd_rate;

describe('a number in a file is read like input in the console', () => {
  test.for([
    ['1,250,000.50', '1250000.500000'],
    ['1.250.000', '1250000.000000'],
    ['1.250.000,50', '1250000.500000'],
    ['1250000,5', '1250000.500000'],
    ['Rp 15.500,25', '15500.250000'],
    ['15500.250', '15500.250000'],
  ] as const)('%s is read as %s', async ([cellText, expected]) => {
    await importFile('country', createRateFile('7'));
    expect((await importFile('country', createRateFile(cellText))).body.data).toMatchObject({ updated: 1 });
    expect(await readRate()).toBe(expected);
    // A cell with the stored value is not a change, in whatever format.
    expect((await importFile('country', createRateFile(cellText))).body.data).toMatchObject({ updated: 0 });
  });

  test.for([
    ['15.500', 'Ambiguous number: 15 point 5 (15.5) or 15 thousand 500 (15500).'],
    ['-1500', 'At least 0.'],
    ['12,50,000', 'Invalid separators. Use 1,250,000.5 or 1.250.000,5.'],
    ['15500.1234567', 'At most 6 decimals.'],
    ['cheap', 'Must be a number.'],
  ] as const)('%s is rejected with a message, by the dry run and the import', async ([cellText, expectedMessage]) => {
    const rejectedRows = [{ row: 2, values: expect.anything(), errors: { usd_rate: [expectedMessage] } }];
    expect((await check('country', createRateFile(cellText))).body.data.errors).toEqual(rejectedRows);
    const before = await readRate();
    expect((await importFile('country', createRateFile(cellText))).status).toBe(422);
    expect(await readRate()).toBe(before);
  });

  test('a correction is read in the same way, and the one that an error proposes is unambiguous', async () => {
    const toCorrections = (text: string) => ({ corrections: JSON.stringify({ 2: { usd_rate: text } }) });
    const secondCheck = await check('country', createRateFile('x'), toCorrections('1.255'));
    expect(secondCheck.body.data.errors[0]?.errors.usd_rate?.[0]).toContain('1 point 255 (1.2550)');
    expect((await importFile('country', createRateFile('x'), toCorrections('1.2550'))).body.data).toMatchObject({
      updated: 1,
    });
    expect(await readRate()).toBe('1.255000');
  });

  test('a numeric cell of a workbook is unambiguous, a text cell is parsed', async () => {
    const createWorkbook = (value: string | number) =>
      writeXlsx({
        sheets: [
          {
            name: 'Rates',
            rows: [
              ['ID', 'USD rate'],
              [baseRecords.country, value],
            ],
          },
        ],
      });
    expect((await importFile('country', await createWorkbook(15.255))).body.data).toMatchObject({ updated: 1 });
    expect(await readRate()).toBe('15.255000');
    const textResult = await check('country', await createWorkbook('15.256'));
    expect(textResult.body.data.errors[0]?.errors.usd_rate?.[0]).toMatch(/^Ambiguous number/);
  });
});

describe('three decimals of our exports, which could also be thousands', () => {
  beforeAll(() => allowThousandths(api.db));

  const readAmounts = async () =>
    Promise.all(
      visits.map(
        async (id) => parseRecord(resources.visit, await call(app, admin.token, 'GET', `/api/visit/${id}`)).total_fb,
      ),
    );
  const toFile = (...cells: readonly [string, string]) =>
    toCsv(['ID', 'total_fb'], [firstVisit, cells[0]], [secondVisit, cells[1]]);
  const AMBIGUOUS = /^Ambiguous number/;

  test.for([
    ['0.250', '12.500', '12.500'],
    ['1250000.000', '5.005', '5.005'],
    ['1,250,000.50', '1.000', '1.000'],
    ['12.50', '250.000', '250.000'],
  ] as const)('next to %s the cell %s is a plain decimal', async ([clearCell, ambiguousCell, expected]) => {
    const importReply = await importFile('visit', toFile(clearCell, ambiguousCell));
    expect(importReply.status, importReply.text).toBe(201);
    expect((await readAmounts())[1]).toBe(expected);
  });

  test.for([
    ['17', '12.500'],
    ['1,250', '12.500'],
    ['12.499', '12.500'],
    ['1.250.000', '12.500'],
    ['1250,5', '12.500'],
  ] as const)('next to %s the error of cell %s shows both readings', async ([context, ambiguousCell]) => {
    const { data } = (await check('visit', toFile(context, ambiguousCell))).body;
    expect(data.errors.find(({ row }) => row === 3)?.errors.total_fb?.[0]).toMatch(AMBIGUOUS);
  });

  test('conflicting cells cause an error that shows both readings', async () => {
    const mixedFile = toCsv(['ID', 'total_fb'], [firstVisit, '0.250'], [secondVisit, '1.250.000'], ['', '12.500']);
    expect((await check('visit', mixedFile)).body.data.errors.at(-1)?.errors.total_fb?.[0]).toMatch(AMBIGUOUS);
  });

  test.for(['en', 'id'] as const)('are read unchanged from our own export, in %s', async (language) => {
    await importFile('visit', toFile('5.0050', '7.0070'));
    const exportedFile = await download(app, admin.token, `/api/visit/export?format=csv&columns=id,total_fb`, {
      'accept-language': language,
    });
    const text = Buffer.from(exportedFile.bytes).toString();
    expect(text).toContain('5.005');
    expect((await importFile('visit', text)).body.data).toMatchObject({ rows: 2, updated: 0 });
    // A cell that was edited is read like any other: an Indonesian writes 1,500 as `1.500`.
    const { data } = (await check('visit', text.replace('5.005', '1.500'))).body;
    expect(data).toMatchObject({ rejected: 1, updated: 0 });
    expect(data.errors.map(({ errors }) => errors.total_fb?.[0])).toEqual([expect.stringMatching(AMBIGUOUS)]);
    // Another cell of the column can show how the full stop is used.
    expect((await importFile('visit', toFile('0.250', '7.007'))).body.data).toMatchObject({ updated: 1 });
    expect(await readAmounts()).toEqual(['0.250', '7.007']);
    expect((await importFile('visit', toFile('0.250', '1.500'))).body.data).toMatchObject({ updated: 1 });
    expect(await readAmounts()).toEqual(['0.250', '1.500']);
  });
});
