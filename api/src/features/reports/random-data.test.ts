import { type ReportKey, reportKeys } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { WRITES, TABLE_LOCKING_WRITES, runRandomWrite, arbitraryWrite } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { sumByCurrency, createRunner, valuesOf } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const { rows: places } = await sql<{ hotel: number; code: string; name: string; region: number }>`
  select h.id as hotel, h.code, h.name, c.region_id as region from hotel h join country c on c.id = h.country_id
  where h.deleted_at is null order by h.id`.execute(db.kysely);
const { run, runAll } = createRunner(app);
const admin = await createUser(db, { level: 'group' });

/** The column with the hotel of a row. */
const PLACE_COLUMN = {
  'overview-report': 'overview.hotel',
  'sales-report': 'hotel.code',
  'member-report': 'hotel.code',
  'visit-report': 'hotel.code',
  'redemption-report': 'voucher_redeem.redeem_hotel.name',
  'benefit-report': 'hotel.code',
  'takings-report': 'hotel.code',
} as const satisfies Record<ReportKey, string>;
/** Reports of events at one hotel. Members and their records may be visible to two hotels. */
const SINGLE_HOTEL_REPORTS: ReadonlySet<ReportKey> = new Set(['overview-report', 'visit-report']);

const settings = { ...WRITES, ...TABLE_LOCKING_WRITES };
/** Indexes of the user's hotels. */
const visibility = fc.uniqueArray(fc.nat(places.length - 1), { minLength: 1, maxLength: 5 });

test('each report shows a user the sum over their hotels, for random data', async () => {
  const coveredReports = new Set<ReportKey>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryWrite(settings), { minLength: 20, maxLength: 30 }),
      visibility,
      async (writes, hotels) => {
        for (const { kind, values } of writes) await runRandomWrite(db, settings[kind] ?? '', values);
        const ownHotel = hotels.flatMap((index) => places[index] ?? []);
        const toAssignment = ({ hotel, region }: (typeof ownHotel)[number]) => ({
          region_id: region,
          restrict_hotel_id: hotel,
        });
        const user = await createUser(db, { level: 'property', assignments: ownHotel.map(toAssignment) });
        const hotelUsers = await Promise.all(
          ownHotel.map((place) => createUser(db, { level: 'property', assignments: [toAssignment(place)] })),
        );
        for (const report of reportKeys) {
          const shownRun = await run(user, report);
          const hotelRun = await runAll(user, report, { group: PLACE_COLUMN[report] });
          expect(sumByCurrency(hotelRun.rows_by_currency.flat()), report).toEqual(sumByCurrency(shownRun.by_currency));
          expect(hotelRun.by_currency, report).toEqual(shownRun.by_currency);
          // A user's own hotels are summed in full. Rows of other hotels may occur only where two hotels see a record.
          const adminRun = await runAll(admin, report, { group: PLACE_COLUMN[report] });
          const names = valuesOf(adminRun, PLACE_COLUMN[report]);
          valuesOf(hotelRun, PLACE_COLUMN[report]).forEach((name, index) => {
            const fullRows = adminRun.rows_by_currency[names.indexOf(name)];
            if (ownHotel.some((place) => name === place.code || name === place.name))
              expect(hotelRun.rows_by_currency[index], `${report} ${name}`).toEqual(fullRows);
            else expect(SINGLE_HOTEL_REPORTS.has(report), `${report} ${name}`).toBe(false);
          });
          if (!SINGLE_HOTEL_REPORTS.has(report)) continue;
          const singleRuns = await Promise.all(hotelUsers.map(async (item) => (await run(item, report)).by_currency));
          expect(sumByCurrency(singleRuns.flat()), report).toEqual(sumByCurrency(shownRun.by_currency));
          if (shownRun.by_currency.length > 0) coveredReports.add(report);
        }
      },
    ),
    { numRuns: 12, seed: testSeed(23), endOnFailure: true },
  );
  expect([...coveredReports]).toEqual([...SINGLE_HOTEL_REPORTS]);
});
