import { type ResourceDefinition, resources } from '@innkeeper/contract';
import type { Dashboard, MemberOverview } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Answered, listIn, recordIn, writtenIn } from '../../testing/answers.ts';
import { call, queryString } from '../../testing/call.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createWorld } from '../../testing/world.ts';
import { csvFile, csvRows, download, upload, xlsxRows } from './test-tables.ts';

/** Events at half past midnight on 1 November in Jayapura, where it is still October for everybody who reads of them. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const jayapura = await createHotel(db, await createCountry(db, house.r1, 'Asia/Jayapura'));
const { post } = createProgramme(api, admin, inputs, jayapura);
api.setClock(new Date('2026-10-31T15:45:00Z'));
const AT = '2026-10-31 15:30:00';
const THERE = '2026-11-01 00:30:00';
const READERS = ['UTC', 'Asia/Jakarta', 'America/New_York', 'Pacific/Kiritimati'];

const sale = await house.sell({ hotel_id: jayapura, transaction_date: AT });
expect(sale.status, sale.text).toBe(201);
const { member, transaction, member_vouchers } = sale.body.data;
const bill = { hotel_id: jayapura, member_id: member.id, reference_no: 'J-1', total_fb: '100', staff_name: 'Ayu' };
const visit = writtenIn(await post('visit', { ...bill, visit_date: AT }));
const redemption = writtenIn(
  await post('voucher_redeem', {
    member_voucher_id: member_vouchers[0]?.id,
    redeem_hotel_id: jayapura,
    redeem_date: AT,
    booking_no: 'B-1',
    staff_name: 'Ayu',
  }),
);

await sql`insert into unusual_act (kind, happened_at, hotel_id, member_id, visit_id, staff_name, amount, currency)
  select 'after_shift', visit_date, hotel_id, member_id, id, staff_name, grand_total, currency from visit where id = ${visit.id}`.execute(
  db.kysely,
);
const [act] = listIn(
  resources.unusual_act,
  await call(app, admin.token, 'GET', `/api/unusual_act?visit_id=${visit.id}`),
);
if (!act) throw new Error('No unusual act is listed');

const HAPPENED: readonly [ResourceDefinition, Answered, string][] = [
  [resources.visit, visit, 'visit_date'],
  [resources.transaction, transaction, 'transaction_date'],
  [resources.voucher_redeem, redemption, 'redeem_date'],
  [resources.unusual_act, act, 'happened_at'],
];
const get = (path: string, zone: string) =>
  call(app, admin.token, 'GET', `/api/${path}`, { headers: { 'x-time-zone': zone } });

describe.each(READERS)('to a reader in %s', (zone) => {
  test.each(HAPPENED)(
    '$key of 1 November is one of 1 November: list, filter, record, CSV and XLSX',
    async (d, { id }, at) => {
      const november = { [`filter[${at}][date_between]`]: '2026-11-01,2026-11-30', 'filter[id][eq]': String(id) };
      const listed = listIn(d, await get(`${d.key}?${queryString(november)}`, zone));
      const record = recordIn(d, await get(`${d.key}/${id}`, zone));
      for (const one of [...listed, record]) expect(one).toMatchObject({ id, [at]: AT, time_zone: 'Asia/Jayapura' });
      expect(listed).toHaveLength(1);
      const october = { ...november, [`filter[${at}][date_between]`]: '2026-10-01,2026-10-31' };
      expect(listIn(d, await get(`${d.key}?${queryString(october)}`, zone))).toEqual([]);
      const file = (format: string) =>
        download(
          app,
          admin.token,
          `/api/${d.key}/export?${queryString({ ...november, format, columns: `id,${at},time_zone,created_at` })}`,
          { 'x-time-zone': zone },
        );
      const [, csv = []] = csvRows(await file('csv'));
      expect(csv.slice(0, 3)).toEqual([String(id), THERE, 'Asia/Jayapura']);
      const [, sheet = []] = await xlsxRows(await file('xlsx'));
      expect(JSON.stringify(sheet)).toContain(THERE.slice(0, 10));
      // When it was written down is told in the reader's zone, as everything else that is not of a hotel.
      if (zone !== 'Asia/Jayapura') expect(csv[3]).not.toMatch(/^2026-11-01 00:/);
    },
  );

  test('it is of November in the dashboard, in each report and on the page of the member', async () => {
    const { data } = (await get('dashboard?from=2026-10&to=2026-11', zone)).body as { data: Dashboard }; // its call checks it
    const monthsOf = ({ by_hotel }: Dashboard['visits']) =>
      new Set(by_hotel.flatMap((cell) => (cell.id === jayapura ? [cell.month] : [])));
    expect([monthsOf(data.visits), monthsOf(data.sales)]).toEqual([new Set(['2026-11']), new Set(['2026-11'])]);
    for (const [report, column] of [
      ['visit-report', 'visit.visit_date'],
      ['sales-report', 'transaction.transaction_date'],
      ['redemption-report', 'voucher_redeem.redeem_date'],
    ]) {
      const run = async (from: string, to: string) =>
        (
          (
            await get(
              `report/run/${report}?${queryString({ [`filter[${column}][date_between]`]: `${from},${to}` })}`,
              zone,
            )
          ).body as { meta: { total: number } }
        ).meta.total; // its call checks it
      expect([await run('2026-11-01', '2026-11-30'), await run('2026-10-01', '2026-10-31')], report).toEqual([1, 0]);
    }
    const overview = ((await get(`member/${member.id}/overview`, zone)).body as { data: MemberOverview }).data; // its call checks it
    for (const kind of ['visited', 'sold', 'redeemed'])
      expect(overview.timeline.find((entry) => entry.kind === kind)).toMatchObject({
        at: AT,
        time_zone: 'Asia/Jayapura',
      });
    expect(overview.redeemed?.recent[0]).toMatchObject({ redeem_date: AT, time_zone: 'Asia/Jayapura' });
  });

  test('a file that comes back changes nothing, and a new row of it means the clocks of its hotel', async () => {
    const columns = 'id,hotel_id,member_id,visit_date,reference_no,total_fb,staff_name';
    const headers = { 'x-time-zone': zone };
    const taken = await download(
      app,
      admin.token,
      `/api/visit/export?${queryString({ format: 'csv', columns, 'filter[id][eq]': String(visit.id) })}`,
      headers,
    );
    const [headings = [], row = []] = csvRows(taken);
    const bring = (rows: readonly (readonly string[])[]) =>
      upload<{ data: Record<string, unknown> }>(app, admin.token, 'visit', csvFile(rows), { headers });
    const again = await bring([headings, row]);
    expect(again.status, again.text).toBe(201);
    expect(again.body.data).toMatchObject({ created: 0, updated: 0 });
    const news = await bring([
      ['hotel_id', 'member_id', 'visit_date', 'reference_no', 'total_fb', 'staff_name'],
      [String(jayapura), String(member.id), THERE, `N-${zone}`, '100', 'Ayu'],
    ]);
    expect(news.status, news.text).toBe(201);
    const [made] = listIn(
      resources.visit,
      await get(`visit?${queryString({ 'filter[reference_no][exact]': `N-${zone}` })}`, zone),
    );
    expect(made).toMatchObject({ visit_date: AT });
    await call(app, admin.token, 'DELETE', `/api/visit/${made?.id}`);
  });
});
