import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A hotel's own system finds members and redeems vouchers as its front desk does, and can do no more. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { hotels } = await createPlace(db, 2);
const [ownHotel = 0, otherHotel = 0] = hotels;
const { card, voucher } = createProgramme(api, admin, inputs, ownHotel);
api.setClock(new Date('2026-05-22T03:00:00Z'));

let count = 0;
async function createGuestOf(hotel: number) {
  count += 1;
  const email = `system.guest.${count}@hotel.test`;
  const phone_no = `+62 811 9000 ${1000 + count}`;
  const guest = await inputs.create(resources.member, {
    first_name: 'Sri',
    last_name: `Guest${count}`,
    email,
    phone_no,
    hotel_id: hotel,
    register_hotel_id: hotel,
  });
  const guestCard = await card({ member_id: guest.id, hotel_id: hotel });
  return { guest, email, phone_no, guestCard, memberVoucher: await voucher({ member_card_id: guestCard.id }) };
}
const { request } = await createSystem(api, ownHotel);
interface MemberLookup {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}
// Checked against the call's definition.
const findMembers = async (query: string) =>
  JSON.parse((await request('GET', `members?${query}`)).text) as MemberLookup;
const readVouchers = async (id: number) =>
  JSON.parse((await request('GET', `members/${id}/vouchers`)).text) as MemberLookup;
const redeem = (body: object, headers?: Record<string, string>) =>
  request('POST', 'redemptions', { booking_no: 'B-1', staff_name: 'Front desk', ...body }, headers);

describe('a member', () => {
  test('is found at their own hotel by card, telephone or email, with the hotel’s data', async () => {
    const { guest, guestCard, email, phone_no } = await createGuestOf(ownHotel);
    const number = String(guestCard.sbec_no);
    for (const query of [
      `card_no=${encodeURIComponent(number)}`,
      `card_no=${number.toLowerCase().split('').join('%20')}`,
      `email=${email.toUpperCase()}`,
      `phone_no=${encodeURIComponent(phone_no)}`,
    ]) {
      expect((await findMembers(query)).data, query).toMatchObject([
        { id: guest.id, first_name: 'Sri', email, is_elsewhere: false, card: { sbec_no: guestCard.sbec_no } },
      ]);
    }
    expect((await findMembers('email=nobody@hotel.test')).data).toEqual([]);
    // Each parameter matches only its own kind of identifier.
    expect((await findMembers(`card_no=${email}`)).data).toEqual([]);
  });

  test('is requested by exactly one identifier', async () => {
    expectInvalid(await request('GET', 'members'), 'card_no', 'phone_no', 'email');
    expectInvalid(await request('GET', 'members?email=a@b.test&card_no=1'), 'card_no', 'email');
    expectInvalid(await request('GET', 'members?name=Sri'), 'name');
  });

  test('shows another hotel the same data as its front desk, and is found there by id only after a look-up', async () => {
    const { guest, email, phone_no, memberVoucher } = await createGuestOf(otherHotel);
    expectError(await request('GET', `members/${guest.id}/vouchers`), 404, 'record_not_found');
    const reply = await request('GET', `members?email=${email}`);
    expect(JSON.parse(reply.text)).toMatchObject({
      data: [{ id: guest.id, is_elsewhere: true, email: null, phone_no: null, first_name: null }],
    });
    expect(reply.text).not.toContain(phone_no);
    expect((await readVouchers(guest.id)).data).toMatchObject([
      { id: memberVoucher.id, voucher_no: memberVoucher.voucher_no, rejection: null },
    ]);
    const lookupResult = await db.pool.query(
      'select from member_lookup where actor_id < 0 and members = array[$1::bigint]',
      [guest.id],
    );
    expect(lookupResult.rowCount).toBe(1);
  });
});

describe('a voucher', () => {
  test('is redeemed once at its own hotel, voided with a reason and redeemed again', async () => {
    const { guest, memberVoucher } = await createGuestOf(ownHotel);
    const key = { 'idempotency-key': 'redeem-1' };
    const first = await redeem({ member_voucher_id: memberVoucher.id }, key);
    expect(first.status, first.text).toBe(201);
    expect(first.body.data).toMatchObject({
      redeem_hotel_id: ownHotel,
      member_id: guest.id,
      redeem_date: '2026-05-22 03:00:00',
    });
    expect((await redeem({ member_voucher_id: memberVoucher.id }, key)).text).toBe(first.text);
    expectError(await redeem({ voucher_no: memberVoucher.voucher_no }), 409, 'already_redeemed');
    const path = `redemptions/${first.body.data.id}`;
    expect((await request('GET', path)).body.data).toMatchObject({ id: first.body.data.id, deleted_at: null });
    expectInvalid(await request('DELETE', path), 'reason');
    const voidReply = await request('DELETE', path, { reason: 'Typed twice' }, { 'idempotency-key': 'void-1' });
    expect(voidReply.body.data).toMatchObject({ void_reason: 'Typed twice' });
    expect((await request('DELETE', path, { reason: 'Typed twice' }, { 'idempotency-key': 'void-1' })).text).toBe(
      voidReply.text,
    );
    expectError(await request('DELETE', `${path}?reason=again`), 404, 'record_not_found');
    expect((await redeem({ voucher_no: memberVoucher.voucher_no })).status).toBe(201);
  });

  test('is found by number, not by id, if its member is of another hotel', async () => {
    const { memberVoucher } = await createGuestOf(otherHotel);
    expectInvalid(await redeem({ member_voucher_id: memberVoucher.id }), 'member_voucher_id');
    expect((await redeem({ voucher_no: memberVoucher.voucher_no })).status).toBe(201);
  });

  test('is rejected with the reason that the front desk shows if it is valid only at another hotel', async () => {
    const { guest, guestCard } = await createGuestOf(ownHotel);
    const restrictedVoucher = await voucher({ member_card_id: guestCard.id, restrict_hotel_id: otherHotel });
    const listedVoucher = (await readVouchers(guest.id)).data.find(({ id }) => id === restrictedVoucher.id);
    expect(listedVoucher?.rejection).toBe('wrong_hotel');
    const { message } = expectError(await redeem({ member_voucher_id: restrictedVoucher.id }), 409, 'wrong_hotel');
    expect(message).toBe(listedVoucher?.reason);
  });

  test('is not redeemed at other hotels, whose redemptions are neither shown nor voided', async () => {
    const { memberVoucher } = await createGuestOf(ownHotel);
    expectInvalid(
      await redeem({ member_voucher_id: memberVoucher.id, redeem_hotel_id: otherHotel }),
      'redeem_hotel_id',
    );
    const foreignSystem = await createSystem(api, otherHotel);
    const reply = await foreignSystem.request('POST', 'redemptions', {
      voucher_no: memberVoucher.voucher_no,
      booking_no: 'B',
      staff_name: 'S',
    });
    expect(reply.status, reply.text).toBe(201);
    const { id, redeem_no } = reply.body.data;
    expectError(await request('GET', `redemptions/${id}`), 404, 'record_not_found');
    expectError(await request('DELETE', `redemptions/${id}`, { reason: 'Not ours' }), 404, 'record_not_found');
    expect((await request('GET', 'redemptions?limit=500')).text).not.toContain(String(redeem_no));
    const history = await call<{ data: { by: unknown }[] }>(
      app,
      admin.token,
      'GET',
      `/api/voucher_redeem/${id}/history`,
    );
    expect(history.body.data[0]?.by).toMatchObject({ name: foreignSystem.name, kind: 'integration' });
  });
});

describe('a system', () => {
  const createRedemption = async () => {
    const { memberVoucher } = await createGuestOf(ownHotel);
    const reply = await redeem({ voucher_no: memberVoucher.voucher_no });
    expect(reply.status, reply.text).toBe(201);
    return reply.body.data.id;
  };
  const reason = 'Typed twice';
  const readIsVoided = async (id: number) => (await request('GET', `redemptions/${id}`)).body.data.deleted_at !== null;

  test('can void its own redemptions, but none by staff or by another system of the hotel', async () => {
    const { memberVoucher } = await createGuestOf(ownHotel);
    const staffReply = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/voucher_redeem', {
      body: {
        member_voucher_id: memberVoucher.id,
        redeem_hotel_id: ownHotel,
        redeem_date: '2026-05-22T02:00:00Z',
        booking_no: 'B-1',
        staff_name: 'Front desk',
      },
    });
    expect(staffReply.status, staffReply.text).toBe(201);
    const otherSystem = await createSystem(api, ownHotel);
    const ownRedemption = await createRedemption();
    for (const [system, id] of [
      [request, staffReply.body.data.id],
      [otherSystem.request, ownRedemption],
    ] as const) {
      const rejectedReply = await system('DELETE', `redemptions/${id}`, { reason });
      expect(expectError(rejectedReply, 403, 'forbidden').message).toContain('their own');
      expect(await readIsVoided(id)).toBe(false);
    }
    expect((await request('DELETE', `redemptions/${ownRedemption}`, { reason })).status).toBe(200);
  });

  test('can void a redemption on the same local day of the hotel only; later, staff can void it', async () => {
    const { rows } = await db.pool.query<{ zone: string }>('select effective_time_zone($1::bigint) as zone', [
      ownHotel,
    ]);
    const day = Temporal.PlainDate.from('2026-05-22');
    const toInstant = (date: Temporal.PlainDate, time: string) =>
      new Date(date.toZonedDateTime({ timeZone: rows[0]?.zone ?? '', plainTime: time }).epochMilliseconds);
    api.setClock(toInstant(day, '00:01'));
    const [first, second] = [await createRedemption(), await createRedemption()];
    api.setClock(toInstant(day, '23:59'));
    expect((await request('DELETE', `redemptions/${first}`, { reason })).status).toBe(200);
    api.setClock(toInstant(day.add({ days: 1 }), '00:01'));
    expectError(await request('DELETE', `redemptions/${second}`, { reason }), 403, 'forbidden');
    expect(await readIsVoided(second)).toBe(false);
    const staffReply = await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${second}`, { body: { reason } });
    expect(staffReply.status, staffReply.text).toBe(200);
    api.setClock(new Date('2026-05-22T03:00:00Z'));
  });
});

test('a system in test mode gets normal responses, and nothing is written', async () => {
  const [first, second] = [await createGuestOf(ownHotel), await createGuestOf(ownHotel)];
  const testIntegration = await createSystem(api, ownHotel);
  const redeemBody = { booking_no: 'B-1', staff_name: 'Front desk' };
  const reply = await testIntegration.request('POST', 'redemptions', {
    ...redeemBody,
    member_voucher_id: first.memberVoucher.id,
  });
  await db.pool.query('update integration set is_test = true where id = $1', [testIntegration.id]);
  const readState = async () =>
    (
      await db.pool.query(
        `select (select json_agg(r order by id) from voucher_redeem r) as redemptions,
           (select count(*) from audit_log) as done, (select count(*) from idempotency_key) as keys`,
      )
    ).rows[0];
  const before = await readState();
  const body = { ...redeemBody, voucher_no: second.memberVoucher.voucher_no };
  for (let n = 0; n < 2; n += 1) {
    const reply = await testIntegration.request('POST', 'redemptions', body);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({ member_voucher_id: second.memberVoucher.id });
  }
  const secondReply = await testIntegration.request('POST', 'redemptions', {
    ...body,
    voucher_no: first.memberVoucher.voucher_no,
  });
  expectError(secondReply, 409, 'already_redeemed');
  const voidReply = await testIntegration.request('DELETE', `redemptions/${reply.body.data.id}`, {
    reason: 'Typed twice',
  });
  expect(voidReply.body.data).toMatchObject({ void_reason: 'Typed twice' });
  expect(await readState()).toEqual(before);
});

test('redemptions are paged with a cursor, newest first, and show later voids', async () => {
  const { request: ownRequest } = await createSystem(api, (await createPlace(db, 1)).hotels[0] ?? 0);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { memberVoucher } = await createGuestOf(ownHotel);
    const body = { voucher_no: memberVoucher.voucher_no, booking_no: `L-${n}`, staff_name: 'Front desk' };
    ids.unshift((await ownRequest('POST', 'redemptions', body)).body.data.id);
  }
  interface RedemptionPage {
    readonly data: readonly { readonly id: number; readonly deleted_at: string | null }[];
    readonly meta: { readonly next_cursor: string | null };
  }
  // Checked against the call's definition.
  const read = async (query: string) =>
    JSON.parse((await ownRequest('GET', `redemptions?${query}`)).text) as RedemptionPage;
  const first = await read('limit=2');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await read(`limit=2&cursor=${first.meta.next_cursor}`);
  expect([second.data.map(({ id }) => id), second.meta.next_cursor]).toEqual([ids.slice(2), null]);
  await ownRequest('DELETE', `redemptions/${ids[0]}`, { reason: 'Typed twice' });
  expect((await read('')).data.map(({ id }) => id)).toEqual(ids.slice(1));
  const changes = await read('updated_since=2000-01-01T00:00:00Z');
  expect(changes.data.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual(
    ids.map((id, i) => [id, i === 0]),
  );
  expectInvalid(await ownRequest('GET', 'redemptions?limit=501'), 'limit');
});
