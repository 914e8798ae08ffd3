// Core test: fees by month of service.
import type { MonthlyFees } from '@innkeeper/contract/calls';
import { testSeed } from '@innkeeper/contract/testing';
import { checkIntegrity } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvRows, download, xlsxRows } from '../../engine/import-export/table-helpers.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { DESK_ACTIONS } from '../../testing/simulations/desk-actions.ts';
import { EDIT_ACTIONS } from '../../testing/simulations/edit-actions.ts';
import {
  type Actions,
  type Simulation,
  startSimulation,
  createSimulationSetup,
} from '../../testing/simulations/simulation.ts';
import { type Step, runStep, stepOf } from '../../testing/simulations/steps.ts';
import { OFFICE_ACTIONS } from '../../testing/simulations/office-actions.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Fees by month of service, under a clock that the test sets. */

const api = await startTestApp({ isDatabaseClockSet: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const setup = await createSimulationSetup(api, admin, inputs, fixtures);

const getToday = (): string => api.clock().toISOString().slice(0, 10);
const setNow = (day: string) => api.setNow(new Date(`${day}T05:00:00Z`));

async function readFees(user: TestUser, query: Readonly<Record<string, string | number>>): Promise<MonthlyFees[]> {
  const path = `/api/month_close/fees?${queryString({ from: '2024-01', to: '2029-12', ...query })}`;
  const reply = await call<{ data: { rows: MonthlyFees[] } }>(app, user.token, 'GET', path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.rows;
}
/** Amounts of a hotel by month, without zeros. */
async function readFeesByMonth(hotel: number, by: 'by_sale' | 'by_service'): Promise<Record<string, number>> {
  const rows = await readFees(admin, { hotel_id: hotel });
  return Object.fromEntries(
    rows.filter((row) => Number(row[by].amount) !== 0).map((row) => [row.month, Number(row[by].amount)]),
  );
}
/** Twelve months with the share each, of which the last has the remainder of the fee. */
const toTwelfths = (first: string, fee: number, share: number): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      Temporal.PlainYearMonth.from(first).add({ months: n }).toString(),
      Number((n < 11 ? share : fee - 11 * share).toFixed(3)),
    ]),
  );

const sellAt = async (hotel: number, overrides = {}) => {
  const { body, text, status } = await fixtures.sell({ hotel_id: hotel, ...overrides });
  expect(status, text).toBe(201);
  return body.data;
};
const closeMonth = async (country: number, month: string) => {
  const reply = await post('month_close', { country_id: country, month, remark: 'Looked at' });
  expect(reply.status, reply.text).toBe(201);
};
/**
 * A hotel in its own country whose currency has no decimals, with a sale on 10 March that is not divisible by twelve.
 */
async function sellInMarch() {
  const { hotels, countries } = await startSimulation(setup);
  const [hotel = 0] = hotels;
  const country = countries[0] ?? 0;
  await sql`update country set decimals = 0 where id = ${country}`.execute(db.kysely);
  await setNow('2025-03-10');
  const sale = await sellAt(hotel, { discount: '7' });
  const fee = Number(sale.transaction.grand_total);
  expect(fee % 12).toBe(5);
  return { hotel, country, fee, share: Math.trunc(fee / 12), ...sale };
}

test('a fee is spread in twelfths over its term, with the remainder in the last month', async () => {
  const { hotel, fee, share } = await sellInMarch();
  expect(await readFeesByMonth(hotel, 'by_sale')).toEqual({ '2025-03': fee });
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(toTwelfths('2025-03', fee, share));
  const [row] = await readFees(admin, { hotel_id: hotel, from: '2025-03', to: '2025-03' });
  expect(row).toMatchObject({ month: '2025-03', currency: 'IDR', by_sale: { number: 1 }, by_service: { number: 1 } });
});

test('shares are rounded to the decimals of the currency, and US dollars to two', async () => {
  const { hotels, countries } = await startSimulation(setup);
  const [, , hotel = 0] = hotels;
  await sql`update country set usd_rate = 1.3 where id = ${countries[1]}`.execute(db.kysely);
  await setNow('2025-03-10');
  const { transaction } = await sellAt(hotel, { discount: '0.07' });
  const fee = Number(transaction.grand_total);
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(
    toTwelfths('2025-03', fee, Math.trunc((fee * 100) / 12) / 100),
  );
  const dollars = (await readFees(admin, { hotel_id: hotel })).map((row) => Number(row.by_service.amount_usd));
  const valueUsd = Number(transaction['grand_total_usd']);
  expect(dollars).toEqual(Object.values(toTwelfths('2025-03', valueUsd, Math.trunc((valueUsd * 100) / 12) / 100)));
});

test('each sum in US dollars shows the number of sales without a rate, until their country has one', async () => {
  const { hotels, countries } = await startSimulation(setup);
  const [hotel = 0] = hotels;
  const [country = 0] = countries;
  const readCountsWithoutRate = async (user: TestUser) =>
    (await readFees(user, { hotel_id: hotel })).map((row) =>
      [row.by_sale, row.by_service].map((fees) => fees.without_rate),
    );
  const { rows } = await sql<{ region: number }>`select region_id as region from country where id = ${country}`.execute(
    db.kysely,
  );
  const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: rows[0]?.region ?? 0 }] });
  await setNow('2025-03-10');
  await sellAt(hotel);
  expect((await post(`country/${country}`, { usd_rate: null })).status).toBe(200);
  await setNow('2025-05-10');
  const { transaction } = await sellAt(hotel);
  await sellAt(hotel);
  // Terms of March and of May, of twelve months each.
  const months = [[0, 0], [0, 0], [2, 2], ...Array.from({ length: 11 }, () => [0, 2])];
  for (const user of [admin, regionalUser]) expect(await readCountsWithoutRate(user)).toEqual(months);
  const [may] = await readFees(admin, { hotel_id: hotel, from: '2025-05', to: '2025-05' });
  expect(may?.by_sale).toMatchObject({ number: 2, amount_usd: '0.00' });
  await sql`select rebuild_rollups()`.execute(db.kysely);
  expect(await readCountsWithoutRate(regionalUser)).toEqual(months);
  expect((await remove('transaction', transaction.id)).status).toBe(200);
  expect(await readCountsWithoutRate(regionalUser)).toEqual(months.map((counts) => counts.map((count) => count / 2)));
  expect(await checkIntegrity(db, ['rollups'])).toEqual([]);
  expect((await post(`country/${country}`, { usd_rate: '15000' })).status).toBe(200);
  expect((await readCountsWithoutRate(regionalUser)).flat()).toEqual(Array.from({ length: 28 }, () => 0));
  expect(await checkIntegrity(db, ['rollups'])).toEqual([]);
});

test('a renewal counts in its own term, which begins after the sale', async () => {
  const { hotel, member, fee, share } = await sellInMarch();
  await setNow('2026-02-20');
  const renewal = await sellAt(hotel, { type: 2, member_id: member.id });
  const paidAmount = Number(renewal.transaction.grand_total);
  expect(await readFeesByMonth(hotel, 'by_sale')).toEqual({ '2025-03': fee, '2026-02': paidAmount });
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual({
    ...toTwelfths('2025-03', fee, share),
    ...toTwelfths('2026-03', paidAmount, Math.trunc(paidAmount / 12)),
  });
});

test('an upgrade counts in the remaining months of the term', async () => {
  const { hotel, member, fee, share } = await sellInMarch();
  await setNow('2025-08-20');
  const upgrade = await sellAt(hotel, { type: 6, member_id: member.id, membership_id: fixtures.platinum });
  const paidAmount = Number(upgrade.transaction.grand_total);
  const monthlyPart = Math.trunc(paidAmount / 7);
  const expectedMonths = Object.entries(toTwelfths('2025-03', fee, share));
  const feesByMonth = expectedMonths.map(([month, amount], n) => [
    month,
    amount + (n < 5 ? 0 : n < 11 ? monthlyPart : paidAmount - 6 * monthlyPart),
  ]);
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(Object.fromEntries(feesByMonth));
});

test('a cancelled sale counts in no month, and a restored sale in the same months again', async () => {
  const { hotel, transaction, fee, share } = await sellInMarch();
  await setNow('2025-03-15');
  expect((await remove('transaction', transaction.id)).status).toBe(200);
  expect(await readFees(admin, { hotel_id: hotel })).toEqual([]);
  expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(toTwelfths('2025-03', fee, share));
});

test('a reversal cancels past months in its own month, and each later month in that month', async () => {
  const { hotel, country, transaction, fee, share } = await sellInMarch();
  for (const [month, day] of [
    ['2025-03', '2025-04-20'],
    ['2025-04', '2025-05-20'],
  ] as const) {
    await setNow(day);
    await closeMonth(country, month);
  }
  const reversalReply = await post(`transaction/${transaction.id}/reversal`, { reason: 'Sold twice' });
  expect(reversalReply.status, reversalReply.text).toBe(201);
  expect(await readFeesByMonth(hotel, 'by_sale')).toEqual({ '2025-03': fee, '2025-05': -fee });
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual({
    '2025-03': share,
    '2025-04': share,
    '2025-05': -2 * share,
  });
});

test('a refund reduces the fees of the remaining months, and its cancellation restores them', async () => {
  const { hotel, transaction, fee, share } = await sellInMarch();
  await setNow('2025-08-20');
  const refundReply = await post(`transaction/${transaction.id}/refund`, {
    amount: '1000',
    refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'service-failure'),
    type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
    ends_membership: 0,
    remark: 'The pool was closed',
  });
  expect(refundReply.status, refundReply.text).toBe(201);
  const expectedMonths = Object.entries(toTwelfths('2025-03', fee, share));
  const reducedMonths = expectedMonths.map(([month, amount], n) => [month, amount - (n < 5 ? 0 : n < 11 ? 142 : 148)]);
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(Object.fromEntries(reducedMonths));
  expect(await readFeesByMonth(hotel, 'by_sale')).toEqual({ '2025-03': fee, '2025-08': -1000 });
  expect(await checkIntegrity(db, ['rollups'])).toEqual([]);
  // The response of a refund.
  expect((await remove('transaction', (refundReply.body['data'] as { id: number }).id)).status).toBe(200);
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(Object.fromEntries(expectedMonths));
});

test("no month changes when a card ends earlier or the currency's decimals change", async () => {
  const { hotel, country, member_card, fee, share } = await sellInMarch();
  const shortenReply = await post(`member_card/${member_card.id}`, { end_date: '2025-09-09', remark: 'Moved away' });
  expect(shortenReply.status, shortenReply.text).toBe(200);
  expect((await post(`country/${country}`, { decimals: 2 })).status).toBe(200);
  expect(await readFeesByMonth(hotel, 'by_service')).toEqual(toTwelfths('2025-03', fee, share));
  expect(await checkIntegrity(db, ['rollups'])).toEqual([]);
});

test('bills and free memberships have no fees', async () => {
  const { hotels } = await startSimulation(setup);
  const [hotel = 0] = hotels;
  await setNow('2025-03-10');
  const freeMembership = await fixtures.giveMembership({ hotel_id: hotel });
  expect(freeMembership.status, freeMembership.text).toBe(201);
  const bill = await post('transaction', {
    hotel_id: hotel,
    transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
  });
  expect(bill.status, bill.text).toBe(201);
  const line = await post('transaction_detail', {
    transaction_id: (bill.body['data'] as { id: number }).id, // the created record
    quantity: 1,
    unit_price: '120000',
  });
  expect(line.status, line.text).toBe(201);
  expect(await readFees(admin, { hotel_id: hotel })).toEqual([]);
});

test('the fees require a period that ends after it begins, and the right to see closed months', async () => {
  const clerk = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  for (const path of ['fees', 'fees/export']) {
    const toPath = (from: string, to: string) =>
      `/api/month_close/${path}?${queryString({ from, to, ...(path === 'fees' ? {} : { format: 'csv' }) })}`;
    expectInvalid(await call(app, admin.token, 'GET', toPath('2025-03', '2025-02')), 'to');
    expect((await call(app, clerk.token, 'GET', toPath('2025-03', '2025-03'))).status).toBe(403);
  }
});

test("the fees by month are exported as CSV and as a workbook, in the reader's language", async () => {
  const { hotel } = await sellInMarch();
  const query = { from: '2025-03', to: '2026-03', hotel_id: hotel };
  const toPath = (format: string) => `/api/month_close/fees/export?${queryString({ ...query, format })}`;
  const expectedRows = (await readFees(admin, query)).map(
    ({ hotel: { code, name }, month, currency, by_sale, by_service }) => [
      code,
      name,
      month,
      currency,
      ...[by_sale, by_service].flatMap((fees) =>
        [fees.number, fees.amount, fees.amount_usd, fees.without_rate].map(String),
      ),
    ],
  );
  expect(expectedRows).toHaveLength(12);
  const [headings, ...rows] = csvRows(await download(app, admin.token, toPath('csv'), { 'accept-language': 'id' }));
  expect(headings?.slice(-2)).toEqual(['Menurut bulan layanan, nilai dalam USD', 'Menurut bulan layanan, tanpa kurs']);
  expect(rows).toEqual(expectedRows);
  const [titles, ...cells] = await xlsxRows(await download(app, admin.token, toPath('xlsx')));
  expect(titles?.slice(-2)).toEqual(['By month of service, amount in USD', 'By month of service, without a rate']);
  const toNumbers = (row: readonly unknown[]) => row.map((cell, i) => (i < 4 ? cell : Number(cell)));
  expect(cells.map(toNumbers)).toEqual(expectedRows.map(toNumbers));
});

// Simulations ---------------------------------------------------------------------------------------------------------

const passDays =
  (days: number): Actions[string] =>
  async () => {
    await setNow(Temporal.PlainDate.from(getToday()).add({ days }).toString());
    return undefined;
  };
/** Closes every month that has ended, the oldest first. */
const closeAll: Actions[string] = async (simulation) => {
  for (const country of simulation.countries)
    for (
      let month = Temporal.PlainYearMonth.from('2024-10');
      month.toString() < getToday().slice(0, 7);
      month = month.add({ months: 1 })
    )
      await post('month_close', { country_id: country, month: month.toString(), remark: 'Looked at' });
  return undefined;
};
const { buy, renew, upgrade, refund, cancel, 'take the cancelling back': revertCancelling } = DESK_ACTIONS;
const {
  reverse,
  merge,
  'edit a card': editCard,
  'put away': moveToTrash,
  'bring back': restoreRecords,
} = OFFICE_ACTIONS;
const { 'correct a rate': correctRate, 'undo a correction': undoCorrection } = OFFICE_ACTIONS;
const { 'set a clock': setClock } = EDIT_ACTIONS;
const ACTIONS: Actions = {
  buy,
  renew,
  upgrade,
  refund,
  cancel,
  revertCancelling,
  reverse,
  merge,
  editCard,
  moveToTrash,
  restoreRecords,
  correctRate,
  undoCorrection,
  setClock,
  closeAll,
  'a week passes': passDays(7),
  'a month passes': passDays(31),
  'half a year passes': passDays(181),
};
const FREQUENT_ACTIONS = [
  'buy',
  'buy',
  'renew',
  'upgrade',
  'upgrade',
  'refund',
  'refund',
  'reverse',
  'reverse',
  'cancel',
  'revertCancelling',
  'closeAll',
  'a month passes',
];

/** Sums of closed months by hotel, month and currency. */
async function readFrozenMonths({ countries }: Simulation): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select concat_ws(' ', n.id, m.month) as key, coalesce((
      select string_agg(concat_ws(' ', f.hotel_id, f.currency, f.amount, f.amount_usd), E'\n'
          order by f.hotel_id, f.currency)
      from (select f.hotel_id, f.currency, sum(f.amount) as amount, sum(f.amount_usd) as amount_usd
            from service_fee_rollup f join hotel h on h.id = f.hotel_id
            where h.country_id = n.id and to_char(f.month, 'YYYY-MM') = m.month
            group by 1, 2) f), '') as value
    from country n join month_close m on m.country_id = n.id and m.reopened_at is null
    where n.id = any(${countries}::bigint[])`.execute(db.kysely);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function checkFees(simulation: Simulation, frozenMonths: Map<string, string>, name: string): Promise<void> {
  expect(await checkIntegrity(db, ['rollups']), name).toEqual([]);
  // For each sale and each reversal the months add up to its fee, and none precedes its own month.
  const { rows: differences } = await sql`
    select t.id, t.grand_total, f.* from transaction t
    join option_detail d on d.id = t.transaction_type_id and d.code in ('1', '2', '6')
    cross join lateral (
      select sum(amount) as amount, sum(amount_usd) as amount_usd, min(month) as first, count(*) as months
      from service_fee_rollups(t)) f
    where t.deleted_at is null and t.grand_total <> 0
      and ((f.amount, f.amount_usd) is distinct from (t.grand_total, coalesce(t.grand_total_usd, 0))
        or f.first < date_trunc('month', t.transaction_date at time zone effective_time_zone(t.hotel_id))
        or f.months > 12)`.execute(db.kysely);
  expect(differences, name).toEqual([]);
  for (const [month, sums] of await readFrozenMonths(simulation)) {
    expect(sums, `${name}: ${month} stays as it was closed`).toBe(frozenMonths.get(month) ?? sums);
    frozenMonths.set(month, sums);
  }
}

const stepArbitrary = stepOf(ACTIONS, [...FREQUENT_ACTIONS, ...FREQUENT_ACTIONS]);
const actionNames = new Set<string>();

async function runSimulation(actions: readonly Step[]): Promise<void> {
  await setNow('2024-11-20');
  const simulation = await startSimulation(setup);
  const closedMonthsByKey = new Map<string, string>();
  const runAction = async (name: string, choice: number) => {
    if (await runStep(simulation, ACTIONS, { name, choice })) actionNames.add(name);
  };
  for (const choice of [12, 1, 14]) await runAction('buy', choice);
  for (const name of ['a month passes', 'closeAll', 'reverse', 'buy', 'cancel']) {
    // Cancels today's sale, since earlier months may be closed.
    await runAction(name, name === 'cancel' ? simulation.saleAmounts.size - 1 : 0);
    await checkFees(simulation, closedMonthsByKey, name);
  }
  for (const { name, choice } of actions) {
    await runAction(name, choice);
    await checkFees(simulation, closedMonthsByKey, name);
  }
}

/** Sums of rows by month and currency. */
function sumFees(rows: readonly MonthlyFees[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { month, currency, by_sale, by_service } of rows)
    for (const [by, fees] of Object.entries({ by_sale, by_service }))
      for (const [name, value] of [
        ['count', fees.number],
        ['amount', Math.round(Number(fees.amount) * 1000)],
        ['usd', Math.round(Number(fees.amount_usd) * 100)],
      ] as const) {
        const key = `${month} ${currency} ${by} ${name}`;
        sums[key] = (sums[key] ?? 0) + value;
      }
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}

test('months add up to the fee and hotels to the group, and closed months never change', async () => {
  const simulations = Number(process.env['LIVES'] ?? 1);
  await fc.assert(fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 30 }), runSimulation), {
    seed: testSeed(188),
    numRuns: 4 * simulations,
    endOnFailure: true,
  });
  expect([...actionNames]).toEqual(expect.arrayContaining(['buy', 'reverse', 'cancel']));

  const { rows: places } = await sql<{ hotel: number; region: number }>`
    select h.id as hotel, n.region_id as region from hotel h join country n on n.id = h.country_id`.execute(db.kysely);
  const allFees: MonthlyFees[] = [];
  for (const region of new Set(places.map((place) => place.region))) {
    const rows = await readFees(await createUser(db, { level: 'region', assignments: [{ region_id: region }] }), {});
    const ownFees: MonthlyFees[] = [];
    for (const { hotel } of places.filter((place) => place.region === region)) {
      const assignments = [{ region_id: region, restrict_hotel_id: hotel }];
      ownFees.push(...(await readFees(await createUser(db, { level: 'property', assignments }), {})));
    }
    expect(sumFees(ownFees)).toEqual(sumFees(rows));
    allFees.push(...rows);
  }
  const group = sumFees(await readFees(admin, {}));
  expect(Object.keys(group).length).toBeGreaterThan(10);
  expect(sumFees(allFees)).toEqual(group);
}, 600_000);
