import {
  type RowSelection,
  getResource,
  monthsCondition,
  includesCondition,
  narrowRows,
  idCondition,
  permission,
  rowsUrl,
} from '@innkeeper/contract';
import type { Amount, Cell, Dashboard, Metric, MonthMetrics } from '@innkeeper/contract/calls';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseMeta } from '../../testing/responses.ts';
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
const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: regionOf(someHotel) }] });
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
  await sql`update member set register_hotel_id = ${someHotel} where id % 7 = 0`.execute(db.kysely);
});

/** Every metric with its number and the rows that it counts. */
interface NumberOfRows {
  readonly name: string;
  readonly number: number;
  readonly rows: RowSelection;
  readonly amounts?: readonly Amount[] | undefined;
  readonly usd?: string | null;
}
function numbersOf(d: Dashboard): NumberOfRows[] {
  const metricRow = (name: string, { number, rows }: Metric) => ({ name, number, rows });
  const parseCellRows = (
    name: string,
    { rows, month }: MonthMetrics | Dashboard['sales'],
    list: readonly Cell[],
    by?: string,
  ) =>
    list.map((cell) => ({
      name: `${name} ${cell.month} ${cell.id ?? ''}`,
      number: cell.number,
      amounts: cell.amounts,
      usd: cell.usd,
      rows: narrowRows(rows, monthsCondition(month, cell.month), ...(by ? [idCondition(by, cell.id)] : [])),
    }));
  return [
    metricRow('members', d.members),
    ...d.members.by_standing.map((f) => metricRow(f.standing, f)),
    metricRow('joined this month', d.joined.this_month),
    metricRow('joined last month', d.joined.last_month),
    metricRow('lapsed this month', d.lapsed.this_month),
    metricRow('lapsed last month', d.lapsed.last_month),
    ...d.expiring.map((f) => metricRow(`expiring in ${f.days}`, f)),
    metricRow('vouchers', d.vouchers),
    ...parseCellRows('vouchers', d.vouchers, d.vouchers.by_month),
    ...parseCellRows('redemptions', d.redemptions, d.redemptions.by_month),
    ...parseCellRows('redemptions a year before', d.redemptions, d.redemptions.year_before),
    ...parseCellRows('sales a year before', d.sales, d.sales.year_before),
    ...parseCellRows('visits a year before', d.visits, d.visits.year_before),
    ...parseCellRows('sales', d.sales, d.sales.by_month),
    ...parseCellRows('visits', d.visits, d.visits.by_month),
    ...parseCellRows('sales by membership', d.sales, d.sales.by_membership, 'membership_id'),
    ...parseCellRows('sales by hotel', d.sales, d.sales.by_hotel, 'hotel_id'),
    ...parseCellRows('visits by membership', d.visits, d.visits.by_membership, 'membership_id'),
    ...parseCellRows('visits by hotel', d.visits, d.visits.by_hotel, 'hotel_id'),
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
    ['a region', regionalUser, ''],
    ['one hotel', property, ''],
    ['the group, limited to one region', admin, `?region_id=${regionOf(someHotel)}`],
  ])('opens exactly the rows that it counts for %s', async (_, user, query) => {
    const dashboard = await read(user, query);
    const { served_elsewhere: servedElsewhere } = dashboard.members;
    const numbers: NumberOfRows[] = [
      ...numbersOf(dashboard),
      ...(servedElsewhere ? [{ name: 'served elsewhere', ...servedElsewhere }] : []),
    ];
    expect(numbers.filter(({ number }) => number > 0).length).toBeGreaterThan(20);
    for (const { name, number, rows, amounts, usd = null } of numbers) {
      const reply = await call(app, user.token, 'GET', `${rowsUrl(rows)}&per_page=500`);
      const d = getResource(rows.resource);
      expect(parseMeta(d, reply), name).toMatchObject({ total: number, total_is_estimate: false });
      if (number > 500) continue;
      const records = parseList(d, reply);
      const sumOf = (value: (record: ResponseRecord) => unknown) =>
        records.reduce((all, record) => all + Number(value(record)), 0);
      const amount = AMOUNT[rows.resource];
      if (amounts && amount)
        expect(
          amounts.reduce((all, a) => all + Number(a.amount), 0),
          name,
        ).toBeCloseTo(sumOf(amount), 2);
      if (usd !== null)
        expect(Number(usd), name).toBeCloseTo(
          sumOf((record) => record['grand_total_usd']),
          2,
        );
    }
  });
});

test('members served here, and those registered here and served elsewhere, are all members of a hotel', async () => {
  const { members } = await read(property);
  expect(members.served_elsewhere?.number).toBeGreaterThan(0);
  const reply = await call(app, property.token, 'GET', '/api/member?per_page=1');
  expect(members.number + (members.served_elsewhere?.number ?? 0)).toBe(parseMeta(getResource('member'), reply).total);
  expect((await read(regionalUser)).members.served_elsewhere?.number).toBeGreaterThan(0);
  expect((await read(admin)).members.served_elsewhere).toBeNull();
  expect(await read(admin, `?hotel_id=${someHotel}`)).toEqual(await read(property));
});

/** All numbers and amounts, summed by kind. */
function totalsOf(d: Dashboard): Record<string, number> {
  const totals: Record<string, number> = {};
  const addTo = (name: string, n: number) => void (totals[name] = Math.round(((totals[name] ?? 0) + n) * 1000) / 1000);
  for (const { name, number, amounts = [], usd } of numbersOf(d)) {
    const kind = name.replace(/by hotel.*/, 'by hotel');
    addTo(kind, number);
    // Breakdowns have amounts only if their hotels share a currency.
    if (!name.includes(' by '))
      for (const { currency, amount } of amounts) addTo(`${kind} ${currency}`, Number(amount));
    addTo(`${kind} in dollars`, Number(usd ?? 0));
  }
  return totals;
}

function sumTotals(totalsList: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const totals of totalsList)
    for (const [name, n] of Object.entries(totals)) sum[name] = Math.round(((sum[name] ?? 0) + n) * 1000) / 1000;
  return sum;
}
const trimTrailingZeros = (totals: Record<string, number>) =>
  Object.fromEntries(Object.entries(totals).filter(([, n]) => n !== 0));

describe('hotels and regions', () => {
  test('add up to the values that users of each access level see', async () => {
    // Requests name their months, because the current month could change between two of them.
    const { months } = await read(admin);
    const query = `?from=${months[0]}&to=${months.at(-1)}`;
    const readTotals = async (user: TestUser) => totalsOf(await read(user, query));
    const regionTotals = await Promise.all(
      regions.map(async (region_id) => {
        const ownPlaces = places.filter(({ region }) => region === region_id);
        const hotelTotals: Record<string, number>[] = [];
        for (const { hotel } of ownPlaces)
          hotelTotals.push(
            await readTotals(
              await createUser(db, { level: 'property', assignments: [{ region_id, restrict_hotel_id: hotel }] }),
            ),
          );
        const region = await readTotals(await createUser(db, { level: 'region', assignments: [{ region_id }] }));
        expect(trimTrailingZeros(sumTotals(hotelTotals))).toEqual(trimTrailingZeros(region));
        return region;
      }),
    );
    expect(trimTrailingZeros(sumTotals(regionTotals))).toEqual(trimTrailingZeros(await readTotals(admin)));
  });

  test('add up to the values that one user requests for hotels and regions', async () => {
    const { months } = await read(admin);
    const period = `from=${months[0]}&to=${months.at(-1)}`;
    const parts: Record<string, number>[] = [];
    for (const region of regions) parts.push(totalsOf(await read(admin, `?region_id=${region}&${period}`)));
    const allTotals = totalsOf(await read(admin, `?${period}`));
    expect(trimTrailingZeros(sumTotals(parts))).toEqual(trimTrailingZeros(allTotals));
    expect(Object.keys(trimTrailingZeros(allTotals)).length).toBeGreaterThan(30);
  });

  test('memberships, hotels and months have equal totals', async () => {
    const { sales, visits } = await read(admin);
    const sumUsd = (cells: readonly Cell[]) => cells.reduce((all, { usd }) => all + Number(usd), 0);
    for (const { by_month, by_membership, by_hotel } of [sales, visits]) {
      expect(sumUsd(by_membership)).toBeCloseTo(sumUsd(by_hotel), 1);
      expect(sumUsd(by_month)).toBeCloseTo(sumUsd(by_hotel), 1);
      expect(sumUsd(by_hotel)).toBeGreaterThan(0);
    }
  });

  test('break amounts down only if all hotels share one currency', async () => {
    const group = await read(admin);
    const ownHotel = await read(property);
    const sumLocal = (cells: readonly Cell[]) =>
      cells.flatMap(({ amounts = [] }) => amounts).reduce((all, { amount }) => all + Number(amount), 0);
    for (const kind of ['sales', 'visits'] as const) {
      for (const cell of [...group[kind].by_membership, ...group[kind].by_hotel])
        expect(cell).not.toHaveProperty('amounts');
      const { by_month, by_membership, by_hotel } = ownHotel[kind];
      expect(sumLocal(by_month)).toBeGreaterThan(0);
      expect(sumLocal(by_membership)).toBeCloseTo(sumLocal(by_month), 2);
      expect(sumLocal(by_hotel)).toBeCloseTo(sumLocal(by_month), 2);
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
    const currentMonth = Temporal.PlainYearMonth.from((await read(admin)).month);
    const monthBefore = (months: number) => currentMonth.subtract({ months }).toString();
    const readFrom = (monthsBack: number) =>
      read(admin, `?from=${monthBefore(monthsBack)}&to=${monthBefore(monthsBack - 2)}`);
    const { sales, visits, redemptions } = await readFrom(9);
    const pastDashboard = await readFrom(21);
    // A month without records has no cell. Which months those are depends on the day of the run.
    const monthsOf = (cells: readonly Cell[]) => [...new Set(cells.map(({ month }) => month))];
    const sumUsd = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + Number(cell.usd), 0);
    for (const [now, before] of [
      [sales, pastDashboard.sales],
      [visits, pastDashboard.visits],
    ] as const) {
      expect(monthsOf(before.by_hotel).length).toBeGreaterThan(0);
      expect(monthsOf(now.year_before)).toEqual(monthsOf(before.by_hotel));
      expect(sumUsd(now.year_before)).toBeCloseTo(sumUsd(before.by_hotel), 1);
      expect(now.year_before.every(({ id }) => id === null)).toBe(true);
    }
    expect(redemptions.year_before).toEqual(pastDashboard.redemptions.by_month);
  });

  test('rejects an invalid parameter by its name', async () => {
    expectInvalid(await request(admin, '?hotel_id=x&from=2026-13'), 'hotel_id', 'from');
    expectInvalid(await request(admin, '?from=2026-05&to=2026-04'), 'to');
    expectInvalid(await request(admin, '?from=2016-05&to=2026-04'), 'from');
    expectInvalid(await request(admin, '?region_id=1&region_id=2'), 'region_id');
  });

  test('returns a 404 for a hotel that is not visible', async () => {
    const otherHotel = hotels.find((hotel) => regionOf(hotel) !== regionOf(someHotel)) ?? 0;
    expectError(await request(property, `?hotel_id=${otherHotel}`), 404, 'record_not_found');
    expectError(await request(admin, '?hotel_id=999999'), 404, 'record_not_found');
    expect((await read(property, `?region_id=${regionOf(otherHotel)}`)).members.number).toBe(0);
  });

  test('requires the right to see the dashboard', async () => {
    const user = await createUser(db, { level: 'group', codes: [permission('VIEW', 'MEMBER')] });
    expectError(await request(user), 403, 'forbidden');
  });

  test('shows nothing to a user without a hotel', async () => {
    const unprivilegedUser = await createUser(db, { level: 'property' });
    expect(numbersOf(await read(unprivilegedUser)).every(({ number }) => number === 0)).toBe(true);
  });
});

test('the dashboard says while hotels are in different months, and not of a single hotel', async () => {
  api.setClock(new Date('2026-11-30T12:00:00Z'));
  expect(await read(admin)).toMatchObject({ month: '2026-12', has_two_months: true });
  expect((await read(admin, `?hotel_id=${someHotel}`)).has_two_months).toBe(false);
  api.setClock(new Date('2026-11-15T12:00:00Z'));
  expect(await read(admin)).toMatchObject({ month: '2026-11', has_two_months: false });
});

test('the dashboard names each hotel and membership of a metric, and the decimals of each currency', async () => {
  const d = await read(admin);
  const cells = [...d.sales.by_hotel, ...d.visits.by_hotel];
  expect(d.hotels.map(({ id }) => id)).toEqual(expect.arrayContaining(cells.map(({ id }) => id)));
  expect(d.memberships.map(({ id }) => id)).toEqual(
    expect.arrayContaining(d.visits.by_membership.flatMap(({ id }) => id ?? [])),
  );
  expect(d.decimals).toMatchObject({ IDR: expect.any(Number), SGD: 2 });
  expect(includesCondition('hotel_id', [1, 2])).toEqual({ column: 'hotel_id', operator: 'includes', value: '1,2' });
});
