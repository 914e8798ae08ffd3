// Core test: liability of vouchers.
import { LIABILITY_PART_KEYS } from '@innkeeper/contract';
import type { Liability } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { testSeed } from '@innkeeper/contract/testing';
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

/** Compares the liability of vouchers with independent SQL over the records, under a clock that the test sets. */

const api = await startTestApp({ isDatabaseClockSet: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const setup = await createSimulationSetup(api, admin, inputs, fixtures);

const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
const getToday = (): string => api.clock().toISOString().slice(0, 10);
const setNow = (day: string) => api.setNow(new Date(`${day}T05:00:00Z`));

async function readLiability(
  user: TestUser,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Liability[]> {
  const reply = await call<{ data: { rows: Liability[] } }>(
    app,
    user.token,
    'GET',
    `/api/month_close/liability?${queryString({ by: 'voucher', ...query })}`,
  );
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.rows;
}
/** The number of vouchers of a hotel in each part of a period. */
async function readNumbers(hotel: number, from: string, to = from): Promise<Record<string, number>> {
  const rows = await readLiability(admin, { from, to, hotel_id: hotel });
  const numbers = LIABILITY_PART_KEYS.map(
    (part) => [part, rows.reduce((sum, row) => sum + row[part].number, 0)] as const,
  );
  return Object.fromEntries(numbers.filter(([, number]) => number !== 0));
}

// Single vouchers -----------------------------------------------------------------------------------------------------

const sellAt = async (hotel: number) => {
  const { body, text, status } = await fixtures.sell({ hotel_id: hotel });
  expect(status, text).toBe(201);
  return body.data;
};
const closeMonth = async (country: number, month: string) => {
  const reply = await post('month_close', { country_id: country, month, remark: 'Looked at' });
  expect(reply.status, reply.text).toBe(201);
};
/** A hotel in its own country, with a sale of three vouchers on 10 March. */
async function sellInMarch() {
  const { hotels, countries } = await startSimulation(setup);
  const [hotel = 0] = hotels;
  await setNow('2025-03-10');
  return { hotel, country: countries[0] ?? 0, ...(await sellAt(hotel)) };
}

test('a voucher counts from its sale until the day before it is redeemed', async () => {
  const { hotel, member_vouchers } = await sellInMarch();
  await setNow('2025-03-12');
  await fixtures.redeem(member_vouchers[0], hotel);
  expect(await readNumbers(hotel, '2025-03-09')).toEqual({});
  expect(await readNumbers(hotel, '2025-03-10')).toEqual({ issued: 3, closing: 3 });
  expect(await readNumbers(hotel, '2025-03-11')).toEqual({ opening: 3, closing: 3 });
  expect(await readNumbers(hotel, '2025-03-12')).toEqual({ opening: 3, redeemed: 1, closing: 2 });
  expect(await readNumbers(hotel, '2025-03-01', '2025-03-31')).toEqual({ issued: 3, redeemed: 1, closing: 2 });
});

test('a voucher expires on the day after its last day, and an extension reopens it', async () => {
  const { hotel, member_vouchers } = await sellInMarch();
  const [voucher] = member_vouchers;
  const lastDay = String(voucher?.valid_until_date);
  expect(await readNumbers(hotel, lastDay)).toEqual({ opening: 3, closing: 3 });
  expect(await readNumbers(hotel, addDays(lastDay, 1))).toEqual({ opening: 3, expired: 3 });
  await setNow(addDays(lastDay, 5));
  const extendReply = await post(`member_voucher/${voucher?.id}`, {
    valid_until_date: addDays(lastDay, 20),
    remark: 'The guest was ill',
  });
  expect(extendReply.status, extendReply.text).toBe(200);
  expect(await readNumbers(hotel, addDays(lastDay, 1))).toEqual({ opening: 3, expired: 2, closing: 1 });
  expect(await readNumbers(hotel, addDays(lastDay, 21))).toEqual({ opening: 1, expired: 1 });
});

test('voiding a redemption reverts it on its own day while the month is open', async () => {
  const { hotel, member_vouchers } = await sellInMarch();
  await setNow('2025-03-12');
  const id = await fixtures.redeem(member_vouchers[0], hotel);
  await setNow('2025-03-20');
  expect((await remove('voucher_redeem', id)).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-12')).toEqual({ opening: 3, closing: 3 });
  expect(await readNumbers(hotel, '2025-03-20')).toEqual({ opening: 3, closing: 3 });
});

test('a change in a closed month is a correction on the first open day', async () => {
  const { hotel, country, member_vouchers } = await sellInMarch();
  await setNow('2025-03-12');
  // The voucher was redeemed at another hotel, whose month is still open.
  const id = await fixtures.redeem(member_vouchers[0], fixtures.h1);
  await setNow('2025-04-20');
  await closeMonth(country, '2025-03');
  expect((await remove('voucher_redeem', id)).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-01', '2025-03-31')).toEqual({ issued: 3, redeemed: 1, closing: 2 });
  expect(await readNumbers(hotel, '2025-04-01')).toEqual({ opening: 2, corrected: 1, closing: 3 });
});

test('the vouchers of a cancelled sale are removed on the day of the cancellation', async () => {
  const { hotel, transaction } = await sellInMarch();
  await setNow('2025-03-15');
  expect((await remove('transaction', transaction.id)).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-14')).toEqual({ opening: 3, closing: 3 });
  expect(await readNumbers(hotel, '2025-03-15')).toEqual({ opening: 3, cancelled: 3 });
});

test('the vouchers of a restored sale count again from the day of their issue', async () => {
  const { hotel, transaction } = await sellInMarch();
  await setNow('2025-03-15');
  expect((await remove('transaction', transaction.id)).status).toBe(200);
  await setNow('2025-03-18');
  expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-10', '2025-03-31')).toEqual({ issued: 3, closing: 3 });
});

test('a redemption that is entered late counts on its own day', async () => {
  const { hotel, member_vouchers } = await sellInMarch();
  await setNow('2025-03-20');
  const redeemReply = await post('voucher_redeem', {
    member_voucher_id: member_vouchers[0]?.id,
    redeem_hotel_id: hotel,
    redeem_date: '2025-03-18T05:00:00Z',
    booking_no: 'B',
    staff_name: 'Ayu',
  });
  expect(redeemReply.status, redeemReply.text).toBe(201);
  expect(await readNumbers(hotel, '2025-03-18')).toEqual({ opening: 3, redeemed: 1, closing: 2 });
  expect(await readNumbers(hotel, '2025-03-20')).toEqual({ opening: 2, closing: 2 });
});

test('the vouchers of merged members remain at the hotels of their cards', async () => {
  const { hotel, member } = await sellInMarch();
  const otherSale = await sellAt(fixtures.h1);
  const before = await readNumbers(fixtures.h1, '2025-03-11');
  const mergeReply = await post(`member/${otherSale.member.id}/merge`, { member_id: member.id, fields: {} });
  expect(mergeReply.status, mergeReply.text).toBe(200);
  expect(await readNumbers(hotel, '2025-03-11')).toEqual({ opening: 3, closing: 3 });
  expect(await readNumbers(fixtures.h1, '2025-03-11')).toEqual(before);
});

test('the liability matches the records for the days of a reopened month', async () => {
  const { hotel, country, member_vouchers } = await sellInMarch();
  await setNow('2025-03-12');
  const id = await fixtures.redeem(member_vouchers[0], fixtures.h1);
  await setNow('2025-04-20');
  await closeMonth(country, '2025-03');
  expect((await remove('voucher_redeem', id)).status).toBe(200);
  await sql`update month_close set reopened_at = now(), reopened_by_id = ${admin.id},
      approved_by_id = ${setup.approver.id}, reopen_reason = 'Late'
    where country_id = ${country}`.execute(db.kysely);
  await sql`select unfreeze_liability(${country})`.execute(db.kysely);
  expect(await readNumbers(hotel, '2025-03-01', '2025-04-30')).toEqual({ issued: 3, closing: 3 });
});

test('vouchers ended by a refund are removed on its day, and its cancellation restores them', async () => {
  const { hotel, transaction } = await sellInMarch();
  await setNow('2025-03-15');
  const refundReply = await post(`transaction/${transaction.id}/refund`, {
    amount: '1000',
    refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'service-failure'),
    type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
    ends_membership: 1,
    remark: 'The pool was closed',
  });
  expect(refundReply.status, refundReply.text).toBe(201);
  expect(await readNumbers(hotel, '2025-03-15')).toEqual({ opening: 3, cancelled: 3 });
  const { id } = refundReply.body['data'] as { id: number }; // the response of a refund
  expect((await remove('transaction', id)).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-10', '2025-03-31')).toEqual({ issued: 3, closing: 3 });
});

test('the vouchers of a member are excluded while the member is inactive', async () => {
  const { hotel, member } = await sellInMarch();
  await setNow('2025-03-15');
  expect((await post(`member/${member.id}`, { is_active: 0 })).status).toBe(200);
  await setNow('2025-03-18');
  expect((await post(`member/${member.id}`, { first_name: 'Changed' })).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-15')).toEqual({ opening: 3, cancelled: 3 });
  expect((await post(`member/${member.id}`, { is_active: 1 })).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-15')).toEqual({ opening: 3, closing: 3 });
});

test('the vouchers of a member who moves remain at the hotel of the card', async () => {
  const { hotel, member } = await sellInMarch();
  expect((await post(`member/${member.id}`, { hotel_id: fixtures.h2 })).status).toBe(200);
  expect(await readNumbers(hotel, '2025-03-11')).toEqual({ opening: 3, closing: 3 });
});

test('vouchers without a rate are counted separately, not as zero', async () => {
  const { hotels } = await startSimulation(setup);
  const [, , hotel = 0] = hotels;
  await setNow('2025-03-10');
  await sellAt(hotel);
  const rows = await readLiability(admin, { from: '2025-03-10', to: '2025-03-31', by: 'type', hotel_id: hotel });
  expect(rows.map(({ currency }) => currency)).toEqual(['SGD']);
  expect(rows[0]?.closing).toMatchObject({ number: 3, nominal_usd: '0.00', without_rate: 3 });
});

test('the liability requires a period that ends after it begins', async () => {
  const query = queryString({ from: '2025-03-10', to: '2025-03-09' });
  expectInvalid(await call(app, admin.token, 'GET', `/api/month_close/liability?${query}`), 'to');
});

test("the rows of the period are exported as CSV and as a workbook, in the reader's language", async () => {
  const { hotel } = await sellInMarch();
  const period = { from: '2025-03-01', to: '2025-03-31', hotel_id: hotel };
  const toPath = (format: string) =>
    `/api/month_close/liability/export?${queryString({ ...period, by: 'voucher', format })}`;
  const liability = await readLiability(admin, period);
  const expectedRows = liability.map(({ hotel: { code, name }, kind, currency, ...parts }) => [
    code,
    name,
    kind.name,
    currency,
    ...LIABILITY_PART_KEYS.flatMap((part) => Object.values(parts[part]).map(String)),
  ]);
  expect(expectedRows).toHaveLength(2);
  const [headings, ...rows] = csvRows(await download(app, admin.token, toPath('csv'), { 'accept-language': 'id' }));
  expect(headings?.at(-2)).toBe('Saldo akhir, nilai dalam USD');
  const indonesianNames = liability.map(({ kind }) => kind.name_id);
  expect(indonesianNames).not.toEqual(liability.map(({ kind }) => kind.name));
  expect(rows).toEqual(expectedRows.map((row, i) => row.with(2, indonesianNames[i] ?? '')));
  const [titles, ...cells] = await xlsxRows(await download(app, admin.token, toPath('xlsx')));
  expect(titles?.at(-2)).toBe('Closing, amount in USD');
  expect(cells.map((row) => row.map((cell, i) => (i < 4 ? cell : Number(cell))))).toEqual(
    expectedRows.map((row) => row.map((cell, i) => (i < 4 ? cell : Number(cell)))),
  );
});

test('the liability requires the right to see closed months', async () => {
  const clerk = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  for (const path of ['liability', 'liability/export?format=csv'])
    expect((await call(app, clerk.token, 'GET', `/api/month_close/${path}`)).status, path).toBe(403);
});

// Simulations ---------------------------------------------------------------------------------------------------------

const passDays =
  (days: number): Actions[string] =>
  async () => {
    await setNow(addDays(getToday(), days));
    return undefined;
  };
/** Redeems a voucher in another country and voids that after the month of its own country was closed. */
const voidAfterClosing: Actions[string] = async (simulation, pick) => {
  const [hotel, , otherHotel] = simulation.hotels;
  const { rows } = await sql<{ id: number }>`
    select v.id from member_voucher v join member_card c on c.id = v.member_card_id
    join voucher_state s on s.member_voucher_id = v.id
    where c.hotel_id = ${hotel} and v.restrict_hotel_id is null and s.state = 'open' order by v.id`.execute(db.kysely);
  const redeemReply = await post('voucher_redeem', {
    member_voucher_id: pick(rows)?.id,
    redeem_hotel_id: otherHotel,
    redeem_date: api.clock().toISOString(),
    booking_no: 'B',
    staff_name: 'Ayu',
  });
  if (redeemReply.status !== 201) return redeemReply;
  await setNow(addDays(getToday(), 31));
  const month = addDays(`${getToday().slice(0, 7)}-01`, -1).slice(0, 7);
  await post('month_close', { country_id: simulation.countries[0], month, remark: 'Looked at' });
  return remove('voucher_redeem', (redeemReply.body['data'] as { id: number }).id); // the response of a redemption
};
const ACTIONS: Actions = {
  ...DESK_ACTIONS,
  ...OFFICE_ACTIONS,
  ...EDIT_ACTIONS,
  'void after closing': voidAfterClosing,
  'a day passes': passDays(1),
  'a week passes': passDays(7),
  'a month passes': passDays(31),
  'half a year passes': passDays(181),
};
const FREQUENT_ACTIONS =
  'buy,buy,redeem,redeem,refund,void,void after closing,void after closing,take a voiding back,cancel,take the cancelling back,renew,extend a voucher,put away,bring back,merge,undo a merge,edit a member,edit a card,make a voucher,close a month,close a month,reverse,ask to open a month,approve,correct a rate,undo a correction,set a clock,a day passes,a week passes,a week passes,a month passes,a month passes,half a year passes'.split(
    ',',
  );

interface LiabilityPart {
  readonly hotel_id: number;
  readonly voucher_id: number;
  readonly currency: string;
  readonly part: string;
  readonly number: number;
  readonly nominal: string;
  readonly nominal_usd: string;
  readonly without_rate: number;
}
type LiabilityValues = Readonly<Record<string, readonly number[]>>;

const liabilityValues = (rows: readonly LiabilityPart[]): LiabilityValues =>
  Object.fromEntries(
    rows
      .map(({ hotel_id, voucher_id, currency, number, nominal, nominal_usd, without_rate }): [string, number[]] => [
        `${hotel_id} ${voucher_id} ${currency}`,
        [number, Math.round(Number(nominal) * 1000), Math.round(Number(nominal_usd) * 100), without_rate],
      ])
      .filter(([, partValues]) => partValues.some((value) => value !== 0))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

async function sumChanges(hotels: readonly number[], from: string, to: string) {
  const { rows } = await sql<LiabilityPart>`
    select * from liability_between(${hotels}::bigint[], ${from}::date, ${to}::date)`.execute(db.kysely);
  return { of: (part: string) => liabilityValues(rows.filter((row) => row.part === part)), rows };
}

/** Sums the vouchers of these hotels that were outstanding at the end of a day, from the records. */
async function sumOutstanding(hotels: readonly number[], day: string): Promise<LiabilityValues> {
  const { rows } = await sql<LiabilityPart>`
    select c.hotel_id, v.voucher_id, v.currency, 'closing' as part, count(*)::int as number, sum(v.nominal) as nominal,
           coalesce(sum(round(v.nominal / t.usd_rate, 2)), 0) as nominal_usd,
           count(*) filter (where t.usd_rate is null)::int as without_rate
    from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
    join hotel h on h.id = c.hotel_id join country n on n.id = h.country_id
    left join transaction t on t.id = v.transaction_id and v.issued_as is not null
    cross join lateral (select (${day}::date + 1)::timestamp at time zone coalesce(h.time_zone,
          n.time_zone) as midnight) d
    where c.hotel_id = any(${hotels}::bigint[]) and coalesce(t.transaction_date, v.created_at) < d.midnight
      and case when v.deleted_at is null and exists (select from voucher_redeem r where r.member_voucher_id = v.id
          and r.deleted_at is null)
               then not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null
                   and r.redeem_date < d.midnight)
               else v.valid_until_date >= ${day}::date
                 and coalesce(least(v.deleted_at, c.deleted_at, m.deleted_at) >= d.midnight, true)
                 and (c.is_active or coalesce(c.deactivated_at, c.created_at) >= d.midnight)
                 and (m.is_active or coalesce(m.deactivated_at, m.created_at) >= d.midnight) end
    group by 1, 2, 3`.execute(db.kysely);
  return liabilityValues(rows);
}

/** The same periods, summed day by day from the first day. */
async function sumParts(from: string, to: string): Promise<ReadonlyMap<string, LiabilityValues>> {
  const { rows } = await sql<LiabilityPart>`
    with day as (
      select hotel_id, voucher_id, currency, kind, day, number, nominal, nominal_usd, without_rate,
        liability_sign(kind) as sign
      from liability_rollup_current where span = 'day')
    select hotel_id, voucher_id, currency, part, sum(sign * number)::int as number, sum(sign * nominal) as nominal,
           sum(sign * nominal_usd) as nominal_usd, sum(sign * without_rate)::int as without_rate
    from (
      select *, 'opening' as part from day where day < ${from}::date
      union all
      select *, 'closing' from day where day <= ${to}::date
      union all
      select hotel_id, voucher_id, currency, kind, day, number, nominal, nominal_usd, without_rate, 1, kind
      from day where day between ${from}::date and ${to}::date) p
    group by 1, 2, 3, 4`.execute(db.kysely);
  const parts = Map.groupBy(rows, ({ part }) => part);
  return new Map(
    [...parts]
      .map(([part, rows]) => [part, liabilityValues(rows)] as const)
      .filter(([, rows]) => Object.keys(rows).length > 0),
  );
}

/** Every day frozen by a closing, as text, for closings that are still in effect. */
async function readFrozenDays(): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; days: string }>`
    select m.id, coalesce((
      select string_agg(concat_ws(' ', r.hotel_id, r.voucher_id, r.currency, r.kind, r.day, r.number, r.nominal,
            r.nominal_usd, r.without_rate), E'\n' order by 1)
      from (
        select hotel_id, voucher_id, currency, kind, day, sum(number) as number, sum(nominal) as nominal,
               sum(nominal_usd) as nominal_usd, sum(without_rate) as without_rate
        from liability_rollup_current r join hotel h on h.id = r.hotel_id
        where h.country_id = m.country_id and span = 'day' and day < (m.month || '-01')::date + interval '1 month'
        group by 1, 2, 3, 4, 5) r), '') as days
    from month_close m where m.reopened_at is null`.execute(db.kysely);
  return new Map(rows.map(({ id, days }) => [id, days]));
}

const SIGN_BY_PART: Readonly<Record<string, number>> = {
  opening: 1,
  issued: 1,
  redeemed: -1,
  expired: -1,
  cancelled: -1,
  corrected: 1,
};

async function checkLiability({ hotels }: Simulation, frozenByClose: Map<number, string>, name: string): Promise<void> {
  expect(await checkIntegrity(db, ['rollups']), name).toEqual([]);
  const { rows } = await sql<{ open_from: string | null }>`
    select max(first_open_day(id))::text as open_from from unnest(${hotels}::bigint[]) id`.execute(db.kysely);
  const openFrom = rows[0]?.open_from ?? null;
  const now = getToday();
  const month = `${now.slice(0, 7)}-01`;
  for (const [from, to] of [
    [month, now],
    [addDays(month, -31), addDays(month, -1)],
    [addDays(now, -45), addDays(now, -9)],
    [addDays(now, 1), addDays(now, 200)],
  ] as const) {
    const period = await sumChanges(hotels, from, to);
    const addedRows = period.rows.flatMap((row) => {
      const sign = SIGN_BY_PART[row.part];
      return sign === undefined ? [] : [{ row, sign }];
    });
    const sums = new Map<string, LiabilityPart>();
    for (const { row, sign } of addedRows) {
      const key = `${row.hotel_id} ${row.voucher_id} ${row.currency}`;
      const sum = sums.get(key);
      sums.set(key, {
        ...row,
        number: (sum?.number ?? 0) + sign * row.number,
        nominal: String(Number(sum?.nominal ?? 0) + sign * Number(row.nominal)),
        nominal_usd: String(Number(sum?.nominal_usd ?? 0) + sign * Number(row.nominal_usd)),
        without_rate: (sum?.without_rate ?? 0) + sign * row.without_rate,
      });
    }
    const closingRows = period.of('closing');
    expect(liabilityValues([...sums.values()]), `${name}: ${from} to ${to} adds up`).toEqual(closingRows);
    const nextChanges = await sumChanges(hotels, addDays(to, 1), addDays(to, 1));
    expect(nextChanges.of('opening'), `${name}: ${to} opens the next day`).toEqual(closingRows);
    if (openFrom === null || to >= openFrom)
      expect(await sumOutstanding(hotels, to), `${name}: ${to} is what the records say`).toEqual(closingRows);
  }
  const days = await readFrozenDays();
  for (const id of frozenByClose.keys()) if (!days.has(id)) frozenByClose.delete(id);
  for (const [id, text] of days) {
    expect(text, `${name}: closing ${id} stays`).toBe(frozenByClose.get(id) ?? text);
    frozenByClose.set(id, text);
  }
}

/** The sums of rows, by kind and currency. */
function sumLiability(rows: readonly Liability[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const row of rows)
    for (const part of LIABILITY_PART_KEYS) {
      const { number, nominal, nominal_usd, without_rate } = row[part];
      for (const [name, value] of Object.entries({
        number,
        nominal: Math.round(Number(nominal) * 1000),
        usd: Math.round(Number(nominal_usd) * 100),
        without_rate,
      })) {
        const key = `${row.kind.id} ${row.currency} ${part} ${name}`;
        sums[key] = (sums[key] ?? 0) + value;
      }
    }
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}

const stepArbitrary = stepOf(ACTIONS, [...FREQUENT_ACTIONS, ...FREQUENT_ACTIONS]);
const actionNames = new Set<string>();

async function runSimulation(actions: readonly Step[]): Promise<void> {
  await setNow('2024-11-20');
  const simulation = await startSimulation(setup);
  const frozenByClose = new Map<number, string>();
  const runAction = async (name: string, choice: number) => {
    if (await runStep(simulation, ACTIONS, { name, choice })) actionNames.add(name);
  };
  for (const choice of [12, 1, 14]) await runAction('buy', choice);
  await runAction('redeem', 0);
  for (const name of ['void after closing', 'buy', 'cancel']) {
    // Cancels today's sale, since earlier months may be closed.
    await runAction(name, name === 'cancel' ? simulation.saleAmounts.size - 1 : 0);
    await checkLiability(simulation, frozenByClose, name);
  }
  for (const { name, choice } of actions) {
    await runAction(name, choice);
    await checkLiability(simulation, frozenByClose, name);
  }
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from liability_rollup_current where hotel_id = any(${simulation.hotels}::bigint[])`.execute(
    db.kysely,
  );
  for (const { kind } of rows) actionNames.add(kind);
}

test('opening and movements add up to the closing, as in the records; closed months do not change', async () => {
  const simulations = Number(process.env['LIVES'] ?? 1);
  await fc.assert(fc.asyncProperty(fc.array(stepArbitrary, { minLength: 24, maxLength: 36 }), runSimulation), {
    seed: testSeed(88),
    numRuns: 6 * simulations,
    endOnFailure: true,
  });
  for (const kind of ['issued', 'redeemed', 'expired', 'cancelled', 'corrected'])
    expect([...actionNames]).toContain(kind);

  const { rows: places } = await sql<{ hotel: number; region: number }>`
    select h.id as hotel, n.region_id as region from hotel h join country n on n.id = h.country_id`.execute(db.kysely);
  const period = { from: '2024-11-20', to: getToday() };
  const group = sumLiability(await readLiability(admin, period));
  const allLiability: Liability[] = [];
  for (const region of new Set(places.map((place) => place.region))) {
    const user = await createUser(db, { level: 'region', assignments: [{ region_id: region }] });
    const rows = await readLiability(user, period);
    const ownLiability: Liability[] = [];
    for (const { hotel } of places.filter((place) => place.region === region)) {
      const assignments = [{ region_id: region, restrict_hotel_id: hotel }];
      ownLiability.push(...(await readLiability(await createUser(db, { level: 'property', assignments }), period)));
    }
    expect(sumLiability(ownLiability)).toEqual(sumLiability(rows));
    allLiability.push(...rows);
  }
  expect(Object.keys(group).length).toBeGreaterThan(10);
  expect(sumLiability(allLiability)).toEqual(group);
}, 600_000);

test('the days of any period add up to its totals, before and after compaction', async () => {
  const { rows } = await sql<{ id: number; first: string; last: string }>`
    select h.id, r.first::text, r.last::text
    from hotel h, (select min(day) as first, max(day) as last from liability_rollup_current
        where span = 'day') r`.execute(db.kysely);
  const [{ first, last } = { first: '', last: '' }] = rows;
  const hotels = rows.map(({ id }) => id);
  const length = Temporal.PlainDate.from(first).until(last).days;
  expect(length).toBeGreaterThan(400);
  const day = fc.integer({ min: -40, max: length + 40 }).map((days) => addDays(first, days));
  const isSame = fc.asyncProperty(day, day, async (...days) => {
    const [from, to] = days.toSorted() as [string, string]; // two days
    const period = await sumChanges(hotels, from, to);
    const parts = new Set(period.rows.map(({ part }) => part));
    const partValues = new Map([...parts].map((part) => [part, period.of(part)]));
    expect(partValues, `${from} to ${to}`).toEqual(await sumParts(from, to));
  });
  for (const numRuns of [20, 60]) {
    await fc.assert(isSame, { seed: testSeed(89), numRuns });
    await sql`select compact_rollups()`.execute(db.kysely);
  }
});
