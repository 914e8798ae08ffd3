import {
  type Condition,
  type CurrencySums,
  type ListMeta,
  type ReportKey,
  type ReportRun,
  type ResourceKey,
  type RowSelection,
  monthsCondition,
  includesCondition,
  listParameters,
  narrowRows,
  withoutRateKey,
} from '@innkeeper/contract';
import type { Cell, Dashboard, MergeEntry } from '@innkeeper/contract/calls';
import { seedDemo } from '@innkeeper/demo';
import { WRITES, runRandomWrite, arbitraryWrite } from '@innkeeper/demo/random-writes';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatNumber } from '../engine/import-export/format-cell.ts';
import { csvRows, download } from '../engine/import-export/table-helpers.ts';
import { call, queryString } from '../testing/call.ts';
import { expectInvalid } from '../testing/expectations.ts';
import { startTestApp } from '../testing/test-app.ts';
import { caseShare } from '../testing/case-share.ts';
import { type NewUser, type TestUser, createUser } from '../testing/user.ts';
import { readWorkbook } from './reports/file-helpers.ts';
import { sumByCurrency, createRunner } from './reports/report-helpers.ts';

/**
 * A sum includes the hotels it names: sales, visits and redemptions by the hotel where they were made, members and
 * vouchers by the hotel that serves the member. So hotels add up to their region, and regions to the group, on every
 * screen and in every file.
 */

const NOW = new Date();
const api = await startTestApp();
const { app, db } = api;
api.setClock(NOW);
await seedDemo(db, { members: 60, passwordHash: 'hash', now: NOW });
const { request, run } = createRunner(app);
const admin = await createUser(db, { level: 'group' });

// Members move and sign up elsewhere, visits move to other members, sales and redemptions are made at any hotel. The
// seed is fixed, because testSeed needs a running test.
const samples = fc.sample(arbitraryWrite(WRITES), { numRuns: 120, seed: Number(process.env['TEST_SEED'] ?? 61) });
for (const { kind, values } of samples) await runRandomWrite(db, WRITES[kind] ?? '', values);
await spreadMembers();
await mergePairs();

/** Every fifth member is served by another hotel than the one where they signed up, some in another region. */
async function spreadMembers(): Promise<void> {
  await sql`
    update member m set hotel_id = h.id
    from (select id, row_number() over (order by id) as n, count(*) over () as all_of from hotel) h
    where m.id % 5 = 0 and h.n = 1 + (m.id * 7) % h.all_of`.execute(db.kysely);
}

/** Merges pairs of members of different hotels and reverts one of the merges. */
async function mergePairs(): Promise<void> {
  const { rows } = await sql<{ retained: number; absorbed: number }>`
    select a.id as retained, b.id as absorbed from member a join member b on b.id = a.id + 1
    where a.deleted_at is null and b.deleted_at is null and a.hotel_id <> b.hotel_id and a.id % 2 = 0
    order by a.id`.execute(db.kysely);
  const merges: MergeEntry[] = [];
  for (const { retained, absorbed } of rows.slice(0, 12)) {
    const reply = await call<{ data: MergeEntry }>(app, admin.token, 'POST', `/api/member/${retained}/merge`, {
      body: { member_id: absorbed },
    });
    if (reply.status === 200) merges.push(reply.body.data);
  }
  expect(merges.length).toBeGreaterThan(2);
  const [first] = merges;
  const undoReply = await call(app, admin.token, 'POST', `/api/member/${first?.retained.id}/merge/${first?.id}/undo`);
  expect(undoReply.status, undoReply.text).toBe(200);
}

// Readers -------------------------------------------------------------------------------------------------------------

const { rows: places } = await sql<{ hotel: number; code: string; name: string; region: number }>`
  select h.id as hotel, h.code, h.name, c.region_id as region from hotel h join country c on c.id = h.country_id
  order by h.id`.execute(db.kysely);
type Place = (typeof places)[number];

interface Reader {
  readonly title: string;
  readonly user: TestUser;
  readonly hotels: readonly Place[];
}

async function createReader(title: string, hotels: readonly Place[], scope: NewUser): Promise<Reader> {
  return { title, hotels, user: await createUser(db, scope) };
}
const findPlacesIn = (...ids: readonly number[]) => places.filter(({ region }) => ids.includes(region));
const regionIds = [...new Set(places.map(({ region }) => region))];
const [r1 = 0, r2 = 0, r3 = 0] = regionIds;
const [onlyPlace] = findPlacesIn(r3);
if (!onlyPlace) throw new Error('There are fewer than three regions');

const group: Reader = { title: 'the group', user: admin, hotels: places };
const regions = await Promise.all(
  regionIds.map((id) =>
    createReader(`region ${id}`, findPlacesIn(id), { level: 'region', assignments: [{ region_id: id }] }),
  ),
);
const properties = await Promise.all(
  places.map((place) =>
    createReader(`hotel ${place.code}`, [place], {
      level: 'property',
      assignments: [{ region_id: place.region, restrict_hotel_id: place.hotel }],
    }),
  ),
);
const mixedReaders = await Promise.all([
  createReader('two regions', findPlacesIn(r1, r2), {
    level: 'region',
    assignments: [{ region_id: r1 }, { region_id: r2 }],
  }),
  createReader('a region and one hotel', [...findPlacesIn(r2), onlyPlace], {
    level: 'region',
    assignments: [{ region_id: r2 }, { region_id: r3, restrict_hotel_id: onlyPlace.hotel }],
  }),
]);
const readers = [group, ...regions, ...mixedReaders, ...properties];
const readersByTitle = [group, ...regions, ...mixedReaders, ...caseShare(properties)].map(
  (reader) => [reader.title, reader] as const,
);

// Expected values, computed separately --------------------------------------------------------------------------------

/** A sum for one hotel and currency: the number of rows, and amounts as strings. */
interface ExpectedRow extends Readonly<Record<string, unknown>> {
  readonly hotel: number;
  readonly currency: string | null;
  readonly rows: number;
}

const isDayBetween = (moment: RawBuilder<unknown>, { first, last }: DayRange): RawBuilder<unknown> =>
  sql`(${moment} at time zone z.zone)::date between ${first}::date and ${last}::date`;

interface DayRange {
  readonly first: string;
  readonly last: string;
}
const ALL_DAYS: DayRange = { first: '0001-01-01', last: '9999-12-31' };

const JOIN_TYPE = sql`join option_detail d on d.id = t.transaction_type_id join option o on o.id = d.option_id
    and o.slug = 'transaction-type'`;
const sumAsText = (column: string, amount: RawBuilder<unknown> | undefined, scale: number) =>
  sql`round(coalesce(sum(${amount ?? sql.ref(column)}), 0), ${sql.lit(scale)})::text as ${sql.ref(column)}`;

const COUNT_WITHOUT_RATE = sql`count(*) filter (where usd_rate is null)::int as grand_total_without_rate`;

/** Expected sums of each report by hotel and currency, in each hotel's local days. */
const EXPECTED_QUERIES: Readonly<
  Record<Exclude<ReportKey, 'overview-report'>, (days: DayRange) => RawBuilder<ExpectedRow>>
> = {
  'sales-report': (days) => sql<ExpectedRow>`
    select t.hotel_id as hotel, t.currency, count(*)::int as rows, ${sumAsText('sub_total', undefined, 3)},
           ${sumAsText('discount', undefined, 3)},
           ${sumAsText('grand_total', undefined, 3)}, ${sumAsText('grand_total_usd', undefined, 2)}, ${COUNT_WITHOUT_RATE}
    from transaction t join hotel_time_zone z on z.hotel_id = t.hotel_id ${JOIN_TYPE}
    where t.deleted_at is null and d.code in ('1', '2', '3', '6') and ${isDayBetween(sql`t.transaction_date`, days)}
    group by 1, 2`,
  'visit-report': (days) => sql<ExpectedRow>`
    select v.hotel_id as hotel, v.currency, count(*)::int as rows, ${sumAsText('total_room', undefined, 3)},
           ${sumAsText('total_fb', undefined, 3)},
           ${sumAsText('total_others', undefined, 3)}, ${sumAsText('grand_total', undefined, 3)},
           ${sumAsText('grand_total_usd', undefined, 2)}, ${COUNT_WITHOUT_RATE}
    from visit v join hotel_time_zone z on z.hotel_id = v.hotel_id
    where v.deleted_at is null and ${isDayBetween(sql`v.visit_date`, days)} group by 1, 2`,
  'redemption-report': (days) => sql<ExpectedRow>`
    select r.redeem_hotel_id as hotel, v.currency, count(*)::int as rows, ${sumAsText('nominal', sql`v.nominal`, 3)}
    from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
    join hotel_time_zone z on z.hotel_id = r.redeem_hotel_id
    where r.deleted_at is null and ${isDayBetween(sql`r.redeem_date`, days)} group by 1, 2`,
  'benefit-report': (days) => sql<ExpectedRow>`
    select m.hotel_id as hotel, v.currency, count(*)::int as rows, count(*)::int as issued,
           ${sumAsText('issued_nominal', sql`v.nominal`, 3)}, ${sql.join(
             ['redeemed', 'open', 'expired', 'cancelled'].flatMap((state) => [
               sql`count(*) filter (where s.state = ${state})::int as ${sql.ref(state)}`,
               sumAsText(`${state}_nominal`, sql`case when s.state = ${state} then v.nominal else 0 end`, 3),
             ]),
           )}
    from member_voucher v join member m on m.id = v.member_id join member_card c on c.id = v.member_card_id
    join hotel_time_zone z on z.hotel_id = m.hotel_id
    cross join lateral (select case
      when exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)
        then 'redeemed'
      when not (m.is_active and c.is_active) or m.deleted_at is not null or c.deleted_at is not null then 'cancelled'
      when v.valid_until_date < (now() at time zone z.zone)::date then 'expired' else 'open' end as state) s
    where v.deleted_at is null and ${isDayBetween(sql`v.created_at`, days)} group by 1, 2`,
  'takings-report': (days) => sql<ExpectedRow>`
    select t.hotel_id as hotel, t.currency, count(*)::int as rows, count(*)::int as records,
           ${sumAsText('amount', sql`t.grand_total`, 3)}, ${sumAsText('amount_usd', sql`t.grand_total_usd`, 2)},
           count(*) filter (where usd_rate is null)::int as amount_without_rate
    from transaction t join hotel_time_zone z on z.hotel_id = t.hotel_id
    where t.deleted_at is null and ${isDayBetween(sql`t.transaction_date`, days)} group by 1, 2`,
  'member-report': ({ first, last }) => sql<ExpectedRow>`
    select hotel_id as hotel, null as currency, count(*)::int as rows from member
    where deleted_at is null
      and ${first === ALL_DAYS.first ? sql`true` : sql`member_date between ${first}::date and ${last}::date`}
    group by 1`,
};

/** The query of each report: its sums, the table of their keys, and its period and hotel columns. */
const REPORTS = {
  'sales-report': {
    table: 'transaction',
    sums: ['sub_total', 'discount', 'grand_total', 'grand_total_usd'],
    period: 'transaction.transaction_date',
    hotel: 'hotel.code',
    by: 'code',
  },
  'visit-report': {
    table: 'visit',
    sums: ['total_room', 'total_fb', 'total_others', 'grand_total', 'grand_total_usd'],
    period: 'visit.visit_date',
    hotel: 'hotel.code',
    by: 'code',
  },
  'redemption-report': {
    table: 'member_voucher',
    sums: ['nominal'],
    period: 'voucher_redeem.redeem_date',
    hotel: 'voucher_redeem.redeem_hotel.name',
    by: 'name',
  },
  'benefit-report': {
    table: 'benefit',
    sums: ['issued', 'redeemed', 'open', 'expired', 'cancelled'].flatMap((state) => [state, `${state}_nominal`]),
    period: 'member_voucher.created_at',
    hotel: 'hotel.code',
    by: 'code',
  },
  'takings-report': {
    table: 'takings',
    sums: ['records', 'amount', 'amount_usd'],
    period: 'transaction.transaction_date',
    hotel: 'hotel.code',
    by: 'code',
  },
  'member-report': { table: 'member', sums: [], period: 'member.member_date', hotel: 'hotel.code', by: 'code' },
} as const satisfies Record<keyof typeof EXPECTED_QUERIES, object>;
type RecordReport = keyof typeof REPORTS;
/** A column that identifies records, for reports that otherwise list sums of groups. */
const RECORD_COLUMNS: Readonly<Partial<Record<RecordReport, string>>> = {
  'benefit-report': 'member_voucher.voucher_no',
  'takings-report': 'transaction.transaction_no',
};
const REPORT_KEYS = Object.keys(REPORTS) as RecordReport[]; // Object.keys loses the key type

const YEAR = Temporal.PlainDate.from(NOW.toISOString().slice(0, 10)).year - 1;
/** All time, and a period that begins and ends in the middle of a month. */
const PERIODS: readonly DayRange[] = [ALL_DAYS, { first: `${YEAR}-02-11`, last: `${YEAR + 1}-02-19` }];

const expectedCache = new Map<string, readonly ExpectedRow[]>();
async function computeExpected(
  report: RecordReport,
  days: DayRange,
  hotels: readonly Place[],
): Promise<readonly CurrencySums[]> {
  const key = `${report} ${days.first}`;
  const result = expectedCache.get(key) ?? (await EXPECTED_QUERIES[report](days).execute(db.kysely)).rows;
  expectedCache.set(key, result);
  const { table, sums } = REPORTS[report];
  const ids = new Set(hotels.map(({ hotel }) => hotel));
  return result
    .filter(({ hotel }) => ids.has(hotel))
    .map((row) => ({
      currency: row.currency,
      rows: row.rows,
      totals: Object.fromEntries(
        [...sums, ...sums.flatMap((name) => withoutRateKey(name) ?? [])].map((name) => [
          `${table}.${name}`,
          row[name] as string | number,
        ]),
      ), // the statements above select these columns
    }));
}
const countOf = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

const periodFilter = (report: RecordReport, days: DayRange): Readonly<Record<string, string>> =>
  days === ALL_DAYS ? {} : { [`filter[${REPORTS[report].period}][date_between]`]: `${days.first},${days.last}` };

// Reports -------------------------------------------------------------------------------------------------------------

describe.each(REPORT_KEYS)('the %s', (report) => {
  const { table, sums, hotel, by } = REPORTS[report];
  const keys = sums.map((name) => `${table}.${name}`);

  test.each(readersByTitle)('includes only the hotels of %s in its sums and rows', async (_title, { user, hotels }) => {
    for (const days of PERIODS) {
      const expectedSums = await computeExpected(report, days, hotels);
      const limit = periodFilter(report, days);
      const groupedRun = await run(user, report, { group: hotel, columns: keys.join(), per_page: 500, ...limit });
      expect(sumByCurrency(groupedRun.by_currency)).toEqual(sumByCurrency(expectedSums));
      const shownNames = groupedRun.data.map((row) => row[hotel]);
      const ownNames = new Set<string>(hotels.map((place) => place[by]));
      expect(shownNames.filter((name) => !ownNames.has(String(name)))).toEqual([]);
      for (const [index, name] of shownNames.entries()) {
        const place = hotels.filter((item) => item[by] === name);
        expect(sumByCurrency(groupedRun.rows_by_currency[index] ?? []), String(name)).toEqual(
          sumByCurrency(await computeExpected(report, days, place)),
        );
      }
      // One row per record, on the page and in the file.
      const column = RECORD_COLUMNS[report] ?? keys[0] ?? 'member.first_name';
      const listedRun = await run(user, report, { columns: `${column},${hotel}`, per_page: 1, ...limit });
      expect(listedRun.meta.total).toBe(countOf(expectedSums));
      const file = csvRows(
        await download(
          app,
          user.token,
          `/api/report/run/${report}/export?${queryString({ format: 'csv', columns: hotel, ...limit })}`,
        ),
      );
      expect(file.slice(1).length).toBe(countOf(expectedSums));
      expect(file.slice(1).filter(([name = '']) => !ownNames.has(name))).toEqual([]);
    }
  });
});

test('the sums below the rows of a workbook include only its hotels', async () => {
  for (const { user, hotels } of [group, ...regions]) {
    const url = `/api/report/run/sales-report/export?${queryString({ format: 'xlsx', columns: 'transaction.transaction_no,transaction.grand_total_usd' })}`;
    const workbook = await readWorkbook(await download(app, user.token, url));
    const expectedSums = await computeExpected('sales-report', ALL_DAYS, hotels);
    const [, dollars] = workbook.foot(countOf(expectedSums))[0] ?? [];
    const sum = expectedSums.reduce(
      (total, { totals }) => total + Math.round(Number(totals['transaction.grand_total_usd']) * 100),
      0,
    );
    expect(Math.round(Number(dollars) * 100)).toBe(sum);
  }
});

// Elsewhere -----------------------------------------------------------------------------------------------------------

/**
 * Records visible to users of some hotels that count at another hotel: the hotels that see them, and the hotels that
 * count them.
 */
const ELSEWHERE_REPORTS = {
  'sales-report': {
    from: sql`transaction t ${JOIN_TYPE} and d.code in ('1', '2', '3', '6') left join member m on m.id = t.member_id`,
    at: sql`t.hotel_id`,
    sum: 'transaction.grand_total',
    of: sql`t.grand_total`,
  },
  'benefit-report': {
    from: sql`member_voucher t join member m on m.id = t.member_id`,
    at: sql`m.hotel_id`,
    sum: 'benefit.issued_nominal',
    of: sql`t.nominal`,
  },
} as const;

async function expectedElsewhere(
  report: keyof typeof ELSEWHERE_REPORTS,
  hotels: readonly Place[],
): Promise<readonly CurrencySums[]> {
  const { from, at, sum, of } = ELSEWHERE_REPORTS[report];
  const ids = hotels.map(({ hotel }) => hotel);
  const { rows } = await sql<{ currency: string; rows: number; sum: string }>`
    select t.currency, count(*)::int as rows, round(sum(${of}), 3)::text as sum from ${from}
    where t.deleted_at is null and ${at} <> all(${ids}::bigint[])
      and array[m.hotel_id, m.register_hotel_id] && ${ids}::bigint[]
    group by 1`.execute(db.kysely);
  return rows.map(({ sum: total, ...part }) => ({ ...part, totals: { [sum]: total } }));
}

describe.each(Object.keys(ELSEWHERE_REPORTS) as (keyof typeof ELSEWHERE_REPORTS)[])('the %s', (report) => {
  const { sum } = ELSEWHERE_REPORTS[report];

  test.each(readersByTitle)(
    'shows %s the sums of other hotels on request, next to their own',
    async (_title, reader) => {
      const { user, hotels } = reader;
      const query = { columns: sum, group: 'hotel.code' };
      const defaultRun = await run(user, report, query);
      expect(defaultRun.elsewhere).toBeUndefined();
      const { elsewhere = [], ...result } = await run(user, report, { ...query, elsewhere: 1 });
      expect([result.data, result.by_currency, result.totals, result.meta]).toEqual([
        defaultRun.data,
        defaultRun.by_currency,
        defaultRun.totals,
        defaultRun.meta,
      ]);
      const elsewhereSums = elsewhere.map((part) => ({ ...part, totals: { [sum]: part.totals[sum] ?? null } }));
      expect(sumByCurrency(elsewhereSums)).toEqual(sumByCurrency(await expectedElsewhere(report, hotels)));
    },
  );
});

test('the member report counts members who signed up here but are served by others as elsewhere', async () => {
  for (const { user, hotels } of readers) {
    const ids = hotels.map(({ hotel }) => hotel);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from member
      where deleted_at is null and register_hotel_id = any(${ids}::bigint[])
        and hotel_id <> all(${ids}::bigint[])`.execute(db.kysely);
    const { elsewhere = [] } = await run(user, 'member-report', { elsewhere: 1 });
    expect(countOf(elsewhere)).toBe(rows[0]?.n);
  }
});

test('visits, redemptions and the overview have no sums elsewhere', async () => {
  for (const report of ['visit-report', 'redemption-report', 'overview-report'] as const)
    for (const { user } of [group, ...regions])
      expect((await run(user, report, { elsewhere: 1 })).elsewhere, report).toEqual([]);
});

test('a filter on records also applies elsewhere; a filter on sums applies only to the groups', async () => {
  const [{ user, hotels } = group] = regions;
  const allCount = countOf(await expectedElsewhere('benefit-report', hotels));
  const query = { columns: 'hotel.code,benefit.issued', elsewhere: 1 };
  const countElsewhere = async (filter: Readonly<Record<string, string>>) =>
    countOf((await run(user, 'benefit-report', { ...query, ...filter })).elsewhere ?? []);
  expect(allCount).toBeGreaterThan(0);
  expect(await countElsewhere({ 'filter[benefit.issued][gte]': '100000' })).toBe(allCount);
  expect(await countElsewhere({ 'filter[voucher.name][exact]': 'No such voucher' })).toBe(0);
  expectInvalid(await request(user, 'sales-report', { elsewhere: 'all' }), 'elsewhere');
});

test('a workbook lists the sums elsewhere among its facts on request', async () => {
  const [{ user, hotels } = group] = regions;
  const readFact = async (filter: Readonly<Record<string, string>>) => {
    const query = queryString({ format: 'xlsx', columns: 'transaction.grand_total', ...filter });
    const workbook = await readWorkbook(
      await download(app, user.token, `/api/report/run/sales-report/export?${query}`),
    );
    return workbook.facts.find(([word]) => word === 'Elsewhere (not included in totals)')?.[1];
  };
  const parts = await expectedElsewhere('sales-report', hotels);
  const elsewhereFact = await readFact({ elsewhere: '1' });
  expect(parts.length).toBeGreaterThan(0);
  for (const { currency, rows, totals } of parts) {
    expect(elsewhereFact).toContain(`${currency}: ${rows} row`);
    expect(elsewhereFact).toContain(formatNumber(String(totals['transaction.grand_total'])));
  }
  expect(await readFact({})).toBeUndefined();
});

// Dashboard and overview ----------------------------------------------------------------------------------------------

const monthAt = (monthsBack: number): string =>
  Temporal.PlainYearMonth.from(NOW.toISOString().slice(0, 7)).subtract({ months: monthsBack }).toString();
const [FROM_MONTH, TO_MONTH] = [monthAt(11), monthAt(0)];
const MONTHS: DayRange = {
  first: `${FROM_MONTH}-01`,
  last: Temporal.PlainYearMonth.from(TO_MONTH)
    .add({ months: 1 })
    .toPlainDate({ day: 1 })
    .subtract({ days: 1 })
    .toString(),
};

const sumCells = (cells: readonly Cell[]) => ({
  rows: cells.reduce((sum, { number }) => sum + number, 0),
  amounts: sumAmountsByCurrency(cells.flatMap(({ amounts = [] }) => amounts)),
});
/** Cents. */
const sumCellsUsd = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { usd }) => sum + Math.round(Number(usd) * 100), 0);
function sumAmountsByCurrency(
  parts: readonly { readonly currency: string; readonly amount: string }[],
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { currency, amount } of parts) sums[currency] = (sums[currency] ?? 0) + Math.round(Number(amount) * 1000);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}
const expectedAmounts = (parts: readonly CurrencySums[], key: string) =>
  sumAmountsByCurrency(
    parts.map(({ currency, totals }) => ({ currency: currency ?? '', amount: String(totals[key]) })),
  );

async function readDashboard(user: TestUser): Promise<Dashboard> {
  const reply = await call<{ data: Dashboard }>(
    app,
    user.token,
    'GET',
    `/api/dashboard?from=${FROM_MONTH}&to=${TO_MONTH}`,
  );
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}

async function readTotal(user: TestUser, resource: ResourceKey, conditions: readonly Condition[]): Promise<number> {
  const query = new URLSearchParams([...listParameters({ conditions }), ['per_page', '1']]);
  const reply = await call<{ meta: ListMeta }>(app, user.token, 'GET', `/api/${resource}?${query.toString()}`);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.meta.total_is_estimate).toBe(false);
  return reply.body.meta.total;
}
const countOpenedRows = (user: TestUser, { resource, conditions }: RowSelection) =>
  readTotal(user, resource, conditions);

test.each(readersByTitle)(
  'each dashboard metric counts the hotels of %s, and opens a list of as many rows',
  async (_title, reader) => {
    const { user, hotels } = reader;
    const userDashboard = await readDashboard(user);
    const members = countOf(await computeExpected('member-report', ALL_DAYS, hotels));
    expect(userDashboard.members.number).toBe(members);
    expect(userDashboard.members.by_standing.reduce((sum, { number }) => sum + number, 0)).toBe(members);
    for (const [card, report, key] of [
      ['sales', 'sales-report', 'transaction.grand_total'],
      ['visits', 'visit-report', 'visit.grand_total'],
    ] as const) {
      const expectedSums = await computeExpected(report, MONTHS, hotels);
      const expected = { rows: countOf(expectedSums), amounts: expectedAmounts(expectedSums, key) };
      expect(sumCells(userDashboard[card].by_month), card).toEqual(expected);
      const expectedUsd = expectedSums.reduce(
        (sum, { totals }) => sum + Math.round(Number(totals[`${key}_usd`]) * 100),
        0,
      );
      const hasOneCurrency = Object.keys(expected.amounts).length === 1;
      for (const by of ['by_month', 'by_membership', 'by_hotel'] as const) {
        const cells = userDashboard[card][by];
        expect(sumCells(cells).rows, `${card} ${by}`).toBe(expected.rows);
        expect(sumCellsUsd(cells), `${card} ${by}`).toBe(expectedUsd);
        if (hasOneCurrency) expect(sumCells(cells).amounts, `${card} ${by}`).toEqual(expected.amounts);
      }
      const rows = narrowRows(
        userDashboard[card].rows,
        monthsCondition(userDashboard[card].month, FROM_MONTH, TO_MONTH),
      );
      expect(await countOpenedRows(user, rows), card).toBe(expected.rows);
    }
    const redemptionSums = await computeExpected('redemption-report', MONTHS, hotels);
    expect(sumCells(userDashboard.redemptions.by_month)).toEqual({
      rows: countOf(redemptionSums),
      amounts: expectedAmounts(redemptionSums, 'member_voucher.nominal'),
    });
    const vouchers = await computeExpected('benefit-report', ALL_DAYS, hotels);
    const openCount = vouchers.reduce((sum, { totals }) => sum + Number(totals['benefit.open']), 0);
    expect(userDashboard.vouchers.number).toBe(openCount);
    expect(sumAmountsByCurrency(userDashboard.vouchers.amounts)).toEqual(
      expectedAmounts(vouchers, 'benefit.open_nominal'),
    );
    expect(await countOpenedRows(user, userDashboard.vouchers.rows)).toBe(openCount);
    expect(await countOpenedRows(user, userDashboard.members.rows)).toBe(members);
  },
);

const OVERVIEW_COLUMNS = [
  'joined',
  'sales_usd',
  'vouchers_issued',
  'vouchers_redeemed',
  'visits',
  'spend_usd',
] as const;
const runOverview = (user: TestUser): Promise<ReportRun> =>
  run(user, 'overview-report', {
    columns: ['overview.hotel', ...OVERVIEW_COLUMNS.map((name) => `overview.${name}`)].join(),
    per_page: 500,
    'filter[overview.month][date_between]': `${FROM_MONTH},${TO_MONTH}`,
  });

test.each(readersByTitle)('each value of the overview counts the hotels of %s', async (_title, { user, hotels }) => {
  const { data, totals } = await runOverview(user);
  const ownNames = new Set(hotels.map(({ name }) => name));
  expect(data.map((row) => String(row['overview.hotel'])).filter((name) => !ownNames.has(name))).toEqual([]);
  const sumExpected = async (report: RecordReport, key: string) =>
    (await computeExpected(report, MONTHS, hotels)).reduce(
      (sum, part) => sum + Math.round(Number(part.totals[key]) * 100),
      0,
    );
  const countExpected = async (report: RecordReport) => countOf(await computeExpected(report, MONTHS, hotels));
  expect(
    Object.fromEntries(OVERVIEW_COLUMNS.map((name) => [name, Math.round(Number(totals[`overview.${name}`]) * 100)])),
  ).toEqual({
    joined: (await countExpected('member-report')) * 100,
    sales_usd: await sumExpected('sales-report', 'transaction.grand_total_usd'),
    vouchers_issued: (await countExpected('benefit-report')) * 100,
    vouchers_redeemed: (await countExpected('redemption-report')) * 100,
    visits: (await countExpected('visit-report')) * 100,
    spend_usd: await sumExpected('visit-report', 'visit.grand_total_usd'),
  });
});

// Lists ---------------------------------------------------------------------------------------------------------------

/**
 * Lists whose records count at a hotel: its column, the records of each hotel, and the records visible to its users.
 */
const LISTS = {
  member: {
    hotel: 'hotel_id',
    from: sql`member t`,
    at: sql`t.hotel_id`,
    visibleHotels: sql`array[t.hotel_id, t.register_hotel_id]`,
  },
  member_voucher: {
    hotel: 'member.hotel_id',
    from: sql`member_voucher t join member m on m.id = t.member_id`,
    at: sql`m.hotel_id`,
    visibleHotels: sql`array[m.hotel_id, m.register_hotel_id]`,
  },
  transaction: {
    hotel: 'hotel_id',
    from: sql`transaction t left join member m on m.id = t.member_id`,
    at: sql`t.hotel_id`,
    visibleHotels: sql`array[t.hotel_id, m.hotel_id, m.register_hotel_id]`,
  },
  visit: { hotel: 'hotel_id', from: sql`visit t`, at: sql`t.hotel_id`, visibleHotels: sql`array[t.hotel_id]` },
  voucher_redeem: {
    hotel: 'redeem_hotel_id',
    from: sql`voucher_redeem t`,
    at: sql`t.redeem_hotel_id`,
    visibleHotels: sql`array[t.redeem_hotel_id]`,
  },
} as const satisfies Partial<Record<ResourceKey, object>>;
const LIST_KEYS = Object.keys(LISTS) as (keyof typeof LISTS)[]; // Object.keys loses the key type

describe.each(LIST_KEYS)('the list of %s', (resource) => {
  const { hotel, from, at, visibleHotels } = LISTS[resource];
  const countRows = async (where: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${from} where t.deleted_at is null and ${where}`.execute(db.kysely);
    return rows[0]?.n ?? 0;
  };

  test.each(readersByTitle)(
    'lists the records that count at the hotels of %s, and the others elsewhere',
    async (_title, reader) => {
      const ids = reader.hotels.map((place) => place.hotel);
      const ownCount = await countRows(sql`${at} = any(${ids}::bigint[])`);
      const visibleCount = await countRows(sql`${visibleHotels} && ${ids}::bigint[]`);
      const { user } = reader;
      expect(await readTotal(user, resource, [includesCondition(hotel, ids)])).toBe(ownCount);
      expect(await readTotal(user, resource, [])).toBe(visibleCount);
      expect(await readTotal(user, resource, [{ column: hotel, operator: 'excepts', value: ids.join() }])).toBe(
        visibleCount - ownCount,
      );
    },
  );
});

// Adding up -----------------------------------------------------------------------------------------------------------

/** Every additive value of a reader, as integers. */
async function dashboardValues({ user }: Reader): Promise<Readonly<Record<string, number>>> {
  const values: Record<string, number> = {};
  const addTo = (name: string, value: unknown, scale = 1) => {
    values[name] = (values[name] ?? 0) + Math.round(Number(value) * scale);
  };
  for (const report of REPORT_KEYS) {
    const { table, sums } = REPORTS[report];
    const { by_currency } = await run(user, report, {
      columns: sums.map((name) => `${table}.${name}`).join(),
      group: REPORTS[report].hotel,
    });
    for (const { currency, rows, totals } of by_currency) {
      addTo(`${report} rows ${currency}`, rows);
      for (const [key, value] of Object.entries(totals)) addTo(`${report} ${key} ${currency}`, value, 1000);
    }
  }
  const { totals } = await runOverview(user);
  for (const [key, value] of Object.entries(totals)) addTo(key, value, 100);
  const dashboardData = await readDashboard(user);
  addTo('members', dashboardData.members.number);
  for (const { standing, number } of dashboardData.members.by_standing) addTo(`standing ${standing}`, number);
  for (const { days, number } of dashboardData.expiring) addTo(`expiring in ${days}`, number);
  for (const name of ['joined', 'lapsed'] as const) {
    addTo(`${name} this month`, dashboardData[name].this_month.number);
    addTo(`${name} last month`, dashboardData[name].last_month.number);
  }
  addTo('open vouchers', dashboardData.vouchers.number);
  for (const { currency, amount } of dashboardData.vouchers.amounts) addTo(`open vouchers ${currency}`, amount, 1000);
  for (const card of ['sales', 'visits'] as const)
    for (const { number, amounts = [], usd } of dashboardData[card].by_month) {
      addTo(card, number);
      addTo(`${card} USD worth`, usd, 100);
      for (const { currency, amount } of amounts) addTo(`${card} ${currency}`, amount, 1000);
    }
  for (const { number } of dashboardData.redemptions.by_month) addTo('redemptions', number);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 0));
}

describe('values by hotel scope', () => {
  let valuesByReader: ReadonlyMap<Reader, Readonly<Record<string, number>>>;
  beforeAll(async () => {
    const entriesByReader = new Map<Reader, Readonly<Record<string, number>>>();
    for (const reader of readers) entriesByReader.set(reader, await dashboardValues(reader));
    valuesByReader = entriesByReader;
  }, 600_000);

  const sumOverReaders = (parts: readonly Reader[]) => {
    const sum: Record<string, number> = {};
    for (const part of parts)
      for (const [name, value] of Object.entries(valuesByReader.get(part) ?? {})) sum[name] = (sum[name] ?? 0) + value;
    return Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== 0));
  };

  test.each(regions.map((region) => [region.title, region] as const))(
    'add up from the properties to %s',
    (_title, region) => {
      const ownProperties = properties.filter(({ hotels }) => hotels.every((place) => region.hotels.includes(place)));
      expect(sumOverReaders(ownProperties)).toEqual(valuesByReader.get(region));
    },
  );

  test('add up from the regions to the group', () => {
    expect(sumOverReaders(regions)).toEqual(valuesByReader.get(group));
    expect(Object.keys(valuesByReader.get(group) ?? {}).length).toBeGreaterThan(40);
  });

  test('add up from two regions to both', () => {
    const [mixedReader] = mixedReaders;
    if (!mixedReader) throw new Error('There is no such reader');
    expect(sumOverReaders(regions.slice(0, 2))).toEqual(valuesByReader.get(mixedReader));
  });
});
