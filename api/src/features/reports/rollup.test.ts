import { GROUPABLE_KINDS, REPORT_PAGES, type ReportKey, catalogueOf } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { WRITES, TABLE_LOCKING_WRITES, runRandomWrite, arbitraryWrite } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { createRunner } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const { run } = createRunner(app);

const { rows: places } = await sql<{ hotel: number; region: number; code: string }>`
  select h.id as hotel, c.region_id as region, h.code from hotel h join country c on c.id = h.country_id
  order by h.id`.execute(db.kysely);
const admin = await createUser(db, { level: 'group' });
const createUserOf = (ownPlaces: readonly (typeof places)[number][]): Promise<TestUser> =>
  createUser(db, {
    level: 'property',
    assignments: ownPlaces.map(({ hotel, region }) => ({ region_id: region, restrict_hotel_id: hotel })),
  });

type ReportParameters = Readonly<Record<string, string>>;

/** The reports with rollups, with the sums and group columns that these support. */
const ROLLUP_REPORTS = Object.entries(REPORT_SOURCES).flatMap(
  ([key, { rollup, measures: rollupPath, summed }]: [string, ReportSource]) => {
    const report = key as ReportKey; // Object.entries loses the key type
    if (!rollup) return [];
    const { period } = REPORT_PAGES[report];
    const measures = Object.keys(rollupPath);
    const sums = [...measures, ...summed];
    const isRollupField = (name: string) =>
      name.split('.').some((_, i, parts) => Object.hasOwn(rollup.pathByColumn, parts.slice(0, i + 1).join('.')));
    const keys = catalogueOf(report)
      .flatMap(({ table, columns }) =>
        columns.filter(({ kind }) => GROUPABLE_KINDS.has(kind)).map(({ column }) => `${table}.${column}`),
      )
      .filter((name) => isRollupField(name) && !sums.includes(name) && name !== period);
    const currency = Object.keys(rollup.pathByColumn).find((name) => rollup.pathByColumn[name] === 'currency') ?? '';
    return [{ report, period, currency, keys, sums, measures }];
  },
);

for (const { report, keys } of ROLLUP_REPORTS)
  for (const key of keys) {
    const [table = '', ...column] = key.split('.');
    await sql`insert into report_column (report_id, table_name, column_name, sort_no, is_checked)
              select id, ${table}, ${column.join('.')}, 900, false from report r where key = ${report} and not exists (
                select from report_column c where c.report_id = r.id and c.table_name = ${table}
                  and c.column_name = ${column.join('.')})`.execute(db.kysely);
  }

const currentYear = new Date().getUTCFullYear();
const limitsOf = ({ period, currency }: (typeof ROLLUP_REPORTS)[number]): readonly ReportParameters[] => [
  {},
  { [`filter[${period}][preset]`]: 'this_month' },
  { [`filter[${period}][preset]`]: 'last_month' },
  { [`filter[${period}][preset]`]: 'semester_1' },
  { [`filter[${period}][preset]`]: 'this_year', compare: 'last_year' },
  { [`filter[${period}][date_between]`]: `${currentYear - 1}-03,${currentYear}-02`, compare: 'period_before' },
  { [`filter[${period}][date_between]`]: `${currentYear - 1}-02-01,${currentYear}-06-30` },
  { 'filter[hotel.code][matches]': places[0]?.code ?? '' },
  { 'filter[region.name][contains]': 'a', 'filter[membership.name][contains]': 'e' },
  { [`filter[${currency}][exact]`]: 'IDR', [`filter[${period}][preset]`]: 'this_year' },
];
/** Periods that start or end within a month; the days of that month come from the records. */
const partialMonthFilters = (period: string): readonly ReportParameters[] => [
  { [`filter[${period}][preset]`]: '6_months_ago' },
  { [`filter[${period}][preset]`]: '10_months_ago', 'filter[region.name][contains]': 'a' },
  { [`filter[${period}][date_between]`]: `${currentYear - 1}-01-31,${currentYear}-06-01` },
  { [`filter[${period}][date_between]`]: `${currentYear - 4}-01-02,` },
  { [`filter[${period}][date_between]`]: `,${currentYear}-10-30` },
];
/** True for every record, but not supported by rollups, so it forces reading the records. */
const recordsFilter = (period: string): ReportParameters => ({ [`filter[${period}][null]`]: '0' });
/** Queries that rollups cannot answer. */
const unsupportedFilters = (period: string): readonly ReportParameters[] => [
  recordsFilter(period),
  { [`filter[${period}][date_between]`]: `${currentYear - 4}-01-02T00:00,` },
  { search: 'a' },
];

/** A random query that rollups can answer: some columns, some sums and a limit. */
const createQueryArbitrary = (rollup: (typeof ROLLUP_REPORTS)[number], limits: readonly ReportParameters[]) => {
  const { report, period, keys, sums, measures } = rollup;
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
    .map(({ by: groupKeys, isByMonth, added: addedSums, limit, isDescending }) => {
      const by = isByMonth ? [...groupKeys.slice(0, 1), period] : groupKeys;
      // These sums always group the rows. Without a group, other sums are over the listed records.
      const isUngrouped = !isByMonth && addedSums.some((name) => measures.includes(name));
      const reportQuery: ReportParameters = {
        ...(isUngrouped ? { columns: [...by, ...addedSums].join() } : { columns: addedSums.join(), group: by.join() }),
        ...(isDescending && by[0] && { sort: `-${by[0]}` }),
        ...limit,
        per_page: '500',
      };
      return { report, period, params: reportQuery };
    });
};

test('rollups return the same as the records for any query, reader, data and zone', async () => {
  const settings = { ...WRITES, ...TABLE_LOCKING_WRITES };
  const visibility = fc.uniqueArray(fc.nat(places.length - 1), { minLength: 1, maxLength: 3 });
  const arbitrary = fc.record({
    writes: fc.array(arbitraryWrite(settings), { minLength: 20, maxLength: 30 }),
    hotels: visibility,
    queries: fc.tuple(
      ...ROLLUP_REPORTS.map((rollup) =>
        fc.array(createQueryArbitrary(rollup, [...limitsOf(rollup), ...partialMonthFilters(rollup.period)]), {
          minLength: 8,
          maxLength: 8,
        }),
      ),
    ),
  });
  const readTables = { admin: new Set<string>(), user: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ writes, hotels, queries }) => {
      for (const { kind, values } of writes) await runRandomWrite(db, settings[kind] ?? '', values);
      const user = await createUserOf(hotels.flatMap((index) => places[index] ?? []));
      for (const { report, period, params } of queries.flat())
        for (const [name, reader] of Object.entries({ admin, user })) {
          const { facts: _, ...rollupPath } = await run(reader, report, params);
          const { facts: __, ...recordsRun } = await run(reader, report, { ...params, ...recordsFilter(period) });
          expect(rollupPath, `${report} ${JSON.stringify(params)}`).toEqual(recordsRun);
          for (const { totals } of rollupPath.by_currency)
            for (const [key, sum] of Object.entries(totals))
              if (Number(sum) > 0) readTables[name === 'user' ? 'user' : 'admin'].add(`${report} ${key}`);
        }
    }),
    { numRuns: 6, seed: testSeed(43), endOnFailure: true },
  );
  for (const { report, sums } of ROLLUP_REPORTS) {
    for (const sum of sums) expect([...readTables.admin]).toContain(`${report} ${sum}`);
    expect([...readTables.user].some((table) => table.startsWith(report))).toBe(true);
  }
});

test('supported queries read the rollups, and all others read the records', async () => {
  const user = await createUserOf(places.slice(0, 2));
  const { rows: rollups } = await sql<{ rollup: string }>`select rollup from rollup_source`.execute(db.kysely);
  for (const { rollup } of rollups) await sql`delete from ${sql.table(rollup)}`.execute(db.kysely);
  await sql`delete from voucher_state`.execute(db.kysely);
  const seed = testSeed(7);
  for (const rollup of ROLLUP_REPORTS) {
    const { report, period } = rollup;
    for (const reader of [admin, user]) {
      for (const { params } of fc.sample(createQueryArbitrary(rollup, limitsOf(rollup)), { numRuns: 40, seed }))
        expect((await run(reader, report, params)).by_currency, JSON.stringify(params)).toEqual([]);
      for (const filters of unsupportedFilters(period))
        expect((await run(reader, report, { group: 'hotel.code', ...filters })).by_currency, report).not.toEqual([]);
      const countRows = async (params: ReportParameters) =>
        (await run(reader, report, { group: 'hotel.code', ...params })).by_currency.reduce(
          (n, { rows }) => n + rows,
          0,
        );
      const sinceFilter: ReportParameters = { [`filter[${period}][date_between]`]: `${currentYear - 4}-01-02,` };
      if (REPORT_SOURCES[report].rollup?.singleRows)
        expect(await countRows(sinceFilter), report).toBeLessThan(
          await countRows({ ...sinceFilter, ...recordsFilter(period) }),
        );
    }
  }
  await sql`select rebuild_rollups()`.execute(db.kysely);
  for (const { report } of ROLLUP_REPORTS)
    for (const reader of [admin, user])
      expect((await run(reader, report, { group: 'hotel.code' })).by_currency, report).not.toEqual([]);
});
