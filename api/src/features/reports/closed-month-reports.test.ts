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
import { readPdfPages } from '../../testing/pdf-pages.ts';
import { readWorkbook } from './file-helpers.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

/**
 * Reports for closing a month: who sees which one, and how they count free memberships and cancellations.
 */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { request, run, runAll } = createRunner(app);

const post = (path: string, body: object = {}) =>
  call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });
const downloadReport = (
  user: TestUser,
  report: ReportKey,
  format: string,
  params: Readonly<Record<string, string>> = {},
) => download(app, user.token, `/api/report/run/${report}/export?${queryString({ format, ...params })}`);

describe('a user with VIEW_SALES_REPORT alone', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_SALES_REPORT'] });
  const collectUrls = (items: readonly NavigationItem[]): string[] =>
    items.flatMap(({ url, children = [] }) => [...(url === undefined ? [] : [url]), ...collectUrls(children)]);
  const readCurrentUser = () =>
    call<{ data: { navigation: readonly NavigationItem[] } }>(app, user.token, 'GET', '/api/user');

  test('sees one entry under Reports', async () => {
    const { navigation } = (await readCurrentUser()).body.data;
    expect(collectUrls(navigation).filter((url) => url.startsWith('/report/'))).toEqual([reportPath('sales-report')]);
    expect((await request(user, 'sales-report')).status).toBe(200);
  });

  test.each(reportKeys.filter((key) => key !== 'sales-report'))(
    'gets a 403 for the %s, its files and schedules, without losing the session',
    async (report) => {
      expectError(await request(user, report), 403, 'forbidden');
      for (const format of ['csv', 'xlsx', 'pdf']) {
        const { status, headers, bytes } = await downloadReport(user, report, format);
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
      expect((await readCurrentUser()).status).toBe(200);
    },
  );
});

test('a shared view keeps its columns and filters, but shows only rows of the reader’s hotel', async () => {
  for (const hotel_id of [fixtures.h1, fixtures.h2, fixtures.h3])
    expect((await fixtures.sell({ hotel_id, discount: '500000' })).status).toBe(201);
  const state = {
    columns: 'transaction.transaction_no,hotel.code,transaction.grand_total',
    'filter[transaction.transaction_date][preset]': 'this_month',
    'filter[transaction.grand_total][lte]': '1000000',
    sort: '-transaction.transaction_no',
  };
  const saveReply = await call<{ data: SavedView }>(app, admin.token, 'POST', '/api/saved_view', {
    body: { resource: 'sales-report', name: 'With a discount', shared: 'everyone', state },
  });
  expect(saveReply.status, saveReply.text).toBe(201);
  const desk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_SALES_REPORT'],
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  const { body } = await call<{ data: SavedView[] }>(app, desk.token, 'GET', '/api/saved_view?resource=sales-report');
  const [storedView] = body.data;
  expect(storedView).toMatchObject({ name: 'With a discount', state, is_mine: false });
  const reportQuery = (storedView ?? saveReply.body.data).state;
  const [adminRun, ownRun] = [
    await run(admin, 'sales-report', reportQuery),
    await run(desk, 'sales-report', reportQuery),
  ];
  expect(ownRun.columns).toEqual(adminRun.columns);
  const { code } = await db.kysely
    .selectFrom('hotel')
    .select('code')
    .where('id', '=', fixtures.h1)
    .executeTakeFirstOrThrow();
  expect(adminRun.data).toHaveLength(3);
  expect(ownRun.data).toEqual(adminRun.data.filter((row) => row['hotel.code'] === code));
  expect([ownRun.meta.total, ownRun.totals['transaction.grand_total']]).toEqual([1, '1000000.000']);
});

describe('a total before and after an export', () => {
  /** Exports the report in each format between two runs of it. Returns the rows of both runs. */
  async function expectExported(report: ReportKey, columns: string) {
    const before = await runAll(admin, report, { columns });
    const csv = csvRows(await downloadReport(admin, report, 'csv', { columns })).slice(1);
    expect(csv).toHaveLength(before.meta.total);
    const workbook = await readWorkbook(await downloadReport(admin, report, 'xlsx', { columns }));
    const sum = Object.values(before.totals)[0] ?? null;
    expect(workbook.foot(before.meta.total)[0]).toContain(Number(sum));
    const pages = (await readPdfPages(await downloadReport(admin, report, 'pdf', { columns }))).flat().join('|');
    expect(pages).toContain(Number(sum).toLocaleString('en', { minimumFractionDigits: 3 }));
    // The facts contain the current minute.
    expect(await runAll(admin, report, { columns })).toEqual({ ...before, facts: expect.any(Array) });
    return { numbers: valuesOf(before, columns.split(',')[0] ?? ''), sum, rows: before.data };
  }
  const SALES = 'transaction.transaction_no,membership.name,transaction.grand_total';
  const REDEMPTIONS = 'voucher_redeem.redeem_no,member_voucher.nominal';

  test('is equal for sales: a free membership is a row with amount zero', async () => {
    await fixtures.sell();
    const before = await expectExported('sales-report', SALES);
    const freeMembership = await fixtures.giveMembership();
    expect(freeMembership.status, freeMembership.text).toBe(201);
    const laterExport = await expectExported('sales-report', SALES);
    expect(laterExport.rows.filter((row) => row['membership.name'] === 'Friend')).toMatchObject([
      { 'transaction.grand_total': '0.000' },
    ]);
    expect([laterExport.sum, laterExport.numbers.length]).toEqual([before.sum, before.numbers.length + 1]);
  });

  test('is equal for redemptions: a voided one is not a row, and a restored one is a row again', async () => {
    const { member_vouchers } = (await fixtures.sell()).body.data;
    await fixtures.redeem(member_vouchers[0]);
    const lastRedemption = await fixtures.redeem(member_vouchers[1]);
    const before = await expectExported('redemption-report', REDEMPTIONS);
    expect([before.numbers.length, before.sum]).toEqual([2, '500000.000']);
    expect((await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${lastRedemption}`, REASON)).status).toBe(200);
    const voidedExport = await expectExported('redemption-report', REDEMPTIONS);
    expect([voidedExport.numbers.length, voidedExport.sum]).toEqual([1, '250000.000']);
    expect((await post(`voucher_redeem/${lastRedemption}/restore`)).status).toBe(200);
    expect(await expectExported('redemption-report', REDEMPTIONS)).toEqual(before);
  });

  test('is equal for sales: a cancelled one is not a row, and restoring brings it back', async () => {
    const { transaction } = (await fixtures.sell()).body.data;
    const number = transaction['transaction_no'];
    const before = await expectExported('sales-report', SALES);
    expect(before.numbers).toContain(number);
    expect((await call(app, admin.token, 'DELETE', `/api/transaction/${transaction.id}`, REASON)).status).toBe(200);
    const cancelledExport = await expectExported('sales-report', SALES);
    expect(cancelledExport.numbers).toEqual(before.numbers.filter((item) => item !== number));
    expect(Number(cancelledExport.sum)).toBe(Number(before.sum) - 1_500_000);
    expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
    expect(await expectExported('sales-report', SALES)).toEqual(before);
  });
});
