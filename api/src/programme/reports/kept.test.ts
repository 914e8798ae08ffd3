import { GROUPABLE, REPORT_PAGES, type ReportKey, catalogueOf } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { WRITES, ZONES, writeAtRandom, writesOf } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { createRunner } from './test-reports.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const { run } = createRunner(app);

const { rows: places } = await sql<{ hotel: number; region: number; code: string }>`
  select h.id as hotel, c.region_id as region, h.code from hotel h join country c on c.id = h.country_id order by h.id`.execute(
  db.kysely,
);
const admin = await createUser(db, { level: 'group' });
const ofHotels = (own: readonly (typeof places)[number][]): Promise<TestUser> =>
  createUser(db, {
    level: 'property',
    assignments: own.map(({ hotel, region }) => ({ region_id: region, restrict_hotel_id: hotel })),
  });

type Question = Readonly<Record<string, string>>;

/** The reports of whose records figures are kept, and all that these tell: sums, and columns by which they are told apart. */
const KEPT = Object.entries(REPORT_SOURCES).flatMap(
  ([key, { kept, figures: told, summed }]: [string, ReportSource]) => {
    const report = key as ReportKey; // Object.entries forgets the key type
    if (!kept) return [];
    const { period } = REPORT_PAGES[report];
    const figures = Object.keys(told);
    const sums = [...figures, ...summed];
    const isTold = (name: string) =>
      name.split('.').some((_, at, parts) => Object.hasOwn(kept.told, parts.slice(0, at + 1).join('.')));
    const keys = catalogueOf(report)
      .flatMap(({ table, columns }) =>
        columns.filter(({ kind }) => GROUPABLE.has(kind)).map(({ column }) => `${table}.${column}`),
      )
      .filter((name) => isTold(name) && !sums.includes(name) && name !== period);
    const currency = Object.keys(kept.told).find((name) => kept.told[name] === 'currency') ?? '';
    return [{ report, period, currency, keys, sums, figures }];
  },
);

for (const { report, keys } of KEPT)
  for (const key of keys) {
    const [table = '', ...column] = key.split('.');
    await sql`insert into report_column (report_id, table_name, column_name, sort_no, is_checked)
              select id, ${table}, ${column.join('.')}, 900, false from report r where key = ${report} and not exists (
                select from report_column c where c.report_id = r.id and c.table_name = ${table} and c.column_name = ${column.join('.')})`.execute(
      db.kysely,
    );
  }

const thisYear = new Date().getUTCFullYear();
const limitsOf = ({ period, currency }: (typeof KEPT)[number]): readonly Question[] => [
  {},
  { [`filter[${period}][preset]`]: 'this_month' },
  { [`filter[${period}][preset]`]: 'last_month' },
  { [`filter[${period}][preset]`]: 'semester_1' },
  { [`filter[${period}][preset]`]: 'this_year', compare: 'last_year' },
  { [`filter[${period}][date_between]`]: `${thisYear - 1}-03,${thisYear}-02`, compare: 'period_before' },
  { [`filter[${period}][date_between]`]: `${thisYear - 1}-02-01,${thisYear}-06-30` },
  { 'filter[hotel.code][matches]': places[0]?.code ?? '' },
  { 'filter[region.name][contains]': 'a', 'filter[membership.name][contains]': 'e' },
  { [`filter[${currency}][exact]`]: 'IDR', [`filter[${period}][preset]`]: 'this_year' },
];
/** Periods that begin or end within a month: its days come from the records. */
const partsOfMonths = (period: string): readonly Question[] => [
  { [`filter[${period}][preset]`]: '6_months_ago' },
  { [`filter[${period}][preset]`]: '10_months_ago', 'filter[region.name][contains]': 'a' },
  { [`filter[${period}][date_between]`]: `${thisYear - 1}-01-31,${thisYear}-06-01` },
  { [`filter[${period}][date_between]`]: `${thisYear - 4}-01-02,` },
  { [`filter[${period}][date_between]`]: `,${thisYear}-10-30` },
];
/** It is true of every record, and asked of no kept figure. */
const ofRecords = (period: string): Question => ({ [`filter[${period}][null]`]: '0' });
/** Of these nothing is kept. */
const othersOf = (period: string): readonly Question[] => [
  ofRecords(period),
  { [`filter[${period}][date_between]`]: `${thisYear - 4}-01-02T00:00,` },
  { search: 'a' },
];

/** A question that kept figures answer: by some columns, of some sums, and limited in some way. */
const questionsOf = (kept: (typeof KEPT)[number], limits: readonly Question[]) => {
  const { report, period, keys, sums, figures } = kept;
  return fc
    .record({
      by: fc.subarray(keys, { maxLength: 2 }),
      isByMonth: fc.boolean(),
      added: fc.subarray(sums, { minLength: 1 }),
      limit: fc.oneof(
        { arbitrary: fc.constantFrom(...limits), weight: 3 },
        fc.constantFrom(...keys).map((name) => ({ [`filter[${name}][null]`]: '0' })),
      ),
      isDescending: fc.boolean(),
    })
    .map(({ by: drawn, isByMonth, added, limit, isDescending }) => {
      const by = isByMonth ? [...drawn.slice(0, 1), period] : drawn;
      // Figures tell rows apart by themselves; other sums of no group are those of the records listed.
      const isApart = !isByMonth && added.some((name) => figures.includes(name));
      const question: Question = {
        ...(isApart ? { columns: [...by, ...added].join() } : { columns: added.join(), group: by.join() }),
        ...(isDescending && by[0] && { sort: `-${by[0]}` }),
        ...limit,
        per_page: '500',
      };
      return { report, period, asked: question };
    });
};

test('figures that are kept answer as the records would, any question, reader, books and zones', async () => {
  const all = { ...WRITES, ...ZONES };
  const sight = fc.uniqueArray(fc.nat(places.length - 1), { minLength: 1, maxLength: 3 });
  const drawn = fc.record({
    writes: fc.array(writesOf(all), { minLength: 20, maxLength: 30 }),
    hotels: sight,
    questions: fc.tuple(
      ...KEPT.map((kept) =>
        fc.array(questionsOf(kept, [...limitsOf(kept), ...partsOfMonths(kept.period)]), { minLength: 8, maxLength: 8 }),
      ),
    ),
  });
  const seen = { admin: new Set<string>(), user: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(drawn, async ({ writes, hotels, questions }) => {
      for (const { kind, values } of writes) await writeAtRandom(db, all[kind] ?? '', values);
      const user = await ofHotels(hotels.flatMap((at) => places[at] ?? []));
      for (const { report, period, asked } of questions.flat())
        for (const [name, reader] of Object.entries({ admin, user })) {
          const { facts: _, ...told } = await run(reader, report, asked);
          const { facts: __, ...counted } = await run(reader, report, { ...asked, ...ofRecords(period) });
          expect(told, `${report} ${JSON.stringify(asked)}`).toEqual(counted);
          for (const { totals } of told.by_currency)
            for (const [key, sum] of Object.entries(totals))
              if (Number(sum) > 0) seen[name === 'user' ? 'user' : 'admin'].add(`${report} ${key}`);
        }
    }),
    { numRuns: 6, seed: testSeed(43), endOnFailure: true },
  );
  for (const { report, sums } of KEPT) {
    for (const sum of sums) expect([...seen.admin]).toContain(`${report} ${sum}`);
    expect([...seen.user].some((of) => of.startsWith(report))).toBe(true);
  }
});

test('such questions are answered from the kept figures, and any others from the records', async () => {
  const user = await ofHotels(places.slice(0, 2));
  await sql`delete from figure`.execute(db.kysely);
  await sql`delete from figure_delta`.execute(db.kysely);
  await sql`delete from voucher_standing`.execute(db.kysely);
  const seed = testSeed(7);
  for (const kept of KEPT) {
    const { report, period } = kept;
    for (const reader of [admin, user]) {
      for (const { asked } of fc.sample(questionsOf(kept, limitsOf(kept)), { numRuns: 40, seed }))
        expect((await run(reader, report, asked)).by_currency, JSON.stringify(asked)).toEqual([]);
      for (const others of othersOf(period))
        expect((await run(reader, report, { group: 'hotel.code', ...others })).by_currency, report).not.toEqual([]);
      const rowsOf = async (asked: Question) =>
        (await run(reader, report, { group: 'hotel.code', ...asked })).by_currency.reduce((n, { rows }) => n + rows, 0);
      const since: Question = { [`filter[${period}][date_between]`]: `${thisYear - 4}-01-02,` };
      if (REPORT_SOURCES[report].kept?.singles)
        expect(await rowsOf(since), report).toBeLessThan(await rowsOf({ ...since, ...ofRecords(period) }));
    }
  }
  await sql`select recount_figures()`.execute(db.kysely);
  for (const { report } of KEPT)
    for (const reader of [admin, user])
      expect((await run(reader, report, { group: 'hotel.code' })).by_currency, report).not.toEqual([]);
});
