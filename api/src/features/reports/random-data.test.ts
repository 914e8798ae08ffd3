import { type ReportKey, reportKeys } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { WRITES, ZONES, runRandomWrite, arbitraryWrite } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { sumParts, createRunner, valuesOf } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const { rows: places } = await sql<{ hotel: number; code: string; name: string; region: number }>`
  select h.id as hotel, h.code, h.name, c.region_id as region from hotel h join country c on c.id = h.country_id
  where h.deleted_at is null order by h.id`.execute(db.kysely);
const { run, runAll } = createRunner(app);
const admin = await createUser(db, { level: 'group' });

/** The column with the hotel of a row. */
const PLACE = {
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

const all = { ...WRITES, ...ZONES };
/** Positions of a user's hotels. */
const visibility = fc.uniqueArray(fc.nat(places.length - 1), { minLength: 1, maxLength: 5 });

test('each report shows a user the sum over their hotels, for random data', async () => {
  const covered = new Set<ReportKey>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryWrite(all), { minLength: 20, maxLength: 30 }),
      visibility,
      async (writes, hotels) => {
        for (const { kind, values } of writes) await runRandomWrite(db, all[kind] ?? '', values);
        const own = hotels.flatMap((at) => places[at] ?? []);
        const assignment = ({ hotel, region }: (typeof own)[number]) => ({
          region_id: region,
          restrict_hotel_id: hotel,
        });
        const user = await createUser(db, { level: 'property', assignments: own.map(assignment) });
        const single = await Promise.all(
          own.map((place) => createUser(db, { level: 'property', assignments: [assignment(place)] })),
        );
        for (const report of reportKeys) {
          const shown = await run(user, report);
          const byHotel = await runAll(user, report, { group: PLACE[report] });
          expect(sumParts(byHotel.rows_by_currency.flat()), report).toEqual(sumParts(shown.by_currency));
          expect(byHotel.by_currency, report).toEqual(shown.by_currency);
          // A user's own hotels are summed in full. Rows of other hotels may occur only where two hotels see a record.
          const forAll = await runAll(admin, report, { group: PLACE[report] });
          const names = valuesOf(forAll, PLACE[report]);
          valuesOf(byHotel, PLACE[report]).forEach((name, at) => {
            const whole = forAll.rows_by_currency[names.indexOf(name)];
            if (own.some((place) => name === place.code || name === place.name))
              expect(byHotel.rows_by_currency[at], `${report} ${name}`).toEqual(whole);
            else expect(SINGLE_HOTEL_REPORTS.has(report), `${report} ${name}`).toBe(false);
          });
          if (!SINGLE_HOTEL_REPORTS.has(report)) continue;
          const alone = await Promise.all(single.map(async (one) => (await run(one, report)).by_currency));
          expect(sumParts(alone.flat()), report).toEqual(sumParts(shown.by_currency));
          if (shown.by_currency.length > 0) covered.add(report);
        }
      },
    ),
    { numRuns: 12, seed: testSeed(23), endOnFailure: true },
  );
  expect([...covered]).toEqual([...SINGLE_HOTEL_REPORTS]);
});
