import {
  type Rows,
  getResource,
  monthsCondition,
  includes,
  narrowRows,
  idCondition,
  permission,
  rowsUrl,
} from '@innkeeper/contract';
import type { Amount, Cell, Dashboard, Metric, MonthMetrics } from '@innkeeper/contract/calls';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseRecord, listIn, metaIn } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';

const api = await startTestApp();
const { app, db } = api;
await seedDemo(db, { members: 150, passwordHash: 'hash', now: new Date() });
/** With these zones, at least one hotel is always a day ahead of another. */
await sql`update hotel set time_zone = case id % 3 when 0 then 'Pacific/Kiritimati' when 1 then 'Pacific/Pago_Pago'
    else time_zone end where id % 5 < 3`.execute(db.kysely);
const places = (
  await sql<{ hotel: number; region: number }>`
    select h.id as hotel, c.region_id as region from hotel h join country c on c.id = h.country_id
    order by h.id`.execute(db.kysely)
).rows;
const regions = [...new Set(places.map(({ region }) => region))];
const hotels = places.map(({ hotel }) => hotel);
const regionOf = (hotel: number): number => places.find((place) => place.hotel === hotel)?.region ?? 0;
const someHotel = hotels[4] ?? 0;

const admin = await createUser(db, { level: 'group' });
const regional = await createUser(db, { level: 'region', assignments: [{ region_id: regionOf(someHotel) }] });
const property = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: regionOf(someHotel), restrict_hotel_id: someHotel }],
});

const request = (user: TestUser, query = '') =>
  call<{ data: Dashboard }>(app, user.token, 'GET', `/api/dashboard${query}`);
async function read(user: TestUser, query = ''): Promise<Dashboard> {
  const reply = await request(user, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}

/** Moves records of some members to days near today, and visits to the hours around month ends. */
beforeAll(async () => {
  await sql`update member set member_date = (now() - interval '40 days')::date + (id % 42)::int
    where id % 3 = 0`.execute(db.kysely);
  await sql`update visit set visit_date = date_trunc('month', visit_date) + (id % 30 - 15) * interval '1 hour',
      remark = 'Moved' where id % 4 = 0`.execute(db.kysely);
});

/** Every value with a number, and the rows that it claims to count. */
function numbersOf(d: Dashboard): { name: string; number: number; rows: Rows; amounts?: readonly Amount[] }[] {
  const plain = (name: string, { number, rows }: Metric) => ({ name, number, rows });
  const cells = (
    name: string,
    { rows, month }: MonthMetrics | Dashboard['sales'],
    list: readonly Cell[],
    by?: string,
  ) =>
    list.map((cell) => ({
      name: `${name} ${cell.month} ${cell.id ?? ''}`,
      number: cell.number,
      amounts: cell.amounts,
      rows: narrowRows(rows, monthsCondition(month, cell.month), ...(by ? [idCondition(by, cell.id)] : [])),
    }));
  return [
    plain('members', d.members),
    ...d.members.by_standing.map((f) => plain(f.standing, f)),
    plain('joined this month', d.joined.this_month),
    plain('joined last month', d.joined.last_month),
    plain('lapsed this month', d.lapsed.this_month),
    plain('lapsed last month', d.lapsed.last_month),
    ...d.expiring.map((f) => plain(`expiring in ${f.days}`, f)),
    plain('vouchers', d.vouchers),
    ...cells('vouchers', d.vouchers, d.vouchers.by_month),
    ...cells('redemptions', d.redemptions, d.redemptions.by_month),
    ...cells('redemptions a year before', d.redemptions, d.redemptions.year_before),
    ...cells('sales a year before', d.sales, d.sales.year_before),
    ...cells('visits a year before', d.visits, d.visits.year_before),
    ...cells('sales by membership', d.sales, d.sales.by_membership, 'membership_id'),
    ...cells('sales by hotel', d.sales, d.sales.by_hotel, 'hotel_id'),
    ...cells('visits by membership', d.visits, d.visits.by_membership, 'membership_id'),
    ...cells('visits by hotel', d.visits, d.visits.by_hotel, 'hotel_id'),
  ];
}

/** The column that each list's amount sums. */
const AMOUNT: Readonly<Record<string, (record: ResponseRecord) => unknown>> = {
  transaction: (r) => r['grand_total'],
  visit: (r) => r['grand_total'],
  member_voucher: (r) => r['nominal'],
};

test('the number of expiring cards is equal on the dashboard, in the list and in the call list', async () => {
  const { expiring } = await read(admin);
  expect(expiring.some(({ number }) => number > 0)).toBe(true);
  for (const { days, number } of expiring) {
    const reply = await call<{ meta: { total: number } }>(
      app,
      admin.token,
      'GET',
      `/api/work_list/expiring?days=${days}&calls=all`,
    );
    expect(reply.body.meta.total, `${days} days`).toBe(number);
  }
});

describe('every metric', () => {
  test.each([
    ['the group', admin, ''],
    ['a region', regional, ''],
    ['one hotel', property, ''],
    ['the group, limited to one region', admin, `?region_id=${regionOf(someHotel)}`],
  ])('opens exactly the rows that it counts for %s', async (_, user, query) => {
    const numbers = numbersOf(await read(user, query));
    expect(numbers.filter(({ number }) => number > 0).length).toBeGreaterThan(20);
    for (const { name, number, rows, amounts } of numbers) {
      const reply = await call(app, user.token, 'GET', `${rowsUrl(rows)}&per_page=500`);
      const d = getResource(rows.resource);
      expect(metaIn(d, reply), name).toMatchObject({ total: number, total_is_estimate: false });
      const amount = AMOUNT[rows.resource];
      if (!amounts || !amount || number > 500) continue;
      const sum = listIn(d, reply).reduce((all, record) => all + Number(amount(record)), 0);
      expect(
        amounts.reduce((all, a) => all + Number(a.amount), 0),
        name,
      ).toBeCloseTo(sum, 2);
    }
  });
});

/** All numbers and amounts, summed by kind. */
function totalsOf(d: Dashboard): Record<string, number> {
  const totals: Record<string, number> = {};
  const add = (name: string, n: number) => void (totals[name] = Math.round(((totals[name] ?? 0) + n) * 1000) / 1000);
  for (const { name, number, amounts = [] } of numbersOf(d)) {
    const kind = name.replace(/by hotel.*/, 'by hotel');
    add(kind, number);
    for (const { currency, amount } of amounts) add(`${kind} ${currency}`, Number(amount));
  }
  for (const kind of ['sales', 'visits'] as const)
    for (const cell of d[kind].by_hotel) add(`${kind} in dollars`, Number(cell.usd));
  return totals;
}

function added(all: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [name, n] of Object.entries(one)) sum[name] = Math.round(((sum[name] ?? 0) + n) * 1000) / 1000;
  return sum;
}
const positive = (totals: Record<string, number>) =>
  Object.fromEntries(Object.entries(totals).filter(([, n]) => n !== 0));

describe('hotels and regions', () => {
  test('add up to the values that users of each access level see', async () => {
    // Fix the months for every request: at a month boundary, requests could start at different months.
    const { months } = await read(admin);
    const query = `?from=${months[0]}&to=${months.at(-1)}`;
    const seen = async (user: TestUser) => totalsOf(await read(user, query));
    const ofRegions = await Promise.all(
      regions.map(async (region_id) => {
        const own = places.filter(({ region }) => region === region_id);
        const ofHotels: Record<string, number>[] = [];
        for (const { hotel } of own)
          ofHotels.push(
            await seen(
              await createUser(db, { level: 'property', assignments: [{ region_id, restrict_hotel_id: hotel }] }),
            ),
          );
        const region = await seen(await createUser(db, { level: 'region', assignments: [{ region_id }] }));
        expect(positive(added(ofHotels))).toEqual(positive(region));
        return region;
      }),
    );
    expect(positive(added(ofRegions))).toEqual(positive(await seen(admin)));
  });

  test('add up to the values that one user requests for hotels and regions', async () => {
    const { months } = await read(admin);
    const span = `from=${months[0]}&to=${months.at(-1)}`;
    const parts: Record<string, number>[] = [];
    for (const region of regions) parts.push(totalsOf(await read(admin, `?region_id=${region}&${span}`)));
    const all = totalsOf(await read(admin, `?${span}`));
    expect(positive(added(parts))).toEqual(positive(all));
    expect(Object.keys(positive(all)).length).toBeGreaterThan(30);
  });

  test('memberships and hotels have equal totals', async () => {
    const { sales, visits } = await read(admin);
    const sum = (cells: readonly Cell[]) => cells.reduce((all, { usd }) => all + Number(usd), 0);
    for (const { by_membership, by_hotel } of [sales, visits]) {
      expect(sum(by_membership)).toBeCloseTo(sum(by_hotel), 1);
      expect(sum(by_hotel)).toBeGreaterThan(0);
    }
  });
});

describe('the query', () => {
  test('covers the last twelve months by default, or the months between two bounds', async () => {
    const { months, month } = await read(admin);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toBe(month);
    expect((await read(admin, '?from=2025-11&to=2026-02')).months).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect((await read(admin, '?to=2026-02')).months[0]).toBe('2025-03');
    expect((await read(admin, '?from=2026-02')).months.at(-1)).toBe('2027-01');
  });

  test('includes the totals of the same months a year earlier', async () => {
    const present = Temporal.PlainYearMonth.from((await read(admin)).month);
    const monthBefore = (months: number) => present.subtract({ months }).toString();
    const readFrom = (back: number) => read(admin, `?from=${monthBefore(back)}&to=${monthBefore(back - 2)}`);
    const { sales, visits, redemptions } = await readFrom(9);
    const then = await readFrom(21);
    // A month without records has no cell. Which months those are depends on the day of the run.
    const months = (cells: readonly Cell[]) => [...new Set(cells.map(({ month }) => month))];
    const usd = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + Number(cell.usd), 0);
    for (const [now, before] of [
      [sales, then.sales],
      [visits, then.visits],
    ] as const) {
      expect(months(before.by_hotel).length).toBeGreaterThan(0);
      expect(months(now.year_before)).toEqual(months(before.by_hotel));
      expect(usd(now.year_before)).toBeCloseTo(usd(before.by_hotel), 1);
      expect(now.year_before.every(({ id }) => id === null)).toBe(true);
    }
    expect(redemptions.year_before).toEqual(then.redemptions.by_month);
  });

  test('rejects an invalid parameter by its name', async () => {
    expectInvalid(await request(admin, '?hotel_id=x&from=2026-13'), 'hotel_id', 'from');
    expectInvalid(await request(admin, '?from=2026-05&to=2026-04'), 'to');
    expectInvalid(await request(admin, '?from=2016-05&to=2026-04'), 'from');
    expectInvalid(await request(admin, '?region_id=1&region_id=2'), 'region_id');
  });

  test('returns a 404 for a hotel that is not visible', async () => {
    const other = hotels.find((hotel) => regionOf(hotel) !== regionOf(someHotel)) ?? 0;
    expectError(await request(property, `?hotel_id=${other}`), 404, 'record_not_found');
    expectError(await request(admin, '?hotel_id=999999'), 404, 'record_not_found');
    expect((await read(property, `?region_id=${regionOf(other)}`)).members.number).toBe(0);
  });

  test('requires the right to see the dashboard', async () => {
    const user = await createUser(db, { level: 'group', codes: [permission('VIEW', 'MEMBER')] });
    expectError(await request(user), 403, 'forbidden');
  });

  test('shows nothing to a user without a hotel', async () => {
    const nobody = await createUser(db, { level: 'property' });
    expect(numbersOf(await read(nobody)).every(({ number }) => number === 0)).toBe(true);
  });
});

test('the dashboard names each hotel and membership of a metric, and the decimals of each currency', async () => {
  const d = await read(admin);
  const cells = [...d.sales.by_hotel, ...d.visits.by_hotel];
  expect(d.hotels.map(({ id }) => id)).toEqual(expect.arrayContaining(cells.map(({ id }) => id)));
  expect(d.memberships.map(({ id }) => id)).toEqual(
    expect.arrayContaining(d.visits.by_membership.flatMap(({ id }) => id ?? [])),
  );
  expect(d.decimals).toMatchObject({ IDR: expect.any(Number), SGD: 2 });
  expect(includes('hotel_id', [1, 2])).toEqual({ column: 'hotel_id', operator: 'includes', value: '1,2' });
});
