import { WRITES, ZONES, writeAtRandom, writesOf } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startKept } from './test-kept.ts';

const { db, places, run, admin, ofHotels } = await startKept();

type Question = Readonly<Record<string, string>>;

const STATES = ['issued', 'redeemed', 'open', 'expired', 'cancelled'];
const ALL = STATES.flatMap((state) => [`benefit.${state}`, `benefit.${state}_nominal`]).join();
const thisYear = new Date().getUTCFullYear();
const MONTH = 'filter[member_voucher.created_at]';

const COLUMNS: readonly Question[] = [
  { columns: `hotel.code,${ALL}` },
  { columns: 'hotel.code,benefit.redeemed' },
  { columns: 'country.name,benefit.open_nominal,benefit.expired' },
  { columns: 'benefit.cancelled' },
  { columns: `region.name,membership.name,${ALL},member_voucher.nominal`, sort: '-benefit.open,membership.name' },
  { columns: `membership.name,member_voucher.currency,${ALL}` },
  { columns: ALL, group: 'member_voucher.created_at' },
  { columns: `${ALL},member_voucher.nominal`, group: 'hotel.code,member_voucher.created_at', sort: 'hotel.code' },
  { columns: '', group: 'membership.name' },
];
const LIMITS: readonly Question[] = [
  {},
  { [`${MONTH}[preset]`]: 'this_month' },
  { [`${MONTH}[preset]`]: 'this_quarter' },
  { [`${MONTH}[preset]`]: 'this_year', compare: 'last_year' },
  { [`${MONTH}[date_between]`]: `${thisYear - 1}-03,${thisYear}-02`, compare: 'period_before' },
  { 'filter[hotel.code][matches]': places[0]?.code ?? '' },
  { 'filter[region.name][contains]': 'a', 'filter[membership.name][contains]': 'e' },
  { 'filter[member_voucher.currency][exact]': 'IDR', [`${MONTH}[preset]`]: 'this_year' },
];
/** It is true of every voucher, and of no kept figure. */
const OF_VOUCHERS: Question = { 'filter[member_voucher.state][null]': '0' };
/** Of these nothing is kept. */
const OTHERS: readonly Question[] = [
  OF_VOUCHERS,
  { [`${MONTH}[date_between]`]: `${thisYear - 4}-01-02,` },
  { search: 'a' },
  { columns: 'voucher.name,benefit.open' },
  { columns: 'member_voucher.created_at,benefit.open' },
  { columns: 'benefit.open', group: 'member_voucher.valid_until_date' },
];

test('what became of vouchers is told as their records tell it, to any reader, of any books and zones', async () => {
  const all = { ...WRITES, ...ZONES };
  const sight = fc.uniqueArray(fc.nat(places.length - 1), { minLength: 1, maxLength: 3 });
  const drawn = fc.record({
    writes: fc.array(writesOf(all), { minLength: 20, maxLength: 30 }),
    hotels: sight,
    questions: fc.uniqueArray(fc.tuple(fc.constantFrom(...COLUMNS), fc.constantFrom(...LIMITS)), {
      minLength: 12,
      maxLength: 12,
    }),
  });
  const seen = { admin: new Set<string>(), user: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(drawn, async ({ writes, hotels, questions }) => {
      for (const { kind, values } of writes) await writeAtRandom(db, all[kind] ?? '', values);
      const user = await ofHotels(hotels.flatMap((at) => places[at] ?? []));
      for (const [columns, limits] of questions)
        for (const [name, reader] of Object.entries({ admin, user })) {
          const asked = { ...columns, ...limits, per_page: '500' };
          const { facts: _, ...told } = await run(reader, 'benefit-report', asked);
          const { facts: __, ...counted } = await run(reader, 'benefit-report', { ...asked, ...OF_VOUCHERS });
          expect(told, JSON.stringify(asked)).toEqual(counted);
          for (const [key, sum] of Object.entries(told.totals))
            if (Number(sum) > 0) seen[name === 'user' ? 'user' : 'admin'].add(key);
        }
    }),
    { numRuns: 6, seed: 43, endOnFailure: true },
  );
  for (const state of STATES) expect(seen.admin, state).toContain(`benefit.${state}`);
  expect(seen.user.size).toBeGreaterThan(0);
}, 120_000);

test('what became of vouchers is read from the kept figures, and any other question from the records', async () => {
  const user = await ofHotels(places.slice(0, 2));
  await sql`delete from figure`.execute(db.kysely);
  await sql`delete from figure_delta`.execute(db.kysely);
  const usual = { columns: 'hotel.code,benefit.open' };
  for (const reader of [admin, user]) {
    for (const columns of COLUMNS)
      for (const limits of LIMITS)
        expect((await run(reader, 'benefit-report', { ...columns, ...limits })).by_currency).toEqual([]);
    for (const others of OTHERS)
      expect((await run(reader, 'benefit-report', { ...usual, ...others })).by_currency).not.toEqual([]);
  }
  await sql`select recount_figures()`.execute(db.kysely);
  for (const reader of [admin, user])
    for (const columns of COLUMNS) expect((await run(reader, 'benefit-report', columns)).by_currency).not.toEqual([]);
});
