import { type ResourceDefinition, resources } from '@innkeeper/contract';
import type { Dashboard, MemberOverview } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseRecord, parseWritten } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';
import { csvFile, csvRows, download, upload, xlsxRows } from './table-helpers.ts';

/** Events at half past midnight on 1 November in Jayapura, while it is still October in every reader's zone. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const jayapura = await createHotel(db, await createCountry(db, fixtures.r1, 'Asia/Jayapura'));
const { post } = createProgramme(api, admin, inputs, jayapura);
api.setClock(new Date('2026-10-31T15:45:00Z'));
const UTC_TIME = '2026-10-31 15:30:00';
const HOTEL_TIME = '2026-11-01 00:30:00';
const READERS = ['UTC', 'Asia/Jakarta', 'America/New_York', 'Pacific/Kiritimati'];

const sale = await fixtures.sell({ hotel_id: jayapura, transaction_date: UTC_TIME });
expect(sale.status, sale.text).toBe(201);
const { member, transaction, member_vouchers } = sale.body.data;
const bill = { hotel_id: jayapura, member_id: member.id, reference_no: 'J-1', total_fb: '100', staff_name: 'Ayu' };
const visit = parseWritten(await post('visit', { ...bill, visit_date: UTC_TIME }));
const redemption = parseWritten(
  await post('voucher_redeem', {
    member_voucher_id: member_vouchers[0]?.id,
    redeem_hotel_id: jayapura,
    redeem_date: UTC_TIME,
    booking_no: 'B-1',
    staff_name: 'Ayu',
  }),
);

await sql`insert into flagged_activity (kind, occurred_at, hotel_id, member_id, visit_id, staff_name, amount, currency)
  select 'after_shift', visit_date, hotel_id, member_id, id, staff_name, grand_total, currency from visit
  where id = ${visit.id}`.execute(db.kysely);
const [activity] = parseList(
  resources.flagged_activity,
  await call(app, admin.token, 'GET', `/api/flagged_activity?visit_id=${visit.id}`),
);
if (!activity) throw new Error('No flagged activity is listed');

const RECORDED_EVENTS: readonly [ResourceDefinition, ResponseRecord, string][] = [
  [resources.visit, visit, 'visit_date'],
  [resources.transaction, transaction, 'transaction_date'],
  [resources.voucher_redeem, redemption, 'redeem_date'],
  [resources.flagged_activity, activity, 'occurred_at'],
];
const get = (path: string, zone: string) =>
  call(app, admin.token, 'GET', `/api/${path}`, { headers: { 'x-time-zone': zone } });

describe.each(READERS)('a reader in %s', (zone) => {
  test.each(RECORDED_EVENTS)(
    'sees a $key of 1 November on that day in list, filter, record, CSV and XLSX',
    async (d, { id }, at) => {
      const november = { [`filter[${at}][date_between]`]: '2026-11-01,2026-11-30', 'filter[id][eq]': String(id) };
      const listedRecords = parseList(d, await get(`${d.key}?${queryString(november)}`, zone));
      const record = parseRecord(d, await get(`${d.key}/${id}`, zone));
      for (const listedRecord of [...listedRecords, record])
        expect(listedRecord).toMatchObject({ id, [at]: UTC_TIME, time_zone: 'Asia/Jayapura' });
      expect(listedRecords).toHaveLength(1);
      const octoberTotals = { ...november, [`filter[${at}][date_between]`]: '2026-10-01,2026-10-31' };
      expect(parseList(d, await get(`${d.key}?${queryString(octoberTotals)}`, zone))).toEqual([]);
      const downloadFile = (format: string) =>
        download(
          app,
          admin.token,
          `/api/${d.key}/export?${queryString({ ...november, format, columns: `id,${at},time_zone,created_at` })}`,
          { 'x-time-zone': zone },
        );
      const [, csv = []] = csvRows(await downloadFile('csv'));
      expect(csv.slice(0, 3)).toEqual([String(id), HOTEL_TIME, 'Asia/Jayapura']);
      const [, sheet = []] = await xlsxRows(await downloadFile('xlsx'));
      expect(JSON.stringify(sheet)).toContain(HOTEL_TIME.slice(0, 10));
      // The creation time is in the reader's zone, like everything that does not happen at a hotel.
      if (zone !== 'Asia/Jayapura') expect(csv[3]).not.toMatch(/^2026-11-01 00:/);
    },
  );

  test('sees that record counted in November in the dashboard, each report and the member page', async () => {
    // Checked against the call's definition.
    const { data } = (await get('dashboard?from=2026-10&to=2026-11', zone)).body as { data: Dashboard };
    const monthsOf = ({ by_hotel }: Dashboard['visits']) =>
      new Set(by_hotel.flatMap((cell) => (cell.id === jayapura ? [cell.month] : [])));
    expect([monthsOf(data.visits), monthsOf(data.sales)]).toEqual([new Set(['2026-11']), new Set(['2026-11'])]);
    for (const [report, column] of [
      ['visit-report', 'visit.visit_date'],
      ['sales-report', 'transaction.transaction_date'],
      ['redemption-report', 'voucher_redeem.redeem_date'],
    ]) {
      const runOverview = async (from: string, to: string) =>
        (
          (
            await get(
              `report/run/${report}?${queryString({ [`filter[${column}][date_between]`]: `${from},${to}` })}`,
              zone,
            )
          ).body as { meta: { total: number } }
        ).meta.total; // checked against the call's definition
      expect(
        [await runOverview('2026-11-01', '2026-11-30'), await runOverview('2026-10-01', '2026-10-31')],
        report,
      ).toEqual([1, 0]);
    }
    // Checked against the call's definition.
    const overview = ((await get(`member/${member.id}/overview`, zone)).body as { data: MemberOverview }).data;
    for (const kind of ['visited', 'sold', 'redeemed'])
      expect(overview.timeline.find((entry) => entry.kind === kind)).toMatchObject({
        at: UTC_TIME,
        time_zone: 'Asia/Jayapura',
      });
    expect(overview.redeemed?.recent[0]).toMatchObject({ redeem_date: UTC_TIME, time_zone: 'Asia/Jayapura' });
  });

  test("changes nothing by importing an exported file, whose new rows use the hotel's time zone", async () => {
    const columns = 'id,hotel_id,member_id,visit_date,reference_no,total_fb,staff_name';
    const headers = { 'x-time-zone': zone };
    const file = await download(
      app,
      admin.token,
      `/api/visit/export?${queryString({ format: 'csv', columns, 'filter[id][eq]': String(visit.id) })}`,
      headers,
    );
    const [headings = [], row = []] = csvRows(file);
    const importFile = (rows: readonly (readonly string[])[]) =>
      upload<{ data: Record<string, unknown> }>(app, admin.token, 'visit', csvFile(rows), { headers });
    const secondImport = await importFile([headings, row]);
    expect(secondImport.status, secondImport.text).toBe(201);
    expect(secondImport.body.data).toMatchObject({ created: 0, updated: 0 });
    const newRows = await importFile([
      ['hotel_id', 'member_id', 'visit_date', 'reference_no', 'total_fb', 'staff_name'],
      [String(jayapura), String(member.id), HOTEL_TIME, `N-${zone}`, '100', 'Ayu'],
    ]);
    expect(newRows.status, newRows.text).toBe(201);
    const [record] = parseList(
      resources.visit,
      await get(`visit?${queryString({ 'filter[reference_no][exact]': `N-${zone}` })}`, zone),
    );
    expect(record).toMatchObject({ visit_date: UTC_TIME });
    await call(app, admin.token, 'DELETE', `/api/visit/${record?.id}`);
  });
});

test('a bulk edit sets the same local time at the hotel of each visit, wherever the editor is', async () => {
  const visits = [];
  for (const hotel_id of [jayapura, fixtures.h1])
    visits.push(
      parseWritten(await post('visit', { ...bill, hotel_id, reference_no: `BULK-${hotel_id}`, visit_date: UTC_TIME })),
    );
  const ids = visits.map(({ id }) => id);
  const edit = await call(app, admin.token, 'POST', '/api/visit/updateBulk', {
    body: { ids, set: { visit_date: '2026-10-31 09:00:00' } },
    headers: { 'x-time-zone': 'America/New_York' },
  });
  expect(edit.status, edit.text).toBe(200);
  const dates = [];
  for (const id of ids) dates.push(parseRecord(resources.visit, await get(`visit/${id}`, 'UTC'))['visit_date']);
  expect(visits.map((record) => record['time_zone'])).toEqual(['Asia/Jayapura', 'Asia/Jakarta']);
  expect(dates).toEqual(['2026-10-31 00:00:00', '2026-10-31 02:00:00']);
});
