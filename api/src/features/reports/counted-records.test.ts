import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

/** Records that reports count, and records that they leave out. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await allowThousandths(db);
const { run, runAll: runUnchanged } = createRunner(app);
/** Runs a report and omits its facts, which contain the current minute. */
const runAll: typeof runUnchanged = async (...params) => ({ ...(await runUnchanged(...params)), facts: [] });

const post = (path: string, body: object = {}) =>
  call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });
const createVisit = async (hotel_id: number, member_id: number) => {
  const body = {
    hotel_id,
    member_id,
    reference_no: `B-${hotel_id}-${member_id}`,
    total_room: '1000.500',
    staff_name: 'Ayu',
  };
  const reply = await post('visit', body);
  expect(reply.status, reply.text).toBe(201);
};

/**
 * Given a membership with is_free=1, when issued through free membership, then transaction type is 3, grand_total 0,
 * card and vouchers are issued and the sales report’s revenue does not change.
 */
test('the reports show a free membership, without changing revenue', async () => {
  await fixtures.sell();
  const before = await runAll(admin, 'sales-report');
  const overview = await run(admin, 'overview-report');
  const freeMembership = await fixtures.giveMembership();
  expect(freeMembership.status, freeMembership.text).toBe(201);
  const after = await runAll(admin, 'sales-report');
  expect(before.totals['transaction.grand_total']).toBe('1500000.000');
  expect(Number(before.totals['transaction.grand_total_usd'])).toBeGreaterThan(0);
  expect(after.totals).toEqual(before.totals);
  // The free membership is still listed as issued.
  expect(after.meta.total).toBe(before.meta.total + 1);
  expect(after.data.filter((row) => row['membership.name'] === 'Friend')).toEqual([
    expect.objectContaining({
      'transaction.transaction_type.name': 'Free member',
      'transaction.grand_total': '0.000',
      'transaction.grand_total_usd': '0.00',
    }),
  ]);
  const overviewAfter = await run(admin, 'overview-report');
  expect(overviewAfter.totals['overview.sales_usd']).toBe(overview.totals['overview.sales_usd']);
  expect(overviewAfter.totals['overview.free_members']).toBe(Number(overview.totals['overview.free_members']) + 1);
  expect(overviewAfter.totals['overview.new_members']).toBe(overview.totals['overview.new_members']);
});

/**
 * Given a redemption made by mistake, when a user with the right undoes it with a reason, then the voucher is usable
 * again, both events stay in history and reports net to zero.
 */
test('the reports net a voided redemption to zero', async () => {
  const [voucher] = (await fixtures.sell()).body.data.member_vouchers;
  const runReports = async () => ({
    redemptions: await runAll(admin, 'redemption-report'),
    benefits: await runAll(admin, 'benefit-report'),
    measures: await runAll(admin, 'benefit-report', {
      columns: 'voucher.name,benefit.redeemed,benefit.redeemed_nominal,benefit.open,benefit.open_nominal',
    }),
    overview: await runAll(admin, 'overview-report'),
  });
  const before = await runReports();
  const redemption = await fixtures.redeem(voucher);
  const between = await runReports();
  expect(between.redemptions.meta.total).toBe(before.redemptions.meta.total + 1);
  const amountOf = ({ totals }: typeof before.redemptions, key: string) => Number(totals[key]);
  expect(
    amountOf(between.redemptions, 'member_voucher.nominal') - amountOf(before.redemptions, 'member_voucher.nominal'),
  ).toBe(250_000);
  expect(amountOf(between.measures, 'benefit.redeemed') - amountOf(before.measures, 'benefit.redeemed')).toBe(1);
  expect(amountOf(between.measures, 'benefit.open_nominal') - amountOf(before.measures, 'benefit.open_nominal')).toBe(
    -250_000,
  );
  expect(amountOf(between.overview, 'overview.vouchers_redeemed')).toBe(
    amountOf(before.overview, 'overview.vouchers_redeemed') + 1,
  );
  const undoReply = await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption}`, {
    body: { reason: 'By mistake' },
  });
  expect(undoReply.status, undoReply.text).toBe(200);
  expect(await runReports()).toEqual(before);
});

test('the reports omit a deleted member but not their vouchers, and show all again after a restore', async () => {
  const { member, member_vouchers } = (await fixtures.sell()).body.data;
  await fixtures.redeem(member_vouchers[0]);
  const runSalesReport = async () => (await runAll(admin, 'sales-report')).totals;
  const runMemberReports = async () => ({
    members: await runAll(admin, 'member-report'),
    vouchers: await runAll(admin, 'benefit-report'),
  });
  const [before, revenue] = [await runMemberReports(), await runSalesReport()];
  const rowsOfMember = ({ data }: typeof before.members) =>
    data.filter((row) => row['member.last_name'] === member['last_name']);
  expect(rowsOfMember(before.members)).toHaveLength(1);
  expect(rowsOfMember(before.vouchers)).toHaveLength(3);
  expect((await call(app, admin.token, 'DELETE', `/api/member/${member.id}`)).status).toBe(200);
  const after = await runMemberReports();
  expect(rowsOfMember(after.members)).toEqual([]);
  const states = rowsOfMember(after.vouchers).map((row) => String(row['member_voucher.state']));
  expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual(['cancelled', 'cancelled', 'redeemed']);
  expect(after.members.meta.total).toBe(before.members.meta.total - 1);
  expect(after.vouchers.meta.total).toBe(before.vouchers.meta.total);
  // Payments do not change.
  expect(await runSalesReport()).toEqual(revenue);
  expect((await post(`member/${member.id}/restore`)).status).toBe(200);
  expect(await runMemberReports()).toEqual(before);
});

/** Given a user assigned to R1 with restrict_hotel_id H1, then reports show only H1 rows. */
test('a user of one hotel sees only the rows of that hotel', async () => {
  const user = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  for (const hotel of [fixtures.h1, fixtures.h2, fixtures.h3]) {
    const { member, member_vouchers } = (await fixtures.sell({ hotel_id: hotel })).body.data;
    await fixtures.redeem(member_vouchers[0], hotel);
    await createVisit(hotel, member.id);
  }
  const { rows } = await db.pool.query<{ code: string; name: string }>('select code, name from hotel where id = $1', [
    fixtures.h1,
  ]);
  const [h1] = rows;
  const places = [
    ['benefit-report', 'hotel.code'],
    ['member-report', 'hotel.code'],
    ['redemption-report', 'voucher_redeem.redeem_hotel.name'],
    ['sales-report', 'hotel.code'],
    ['visit-report', 'hotel.code'],
    ['overview-report', 'overview.hotel'],
  ] as const;
  for (const [report, place] of places) {
    const [userRun, adminRun] = [await runAll(user, report), await runAll(admin, report)];
    const ownHotel = place.endsWith('code') ? h1?.code : h1?.name;
    expect(new Set(valuesOf(userRun, place)), report).toEqual(new Set([ownHotel]));
    expect(new Set(valuesOf(adminRun, place)).size, report).toBeGreaterThan(2);
    // Only the rows and the sums of this hotel.
    const filtered = await runAll(admin, report, { [`filter[${place}][exact]`]: ownHotel ?? '' });
    // The facts differ by user and query.
    expect({ ...userRun, facts: [] }, report).toEqual({ ...filtered, facts: [] });
  }
});
