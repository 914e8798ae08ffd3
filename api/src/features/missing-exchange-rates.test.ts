import {
  type CurrencySums,
  type ReportKey,
  type RowSelection,
  WITHOUT_RATE,
  narrowRows,
  rowsUrl,
} from '@innkeeper/contract';
import type { Cell, Dashboard, MemberOverview } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { parseWritten } from '../testing/responses.ts';
import { csvRows, download } from '../engine/import-export/table-helpers.ts';
import { call, queryString } from '../testing/call.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { createClosings } from '../testing/closings.ts';
import { createInputs } from '../testing/inputs.ts';
import { createProgramme } from '../testing/test-programme.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../testing/base-records.ts';
import { readPdfPages } from '../testing/pdf-pages.ts';
import { readWorkbook } from './reports/file-helpers.ts';
import { createRunner } from './reports/report-helpers.ts';

/** Each sum in US dollars shows how many of its records have no rate, because their country had none yet. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const fixtures = await createFixtures(api, admin, inputs);
const { visit, post, remove, get } = createProgramme(api, admin, inputs, baseRecords.hotel);
// Reconciliation compares the rollups with a count of the records.
afterEach(() => checkIntegrity(db));

/** Creates two hotels: one in a country without a rate, with two sales and three visits, and one with a rate. */
async function createRecords() {
  const country = await createCountry(db, fixtures.r1);
  const hotel = await createHotel(db, country);
  expect((await post(`country/${country}`, { usd_rate: null })).status).toBe(200);
  const sales = [
    (await fixtures.sell({ hotel_id: hotel })).body.data,
    (await fixtures.sell({ hotel_id: hotel })).body.data,
  ];
  const member_id = Number(sales[0]?.member.id);
  const visits = [];
  for (let n = 0; n < 3; n++) visits.push(parseWritten(await visit({ hotel_id: hotel, member_id })));
  await fixtures.sell();
  const users: readonly (readonly [string, TestUser])[] = [
    ['group', admin],
    ['region', await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] })],
    [
      'property',
      await createUser(db, { level: 'property', assignments: [{ region_id: fixtures.r1, restrict_hotel_id: hotel }] }),
    ],
  ];
  return { country, hotel, sales, visits, member_id, users };
}
type RateRecords = Awaited<ReturnType<typeof createRecords>>;

const sumWithoutRate = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { without_rate = 0 }) => sum + without_rate, 0);
const countRows = async ({ token }: TestUser, rows: RowSelection): Promise<number> =>
  (await call<{ meta: { total: number } }>(app, token, 'GET', rowsUrl(narrowRows(rows, WITHOUT_RATE)))).body.meta.total;

/**
 * Reads the values that a user sees on the dashboard, in its lists, and on the member's page.
 */
async function read({ hotel, member_id, users }: RateRecords) {
  const counts = [];
  for (const [level, user] of users) {
    const path = `/api/dashboard?hotel_id=${hotel}`;
    const { sales, visits } = (await call<{ data: Dashboard }>(app, user.token, 'GET', path)).body.data;
    const member = await call<{ data: MemberOverview }>(app, user.token, 'GET', `/api/member/${member_id}/overview`);
    counts.push({
      level,
      sales: [sumWithoutRate(sales.by_hotel), sumWithoutRate(sales.by_membership), await countRows(user, sales.rows)],
      visits: [
        sumWithoutRate(visits.by_hotel),
        sumWithoutRate(visits.by_membership),
        await countRows(user, visits.rows),
      ],
      member: [member.body.data.spend?.without_rate, member.body.data.spend?.this_year.without_rate],
    });
  }
  return counts;
}

/** Counts the same values by separate SQL. */
async function countWithoutRate({ hotel, member_id, users }: RateRecords) {
  const { rows } = await sql<{ sales: number; visits: number; member: number }>`
    select (select count(*)::int from transaction where hotel_id = ${hotel} and usd_rate is null
        and deleted_at is null) as sales,
           (select count(*)::int from visit where hotel_id = ${hotel} and usd_rate is null
               and deleted_at is null) as visits,
           (select count(*)::int from visit where member_id = ${member_id} and usd_rate is null
               and deleted_at is null) as member`.execute(db.kysely);
  const { sales = 0, visits = 0, member = 0 } = rows[0] ?? {};
  return users.map(([level]) => ({
    level,
    sales: [sales, sales, sales],
    visits: [visits, visits, visits],
    member: [member, member],
  }));
}

describe('a sum in US dollars', () => {
  test('shows to users of each access level how many of its records have no rate', async () => {
    const rateRecords = await createRecords();
    const counts = await read(rateRecords);
    expect(counts[0]).toMatchObject({ sales: [2, 2, 2], visits: [3, 3, 3], member: [3, 3] });
    expect(counts).toEqual(await countWithoutRate(rateRecords));
  });

  test('does not count deleted records without a rate until they are restored', async () => {
    const rateRecords = await createRecords();
    const id = Number(rateRecords.visits[0]?.id);
    expect((await remove('visit', id)).status).toBe(200);
    expect((await read(rateRecords))[0]).toMatchObject({ visits: [2, 2, 2], member: [2, 2] });
    const restoreReply = await call(app, admin.token, 'POST', `/api/visit/${id}/restore`);
    expect(restoreReply.status, restoreReply.text).toBe(200);
    expect(await read(rateRecords)).toEqual(await countWithoutRate(rateRecords));
  });

  test('includes all of its records once their country has a rate', async () => {
    const rateRecords = await createRecords();
    expect((await post(`country/${rateRecords.country}`, { usd_rate: '15000' })).status).toBe(200);
    const counts = await read(rateRecords);
    expect(counts).toEqual(
      rateRecords.users.map(([level]) => ({ level, sales: [0, 0, 0], visits: [0, 0, 0], member: [0, 0] })),
    );
  });

  test('counts every record without a rate after rebuilding the rollups', async () => {
    const rateRecords = await createRecords();
    await sql`select rebuild_rollups()`.execute(db.kysely);
    expect(await read(rateRecords)).toEqual(await countWithoutRate(rateRecords));
  });
});

test('the month close shows the number of records without a rate next to each USD sum', async () => {
  api.setClock(new Date('2026-04-15T05:00:00Z'));
  const { country, hotel, sales, visits, users } = await createRecords();
  const month = '2026-04';
  for (const { id } of visits)
    expect((await post(`visit/${id}`, { visit_date: `${month}-15 04:00:00` })).status).toBe(200);
  const withoutRates = (amounts: readonly Metric[]) =>
    amounts.map(({ hotel: { id }, resource, without_rate }) => [id, resource, without_rate]);
  const expected = [
    [hotel, 'transaction', 2],
    [hotel, 'visit', 3],
  ];
  for (const [level, { token }] of users) {
    const path = `/api/month_close/check?${queryString({ country_id: country, month })}`;
    const { body, text } = await call<{ data: { amounts: Metric[] } }>(app, token, 'GET', path);
    expect(withoutRates(body.data.amounts), `${level} ${text}`).toEqual(expected);
  }
  api.setClock(new Date('2026-05-15T05:00:00Z'));
  const { close, compare } = createClosings(api, admin, country);
  const monthClose = await close(month);
  expect(monthClose.status, monthClose.text).toBe(201);
  const reversalReply = await post(`transaction/${sales[0]?.transaction.id}/reversal`, { reason: 'Sold twice' });
  expect(reversalReply.status, reversalReply.text).toBe(201);
  const { amounts } = await compare(month);
  const amountPairs = amounts.map(({ closed: closedAmount, today, difference }) => [closedAmount, today, difference]);
  expect(amountPairs).toMatchObject([
    [{ without_rate: 2 }, { without_rate: 1 }, { without_rate: -1 }],
    [{ without_rate: 3 }, { without_rate: 3 }, { without_rate: 0 }],
  ]);
});
type Metric = { readonly hotel: { readonly id: number }; readonly resource: string; readonly without_rate: number };

// Reports -------------------------------------------------------------------------------------------------------------

const { run } = createRunner(app);
const sumTotals = (parts: readonly CurrencySums[], key: string): number =>
  parts.reduce((sum, { totals }) => sum + Number(totals[key] ?? Number.NaN), 0);

const REPORTS = [
  { report: 'sales-report', table: 'transaction', day: 'transaction_date', is: 2 },
  { report: 'visit-report', table: 'visit', day: 'visit_date', is: 3 },
] as const;

describe.each(REPORTS)('the $report', ({ report, table, day, is: condition }) => {
  const key = `${table}.grand_total_without_rate`;

  test('shows the number of records without a rate next to its US dollar sums', async () => {
    const { hotel, users } = await createRecords();
    const code = (await get('hotel', hotel)).code;
    const hotelQuery = { columns: `${table}.grand_total`, 'filter[hotel.code][exact]': String(code) };
    const period = `filter[${table}.${day}][date_between]`;
    const parameters = [
      // Rollups answer all months and the full months of a period; records answer its other days, and queries that
      // rollups do not cover.
      {},
      { [period]: `${await fixtures.dayFromNow(-40)},${await fixtures.dayFromNow(1)}` },
      { [`filter[${table}.grand_total][gte]`]: '0' },
    ];
    for (const [level, user] of users)
      for (const parameter of parameters) {
        const query = { ...hotelQuery, ...parameter };
        const listedRun = await run(user, report, query);
        const groupedRun = await run(user, report, { ...query, group: 'hotel.code' });
        const unratedRun = await run(user, report, { ...query, [`filter[${table}.usd_rate][null]`]: '1' });
        expect(
          [
            sumTotals(listedRun.by_currency, key),
            sumTotals(listedRun.rows_by_currency.flat(), key),
            sumTotals(groupedRun.by_currency, key),
            sumTotals(groupedRun.rows_by_currency.flat(), key),
            unratedRun.meta.total,
          ],
          `${level} ${Object.keys(parameter).join()}`,
        ).toEqual([condition, condition, condition, condition, condition]);
      }
  });

  test('shows 0 once their country has a rate', async () => {
    const { country, hotel } = await createRecords();
    expect((await post(`country/${country}`, { usd_rate: '15000' })).status).toBe(200);
    const code = (await get('hotel', hotel)).code;
    const { by_currency } = await run(admin, report, {
      columns: `${table}.grand_total_usd`,
      'filter[hotel.code][exact]': String(code),
    });
    expect(by_currency.map(({ rows, totals }) => [rows, totals[key]])).toEqual([[condition, 0]]);
  });
});

test('the takings report shows the number of transactions without a rate next to its US dollar sums', async () => {
  const { hotel } = await createRecords();
  const code = String((await get('hotel', hotel)).code);
  const { by_currency, rows_by_currency } = await run(admin, 'takings-report', {
    columns: 'takings.day,takings.amount_usd',
    'filter[hotel.code][exact]': code,
  });
  for (const parts of [by_currency, rows_by_currency.flat()])
    expect(sumTotals(parts, 'takings.amount_without_rate')).toBe(2);
});

test.each(['xlsx', 'pdf'] as const)('the sums of a file show how many of its rows have no rate: $0', async (format) => {
  const { hotel } = await createRecords();
  const code = String((await get('hotel', hotel)).code);
  const downloadCells = async (columns: string) => {
    const query = queryString({ format, columns, 'filter[hotel.code][exact]': code });
    const file = await download(app, admin.token, `/api/report/run/visit-report/export?${query}`);
    if (format === 'pdf') return (await readPdfPages(file)).flat().join(' ');
    const { facts, foot } = await readWorkbook(file);
    return JSON.stringify([facts, foot(3)]);
  };
  expect(await downloadCells('visit.visit_no,visit.grand_total,visit.grand_total_usd')).toContain('3 without a rate');
  // The sum in US dollars is among the facts if no column shows it.
  expect(await downloadCells('visit.visit_no,visit.grand_total')).toContain('0.00 · 3 without a rate');
});

/** The texts of a file of a report, cell by cell. */
async function downloadCells(user: TestUser, report: ReportKey, query: Readonly<Record<string, string>>) {
  const file = await download(app, user.token, `/api/report/run/${report}/export?${queryString(query)}`);
  expect(file.status, String(file.bytes)).toBe(200);
  if (query['format'] === 'csv') return csvRows(file);
  if (query['format'] === 'xlsx') {
    const { headings, rows } = await readWorkbook(file);
    return [headings, ...rows(Infinity)].map((row) => row.map(String));
  }
  return [(await readPdfPages(file)).flat()];
}

describe.each(['csv', 'xlsx', 'pdf'])('a file with subtotals: $0', (format) => {
  test('shows the number of records that each group’s sum in US dollars excludes', async () => {
    const { hotel, member_id, users } = await createRecords();
    const code = String((await get('hotel', hotel)).code);
    const ratedHotel = String((await get('hotel', fixtures.h1)).code);
    const columns = 'visit.visit_no,visit.grand_total_usd';
    parseWritten(await visit({ hotel_id: fixtures.h1, member_id }));
    for (const [level, user] of users) {
      const cells = await downloadCells(user, 'visit-report', { format, columns, group: 'hotel.code' });
      const labels = cells.flat().filter((text) => text.startsWith('Subtotal '));
      expect(labels, level).toContain(`Subtotal ${code} · 3 rows · 3 without a rate`);
      const otherLabels = labels.filter((text) => text.startsWith(`Subtotal ${ratedHotel} `));
      expect(otherLabels, level).toHaveLength(level === 'property' ? 0 : 1);
      for (const label of otherLabels) expect(label, level).not.toContain('without a rate');
    }
  });

  test('shows that number in the line with the US dollars, for inner groups as well', async () => {
    const { hotel } = await createRecords();
    const code = String((await get('hotel', hotel)).code);
    const columns = 'visit.visit_no,visit.grand_total,visit.grand_total_usd';
    const query = { format, columns, group: 'hotel.code,visit.visit_date', 'filter[hotel.code][exact]': code };
    const labels = (await downloadCells(admin, 'visit-report', query))
      .flat()
      .filter((text) => text.startsWith('Subtotal ') && text.endsWith(' · 3 rows · 3 without a rate'));
    expect(labels).toHaveLength(2);
  });

  test('shows that number for each row of the overview and for its groups', async () => {
    const { hotel, users } = await createRecords();
    const name = String((await get('hotel', hotel)).name);
    const columns = 'overview.hotel,overview.visits,overview.sales_usd,overview.spend_usd';
    for (const [level, user] of users) {
      const query = { format, columns, group: 'overview.hotel', 'filter[overview.hotel][exact]': name };
      const { columns: shownColumns } = await run(user, 'overview-report', { columns });
      const [, , sales = '', spend = ''] = shownColumns.map(({ label }) => label);
      const cells = await downloadCells(user, 'overview-report', query);
      const label = `Subtotal ${name} · 1 row · ${sales}: 2 without a rate · ${spend}: 3 without a rate`;
      if (format === 'pdf') {
        expect(cells.flat().join(' '), level).toContain(label);
        continue;
      }
      const [headings, row] = cells;
      expect(headings?.slice(4), level).toEqual([`${sales}: without a rate`, `${spend}: without a rate`]);
      const zero = format === 'csv' ? '0.00' : '0';
      expect(row, level).toEqual([name, '3', zero, zero, '2', '3']);
      expect(cells.flat(), level).toContain(label);
    }
  });
});

test('a file of the overview has no column for records without a rate if all have one', async () => {
  await createRecords();
  const name = String((await get('hotel', fixtures.h1)).name);
  const columns = 'overview.hotel,overview.sales_usd';
  const [headings] = await downloadCells(admin, 'overview-report', {
    format: 'csv',
    columns,
    'filter[overview.hotel][exact]': name,
  });
  expect(headings).toHaveLength(2);
});

test('the overview shows the number of records without a rate next to each sum in US dollars', async () => {
  const { hotel, users } = await createRecords();
  const name = (await get('hotel', hotel)).name;
  const columns = 'overview.month,overview.sales_usd,overview.sales_usd_last_year,overview.spend_usd';
  for (const [, user] of users) {
    const { by_currency, rows_by_currency, totals } = await run(user, 'overview-report', {
      columns,
      'filter[overview.hotel][exact]': String(name),
    });
    for (const parts of [by_currency, rows_by_currency.flat()])
      expect(
        ['sales_without_rate', 'sales_without_rate_last_year', 'spend_without_rate'].map((key) =>
          sumTotals(parts, `overview.${key}`),
        ),
      ).toEqual([2, 0, 3]);
    expect(totals).toEqual({
      'overview.sales_usd': '0.00',
      'overview.sales_usd_last_year': '0.00',
      'overview.spend_usd': '0.00',
    });
  }
});
