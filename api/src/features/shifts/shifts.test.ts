import { type ShiftPeriod, getResource, listParameters } from '@innkeeper/contract';
import type { Shift, ShiftActivity, ShiftDay } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { parseWritten } from '../../testing/responses.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { type NewUser, type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords, createCountry, createHotel } from '../../testing/base-records.ts';

/** A shift: what was recorded and undone at a hotel in a period, the payments, and the day at a glance. */

const api = await startTestApp({ isDatabaseClockSet: true });
const { app, db } = api;
/** Noon in Jakarta. */
const NOON = new Date('2025-06-11T05:00:00Z');
await api.setNow(NOON);
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const programme = createProgramme(api, admin, inputs, fixtures.h1);
const CASH = await fixtures.findOptionDetail('type-payment', 'cash');
const CREDIT_CARD = await fixtures.findOptionDetail('type-payment', 'credit-card');
const FOOD = await fixtures.findOptionDetail('transaction-type', '4');

/** A hotel with two clerks of its own. */
async function createDesk(country = fixtures.country, timeZone: string | null = null) {
  const hotel = await createHotel(db, country, timeZone);
  return { hotel, clerk: await createClerk(hotel), colleague: await createClerk(hotel) };
}
const createClerk = (hotel: number, values: Partial<NewUser> = {}): Promise<TestUser> =>
  createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: hotel }],
    ...values,
  });

type ShiftParams = { readonly hotel_id?: number; readonly period?: ShiftPeriod; readonly user?: 'me' };
async function readShift({ token }: TestUser, params: ShiftParams = {}): Promise<Shift> {
  const reply = await call<{ data: Shift }>(app, token, 'GET', `/api/shift?${queryString({ ...params })}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
async function readDay({ token }: TestUser, hotel_id?: number): Promise<ShiftDay> {
  const query = queryString(hotel_id === undefined ? {} : { hotel_id });
  const reply = await call<{ data: ShiftDay }>(app, token, 'GET', `/api/shift/day?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
/** Number of rows in the list that a number links to. */
async function countRows({ token }: TestUser, activity: ShiftActivity | null): Promise<number> {
  if (!activity) throw new Error('These records are not visible');
  const { resource, conditions } = activity.rows;
  const query = queryString(Object.fromEntries(listParameters({ conditions })));
  const reply = await call(app, token, 'GET', `/api/${resource}?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.headers['x-total-count']);
}

/** Records a bill of a restaurant, which is no sale of a membership. */
async function recordBill({ token }: TestUser, hotel_id: number, unit_price: string, payment = CASH): Promise<number> {
  const create = async (key: string, body: Input) =>
    parseWritten(await call(app, token, 'POST', `/api/${key}`, { body })).id;
  const id = await create('transaction', { hotel_id, transaction_type_id: FOOD, type_payment_id: payment });
  await create('transaction_detail', { transaction_id: id, quantity: 1, unit_price });
  return id;
}
const remove = (key: string, id: number, { token }: TestUser) =>
  call(app, token, 'DELETE', `/api/${key}/${id}`, { body: { reason: 'Wrong guest' } });
const idsOf = (part: { readonly entries: readonly { readonly id: number }[] } | null) =>
  part?.entries.map(({ id }) => id);
const payment = (id: number, name: string, taken: string, returned: string, balance: string) => ({
  payment: { id, name },
  currency: 'IDR',
  taken,
  returned,
  balance,
});

describe('a shift', () => {
  test('has what was sold, redeemed and posted at the hotel, by everyone or by the caller', async () => {
    const { hotel, clerk, colleague } = await createDesk();
    const sale = await fixtures.sell({ hotel_id: hotel }, { token: clerk.token });
    expect(sale.status, sale.text).toBe(201);
    const { member, member_vouchers } = sale.body.data;
    const bill = await recordBill(colleague, hotel, '200000', CREDIT_CARD);
    const visit = await programme.visit({ hotel_id: hotel, member_id: member.id, total_fb: '90000' }, colleague.token);
    expect(visit.status, visit.text).toBe(201);
    const [voucher] = member_vouchers;
    if (!voucher) throw new Error('The sale has no voucher');
    const redemption = await programme.redeem(voucher, { redeem_hotel_id: hotel }, clerk.token);
    expect(redemption.status, redemption.text).toBe(201);
    // At another hotel.
    await recordBill(admin, fixtures.h2, '1000');

    const shift = await readShift(clerk);
    expect(shift).toMatchObject({
      hotel: { id: hotel, currency: 'IDR', decimals: 0, time_zone: 'Asia/Jakarta' },
      from: '2025-06-10 17:00:00',
      to: '2025-06-11 05:00:00',
      user: null,
      sold: { number: 2, amounts: [{ currency: 'IDR', amount: '1700000.000' }] },
      redeemed: { number: 1, amounts: [{ currency: 'IDR', amount: '250000.000' }] },
      posted: { number: 1 },
      undone: { number: 0, entries: [] },
      payments: [
        payment(CASH, 'Cash', '1500000.000', '0.000', '1500000.000'),
        payment(CREDIT_CARD, 'Credit card', '200000.000', '0.000', '200000.000'),
      ],
    });
    expect(idsOf(shift.sold)).toEqual([bill, sale.body.data.transaction.id]);
    expect(shift.sold?.entries[1]).toMatchObject({
      member: { id: member.id },
      amount: '1500000.000',
      payment: 'Cash',
      user: { id: clerk.id },
    });
    expect(shift.sold?.entries[1]?.name).toContain('Gold');
    expect(shift.posted?.entries[0]).toMatchObject({ amount: '90000.000', user: { id: colleague.id } });
    expect(shift.redeemed?.entries[0]).toMatchObject({ user: { id: clerk.id }, reason: null });

    const own = await readShift(clerk, { user: 'me' });
    expect(own).toMatchObject({
      user: { id: clerk.id },
      sold: { number: 1 },
      redeemed: { number: 1 },
      posted: { number: 0 },
      payments: [payment(CASH, 'Cash', '1500000.000', '0.000', '1500000.000')],
    });
    for (const part of [shift.sold, shift.redeemed, shift.posted, own.sold, own.redeemed, own.posted])
      expect(await countRows(clerk, part)).toBe(part?.number);
  });

  test('lists what was undone with its reason, and counts a cancelled payment as taken and returned', async () => {
    const { hotel, clerk, colleague } = await createDesk();
    const retained = await recordBill(clerk, hotel, '300000');
    const cancelled = await recordBill(clerk, hotel, '50000');
    const removal = await remove('transaction', cancelled, colleague);
    expect(removal.status, removal.text).toBe(200);
    const shift = await readShift(clerk);
    expect(idsOf(shift.sold)).toEqual([retained]);
    expect(shift.undone).toMatchObject({
      number: 1,
      entries: [{ resource: 'transaction', id: cancelled, reason: 'Wrong guest', user: { id: colleague.id } }],
    });
    expect(shift.payments).toEqual([payment(CASH, 'Cash', '350000.000', '50000.000', '300000.000')]);
    // Each clerk's own cash: what they took, and what they gave back.
    const balancesOf = async (user: TestUser) =>
      (await readShift(user, { user: 'me' })).payments?.map(({ balance }) => balance);
    expect(await balancesOf(clerk)).toEqual(['350000.000']);
    expect(await balancesOf(colleague)).toEqual(['-50000.000']);
  });

  test('begins at midnight of the hotel, and ends before it the day before', async () => {
    const jakarta = await createDesk();
    const jayapura = await createDesk(fixtures.country, 'Asia/Jayapura');
    // Midnight of Jayapura is at 15:00 UTC, two hours before that of Jakarta.
    for (const at of ['14:59:59', '15:00:00', '16:59:59', '17:00:00']) {
      await api.setNow(new Date(`2025-06-11T${at}Z`));
      for (const { clerk, hotel } of [jakarta, jayapura]) await recordBill(clerk, hotel, '1000');
    }
    await api.setNow(new Date('2025-06-11T18:00:00Z'));
    const numbersOf = async (user: TestUser, period: ShiftPeriod) => {
      const { sold } = await readShift(user, { period });
      expect(await countRows(user, sold)).toBe(sold?.number);
      return sold?.number;
    };
    expect(await numbersOf(jakarta.clerk, 'today')).toBe(1);
    expect(await numbersOf(jakarta.clerk, 'yesterday')).toBe(3);
    expect(await numbersOf(jayapura.clerk, 'today')).toBe(3);
    expect(await numbersOf(jayapura.clerk, 'yesterday')).toBe(1);
    expect(await numbersOf(jayapura.clerk, 'hours_8')).toBe(4);
    await api.setNow(new Date('2025-06-11T23:30:00Z'));
    expect(await numbersOf(jayapura.clerk, 'hours_8')).toBe(2);
    expect(await numbersOf(jayapura.clerk, 'hours_12')).toBe(4);
    const { from, to } = await readShift(jakarta.clerk, { period: 'yesterday' });
    expect([from, to]).toEqual(['2025-06-10 17:00:00', '2025-06-11 16:59:59']);
    await api.setNow(NOON);
  });

  test.each([
    ['JPY', 0, '1250', '1250.000'],
    ['SGD', 2, '12.34', '12.340'],
    ['KWD', 3, '1.234', '1.234'],
  ])('adds up %s, which has %i decimals', async (currency, decimals, price, amount) => {
    const country = await createCountry(db, fixtures.r1);
    await sql`update country set currency = ${currency}, decimals = ${decimals} where id = ${country}`.execute(
      db.kysely,
    );
    const { hotel, clerk } = await createDesk(country);
    await recordBill(clerk, hotel, price);
    const { hotel: shiftHotel, sold, payments } = await readShift(clerk);
    expect(shiftHotel).toMatchObject({ currency, decimals });
    expect(sold?.amounts).toEqual([{ currency, amount }]);
    expect(payments).toMatchObject([{ currency, taken: amount, returned: '0.000', balance: amount }]);
  });

  test('leaves out records that the caller may not view', async () => {
    const { hotel, clerk } = await createDesk();
    const bill = await recordBill(clerk, hotel, '1000');
    await remove('transaction', bill, clerk);
    const waiter = await createClerk(hotel, { codes: ['VIEW_VISIT'] });
    const shift = await readShift(waiter);
    expect(shift).toMatchObject({ sold: null, redeemed: null, payments: null, posted: { number: 0 } });
    expect(shift.undone.number).toBe(0);
    expectError(
      await call(app, (await createClerk(hotel, { codes: ['VIEW_MEMBER'] })).token, 'GET', '/api/shift'),
      403,
    );
  });

  test('is that of a hotel in scope, which a user of several must name', async () => {
    const { hotel, clerk } = await createDesk();
    const get = (user: TestUser, query: string) => call(app, user.token, 'GET', `/api/shift${query}`);
    expectInvalid(await get(clerk, `?hotel_id=${fixtures.h2}`), 'hotel_id');
    expectInvalid(await get(admin, ''), 'hotel_id');
    expectInvalid(await get(clerk, '?period=last_week'), 'period');
    expect((await get(admin, `?hotel_id=${hotel}`)).status).toBe(200);
  });
});

/** Creates a member served by a hotel, whose card can still be renewed. */
const createMember = (hotel: number, values: Input = {}) =>
  inputs.create(getResource('member'), {
    hotel_id: hotel,
    register_hotel_id: hotel,
    birth_date: '1980-01-15',
    is_active: 1,
    ...values,
  });

describe('the day of a hotel', () => {
  test('names the members who have their birthday today', async () => {
    const { hotel, clerk } = await createDesk();
    const guest = await createMember(hotel, { birth_date: '1975-06-11' });
    await createMember(hotel, { birth_date: '1975-06-12' });
    await createMember(hotel, { birth_date: '1975-06-11', is_active: 0 });
    await createMember(fixtures.h2, { birth_date: '1975-06-11' });
    const { day, birthdays } = await readDay(clerk);
    expect(day).toBe('2025-06-11');
    expect(birthdays).toMatchObject({ number: 1, guests: [{ member: { id: guest.id }, turns: 50 }] });
  });

  test('names a member born on 29 February on the 28th in other years', async () => {
    const { hotel, clerk } = await createDesk();
    const guest = await createMember(hotel, { birth_date: '1980-02-29' });
    const guestsOn = async (day: string) => {
      await api.setNow(new Date(`${day}T05:00:00Z`));
      return (await readDay(clerk)).birthdays?.guests.map(({ member }) => member.id);
    };
    expect(await guestsOn('2025-02-28')).toEqual([guest.id]);
    expect(await guestsOn('2025-03-01')).toEqual([]);
    expect(await guestsOn('2024-02-28')).toEqual([]);
    expect(await guestsOn('2024-02-29')).toEqual([guest.id]);
    await api.setNow(NOON);
  });

  test('names the members to call back today or overdue, unless somebody has called since', async () => {
    const { hotel, clerk } = await createDesk();
    const logCall = async (member: number, body: Input) => {
      const reply = await call(app, clerk.token, 'POST', '/api/member_call', { body: { member_id: member, ...body } });
      expect(reply.status, reply.text).toBe(201);
    };
    const callBack = async (day: string, note: string) => {
      const { id } = await createMember(hotel);
      await logCall(id, { outcome: 'call_back', call_back_on: day, note });
      return id;
    };
    await api.setNow(new Date('2025-05-01T05:00:00Z'));
    await callBack('2025-05-11', 'too long ago');
    const overdue = await callBack('2025-05-12', 'overdue');
    const dueToday = await callBack('2025-06-11', 'after lunch');
    await callBack('2025-06-12', 'tomorrow');
    const called = await callBack('2025-06-10', 'called since');
    await logCall(called, { outcome: 'reached' });
    await api.setNow(NOON);
    const { call_backs } = await readDay(clerk);
    expect(call_backs?.number).toBe(2);
    expect(call_backs?.guests).toMatchObject([
      { member: { id: overdue }, call_back_on: '2025-05-12', note: 'overdue', by: { id: clerk.id } },
      { member: { id: dueToday }, call_back_on: '2025-06-11', note: 'after lunch' },
    ]);
  });

  test('counts everyone’s entries of today, and lists the latest five', async () => {
    const { hotel, clerk, colleague } = await createDesk();
    const bills: number[] = [];
    for (let n = 0; n < 6; n += 1) bills.push(await recordBill(n % 2 ? clerk : colleague, hotel, '1000'));
    const { sold, redeemed, posted } = await readDay(clerk);
    expect(sold).toMatchObject({ number: 6, amounts: [{ currency: 'IDR', amount: '6000.000' }] });
    expect(idsOf(sold)).toEqual(bills.toReversed().slice(0, 5));
    expect(await countRows(clerk, sold)).toBe(6);
    expect([redeemed?.number, posted?.number]).toEqual([0, 0]);
  });

  test('leaves out members and entries that the caller may not view, and rejects other hotels', async () => {
    const { hotel } = await createDesk();
    const outlet = await createClerk(hotel, { codes: ['VIEW_VOUCHER_REDEEM'] });
    expect(await readDay(outlet)).toMatchObject({
      birthdays: null,
      call_backs: null,
      sold: null,
      posted: null,
      redeemed: { number: 0 },
    });
    const guestService = await createClerk(hotel, { codes: ['VIEW_MEMBER'] });
    expect(await readDay(guestService)).toMatchObject({ birthdays: { number: 0 }, sold: null });
    expectInvalid(await call(app, outlet.token, 'GET', `/api/shift/day?hotel_id=${fixtures.h2}`), 'hotel_id');
    const nobody = await createClerk(hotel, { codes: ['VIEW_REGION'] });
    expectError(await call(app, nobody.token, 'GET', '/api/shift/day'), 403);
  });
});
