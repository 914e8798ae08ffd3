import {
  type Condition,
  type CurrencySums,
  type ListMeta,
  type ReportKey,
  type ReportRun,
  type ResourceKey,
  type Rows,
  monthsCondition,
  includes,
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
import { sumParts, createRunner } from './reports/report-helpers.ts';

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

// Members move and sign up elsewhere, visits move to other members, sales and redemptions are made at any hotel.
// A fixed seed, because testSeed needs the name of a running test and none is running yet.
const drawn = fc.sample(arbitraryWrite(WRITES), { numRuns: 120, seed: Number(process.env['TEST_SEED'] ?? 61) });
for (const { kind, values } of drawn) await runRandomWrite(db, WRITES[kind] ?? '', values);
await spreadChanges();
await mergePairs();

/** Every fifth member is served by another hotel than the one where they signed up, some in another region. */
async function spreadChanges(): Promise<void> {
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
  const done: MergeEntry[] = [];
  for (const { retained, absorbed } of rows.slice(0, 12)) {
    const reply = await call<{ data: MergeEntry }>(app, admin.token, 'POST', `/api/member/${retained}/merge`, {
      body: { member_id: absorbed },
    });
    if (reply.status === 200) done.push(reply.body.data);
  }
  expect(done.length).toBeGreaterThan(2);
  const [first] = done;
  const undone = await call(app, admin.token, 'POST', `/api/member/${first?.retained.id}/merge/${first?.id}/undo`);
  expect(undone.status, undone.text).toBe(200);
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

async function readerOf(title: string, hotels: readonly Place[], scope: NewUser): Promise<Reader> {
  return { title, hotels, user: await createUser(db, scope) };
}
const inRegions = (...ids: readonly number[]) => places.filter(({ region }) => ids.includes(region));
const regionIds = [...new Set(places.map(({ region }) => region))];
const [r1 = 0, r2 = 0, r3 = 0] = regionIds;
const [alone] = inRegions(r3);
if (!alone) throw new Error('There are fewer than three regions');

const group: Reader = { title: 'the group', user: admin, hotels: places };
const regions = await Promise.all(
  regionIds.map((id) => readerOf(`region ${id}`, inRegions(id), { level: 'region', assignments: [{ region_id: id }] })),
);
const properties = await Promise.all(
  places.map((place) =>
    readerOf(`hotel ${place.code}`, [place], {
      level: 'property',
      assignments: [{ region_id: place.region, restrict_hotel_id: place.hotel }],
    }),
  ),
);
const mixed = await Promise.all([
  readerOf('two regions', inRegions(r1, r2), {
    level: 'region',
    assignments: [{ region_id: r1 }, { region_id: r2 }],
  }),
  readerOf('a region and one hotel', [...inRegions(r2), alone], {
    level: 'region',
    assignments: [{ region_id: r2 }, { region_id: r3, restrict_hotel_id: alone.hotel }],
  }),
]);
const readers = [group, ...regions, ...mixed, ...properties];
const named = [group, ...regions, ...mixed, ...caseShare(properties)].map((reader) => [reader.title, reader] as const);

// Expected values, computed separately --------------------------------------------------------------------------------

/** A sum for one hotel and currency: `rows`, and amounts as strings. */
interface ExpectedRow extends Readonly<Record<string, unknown>> {
  readonly hotel: number;
  readonly currency: string | null;
  readonly rows: number;
}

const dayBetween = (moment: RawBuilder<unknown>, { first, last }: Days): RawBuilder<unknown> =>
  sql`(${moment} at time zone z.zone)::date between ${first}::date and ${last}::date`;

interface Days {
  readonly first: string;
  readonly last: string;
}
const ALL_DAYS: Days = { first: '0001-01-01', last: '9999-12-31' };

const WITH_TYPE = sql`join option_detail d on d.id = t.transaction_type_id join option o on o.id = d.option_id
    and o.slug = 'transaction-type'`;
const text = (column: string, amount: RawBuilder<unknown> | undefined, scale: number) =>
  sql`round(coalesce(sum(${amount ?? sql.ref(column)}), 0), ${sql.lit(scale)})::text as ${sql.ref(column)}`;

const WITHOUT_RATE = sql`count(*) filter (where usd_rate is null)::int as grand_total_without_rate`;

/** Expected sums of each report by hotel and currency, in each hotel's local days. */
const EXPECTED_QUERIES: Readonly<
  Record<Exclude<ReportKey, 'overview-report'>, (days: Days) => RawBuilder<ExpectedRow>>
> = {
  'sales-report': (days) => sql<ExpectedRow>`
    select t.hotel_id as hotel, t.currency, count(*)::int as rows, ${text('sub_total', undefined, 3)},
           ${text('discount', undefined, 3)},
           ${text('grand_total', undefined, 3)}, ${text('grand_total_usd', undefined, 2)}, ${WITHOUT_RATE}
    from transaction t join hotel_time_zone z on z.hotel_id = t.hotel_id ${WITH_TYPE}
    where t.deleted_at is null and d.code in ('1', '2', '3', '6') and ${dayBetween(sql`t.transaction_date`, days)}
    group by 1, 2`,
  'visit-report': (days) => sql<ExpectedRow>`
    select v.hotel_id as hotel, v.currency, count(*)::int as rows, ${text('total_room', undefined, 3)},
           ${text('total_fb', undefined, 3)},
           ${text('total_others', undefined, 3)}, ${text('grand_total', undefined, 3)},
           ${text('grand_total_usd', undefined, 2)}, ${WITHOUT_RATE}
    from visit v join hotel_time_zone z on z.hotel_id = v.hotel_id
    where v.deleted_at is null and ${dayBetween(sql`v.visit_date`, days)} group by 1, 2`,
  'redemption-report': (days) => sql<ExpectedRow>`
    select r.redeem_hotel_id as hotel, v.currency, count(*)::int as rows, ${text('nominal', sql`v.nominal`, 3)}
    from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
    join hotel_time_zone z on z.hotel_id = r.redeem_hotel_id
    where r.deleted_at is null and ${dayBetween(sql`r.redeem_date`, days)} group by 1, 2`,
  'benefit-report': (days) => sql<ExpectedRow>`
    select m.hotel_id as hotel, v.currency, count(*)::int as rows, count(*)::int as issued,
           ${text('issued_nominal', sql`v.nominal`, 3)}, ${sql.join(
             ['redeemed', 'open', 'expired', 'cancelled'].flatMap((state) => [
               sql`count(*) filter (where s.state = ${state})::int as ${sql.ref(state)}`,
               text(`${state}_nominal`, sql`case when s.state = ${state} then v.nominal else 0 end`, 3),
             ]),
           )}
    from member_voucher v join member m on m.id = v.member_id join member_card c on c.id = v.member_card_id
    join hotel_time_zone z on z.hotel_id = m.hotel_id
    cross join lateral (select case
      when exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)
        then 'redeemed'
      when not (m.is_active and c.is_active) or m.deleted_at is not null or c.deleted_at is not null then 'cancelled'
      when v.valid_until_date < (now() at time zone z.zone)::date then 'expired' else 'open' end as state) s
    where v.deleted_at is null and ${dayBetween(sql`v.created_at`, days)} group by 1, 2`,
  'takings-report': (days) => sql<ExpectedRow>`
    select t.hotel_id as hotel, t.currency, count(*)::int as rows, count(*)::int as records,
           ${text('amount', sql`t.grand_total`, 3)}, ${text('amount_usd', sql`t.grand_total_usd`, 2)},
           count(*) filter (where usd_rate is null)::int as amount_without_rate
    from transaction t join hotel_time_zone z on z.hotel_id = t.hotel_id
    where t.deleted_at is null and ${dayBetween(sql`t.transaction_date`, days)} group by 1, 2`,
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
/** A column of single records, for reports that only have sums of groups. */
const RECORD_COLUMNS: Readonly<Partial<Record<RecordReport, string>>> = {
  'benefit-report': 'member_voucher.voucher_no',
  'takings-report': 'transaction.transaction_no',
};
const REPORT_KEYS = Object.keys(REPORTS) as RecordReport[]; // Object.keys forgets the key type

const YEAR = Temporal.PlainDate.from(NOW.toISOString().slice(0, 10)).year - 1;
/** All time, and a period that begins and ends in the middle of a month. */
const PERIODS: readonly Days[] = [ALL_DAYS, { first: `${YEAR}-02-11`, last: `${YEAR + 1}-02-19` }];

const expectedCache = new Map<string, readonly ExpectedRow[]>();
async function expectedOf(
  report: RecordReport,
  days: Days,
  hotels: readonly Place[],
): Promise<readonly CurrencySums[]> {
  const key = `${report} ${days.first}`;
  const known = expectedCache.get(key) ?? (await EXPECTED_QUERIES[report](days).execute(db.kysely)).rows;
  expectedCache.set(key, known);
  const { table, sums } = REPORTS[report];
  const ids = new Set(hotels.map(({ hotel }) => hotel));
  return known
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

const limitOf = (report: RecordReport, days: Days): Readonly<Record<string, string>> =>
  days === ALL_DAYS ? {} : { [`filter[${REPORTS[report].period}][date_between]`]: `${days.first},${days.last}` };

// Reports -------------------------------------------------------------------------------------------------------------

describe.each(REPORT_KEYS)('the %s', (report) => {
  const { table, sums, hotel, by } = REPORTS[report];
  const keys = sums.map((name) => `${table}.${name}`);

  test.each(named)('includes only the hotels of %s in its sums and rows', async (_title, { user, hotels }) => {
    for (const days of PERIODS) {
      const expectedSums = await expectedOf(report, days, hotels);
      const limit = limitOf(report, days);
      const grouped = await run(user, report, { group: hotel, columns: keys.join(), per_page: 500, ...limit });
      expect(sumParts(grouped.by_currency)).toEqual(sumParts(expectedSums));
      const shown = grouped.data.map((row) => row[hotel]);
      const own = new Set<string>(hotels.map((place) => place[by]));
      expect(shown.filter((name) => !own.has(String(name)))).toEqual([]);
      for (const [at, name] of shown.entries()) {
        const place = hotels.filter((one) => one[by] === name);
        expect(sumParts(grouped.rows_by_currency[at] ?? []), String(name)).toEqual(
          sumParts(await expectedOf(report, days, place)),
        );
      }
      // One row per record, on the page and in the file.
      const column = RECORD_COLUMNS[report] ?? keys[0] ?? 'member.first_name';
      const listed = await run(user, report, { columns: `${column},${hotel}`, per_page: 1, ...limit });
      expect(listed.meta.total).toBe(countOf(expectedSums));
      const file = csvRows(
        await download(
          app,
          user.token,
          `/api/report/run/${report}/export?${queryString({ format: 'csv', columns: hotel, ...limit })}`,
        ),
      );
      expect(file.slice(1).length).toBe(countOf(expectedSums));
      expect(file.slice(1).filter(([name = '']) => !own.has(name))).toEqual([]);
    }
  });
});

test('the sums below the rows of a workbook include only its hotels', async () => {
  for (const { user, hotels } of [group, ...regions]) {
    const url = `/api/report/run/sales-report/export?${queryString({ format: 'xlsx', columns: 'transaction.transaction_no,transaction.grand_total_usd' })}`;
    const workbook = await readWorkbook(await download(app, user.token, url));
    const expectedSums = await expectedOf('sales-report', ALL_DAYS, hotels);
    const [, dollars] = workbook.foot(countOf(expectedSums))[0] ?? [];
    const sum = expectedSums.reduce(
      (all, { totals }) => all + Math.round(Number(totals['transaction.grand_total_usd']) * 100),
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
const AT_OTHER_HOTELS = {
  'sales-report': {
    from: sql`transaction t ${WITH_TYPE} and d.code in ('1', '2', '3', '6') left join member m on m.id = t.member_id`,
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
  report: keyof typeof AT_OTHER_HOTELS,
  hotels: readonly Place[],
): Promise<readonly CurrencySums[]> {
  const { from, at, sum, of } = AT_OTHER_HOTELS[report];
  const ids = hotels.map(({ hotel }) => hotel);
  const { rows } = await sql<{ currency: string; rows: number; sum: string }>`
    select t.currency, count(*)::int as rows, round(sum(${of}), 3)::text as sum from ${from}
    where t.deleted_at is null and ${at} <> all(${ids}::bigint[])
      and array[m.hotel_id, m.register_hotel_id] && ${ids}::bigint[]
    group by 1`.execute(db.kysely);
  return rows.map(({ sum: total, ...part }) => ({ ...part, totals: { [sum]: total } }));
}

describe.each(Object.keys(AT_OTHER_HOTELS) as (keyof typeof AT_OTHER_HOTELS)[])('the %s', (report) => {
  const { sum } = AT_OTHER_HOTELS[report];

  test.each(named)('shows %s the sums of other hotels on request, next to their own', async (_title, reader) => {
    const { user, hotels } = reader;
    const query = { columns: sum, group: 'hotel.code' };
    const plain = await run(user, report, query);
    expect(plain.elsewhere).toBeUndefined();
    const { elsewhere = [], ...rest } = await run(user, report, { ...query, elsewhere: 1 });
    expect([rest.data, rest.by_currency, rest.totals, rest.meta]).toEqual([
      plain.data,
      plain.by_currency,
      plain.totals,
      plain.meta,
    ]);
    const shown = elsewhere.map((part) => ({ ...part, totals: { [sum]: part.totals[sum] ?? null } }));
    expect(sumParts(shown)).toEqual(sumParts(await expectedElsewhere(report, hotels)));
  });
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
  const all = countOf(await expectedElsewhere('benefit-report', hotels));
  const query = { columns: 'hotel.code,benefit.issued', elsewhere: 1 };
  const shown = async (filter: Readonly<Record<string, string>>) =>
    countOf((await run(user, 'benefit-report', { ...query, ...filter })).elsewhere ?? []);
  expect(all).toBeGreaterThan(0);
  expect(await shown({ 'filter[benefit.issued][gte]': '100000' })).toBe(all);
  expect(await shown({ 'filter[voucher.name][exact]': 'No such voucher' })).toBe(0);
  expectInvalid(await request(user, 'sales-report', { elsewhere: 'all' }), 'elsewhere');
});

test('a workbook lists the sums elsewhere among its facts on request', async () => {
  const [{ user, hotels } = group] = regions;
  const factOf = async (further: Readonly<Record<string, string>>) => {
    const query = queryString({ format: 'xlsx', columns: 'transaction.grand_total', ...further });
    const workbook = await readWorkbook(
      await download(app, user.token, `/api/report/run/sales-report/export?${query}`),
    );
    return workbook.facts.find(([word]) => word === 'Elsewhere (not included in totals)')?.[1];
  };
  const parts = await expectedElsewhere('sales-report', hotels);
  const shown = await factOf({ elsewhere: '1' });
  expect(parts.length).toBeGreaterThan(0);
  for (const { currency, rows, totals } of parts) {
    expect(shown).toContain(`${currency}: ${rows} row`);
    expect(shown).toContain(formatNumber(String(totals['transaction.grand_total'])));
  }
  expect(await factOf({})).toBeUndefined();
});

// Dashboard and overview ----------------------------------------------------------------------------------------------

const monthAt = (back: number): string =>
  Temporal.PlainYearMonth.from(NOW.toISOString().slice(0, 7)).subtract({ months: back }).toString();
const [FROM, TO] = [monthAt(11), monthAt(0)];
const MONTHS: Days = {
  first: `${FROM}-01`,
  last: Temporal.PlainYearMonth.from(TO).add({ months: 1 }).toPlainDate({ day: 1 }).subtract({ days: 1 }).toString(),
};

const cellsOf = (cells: readonly Cell[]) => ({
  rows: cells.reduce((sum, { number }) => sum + number, 0),
  amounts: amountsOf(cells.flatMap(({ amounts }) => amounts)),
});
function amountsOf(parts: readonly { readonly currency: string; readonly amount: string }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { currency, amount } of parts) sums[currency] = (sums[currency] ?? 0) + Math.round(Number(amount) * 1000);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}
const expectedAmounts = (parts: readonly CurrencySums[], key: string) =>
  amountsOf(parts.map(({ currency, totals }) => ({ currency: currency ?? '', amount: String(totals[key]) })));

async function dashboardOf(user: TestUser): Promise<Dashboard> {
  const reply = await call<{ data: Dashboard }>(app, user.token, 'GET', `/api/dashboard?from=${FROM}&to=${TO}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}

async function totalOf(user: TestUser, resource: ResourceKey, conditions: readonly Condition[]): Promise<number> {
  const query = new URLSearchParams([...listParameters({ conditions }), ['per_page', '1']]);
  const reply = await call<{ meta: ListMeta }>(app, user.token, 'GET', `/api/${resource}?${query.toString()}`);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.meta.total_is_estimate).toBe(false);
  return reply.body.meta.total;
}
const opened = (user: TestUser, { resource, conditions }: Rows) => totalOf(user, resource, conditions);

test.each(named)(
  'each dashboard metric counts the hotels of %s, and opens a list of as many rows',
  async (_title, reader) => {
    const { user, hotels } = reader;
    const shown = await dashboardOf(user);
    const members = countOf(await expectedOf('member-report', ALL_DAYS, hotels));
    expect(shown.members.number).toBe(members);
    expect(shown.members.by_standing.reduce((sum, { number }) => sum + number, 0)).toBe(members);
    for (const [card, report, key] of [
      ['sales', 'sales-report', 'transaction.grand_total'],
      ['visits', 'visit-report', 'visit.grand_total'],
    ] as const) {
      const expectedSums = await expectedOf(report, MONTHS, hotels);
      const expected = { rows: countOf(expectedSums), amounts: expectedAmounts(expectedSums, key) };
      expect(cellsOf(shown[card].by_hotel), card).toEqual(expected);
      expect(cellsOf(shown[card].by_membership), card).toEqual(expected);
      const rows = narrowRows(shown[card].rows, monthsCondition(shown[card].month, FROM, TO));
      expect(await opened(user, rows), card).toBe(expected.rows);
    }
    const redeemed = await expectedOf('redemption-report', MONTHS, hotels);
    expect(cellsOf(shown.redemptions.by_month)).toEqual({
      rows: countOf(redeemed),
      amounts: expectedAmounts(redeemed, 'member_voucher.nominal'),
    });
    const vouchers = await expectedOf('benefit-report', ALL_DAYS, hotels);
    const open = vouchers.reduce((sum, { totals }) => sum + Number(totals['benefit.open']), 0);
    expect(shown.vouchers.number).toBe(open);
    expect(amountsOf(shown.vouchers.amounts)).toEqual(expectedAmounts(vouchers, 'benefit.open_nominal'));
    expect(await opened(user, shown.vouchers.rows)).toBe(open);
    expect(await opened(user, shown.members.rows)).toBe(members);
  },
);

const OVERVIEW = ['joined', 'sales_usd', 'vouchers_issued', 'vouchers_redeemed', 'visits', 'spend_usd'] as const;
const overviewOf = (user: TestUser): Promise<ReportRun> =>
  run(user, 'overview-report', {
    columns: ['overview.hotel', ...OVERVIEW.map((name) => `overview.${name}`)].join(),
    per_page: 500,
    'filter[overview.month][date_between]': `${FROM},${TO}`,
  });

test.each(named)('each value of the overview counts the hotels of %s', async (_title, { user, hotels }) => {
  const { data, totals } = await overviewOf(user);
  const own = new Set(hotels.map(({ name }) => name));
  expect(data.map((row) => String(row['overview.hotel'])).filter((name) => !own.has(name))).toEqual([]);
  const sums = async (report: RecordReport, key: string) =>
    (await expectedOf(report, MONTHS, hotels)).reduce(
      (sum, part) => sum + Math.round(Number(part.totals[key]) * 100),
      0,
    );
  const counts = async (report: RecordReport) => countOf(await expectedOf(report, MONTHS, hotels));
  expect(
    Object.fromEntries(OVERVIEW.map((name) => [name, Math.round(Number(totals[`overview.${name}`]) * 100)])),
  ).toEqual({
    joined: (await counts('member-report')) * 100,
    sales_usd: await sums('sales-report', 'transaction.grand_total_usd'),
    vouchers_issued: (await counts('benefit-report')) * 100,
    vouchers_redeemed: (await counts('redemption-report')) * 100,
    visits: (await counts('visit-report')) * 100,
    spend_usd: await sums('visit-report', 'visit.grand_total_usd'),
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
    seen: sql`array[t.hotel_id, t.register_hotel_id]`,
  },
  member_voucher: {
    hotel: 'member.hotel_id',
    from: sql`member_voucher t join member m on m.id = t.member_id`,
    at: sql`m.hotel_id`,
    seen: sql`array[m.hotel_id, m.register_hotel_id]`,
  },
  transaction: {
    hotel: 'hotel_id',
    from: sql`transaction t left join member m on m.id = t.member_id`,
    at: sql`t.hotel_id`,
    seen: sql`array[t.hotel_id, m.hotel_id, m.register_hotel_id]`,
  },
  visit: { hotel: 'hotel_id', from: sql`visit t`, at: sql`t.hotel_id`, seen: sql`array[t.hotel_id]` },
  voucher_redeem: {
    hotel: 'redeem_hotel_id',
    from: sql`voucher_redeem t`,
    at: sql`t.redeem_hotel_id`,
    seen: sql`array[t.redeem_hotel_id]`,
  },
} as const satisfies Partial<Record<ResourceKey, object>>;
const LIST_KEYS = Object.keys(LISTS) as (keyof typeof LISTS)[]; // Object.keys forgets the key type

describe.each(LIST_KEYS)('the list of %s', (resource) => {
  const { hotel, from, at, seen } = LISTS[resource];
  const count = async (where: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${from} where t.deleted_at is null and ${where}`.execute(db.kysely);
    return rows[0]?.n ?? 0;
  };

  test.each(named)(
    'lists the records that count at the hotels of %s, and the others elsewhere',
    async (_title, reader) => {
      const ids = reader.hotels.map((place) => place.hotel);
      const own = await count(sql`${at} = any(${ids}::bigint[])`);
      const all = await count(sql`${seen} && ${ids}::bigint[]`);
      const { user } = reader;
      expect(await totalOf(user, resource, [includes(hotel, ids)])).toBe(own);
      expect(await totalOf(user, resource, [])).toBe(all);
      expect(await totalOf(user, resource, [{ column: hotel, operator: 'excepts', value: ids.join() }])).toBe(
        all - own,
      );
    },
  );
});

// Adding up -----------------------------------------------------------------------------------------------------------

/** Every additive value of a reader, as integers. */
async function dashboardValues({ user }: Reader): Promise<Readonly<Record<string, number>>> {
  const shown: Record<string, number> = {};
  const add = (name: string, value: unknown, scale = 1) => {
    shown[name] = (shown[name] ?? 0) + Math.round(Number(value) * scale);
  };
  for (const report of REPORT_KEYS) {
    const { table, sums } = REPORTS[report];
    const { by_currency } = await run(user, report, {
      columns: sums.map((name) => `${table}.${name}`).join(),
      group: REPORTS[report].hotel,
    });
    for (const { currency, rows, totals } of by_currency) {
      add(`${report} rows ${currency}`, rows);
      for (const [key, value] of Object.entries(totals)) add(`${report} ${key} ${currency}`, value, 1000);
    }
  }
  const { totals } = await overviewOf(user);
  for (const [key, value] of Object.entries(totals)) add(key, value, 100);
  const dashboardData = await dashboardOf(user);
  add('members', dashboardData.members.number);
  for (const { standing, number } of dashboardData.members.by_standing) add(`standing ${standing}`, number);
  for (const { days, number } of dashboardData.expiring) add(`expiring in ${days}`, number);
  for (const name of ['joined', 'lapsed'] as const) {
    add(`${name} this month`, dashboardData[name].this_month.number);
    add(`${name} last month`, dashboardData[name].last_month.number);
  }
  add('open vouchers', dashboardData.vouchers.number);
  for (const { currency, amount } of dashboardData.vouchers.amounts) add(`open vouchers ${currency}`, amount, 1000);
  for (const card of ['sales', 'visits'] as const)
    for (const { number, amounts, usd } of dashboardData[card].by_hotel) {
      add(card, number);
      add(`${card} USD worth`, usd, 100);
      for (const { currency, amount } of amounts) add(`${card} ${currency}`, amount, 1000);
    }
  for (const { number } of dashboardData.redemptions.by_month) add('redemptions', number);
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== 0));
}

describe('values by hotel scope', () => {
  let shown: ReadonlyMap<Reader, Readonly<Record<string, number>>>;
  beforeAll(async () => {
    const all = new Map<Reader, Readonly<Record<string, number>>>();
    for (const reader of readers) all.set(reader, await dashboardValues(reader));
    shown = all;
  }, 600_000);

  const sumOf = (parts: readonly Reader[]) => {
    const sum: Record<string, number> = {};
    for (const part of parts)
      for (const [name, value] of Object.entries(shown.get(part) ?? {})) sum[name] = (sum[name] ?? 0) + value;
    return Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== 0));
  };

  test.each(regions.map((region) => [region.title, region] as const))(
    'add up from the properties to %s',
    (_title, region) => {
      const own = properties.filter(({ hotels }) => hotels.every((place) => region.hotels.includes(place)));
      expect(sumOf(own)).toEqual(shown.get(region));
    },
  );

  test('add up from the regions to the group', () => {
    expect(sumOf(regions)).toEqual(shown.get(group));
    expect(Object.keys(shown.get(group) ?? {}).length).toBeGreaterThan(40);
  });

  test('add up from two regions to both', () => {
    const [both] = mixed;
    if (!both) throw new Error('There is no such reader');
    expect(sumOf(regions.slice(0, 2))).toEqual(shown.get(both));
  });
});
