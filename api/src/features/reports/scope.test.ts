import type { ReportKey, ReportRow } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createRunner, sumDecimals, valuesOf } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const places = (
  await sql<{ hotel: number; region: number }>`
    select h.id as hotel, c.region_id as region from hotel h join country c on c.id = h.country_id
    order by h.id`.execute(db.kysely)
).rows;
const { run, runAll } = createRunner(app);
const admin = await createUser(db, { level: 'group' });
const regions = await Promise.all(
  [...new Set(places.map(({ region }) => region))].map(async (region_id) => ({
    user: await createUser(db, { level: 'region', assignments: [{ region_id }] }),
    properties: await Promise.all(
      places
        .filter(({ region }) => region === region_id)
        .map(({ hotel }) =>
          createUser(db, { level: 'property', assignments: [{ region_id, restrict_hotel_id: hotel }] }),
        ),
    ),
  })),
);

/**
 * Each report with the column that identifies its rows. Members and their records may be visible to two hotels, as in
 * lists.
 */
const RECORDS = [
  ['benefit-report', 'member_voucher.voucher_no'],
  ['member-report', 'member.email'],
  ['redemption-report', 'voucher_redeem.redeem_no'],
  ['sales-report', 'transaction.transaction_no'],
  ['visit-report', 'visit.visit_no'],
] as const satisfies readonly (readonly [ReportKey, string])[];

describe('rows of hotels and regions', () => {
  test.each(RECORDS)('add up in the %s to those of their region and of the group', async (report, key) => {
    const parseValues = async (user: TestUser) => new Set(valuesOf(await runAll(user, report, { columns: key }), key));
    const readUnion = async (users: readonly TestUser[]) => {
      const union = new Set<unknown>();
      for (const user of users) for (const row of await parseValues(user)) union.add(row);
      return union;
    };
    for (const { user, properties } of regions) expect(await readUnion(properties)).toEqual(await parseValues(user));
    const adminValues = await parseValues(admin);
    expect(await readUnion(regions.map(({ user }) => user))).toEqual(adminValues);
    expect(adminValues.size).toBeGreaterThan(50);
  });
});

/** Sums over events at one hotel. */
const SUM_COLUMNS = [
  ['visit-report', 'visit.grand_total_usd', 2],
  ['overview-report', 'overview.spend_usd', 2],
  ['overview-report', 'overview.sales_usd_last_year', 2],
  ['overview-report', 'overview.vouchers_issued', 0],
  ['overview-report', 'overview.new_members', 0],
] as const satisfies readonly (readonly [ReportKey, string, number])[];

describe('sums of hotels and regions', () => {
  test.each(SUM_COLUMNS)(
    'add up in the %s to those of their region and of the group: %s',
    async (report, key, scale) => {
      const readTotal = async (user: TestUser): Promise<ReportRow[string]> =>
        (await run(user, report, { columns: key })).totals[key] ?? null;
      const sumOverUsers = async (users: readonly TestUser[]) => {
        const sums: ReportRow[string][] = [];
        for (const user of users) sums.push(await readTotal(user));
        return scale === 0 ? sums.reduce<number>((sum, n) => sum + Number(n), 0) : sumDecimals(sums, scale);
      };
      for (const { user, properties } of regions) expect(await sumOverUsers(properties)).toEqual(await readTotal(user));
      expect(await sumOverUsers(regions.map(({ user }) => user))).toEqual(await readTotal(admin));
      expect(Number(await readTotal(admin))).toBeGreaterThan(0);
    },
  );
});

/** Each report with the column for the hotel of a row, by which the rows are grouped. */
const PLACE_COLUMNS = [
  ['benefit-report', 'hotel.code'],
  ['member-report', 'hotel.code'],
  ['redemption-report', 'voucher_redeem.redeem_hotel.name'],
  ['sales-report', 'hotel.code'],
  ['visit-report', 'hotel.code'],
  ['overview-report', 'overview.hotel'],
] as const satisfies readonly (readonly [ReportKey, string])[];

describe('a user of any access level', () => {
  test.each(PLACE_COLUMNS)('gets the sum in the %s over the hotels of its rows, per currency', async (report, key) => {
    const users = [admin, ...regions.flatMap(({ user, properties }) => [user, ...properties.slice(0, 1)])];
    for (const user of users) {
      const { totals, by_currency } = await run(user, report);
      const hotels = await runAll(user, report, { group: key });
      expect(hotels.totals).toEqual(totals);
      const parts = hotels.rows_by_currency.flat();
      for (const { currency, rows, totals: sums } of by_currency) {
        const currencyParts = parts.filter((part) => part.currency === currency);
        expect(currencyParts.reduce((sum, part) => sum + part.rows, 0)).toBe(rows);
        for (const [name, value] of Object.entries(sums)) {
          const values = currencyParts.map((part) => part.totals[name]);
          const scale = String(value).split('.')[1]?.length ?? 0;
          const total = scale ? sumDecimals(values, scale) : values.reduce<number>((sum, n) => sum + Number(n), 0);
          expect(total, `${report} ${name}`).toBe(value);
        }
      }
    }
  });
});

test('a user without a hotel sees no rows and no sums', async () => {
  const unprivilegedUser = await createUser(db, { level: 'property' });
  for (const report of [...RECORDS.map(([name]) => name), 'overview-report'] as const) {
    const { data, totals, meta } = await run(unprivilegedUser, report);
    expect([data, meta.total], report).toEqual([[], 0]);
    for (const [key, sum] of Object.entries(totals)) expect(Number(sum), `${report} ${key}`).toBe(0);
  }
});
