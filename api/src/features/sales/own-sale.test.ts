import { SELF_REVERT_MINUTES } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Sold, createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** What a seller without the rights to delete and update may do with a sale, and until when. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post } = createProgramme(api, admin, inputs, fixtures.h1);
const assignments = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
const codes = ['VIEW_TRANSACTION', 'STORE_TRANSACTION', 'STORE_VISIT', 'STORE_RECEIPT'];
const seller = await createUser(db, { level: 'property', codes, assignments });
const colleague = await createUser(db, { level: 'property', codes, assignments });
const manager = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });

type SoldParts = Sold['body']['data'];
const reason = 'Wrong guest';
const sell = async (overrides?: Input): Promise<SoldParts> => {
  const reply = await fixtures.sell(overrides, { token: seller.token });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const cancel = ({ transaction }: SoldParts, token = seller.token) =>
  post(`transaction/${transaction.id}/cancel`, { reason }, token);
const correctPayment = ({ transaction }: SoldParts, correction: Input, token = seller.token) =>
  post(`transaction/${transaction.id}/payment`, correction, token);
const setClockLater = (minutes: number) => api.setClock(new Date(Date.now() + minutes * 60_000));
const DELETED = { deleted_at: expect.any(String) };
const LIVE = { deleted_at: null };

beforeEach(() => api.setClock(new Date()));

describe('the seller', () => {
  test('undoes a sale within ten minutes, with card, vouchers and the new member', async () => {
    const sold = await sell();
    setClockLater(SELF_REVERT_MINUTES - 1);
    const reply = await cancel(sold);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject({ id: sold.transaction.id, void_reason: reason, ...DELETED });
    expect(await get('member', sold.member.id)).toMatchObject({ ...DELETED, deleted_by: { id: seller.id } });
    expect(await get('member_card', sold.member_card.id)).toMatchObject(DELETED);
    for (const { id } of sold.member_vouchers) expect(await get('member_voucher', id)).toMatchObject(DELETED);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('keeps a member who was one before the sale, with the tier from before', async () => {
    const { member } = await sell();
    await post(`transaction/${(await sell()).transaction.id}/cancel`, { reason }, seller.token);
    const upgraded = await sell({ member_id: member.id, member: undefined, type: 6, membership_id: fixtures.platinum });
    expect((await cancel(upgraded)).status).toBe(200);
    expect(await get('member', member.id)).toMatchObject({ ...LIVE, membership_id: fixtures.gold });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('keeps a new member who has a visit by now', async () => {
    const sold = await sell();
    const bill = {
      member_id: sold.member.id,
      hotel_id: fixtures.h1,
      total_fb: '500000',
      reference_no: 'OWN-1',
      staff_name: 'Ayu',
    };
    const visit = await post('visit', bill, admin.token);
    expect(visit.status, visit.text).toBe(201);
    expect((await cancel(sold)).status).toBe(200);
    expect(await get('member', sold.member.id)).toMatchObject(LIVE);
  });

  test('undoes nothing of which a voucher was redeemed', async () => {
    const sold = await sell();
    await fixtures.redeem(sold.member_vouchers[0]);
    expectError(await cancel(sold), 409, 'conflict');
    expect(await get('transaction', sold.transaction.id)).toMatchObject(LIVE);
  });

  test('needs a reason, and cannot restore what was undone', async () => {
    const sold = await sell();
    expectInvalid(await post(`transaction/${sold.transaction.id}/cancel`, { reason: ' ' }, seller.token), 'reason');
    await cancel(sold);
    expectError(await post(`transaction/${sold.transaction.id}/restore`, {}, seller.token), 403, 'forbidden');
    expectError(await cancel(sold), 409, 'conflict');
  });
});

test('an undone sale is restored after the member that it created', async () => {
  const sold = await sell();
  await cancel(sold);
  const restore = (path: string) => post(`${path}/restore`, {});
  expect((await restore(`transaction/${sold.transaction.id}`)).status).toBe(409);
  expect((await restore(`member/${sold.member.id}`)).status).toBe(200);
  const restored = await restore(`transaction/${sold.transaction.id}`);
  expect(restored.status, restored.text).toBe(200);
  expect(await get('member_card', sold.member_card.id)).toMatchObject(LIVE);
  expect(await checkIntegrity(db)).toEqual([]);
});

describe('a sale that is older, or of another seller', () => {
  const requestCancellation = ({ transaction }: SoldParts, token = seller.token) =>
    call<{ data: Approval }>(app, token, 'POST', '/api/approval', {
      body: { call: 'POST /api/transaction/{id}/cancel', path: { id: transaction.id }, body: { reason }, reason },
    });
  const approve = ({ id }: Approval, token: string) =>
    call<{ data: Approval }>(app, token, 'POST', `/api/approval/${id}/approve`, { body: {} });

  test('is cancelled once another user with the right to delete approves it', async () => {
    const sold = await sell();
    setClockLater(SELF_REVERT_MINUTES + 1);
    expectError(await cancel(sold), 409, 'approval_needed');
    const { status, body, text } = await requestCancellation(sold);
    expect(status, text).toBe(201);
    expect(body.data).toMatchObject({
      kind: 'cancellation',
      facts: { membership: 'Gold', grand_total: '1500000.000', hotel: expect.any(String) },
    });
    expect(await get('transaction', sold.transaction.id)).toMatchObject(LIVE);
    expectError(await approve(body.data, colleague.token), 404, 'record_not_found');
    const approved = await approve(body.data, manager.token);
    expect(approved.body.data, approved.text).toMatchObject({ state: 'approved', failure: null });
    expect(await get('transaction', sold.transaction.id)).toMatchObject({ ...DELETED, deleted_by: { id: seller.id } });
    // The guest has been a member for a while, and may have been told so.
    expect(await get('member', sold.member.id)).toMatchObject(LIVE);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('needs an approval by a colleague, too, and none by a user with the right to delete', async () => {
    const sold = await sell();
    expectError(await cancel(sold, colleague.token), 409, 'approval_needed');
    expect((await requestCancellation(sold, colleague.token)).status).toBe(201);
    expect((await cancel(sold, manager.token)).status).toBe(200);
    expect(await get('member', sold.member.id)).toMatchObject(LIVE);
  });

  test('is not found at another hotel', async () => {
    const sold = await sell();
    const elsewhere = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h2 }];
    const stranger = await createUser(db, { level: 'property', codes, assignments: elsewhere });
    expectError(await cancel(sold, stranger.token), 404, 'record_not_found');
    expectError(await correctPayment(sold, { reference_no: 'X' }, stranger.token), 404, 'record_not_found');
  });
});

describe('payment type and receipt number', () => {
  test('are corrected by the seller on the day of the sale, nothing else', async () => {
    const sold = await sell();
    const card = await fixtures.findOptionDetail('type-payment', 'credit-card');
    const reply = await correctPayment(sold, { type_payment_id: card, reference_no: 'OR-77' });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject({ type_payment_id: card, reference_no: 'OR-77', grand_total: '1500000.000' });
    expect((await correctPayment(sold, { reference_no: 'OR-78' })).body.data).toMatchObject({ type_payment_id: card });
    expect((await correctPayment(sold, { reference_no: null })).body.data).toMatchObject({
      reference_no: null,
      type_payment_id: card,
    });
    expectInvalid(await correctPayment(sold, { discount: '1000' }), 'discount');
  });

  test('need a reason once the receipt is printed', async () => {
    const sold = await sell();
    const path = `/api/transaction/${sold.transaction.id}/receipt`;
    expect((await call(app, admin.token, 'POST', path, { body: { language: 'en' } })).status).toBe(200);
    expectInvalid(await correctPayment(sold, { reference_no: 'OR-90' }), 'correction_reason');
    const correction = { reference_no: 'OR-90', correction_reason: 'Misread' };
    expect((await correctPayment(sold, correction)).body.data).toMatchObject(correction);
    const withoutReason = await correctPayment(sold, { reference_no: 'OR-91', correction_reason: null });
    expectInvalid(withoutReason, 'correction_reason');
    const unchanged = await correctPayment(sold, { reference_no: 'OR-90', correction_reason: null });
    expect(unchanged.body.data).toMatchObject(correction);
  });

  test('are not corrected by a colleague, nor on another day', async () => {
    const sold = await sell();
    expectError(await correctPayment(sold, { reference_no: 'OR-2' }, colleague.token), 403, 'forbidden');
    setClockLater(24 * 60);
    expectError(await correctPayment(sold, { reference_no: 'OR-2' }), 403, 'forbidden');
    expect((await correctPayment(sold, { reference_no: 'OR-2' }, manager.token)).status).toBe(200);
  });
});
