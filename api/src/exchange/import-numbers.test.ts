import { resources } from '@innkeeper/contract';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { recordIn } from '../testing/answers.ts';
import { call } from '../testing/call.ts';
import { lines, startImports } from './test-imports.ts';

const { app, admin, world, check, bring } = await startImports();

const rateFile = (rate: string) => lines(['ID', 'USD rate'], [world.country, rate]);
const rate = async (): Promise<unknown> =>
  recordIn(resources.country, await call(app, admin.token, 'GET', `/api/country/${world.country}`)).usd_rate;

describe('a number in a file is read as the console reads what is typed', () => {
  test.for([
    ['1,250,000.50', '1250000.500000'],
    ['1.250.000', '1250000.000000'],
    ['1.250.000,50', '1250000.500000'],
    ['1250000,5', '1250000.500000'],
    ['Rp 15.500,25', '15500.250000'],
    ['15500.250', '15500.250000'],
  ] as const)('%s is %s', async ([written, kept]) => {
    await bring('country', rateFile('7'));
    expect((await bring('country', rateFile(written))).body.data).toMatchObject({ updated: 1 });
    expect(await rate()).toBe(kept);
    // What says what stands is no change, however it is written.
    expect((await bring('country', rateFile(written))).body.data).toMatchObject({ updated: 0 });
  });

  test.for([
    ['15.500', 'This can be read in two ways: 15 point 5 (15.5) or 15 thousand 500 (15500).'],
    ['-1500', 'At least 0.'],
    ['12,50,000', 'These separators do not fit. Write it like 1,250,000.5 or 1.250.000,5.'],
    ['15500.1234567', 'At most 6 decimals.'],
    ['cheap', 'This must be a number.'],
  ] as const)('%s is refused in words, by the dry run and the import', async ([written, words]) => {
    const refused = [{ row: 2, values: expect.anything(), errors: { usd_rate: [words] } }];
    expect((await check('country', rateFile(written))).body.data.errors).toEqual(refused);
    const before = await rate();
    expect((await bring('country', rateFile(written))).status).toBe(422);
    expect(await rate()).toBe(before);
  });

  test('a correction is read alike, and one as the refusal proposes has one reading', async () => {
    const corrections = (text: string) => ({ corrections: JSON.stringify({ 2: { usd_rate: text } }) });
    const twice = await check('country', rateFile('x'), corrections('1.255'));
    expect(twice.body.data.errors[0]?.errors.usd_rate?.[0]).toContain('1 point 255 (1.2550)');
    expect((await bring('country', rateFile('x'), corrections('1.2550'))).body.data).toMatchObject({ updated: 1 });
    expect(await rate()).toBe('1.255000');
  });

  test('a cell of a workbook that is a number has one reading; one that is a text is read', async () => {
    const book = (value: string | number) =>
      writeXlsx({
        sheets: [
          {
            name: 'Rates',
            rows: [
              ['ID', 'USD rate'],
              [world.country, value],
            ],
          },
        ],
      });
    expect((await bring('country', await book(15.255))).body.data).toMatchObject({ updated: 1 });
    expect(await rate()).toBe('15.255000');
    const asText = await check('country', await book('15.256'));
    expect(asText.body.data.errors[0]?.errors.usd_rate?.[0]).toMatch(/^This can be read in two ways/);
  });
});
