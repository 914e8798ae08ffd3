import type { ReportKey } from '@innkeeper/contract';
import { WRITES, ZONES, writeAtRandom, writesOf } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startKept } from './test-kept.ts';

const { db, places, run, admin, ofHotels } = await startKept();

/** Reports whose sums of whole months are kept, their period, and columns by which the same sums are added up from the records. */
const KEPT = [
  ['visit-report', 'visit.visit_date', 'visit.reference_no'],
  ['redemption-report', 'voucher_redeem.redeem_date', 'voucher_redeem.booking_no'],
  ['benefit-report', 'member_voucher.created_at', 'voucher.name'],
] as const satisfies readonly (readonly [ReportKey, string, string])[];

const thisYear = new Date().getUTCFullYear();
const MONTHS: readonly Readonly<Record<string, string>>[] = [
  { preset: 'this_month' },
  { preset: 'last_month' },
  { preset: 'this_quarter' },
  { preset: 'this_year' },
  { preset: 'semester_1' },
  { date_between: `${thisYear - 1}-03,${thisYear}-02` },
  { date_between: `${thisYear - 1}-02-01,${thisYear}-06-30` },
  {},
];
/** Of these no sums are kept. */
const OTHERS: readonly Readonly<Record<string, string>>[] = [
  { preset: '2_months_ago' },
  { preset: 'month_to_yesterday' },
  { date_between: `${thisYear - 1}-03-02,${thisYear}-02-28` },
];

const filterOf = (period: string, limit: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(limit).map(([operator, value]) => [`filter[${period}][${operator}]`, value]));

test('sums of whole months are those of their records, for any reader, books and zones', async () => {
  const all = { ...WRITES, ...ZONES };
  const sight = fc.uniqueArray(fc.nat(places.length - 1), { minLength: 1, maxLength: 3 });
  const limits = fc.uniqueArray(fc.constantFrom(...MONTHS, ...OTHERS), { minLength: 3, maxLength: 3 });
  const drawn = fc.record({ writes: fc.array(writesOf(all), { minLength: 20, maxLength: 30 }), hotels: sight, limits });
  const isTold = new Set<string>();
  await fc.assert(
    fc.asyncProperty(drawn, async ({ writes, hotels, limits: some }) => {
      for (const { kind, values } of writes) await writeAtRandom(db, all[kind] ?? '', values);
      const user = await ofHotels(hotels.flatMap((at) => places[at] ?? []));
      for (const reader of [admin, user])
        for (const [report, period, name] of KEPT)
          for (const limit of some) {
            const asked = filterOf(period, limit);
            const told = await run(reader, report, asked);
            const counted = await run(reader, report, { ...asked, group: name });
            expect(told.by_currency, `${report} ${JSON.stringify(limit)}`).toEqual(counted.by_currency);
            expect(told.totals).toEqual(counted.totals);
            expect(told.meta.total).toBe(told.by_currency.reduce((n, { rows }) => n + rows, 0));
            if (told.meta.total > 0 && reader !== admin) isTold.add(report);
          }
    }),
    { numRuns: 6, seed: 41, endOnFailure: true },
  );
  expect([...isTold].sort()).toEqual(KEPT.map(([report]) => report).sort());
});

test('sums of whole months are read from the kept figures, and any others from the records', async () => {
  await sql`delete from figure`.execute(db.kysely);
  await sql`delete from figure_delta`.execute(db.kysely);
  for (const [report, period] of KEPT) {
    for (const limit of MONTHS) expect((await run(admin, report, filterOf(period, limit))).by_currency).toEqual([]);
    const { by_currency, data } = await run(admin, report, { ...filterOf(period, {}), search: '2' });
    expect(by_currency.reduce((n, { rows }) => n + rows, 0)).toBeGreaterThanOrEqual(data.length);
    expect(data.length, report).toBeGreaterThan(0);
  }
  await sql`select recount_figures()`.execute(db.kysely);
  for (const [report] of KEPT) expect((await run(admin, report)).by_currency, report).not.toEqual([]);
});
