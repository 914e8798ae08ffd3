import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A card that was replaced by mistake gets its number back. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { region, hotels } = await createPlace(db, 1);
const [hotel = 0] = hotels;
const { card, get, post } = createProgramme(api, admin, inputs, hotel);
const assignments = [{ region_id: region, restrict_hotel_id: hotel }];
const clerk = await createUser(db, {
  level: 'property',
  codes: ['UPDATE_MEMBER', 'STORE_VOUCHER_REDEEM'],
  assignments,
});
const USERS = {
  administrator: admin,
  'regional manager': await createUser(db, { level: 'region', assignments: [{ region_id: region }] }),
  'user of one hotel': clerk,
};

let serial = 0;
async function createCard() {
  serial += 1;
  const member = await inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel });
  return card({ member_id: member.id, sbec_no: `OOPS-${serial}` });
}
const replace = (id: number, token = clerk.token, body = {}) =>
  post(`member_card/${id}/replace`, { reason: 'Wrong guest', ...body }, token);
const undo = (id: number, token = clerk.token) => post(`member_card/${id}/replace/undo`, {}, token);
const lookUp = (q: unknown) =>
  call(app, clerk.token, 'GET', `/api/voucher_redeem/counter?${queryString({ q: String(q), hotel_id: hotel })}`);

describe('undoing the replacement of a card', () => {
  test.each(Object.entries(USERS))('gives the card its number back, and retires the other one: $0', async (_, user) => {
    const { id, sbec_no } = await createCard();
    expect((await replace(id, user.token)).status).toBe(200);
    const { sbec_no: mistakenNumber } = await get('member_card', id);
    const reply = await undo(id, user.token);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject({ id, sbec_no });
    expect((await lookUp(sbec_no)).status).toBe(200);
    const rejected = await lookUp(mistakenNumber);
    expectError(rejected, 409, 'card_replaced');
    expect(rejected.text).toContain(String(sbec_no).slice(-4));
    const changes = `/api/manual_change?${queryString({ member_card_id: id })}`;
    const { data } = (await call<{ data: object[] }>(app, admin.token, 'GET', changes)).body;
    expect(data[0]).toMatchObject({
      kind: 'card_replaced',
      value_before: mistakenNumber,
      value_after: sbec_no,
      reason: 'Replacement undone',
      created_by: { id: user.id },
    });
  });

  test('deletes the fee', async () => {
    const { id } = await createCard();
    const type_payment_id = await inputs.findOptionDetail('type-payment', 'cash');
    const replaced = await replace(id, admin.token, { fee: '50000', hotel_id: hotel, type_payment_id });
    expect(replaced.status, replaced.text).toBe(200);
    const { transaction } = replaced.body.data as { transaction: { id: number } }; // the call's response
    const reply = await undo(id, admin.token);
    expect(reply.status, reply.text).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({
      deleted_at: expect.any(String),
      void_reason: 'Replacement undone',
    });
  });

  test('is for the user who replaced it, within ten minutes', async () => {
    const { id } = await createCard();
    expectError(await undo(id), 403, 'forbidden');
    await replace(id);
    expectError(await undo(id, admin.token), 403, 'forbidden');
    api.setClock(new Date(Date.now() + 11 * 60_000));
    const late = await undo(id);
    expectError(late, 403, 'forbidden');
    expect(late.text).toContain('within 10 minutes');
  });

  test('makes no replaced number valid in any other way', async () => {
    const { id, sbec_no } = await createCard();
    await replace(id);
    expectInvalid(await replace(id, clerk.token, { sbec_no }), 'sbec_no');
    const other = await createCard();
    expectInvalid(await replace(other.id, clerk.token, { sbec_no }), 'sbec_no');
  });
});
