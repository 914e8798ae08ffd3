import { type NavigationItem, type ReportKey, reportKeys, reportPath } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { csvRows, download } from '../../engine/import-export/table-helpers.ts';
import { REASON, call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { readWorkbook, readPages } from './file-helpers.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

/**
 * What a director relies on when closing a month: who sees which report, and how reports count gifts and cancellations.
 */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { request, run, runAll } = createRunner(app);

const post = (path: string, body: object = {}) =>
  call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });
const take = (user: TestUser, report: ReportKey, format: string, params: Readonly<Record<string, string>> = {}) =>
  download(app, user.token, `/api/report/run/${report}/export?${queryString({ format, ...params })}`);

describe('a user with VIEW_SALES_REPORT alone', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_SALES_REPORT'] });
  const urlsIn = (items: readonly NavigationItem[]): string[] =>
    items.flatMap(({ url, children = [] }) => [...(url === undefined ? [] : [url]), ...urlsIn(children)]);
  const currentUser = () =>
    call<{ data: { navigation: readonly NavigationItem[] } }>(app, user.token, 'GET', '/api/user');

  test('sees one entry under Reports', async () => {
    const { navigation } = (await currentUser()).body.data;
    expect(urlsIn(navigation).filter((url) => url.startsWith('/report/'))).toEqual([reportPath('sales-report')]);
    expect((await request(user, 'sales-report')).status).toBe(200);
  });

  test.each(reportKeys.filter((key) => key !== 'sales-report'))(
    'gets a 403 for the %s, its files and schedules, without losing the session',
    async (report) => {
      expectError(await request(user, report), 403, 'forbidden');
      for (const format of ['csv', 'xlsx', 'pdf']) {
        const { status, headers, bytes } = await take(user, report, format);
        expect([status, String(headers['content-type'])]).toEqual([403, expect.stringContaining('application/json')]);
        expect(JSON.parse(bytes.toString())).toMatchObject({ error: 'forbidden' });
      }
      const body = { report, format: 'csv', query: {} };
      expectError(await call(app, user.token, 'POST', '/api/report_file', { body }), 403, 'forbidden');
      const scheduled = {
        ...body,
        every: 'day',
        at: '07:00',
        hotel_id: fixtures.h1,
        readers: ['nobody@innkeeper.test'],
      };
      expectError(await call(app, user.token, 'POST', '/api/report_schedule', { body: scheduled }), 403, 'forbidden');
      expect((await currentUser()).status).toBe(200);
    },
  );
});

test('a shared set-up keeps its columns and filters, but shows only rows of the reader’s hotel', async () => {
  for (const hotel_id of [fixtures.h1, fixtures.h2, fixtures.h3])
    expect((await fixtures.sell({ hotel_id, discount: '500000' })).status).toBe(201);
  const state = {
    columns: 'transaction.transaction_no,hotel.code,transaction.grand_total',
    'filter[transaction.transaction_date][preset]': 'this_month',
    'filter[transaction.grand_total][lte]': '1000000',
    sort: '-transaction.transaction_no',
  };
  const saved = await call<{ data: SavedView }>(app, admin.token, 'POST', '/api/saved_view', {
    body: { resource: 'sales-report', name: 'With a discount', shared: 'everyone', state },
  });
  expect(saved.status, saved.text).toBe(201);
  const desk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_SALES_REPORT'],
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  const { body } = await call<{ data: SavedView[] }>(app, desk.token, 'GET', '/api/saved_view?resource=sales-report');
  const [opened] = body.data;
  expect(opened).toMatchObject({ name: 'With a discount', state, is_mine: false });
  const reportQuery = (opened ?? saved.body.data).state;
  const [all, own] = [await run(admin, 'sales-report', reportQuery), await run(desk, 'sales-report', reportQuery)];
  expect(own.columns).toEqual(all.columns);
  const { code } = await db.kysely
    .selectFrom('hotel')
    .select('code')
    .where('id', '=', fixtures.h1)
    .executeTakeFirstOrThrow();
  expect(all.data).toHaveLength(3);
  expect(own.data).toEqual(all.data.filter((row) => row['hotel.code'] === code));
  expect([own.meta.total, own.totals['transaction.grand_total']]).toEqual([1, '1000000.000']);
});

describe('a total before and after an export', () => {
  /** Exports the report in each format between two runs of it. Returns the rows of both runs. */
  async function exported(report: ReportKey, columns: string) {
    const before = await runAll(admin, report, { columns });
    const csv = csvRows(await take(admin, report, 'csv', { columns })).slice(1);
    expect(csv).toHaveLength(before.meta.total);
    const workbook = await readWorkbook(await take(admin, report, 'xlsx', { columns }));
    const sum = Object.values(before.totals)[0] ?? null;
    expect(workbook.foot(before.meta.total)[0]).toContain(Number(sum));
    const pages = (await readPages(await take(admin, report, 'pdf', { columns }))).flat().join('|');
    expect(pages).toContain(Number(sum).toLocaleString('en', { minimumFractionDigits: 3 }));
    // The facts contain the current minute.
    expect(await runAll(admin, report, { columns })).toEqual({ ...before, facts: expect.any(Array) });
    return { numbers: valuesOf(before, columns.split(',')[0] ?? ''), sum, rows: before.data };
  }
  const SALES = 'transaction.transaction_no,membership.name,transaction.grand_total';
  const REDEMPTIONS = 'voucher_redeem.redeem_no,member_voucher.nominal';

  test('is equal for sales: a free membership is a row with amount zero', async () => {
    await fixtures.sell();
    const before = await exported('sales-report', SALES);
    const given = await fixtures.give();
    expect(given.status, given.text).toBe(201);
    const after = await exported('sales-report', SALES);
    expect(after.rows.filter((row) => row['membership.name'] === 'Friend')).toMatchObject([
      { 'transaction.grand_total': '0.000' },
    ]);
    expect([after.sum, after.numbers.length]).toEqual([before.sum, before.numbers.length + 1]);
  });

  test('is equal for redemptions: a voided one is not a row, and a restored one is a row again', async () => {
    const { member_vouchers } = (await fixtures.sell()).body.data;
    await fixtures.redeem(member_vouchers[0]);
    const last = await fixtures.redeem(member_vouchers[1]);
    const before = await exported('redemption-report', REDEMPTIONS);
    expect([before.numbers.length, before.sum]).toEqual([2, '500000.000']);
    expect((await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${last}`, REASON)).status).toBe(200);
    const voided = await exported('redemption-report', REDEMPTIONS);
    expect([voided.numbers.length, voided.sum]).toEqual([1, '250000.000']);
    expect((await post(`voucher_redeem/${last}/restore`)).status).toBe(200);
    expect(await exported('redemption-report', REDEMPTIONS)).toEqual(before);
  });

  test('is equal for sales: a cancelled one is not a row, and restoring brings it back', async () => {
    const { transaction } = (await fixtures.sell()).body.data;
    const number = transaction['transaction_no'];
    const before = await exported('sales-report', SALES);
    expect(before.numbers).toContain(number);
    expect((await call(app, admin.token, 'DELETE', `/api/transaction/${transaction.id}`, REASON)).status).toBe(200);
    const cancelled = await exported('sales-report', SALES);
    expect(cancelled.numbers).toEqual(before.numbers.filter((one) => one !== number));
    expect(Number(cancelled.sum)).toBe(Number(before.sum) - 1_500_000);
    expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
    expect(await exported('sales-report', SALES)).toEqual(before);
  });
});
