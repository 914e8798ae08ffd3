// Core test: every redemption.
import { randomUUID } from 'node:crypto';
import { SELF_REVERT_MINUTES, MAX_VOUCHERS_REDEEMED, getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Several vouchers of a guest are redeemed in one go, and voided in one go: all or none. */

const api = await startTestApp({ connections: 10 });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { region, hotels } = await createPlace(db, 3);
const [ownHotel = 0, otherHotel = 0] = hotels;
const { card, voucher, redeem, get } = createProgramme(api, admin, inputs, ownHotel);
/** Front-desk users who see no other hotel and may delete nothing. */
const createClerk = () =>
  createUser(db, {
    level: 'property',
    codes: ['STORE_VOUCHER_REDEEM'],
    assignments: [{ region_id: region, restrict_hotel_id: ownHotel }],
  });
const [clerk, colleague] = [await createClerk(), await createClerk()];

/** Creates a guest of a hotel with vouchers. */
async function createGuest(count: number, hotel = ownHotel) {
  const member = await inputs.create(getResource('member'), { hotel_id: hotel, register_hotel_id: hotel });
  const { id: cardId } = await card({ member_id: member.id, hotel_id: hotel });
  const createVoucher = (input = {}) => voucher({ member_card_id: cardId, ...input });
  const vouchers: ResponseRecord[] = [];
  for (let n = 0; n < count; n += 1) vouchers.push(await createVoucher());
  return { member, vouchers, createVoucher };
}

type Body = Readonly<Record<string, unknown>>;
type Redemptions = { data: readonly ResponseRecord[] };
const redeemAll = (
  member: ResponseRecord,
  vouchers: readonly ResponseRecord[],
  overrides: Body = {},
  { token = clerk.token, headers = {} }: { token?: string; headers?: Readonly<Record<string, string>> } = {},
) =>
  call<Redemptions>(app, token, 'POST', '/api/voucher_redeem/counter', {
    body: {
      voucher_nos: vouchers.map(({ voucher_no }) => voucher_no),
      member_id: member.id,
      redeem_hotel_id: ownHotel,
      redeem_date: api.clock().toISOString(),
      booking_no: 'B-1',
      staff_name: 'Ayu',
      ...overrides,
    },
    headers,
  });
const voidAll = (ids: readonly unknown[], reason: unknown = 'Wrong guest', { token }: TestUser = clerk) =>
  call<Redemptions>(app, token, 'POST', '/api/voucher_redeem/counter/void', { body: { ids, reason } });
const statesOf = async (vouchers: readonly ResponseRecord[]) =>
  Promise.all(vouchers.map(async ({ id }) => (await get('member_voucher', id)).state));
const readRedemptions = async (member: ResponseRecord) =>
  parseList(
    getResource('voucher_redeem'),
    await call(app, admin.token, 'GET', `/api/voucher_redeem?member_id=${member.id}&deleted=1`),
  );
async function createRedemptions(count = 2) {
  const guest = await createGuest(count);
  const reply = await redeemAll(guest.member, guest.vouchers);
  expect(reply.status, reply.text).toBe(201);
  return { ...guest, ids: reply.body.data.map(({ id }) => id) };
}

describe('redeeming in one go', () => {
  test('redeems each voucher under one booking number, and returns them in order', async () => {
    const { member, vouchers } = await createGuest(3);
    const inOrder = vouchers.toReversed();
    const reply = await redeemAll(member, inOrder, { remark: 'Table 4' });
    expect(reply.status, reply.text).toBe(201);
    const shared = { redeem_hotel_id: ownHotel, booking_no: 'B-1', staff_name: 'Ayu', remark: 'Table 4' };
    expect(reply.body.data).toMatchObject(inOrder.map(({ id }) => ({ ...shared, member_voucher_id: id })));
    expect(new Set(reply.body.data.map(({ redeem_no }) => redeem_no)).size).toBe(3);
    expect(await statesOf(vouchers)).toEqual(['redeemed', 'redeemed', 'redeemed']);
  });

  test.each([
    ['an expired voucher', 'expired', { valid_until_date: '2021-01-01' }],
    ['a voucher of another hotel', 'wrong_hotel', { restrict_hotel_id: otherHotel }],
  ])('redeems nothing if %s is among them, and names it', async (_, code, input) => {
    const { member, vouchers, createVoucher } = await createGuest(2);
    const rejected = await createVoucher(input);
    const reply = await redeemAll(member, [...vouchers, rejected]);
    const { message } = expectError(reply, 409, code);
    const alone = expectError(await redeemAll(member, [rejected]), 409, code);
    expect(message).toBe(alone.message);
    expect(message).toMatch(/^[0-9A-Z]{12}: This voucher .+\. Nothing was redeemed\.$/);
    expect(message).toContain(String(rejected.voucher_no));
    expect(await readRedemptions(member)).toEqual([]);
    const indonesian = await redeemAll(member, [rejected], {}, { headers: { 'accept-language': 'id' } });
    expect(expectError(indonesian, 409, code).message).toMatch(/: Voucher ini .+ Tidak ada voucher yang ditukar\.$/);
  });

  test('redeems nothing if a voucher is already redeemed, of another member, or unknown', async () => {
    const [{ member, vouchers }, otherGuest] = [await createGuest(2), await createGuest(1)];
    const [first, second] = vouchers;
    if (!first || !second) throw new Error('No vouchers');
    expectError(await redeemAll(member, [first, ...otherGuest.vouchers]), 409, 'wrong_member');
    const unknown = await redeemAll(member, [first], { voucher_nos: [first.voucher_no, 'AAAA AAAA AAAA'] });
    expect(expectInvalid(unknown, 'voucher_nos').message).toContain('AAAA AAAA AAAA: ');
    expect((await redeem(second, {}, admin.token)).status).toBe(201);
    const { message } = expectError(await redeemAll(member, vouchers), 409, 'already_redeemed');
    expect(message).toContain(String(second.voucher_no));
    expect(await statesOf(vouchers)).toEqual(['available', 'redeemed']);
  });

  test('of two front desks whose vouchers overlap, redeems those of one and none of the other', async () => {
    const { member, vouchers } = await createGuest(3);
    const [first, contested, third] = vouchers;
    if (!first || !contested || !third) throw new Error('No vouchers');
    const replies = await Promise.all([
      redeemAll(member, [first, contested]),
      redeemAll(member, [third, contested], {}, { token: colleague.token }),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const rejected = replies.find(({ status }) => status === 409);
    expect(rejected && expectError(rejected, 409, 'already_redeemed').message).toContain(String(contested.voucher_no));
    expect(await get('member_voucher', contested.id)).toMatchObject({ state: 'redeemed' });
    expect((await statesOf(vouchers)).filter((state) => state === 'redeemed')).toHaveLength(2);
    expect(await readRedemptions(member)).toHaveLength(2);
  });

  test('works for a guest of another hotel, but only at one’s own hotel', async () => {
    const { member, vouchers } = await createGuest(2, otherHotel);
    expectInvalid(await redeemAll(member, vouchers, { redeem_hotel_id: otherHotel }), 'redeem_hotel_id');
    expect(await readRedemptions(member)).toEqual([]);
    const reply = await redeemAll(member, vouchers);
    expect(reply.status, reply.text).toBe(201);
    expect(await statesOf(vouchers)).toEqual(['redeemed', 'redeemed']);
  });

  test('is done once, however often it is repeated under the same key', async () => {
    const { member, vouchers } = await createGuest(2);
    const headers = { 'idempotency-key': randomUUID() };
    const redeem_date = api.clock().toISOString();
    const replies = [];
    for (let n = 0; n < 2; n += 1) replies.push(await redeemAll(member, vouchers, { redeem_date }, { headers }));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.text).toBe(replies[0]?.text);
    expect(await readRedemptions(member)).toHaveLength(2);
  });

  test('rejects invalid values at their fields', async () => {
    const { member, vouchers } = await createGuest(2);
    expectInvalid(await redeemAll(member, vouchers, { booking_no: '', staff_name: null }), 'booking_no', 'staff_name');
    expectInvalid(await redeemAll(member, vouchers, { redeem_date: '2020-01-01 02:00:00' }), 'redeem_date');
    expectInvalid(await redeemAll(member, vouchers, { member_id: null }), 'member_id');
    const tooMany = Array.from({ length: MAX_VOUCHERS_REDEEMED + 1 }, () => vouchers[0]?.voucher_no);
    for (const voucher_nos of [[], tooMany, 'ABC', null])
      expectInvalid(await redeemAll(member, vouchers, { voucher_nos }), 'voucher_nos');
    expect(await readRedemptions(member)).toEqual([]);
  });

  test('requires the right to redeem', async () => {
    const { member, vouchers } = await createGuest(1);
    const { token } = await createUser(db, { level: 'group', codes: ['VIEW_VOUCHER_REDEEM'] });
    expectError(await redeemAll(member, vouchers, {}, { token }), 403, 'forbidden');
  });
});

describe('voiding in one go', () => {
  test('is possible for their author within ten minutes, with one reason', async () => {
    const { vouchers, ids } = await createRedemptions();
    const reply = await voidAll(ids, 'Guest changed mind');
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject(
      ids.map((id) => ({ id, void_reason: 'Guest changed mind', deleted_by: { id: clerk.id } })),
    );
    expect(await statesOf(vouchers)).toEqual(['available', 'available']);
  });

  test('is not possible for their author later, nor for a colleague, but with the right to delete', async () => {
    const { vouchers, ids } = await createRedemptions();
    expectError(await voidAll(ids, 'Wrong guest', colleague), 403, 'forbidden');
    api.setClock(new Date(Date.now() + (SELF_REVERT_MINUTES + 1) * 60_000));
    expectError(await voidAll(ids), 403, 'forbidden');
    expect(await statesOf(vouchers)).toEqual(['redeemed', 'redeemed']);
    expect((await voidAll(ids, 'Wrong guest', admin)).status).toBe(200);
    expect(await statesOf(vouchers)).toEqual(['available', 'available']);
  });

  test('voids nothing if one was made by another user, is already voided, or does not exist', async () => {
    const [own, foreign] = [await createRedemptions(), await createGuest(1)];
    const reply = await redeemAll(foreign.member, foreign.vouchers, {}, { token: colleague.token });
    expectError(await voidAll([...own.ids, ...reply.body.data.map(({ id }) => id)]), 403, 'forbidden');
    expectError(await voidAll([...own.ids, 999_999_999]), 404, 'record_not_found');
    expect(await statesOf([...own.vouchers, ...foreign.vouchers])).toEqual(['redeemed', 'redeemed', 'redeemed']);
    expect((await voidAll(own.ids.slice(0, 1))).status).toBe(200);
    expectError(await voidAll(own.ids), 404, 'record_not_found');
    expect(await statesOf(own.vouchers)).toEqual(['available', 'redeemed']);
  });

  test('requires a reason, and valid ids', async () => {
    const { vouchers, ids } = await createRedemptions();
    for (const reason of [undefined, ' ', 'x'.repeat(501)]) expectInvalid(await voidAll(ids, reason ?? null), 'reason');
    expectInvalid(await voidAll([]), 'ids');
    expect(await statesOf(vouchers)).toEqual(['redeemed', 'redeemed']);
  });
});
