import { resources } from '@innkeeper/contract';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordIn } from '../../testing/answers.ts';
import { call } from '../../testing/call.ts';
import { allowThousandths } from '../../testing/world.ts';
import { lines, startImports } from './test-imports.ts';
import { download } from './test-tables.ts';

const { app, api, admin, world, inputs, check, bring } = await startImports();

const visits = [await inputs.create(resources.visit), await inputs.create(resources.visit)].map(({ id }) => id);
const [one = 0, other = 0] = visits;

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
    // A cell with the stored value is no change, however it is written.
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

describe('three decimals as our exports write them, which may be thousands as well', () => {
  beforeAll(() => allowThousandths(api.db));

  const amounts = async () =>
    Promise.all(
      visits.map(
        async (id) => recordIn(resources.visit, await call(app, admin.token, 'GET', `/api/visit/${id}`)).total_fb,
      ),
    );
  const file = (...cells: readonly [string, string]) => lines(['ID', 'total_fb'], [one, cells[0]], [other, cells[1]]);
  const TWO = /^This can be read in two ways/;

  test.for([
    ['0.250', '12.500', '12.500'],
    ['1250000.000', '5.005', '5.005'],
    ['1,250,000.50', '1.000', '1.000'],
    ['12.50', '250.000', '250.000'],
  ] as const)('beside %s the cell %s is a plain decimal', async ([clear, doubtful, kept]) => {
    const done = await bring('visit', file(clear, doubtful));
    expect(done.status, done.text).toBe(201);
    expect((await amounts())[1]).toBe(kept);
  });

  test.for([
    ['17', '12.500'],
    ['1,250', '12.500'],
    ['12.499', '12.500'],
    ['1.250.000', '12.500'],
    ['1250,5', '12.500'],
  ] as const)('beside %s the cell %s is told with both readings', async ([beside, doubtful]) => {
    const { data } = (await check('visit', file(beside, doubtful))).body;
    expect(data.errors.find(({ row }) => row === 3)?.errors.total_fb?.[0]).toMatch(TWO);
  });

  test('where some cells say one thing and some the other, both readings are told', async () => {
    const mixed = lines(['ID', 'total_fb'], [one, '0.250'], [other, '1.250.000'], ['', '12.500']);
    expect((await check('visit', mixed)).body.data.errors.at(-1)?.errors.total_fb?.[0]).toMatch(TWO);
  });

  test.for(['en', 'id'] as const)('in a list that we exported are taken as they stand, in %s', async (language) => {
    await bring('visit', file('5.0050', '7.0070'));
    const exported = await download(app, admin.token, `/api/visit/export?format=csv&columns=id,total_fb`, {
      'accept-language': language,
    });
    const text = Buffer.from(exported.bytes).toString();
    expect(text).toContain('5.005');
    expect((await bring('visit', text)).body.data).toMatchObject({ rows: 2, updated: 0 });
    // A cell that somebody changed since is read as any other: an Indonesian writes 1,500 as `1.500`.
    const { data } = (await check('visit', text.replace('5.005', '1.500'))).body;
    expect(data).toMatchObject({ refused: 1, updated: 0 });
    expect(data.errors.map(({ errors }) => errors.total_fb?.[0])).toEqual([expect.stringMatching(TWO)]);
    // Unless another cell of its column shows the use of the full stop.
    expect((await bring('visit', file('0.250', '7.007'))).body.data).toMatchObject({ updated: 1 });
    expect(await amounts()).toEqual(['0.250', '7.007']);
    expect((await bring('visit', file('0.250', '1.500'))).body.data).toMatchObject({ updated: 1 });
    expect(await amounts()).toEqual(['0.250', '1.500']);
  });
});
