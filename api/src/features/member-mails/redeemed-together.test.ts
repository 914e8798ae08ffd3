import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ResponseRecord } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createPlace } from '../../testing/places.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { readMemberFacts } from './mail-facts.ts';
import { processDeferredOrders } from './queue-mails.ts';

/** Vouchers that are redeemed in one go cause one mail to the guest. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { hotels } = await createPlace(db, 1);
const [hotel = 0] = hotels;
const { card, voucher, redeem } = createProgramme(api, admin, inputs, hotel);

/** Creates a guest with vouchers, which are different ones unless `areEqual`. */
async function createGuest(count: number, areEqual = false) {
  const member = await inputs.create(getResource('member'), {
    hotel_id: hotel,
    register_hotel_id: hotel,
    all_notification: 1,
  });
  const { id: cardId } = await card({ member_id: member.id, hotel_id: hotel });
  const vouchers: ResponseRecord[] = [];
  for (let n = 0; n < count; n += 1) {
    const [first] = vouchers;
    const equal = areEqual && first ? { voucher_id: Number(first['voucher_id']) } : {};
    vouchers.push(await voucher({ member_card_id: cardId, ...equal }));
  }
  return { member, vouchers };
}

async function redeemTogether(member: ResponseRecord, vouchers: readonly ResponseRecord[]) {
  const reply = await call<{ data: readonly ResponseRecord[] }>(
    app,
    admin.token,
    'POST',
    '/api/voucher_redeem/counter',
    {
      body: {
        voucher_nos: vouchers.map(({ voucher_no }) => voucher_no),
        member_id: member.id,
        redeem_hotel_id: hotel,
        redeem_date: api.clock().toISOString(),
        booking_no: 'B-1',
        staff_name: 'Ayu',
      },
    },
  );
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}

/** The redemptions that the mails to a guest are about. */
async function readCauses(memberId: number): Promise<readonly number[]> {
  await processDeferredOrders(db);
  const { rows } = await sql<{ id: number }>`
    select c.voucher_redeem_id as id from mail_log l join mail_cause c on c.mail_log_id = l.id
    where l.member_id = ${memberId} and c.voucher_redeem_id is not null order by 1`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

async function readFacts(memberId: number, redemptionId: number) {
  const cause = { member_card_id: null, from_membership_id: null, visit_id: null, receipt_id: null };
  const facts = await readMemberFacts(
    db.kysely,
    memberId,
    { ...cause, voucher_redeem_id: redemptionId },
    { now: api.clock() },
  );
  return { isCauseDeleted: facts?.isCauseDeleted, ...facts?.forLanguage('en') };
}
const voidRedemption = async (id: number) =>
  expect(
    (await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${id}`, { body: { reason: 'Wrong' } })).status,
  ).toBe(200);

test('three vouchers redeemed in one go cause one mail, which lists them', async () => {
  const { member, vouchers } = await createGuest(3);
  const redemptions = await redeemTogether(member, vouchers);
  const [first, second, third] = redemptions;
  expect(await readCauses(member.id)).toEqual([first?.id]);
  const facts = await readFacts(member.id, first?.id ?? 0);
  expect(facts).toMatchObject({
    isCauseDeleted: false,
    'voucher.voucher_no': vouchers.map(({ voucher_no }) => voucher_no).join(', '),
    'redemption.redeem_no': redemptions.map(({ redeem_no }) => redeem_no).join(', '),
  });
  for (const { id } of redemptions) {
    const mail = await call<{ data: object | null }>(app, admin.token, 'GET', `/api/voucher_redeem/${id}/mail`);
    expect(mail.body.data).toMatchObject({ delivery_status: 'queued' });
  }
  await voidRedemption(first?.id ?? 0);
  expect(await readFacts(member.id, first?.id ?? 0)).toMatchObject({
    isCauseDeleted: false,
    'redemption.redeem_no': [second, third].map((redemption) => redemption?.redeem_no).join(', '),
  });
  for (const redemption of [second, third]) await voidRedemption(redemption?.id ?? 0);
  expect(await readFacts(member.id, first?.id ?? 0)).toMatchObject({ isCauseDeleted: true });
});

test('equal vouchers are named once, with their number', async () => {
  const { member, vouchers } = await createGuest(2, true);
  const [redemption] = await redeemTogether(member, vouchers);
  const { name } = await db.kysely
    .selectFrom('voucher')
    .select('name')
    .where('id', '=', Number(vouchers[0]?.['voucher_id']))
    .executeTakeFirstOrThrow();
  expect(await readFacts(member.id, redemption?.id ?? 0)).toMatchObject({ 'voucher.name': `2 × ${name}` });
});

test('vouchers that are redeemed one after the other cause a mail each', async () => {
  const { member, vouchers } = await createGuest(2);
  for (const memberVoucher of vouchers) expect((await redeem(memberVoucher)).status).toBe(201);
  expect(await readCauses(member.id)).toHaveLength(2);
});
