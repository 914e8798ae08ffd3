import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { expectInvalid } from '../../testing/expectations.ts';
import { parseRecord } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { toCsv, startImportTest } from './import-helpers.ts';

const { app, admin, inputs, check, importFile } = await startImportTest();

const memberIds: number[] = [];
for (let i = 0; i < 3; i += 1) memberIds.push((await inputs.create(resources.member)).id);
const createFile = (...texts: readonly string[]) =>
  toCsv(['ID', 'Birth date'], ...texts.map((text, i) => [memberIds[i] ?? 0, text]));
const readDays = async (count: number): Promise<unknown[]> =>
  Promise.all(
    memberIds
      .slice(0, count)
      .map(
        async (id) =>
          parseRecord(resources.member, await call(app, admin.token, 'GET', `/api/member/${id}`)).birth_date,
      ),
  );
const errorsOf = async (file: string, values = {}) =>
  (await check('member', file, values)).body.data.errors.map(({ row, errors }) => [row, errors.birth_date?.[0]]);

describe('a day in a file', () => {
  test.for([
    ['31/12/1990', '1990-12-31'],
    ['31.12.1991', '1991-12-31'],
    ['31-12-1992', '1992-12-31'],
    ['2 April 1990', '1990-04-02'],
    ['31 Des 1990', '1990-12-31'],
    ['02-Apr-1991', '1991-04-02'],
    ['1990/04/02', '1990-04-02'],
    ['19910402', '1991-04-02'],
    ['1992-04-02 00:00:00', '1992-04-02'],
    ['05/05/1990', '1990-05-05'],
    ['12/31/1990', '1990-12-31'],
  ] as const)('%s is read as %s, and repeating it is no change', async ([text, day]) => {
    await importFile('member', createFile('1 Jan 1970'));
    const reply = await importFile('member', createFile(text));
    expect(reply.body.data, reply.text).toMatchObject({ updated: 1 });
    expect(await readDays(1)).toEqual([day]);
    expect((await importFile('member', createFile(text))).body.data).toMatchObject({ updated: 0 });
  });

  test.for([
    ['31/13/1990', 'Invalid Date Format!'],
    ['2/4/90', 'Invalid Date Format!'],
    ['soon', 'Invalid Date Format!'],
    ['1990-04-02 17:00:00', 'Enter a date without a time.'],
    ['1990-04-01T17:00:00Z', 'Enter a date without a time.'],
  ] as const)('%s is rejected: %s', async ([text, reason]) => {
    expect(await errorsOf(createFile(text))).toEqual([[2, reason]]);
  });
});

describe('a column of days in digits', () => {
  test('is read in the only order in which every cell is a day', async () => {
    expect((await importFile('member', createFile('2/4/1990', '31/12/1990'))).status).toBe(201);
    expect(await readDays(2)).toEqual(['1990-04-02', '1990-12-31']);
    expect((await importFile('member', createFile('2/4/1990', '12/31/1990'))).status).toBe(201);
    expect(await readDays(2)).toEqual(['1990-02-04', '1990-12-31']);
  });

  test('needs a chosen order if both are possible, and is not written without it', async () => {
    await importFile('member', createFile('1 Jan 1970', '1 Jan 1970', '1 Jan 1970'));
    const file = createFile('2/4/1990', '5/5/1990', '3/4/1990');
    const { data } = (await check('member', file)).body;
    expect(data.columns[1]?.dates).toEqual({
      text: '2/4/1990',
      readings: { 'day-month': '1990-04-02', 'month-day': '1990-02-04' },
      chosen: null,
    });
    const reason = 'Ambiguous date: 02 Apr 1990 or 04 Feb 1990. Select the order of day and month for this column.';
    expect(data.errors.map(({ row, errors }) => [row, errors.birth_date])).toEqual([
      [2, [reason]],
      [4, ['Ambiguous date: 03 Apr 1990 or 04 Mar 1990. Select the order of day and month for this column.']],
    ]);
    expectInvalid(await importFile('member', file), 'row 2: birth_date', 'row 4: birth_date');
    expect(await readDays(3)).toEqual(['1970-01-01', '1970-01-01', '1970-01-01']);
    for (const [order, days] of [
      ['day-month', ['1990-04-02', '1990-05-05', '1990-04-03']],
      ['month-day', ['1990-02-04', '1990-05-05', '1990-03-04']],
    ] as const) {
      const values = { date_orders: JSON.stringify({ 'Birth date': order }) };
      expect((await check('member', file, values)).body.data.columns[1]?.dates?.chosen).toBe(order);
      expect((await importFile('member', file, values)).status).toBe(201);
      expect(await readDays(3)).toEqual(days);
    }
  });

  test('that mixes both orders is rejected at each cell that depends on it, until an order is chosen', async () => {
    const file = createFile('31/12/1990', '12/31/1990', '2/4/1990');
    const { data } = (await check('member', file)).body;
    expect(data.columns[1]?.dates).toMatchObject({ text: '12/31/1990', chosen: null });
    expect(data.errors.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(data.errors[0]?.errors.birth_date?.[0]).toMatch(/^Some dates of this column begin with the day/);
    expect(await errorsOf(file, { date_orders: JSON.stringify({ 'Birth date': 'day-month' }) })).toEqual([
      [3, 'No date if the day comes first.'],
    ]);
  });

  test('has corrections in its own order, which decide nothing', async () => {
    const file = createFile('2/4/1990', '12/31/1990', 'x');
    const corrections = (text: string) => ({ corrections: JSON.stringify({ 4: { birth_date: text } }) });
    expect(await errorsOf(file, corrections('31/12/1990'))).toEqual([[4, 'No date if the month comes first.']]);
    expect((await importFile('member', file, corrections('3/4/1990'))).status).toBe(201);
    expect(await readDays(3)).toEqual(['1990-02-04', '1990-12-31', '1990-03-04']);
  });

  test.for(['[]', '{"Birth date":"dmy"}', '{"Birth date":1}', 'x'])('rejects %s as orders', async (orders) => {
    expectInvalid(await check('member', createFile('2/4/1990'), { date_orders: orders }), 'date_orders');
  });
});

describe('a moment in a file', () => {
  const createMomentFile = (text: string) => toCsv(['ID', 'email_verified_at'], [memberIds[0] ?? 0, text]);
  test.for([
    ['27/11/2025 12:00', '2025-11-27 12:00:00'],
    ['27/11/2025 01:00 PM', '2025-11-27 13:00:00'],
    ['27 Nov 2025 - 11:31:52 AM', '2025-11-27 11:31:52'],
    ['2025-11-28T09:15', '2025-11-28 09:15:00'],
  ] as const)('%s is read as %s', async ([text, moment]) => {
    const reply = await importFile('member', createMomentFile(text));
    expect(reply.body.data, reply.text).toMatchObject({ updated: 1 });
    const record = await call(app, admin.token, 'GET', `/api/member/${memberIds[0]}`);
    expect(parseRecord(resources.member, record).email_verified_at).toBe(moment);
    expect((await importFile('member', createMomentFile(text))).body.data).toMatchObject({ updated: 0 });
  });

  test('without a time is rejected', async () => {
    const { data } = (await check('member', createMomentFile('27/11/2025'))).body;
    expect(data.errors[0]?.errors.email_verified_at).toEqual(['Invalid Time Format!']);
  });
});
