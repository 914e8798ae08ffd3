import type { ReportRow } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvRows, download } from '../../engine/import-export/table-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { readWorkbook } from './file-helpers.ts';
import { createRunner, sumDecimals } from './report-helpers.ts';

/** Takings by day, hotel, payment type and cashier, of transactions of every type. */

const NOW = new Date();
const api = await startTestApp();
const { app, db } = api;
api.setClock(NOW);
await seedDemo(db, { members: 60, passwordHash: 'hash', now: NOW });
const { run, runAll } = createRunner(app);
const group = await createUser(db, { level: 'group' });
const { rows: places } = await sql<{ region_id: number; hotel_id: number }>`
  select n.region_id, t.hotel_id from transaction t join hotel h on h.id = t.hotel_id
  join country n on n.id = h.country_id
  where t.deleted_at is null group by 1, 2 order by count(*) desc, 2`.execute(db.kysely);
const [{ region_id, hotel_id } = { region_id: 0, hotel_id: 0 }] = places;
const region = await createUser(db, { level: 'region', assignments: [{ region_id }] });
const property = await createUser(db, { level: 'property', assignments: [{ region_id, restrict_hotel_id: hotel_id }] });
const readers: readonly (readonly [string, TestUser, RawBuilder<unknown>])[] = [
  ['group', group, sql`true`],
  ['region', region, sql`n.region_id = ${region_id}`],
  ['property', property, sql`t.hotel_id = ${hotel_id}`],
];

const KEYS = [
  'takings.day',
  'hotel.code',
  'transaction.type_payment.name',
  'transaction.staff.name',
  'transaction.transaction_type.name',
  'transaction.currency',
  'takings.records',
  'takings.amount',
  'takings.amount_usd',
];
const COLUMNS = KEYS.join();
const lineOf = (row: ReportRow): string => KEYS.map((key) => String(row[key] ?? '-')).join('|');

/** The rows expected for a user, summed by an independent statement. */
async function expectedLines(hotels: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws('|', t.day, h.code, coalesce(p.name, '-'), coalesce(max(u.name), '-'), k.name, t.currency,
                     count(*), sum(t.grand_total), coalesce(sum(t.grand_total_usd), 0.00)) as line
    from (
      select t.*, (t.transaction_date at time zone coalesce(h.time_zone, n.time_zone))::date as day
      from transaction t join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
      where t.deleted_at is null and ${hotels}) t
    join hotel h on h.id = t.hotel_id join option_detail k on k.id = t.transaction_type_id
    left join option_detail p on p.id = t.type_payment_id left join users u on u.id = t.created_by_id
    group by t.day, h.id, p.id, t.created_by_id, k.id, t.currency`.execute(db.kysely);
  return rows.map(({ line }) => line).sort();
}

describe.each(readers)('the takings report of a user of level %s', (_levelName, user, hotels) => {
  test('matches independent SQL in each row, and includes all types', async () => {
    const { data } = await runAll(user, 'takings-report', { columns: COLUMNS });
    expect(data.map(lineOf).sort()).toEqual(await expectedLines(hotels));
    const { rows } = await sql<{ name: string }>`
      select distinct k.name from transaction t join option_detail k on k.id = t.transaction_type_id
      join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
      where t.deleted_at is null and ${hotels} order by 1`.execute(db.kysely);
    const types = new Set(data.map((row) => row['transaction.transaction_type.name']));
    expect(types).toEqual(new Set(rows.map(({ name }) => name)));
    expect(types.size).toBeGreaterThan(3);
  });

  test('matches takings of new members and renewals with the sales report', async () => {
    for (const code of ['1', '2']) {
      const { rows } = await sql<{ name: string }>`
        select d.name from option_detail d join option o on o.id = d.option_id
        where o.slug = 'transaction-type' and d.code = ${code}`.execute(db.kysely);
      const type = { 'filter[transaction.transaction_type.name][exact]': rows[0]?.name ?? '' };
      const takings = await run(user, 'takings-report', { columns: 'takings.amount', ...type });
      const sales = await run(user, 'sales-report', { columns: 'transaction.grand_total', ...type });
      const amounts = takings.by_currency.map((part) => [part.currency, part.rows, part.totals['takings.amount']]);
      expect(amounts).toEqual(
        sales.by_currency.map((part) => [part.currency, part.rows, part.totals['transaction.grand_total']]),
      );
      expect(amounts.length).toBeGreaterThan(0);
    }
  });

  test('exports the rows of the page', async () => {
    const { data } = await runAll(user, 'takings-report', { columns: COLUMNS });
    const downloadFile = (format: string) =>
      download(app, user.token, `/api/report/run/takings-report/export?${queryString({ format, columns: COLUMNS })}`);
    const lines = csvRows(await downloadFile('csv')).slice(1);
    expect(
      lines
        .map((cells) =>
          cells
            .slice(0, 6)
            .map((cell) => cell || '-')
            .join('|'),
        )
        .sort(),
    ).toEqual(data.map((row) => lineOf(row).split('|').slice(0, 6).join('|')).sort());
    const usd = sumDecimals(
      data.map((row) => row['takings.amount_usd']),
      2,
    );
    expect(lines.reduce((sum, cells) => sum + Math.round(Number(cells[8]) * 100), 0)).toBe(
      Math.round(Number(usd) * 100),
    );
    const workbook = await readWorkbook(await downloadFile('xlsx'));
    const cents = workbook.rows(data.length).reduce((sum, cells) => sum + Math.round(Number(cells[8]) * 100), 0);
    expect(cents).toBe(Math.round(Number(usd) * 100));
  });
});
