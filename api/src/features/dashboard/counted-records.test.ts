import type { Cell, Dashboard } from '@innkeeper/contract/calls';
import { expect, test } from 'vitest';
import { checkIntegrity } from '@innkeeper/db/testing';
import { REASON, call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Records that the dashboard counts, and records that it leaves out. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);

const read = async (query = '', user: TestUser = admin): Promise<Dashboard> =>
  (await call<{ data: Dashboard }>(app, user.token, 'GET', `/api/dashboard${query}`)).body.data;
const revenueOf = (cells: readonly Cell[]) => ({
  usd: cells.reduce((sum, { usd }) => sum + Number(usd), 0),
  local: cells.flatMap(({ amounts = [] }) => amounts).reduce((sum, { amount }) => sum + Number(amount), 0),
});
const sumNumbers = (cells: readonly Cell[]): number => cells.reduce((sum, { number }) => sum + number, 0);
const h1 = `?hotel_id=${fixtures.h1}`;

/**
 * Given a membership with is_free=1, when issued through free membership, then transaction type is 3, grand_total 0,
 * card and vouchers are issued and the sales report’s revenue does not change.
 */
test('a free membership is issued without changing the revenue', async () => {
  await fixtures.sell();
  const before = await read(h1);
  const freeMembership = await fixtures.giveMembership();
  expect(freeMembership.status, freeMembership.text).toBe(201);
  expect(freeMembership.body.data.transaction['grand_total']).toBe('0.000');
  const after = await read(h1);
  expect(revenueOf(after.sales.by_membership)).toEqual(revenueOf(before.sales.by_membership));
  expect(revenueOf(before.sales.by_membership).local).toBe(1_500_000);
  // The number of sales still includes it.
  expect(sumNumbers(after.sales.by_membership)).toBe(sumNumbers(before.sales.by_membership) + 1);
  expect(after.joined.this_month.number).toBe(before.joined.this_month.number + 1);
});

/**
 * Given a redemption made by mistake, when a user with the right undoes it with a reason, then the voucher is usable
 * again, both events stay in history and reports net to zero.
 */
test('an undone redemption nets to zero', async () => {
  const sale = (await fixtures.sell()).body.data;
  const [voucher] = sale.member_vouchers;
  const before = await read(h1);
  const body = {
    member_voucher_id: voucher?.id,
    redeem_hotel_id: fixtures.h1,
    redeem_date: new Date().toISOString(),
    booking_no: 'B',
    staff_name: 'Ayu',
  };
  const reply = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/voucher_redeem', { body });
  expect(reply.status, reply.text).toBe(201);
  const between = await read(h1);
  expect(sumNumbers(between.redemptions.by_month)).toBe(sumNumbers(before.redemptions.by_month) + 1);
  expect(between.vouchers.number).toBe(before.vouchers.number - 1);
  expect(Number(before.vouchers.amounts[0]?.amount) - Number(between.vouchers.amounts[0]?.amount)).toBe(250_000);
  const undoReply = await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${reply.body.data.id}`, {
    body: { reason: 'By mistake' },
  });
  expect(undoReply.status, undoReply.text).toBe(200);
  const after = await read(h1);
  expect(after.redemptions).toEqual(before.redemptions);
  expect(after.vouchers).toEqual(before.vouchers);
});

/** Given a soft-deleted member, then he is absent from lists and reports. */
test('a deleted member counts nowhere', async () => {
  const before = await read(h1);
  const { member } = (await fixtures.sell()).body.data;
  const between = await read(h1);
  expect(between.members.number).toBe(before.members.number + 1);
  expect(between.vouchers.number).toBe(before.vouchers.number + 3);
  expect((await call(app, admin.token, 'DELETE', `/api/member/${member.id}`)).status).toBe(200);
  const after = await read(h1);
  expect(after.members).toEqual(before.members);
  expect(after.joined).toEqual(before.joined);
  expect(after.expiring).toEqual(before.expiring);
  expect(after.vouchers).toEqual(before.vouchers);
  expect((await call(app, admin.token, 'POST', `/api/member/${member.id}/restore`)).status).toBe(200);
  const restoredDashboard = await read(h1);
  expect(restoredDashboard.members).toEqual(between.members);
  expect(restoredDashboard.vouchers).toEqual(between.vouchers);
});

/** Given a user assigned to R1 with restrict_hotel_id H1, then the dashboard shows only H1 rows. */
test('a user of one hotel sees the metrics of that hotel only', async () => {
  const [before, hotelDashboard] = [await read(), await read(h1)];
  await fixtures.sell({ hotel_id: fixtures.h2 });
  await fixtures.sell({ hotel_id: fixtures.h3 });
  const user = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  const userDashboard = await read('', user);
  expect(userDashboard.hotels.map(({ id }) => id)).toEqual([fixtures.h1]);
  expect(userDashboard).toEqual(hotelDashboard);
  expect((await read()).members.number).toBe(before.members.number + 2);
});

test('a cancelled sale, its vouchers and its card do not count until the sale is restored', async () => {
  const before = await read(h1);
  const { transaction } = (await fixtures.sell({ discount: '100000' })).body.data;
  const between = await read(h1);
  expect(revenueOf(between.sales.by_hotel).local).toBe(revenueOf(before.sales.by_hotel).local + 1_400_000);
  expect((await call(app, admin.token, 'DELETE', `/api/transaction/${transaction.id}`, REASON)).status).toBe(200);
  const after = await read(h1);
  expect(after.sales).toEqual(before.sales);
  expect(after.vouchers).toEqual(before.vouchers);
  expect((await call(app, admin.token, 'POST', `/api/transaction/${transaction.id}/restore`)).status).toBe(200);
  expect((await read(h1)).sales).toEqual(between.sales);
  expect(await checkIntegrity(db, ['rollups'])).toEqual([]);
});
