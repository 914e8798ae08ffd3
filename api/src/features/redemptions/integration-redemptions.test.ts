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
const [here = 0, there = 0] = hotels;
const { card, voucher } = createProgramme(api, admin, inputs, here);
api.setClock(new Date('2026-05-22T03:00:00Z'));

let count = 0;
async function guestOf(hotel: number) {
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
  return { guest, email, phone_no, guestCard, mine: await voucher({ member_card_id: guestCard.id }) };
}
const { request } = await createSystem(api, here);
interface Found {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}
// The call's own definition checks it.
const find = async (query: string) => JSON.parse((await request('GET', `members?${query}`)).text) as Found;
const vouchersOf = async (id: number) => JSON.parse((await request('GET', `members/${id}/vouchers`)).text) as Found;
const redeem = (body: object, headers?: Record<string, string>) =>
  request('POST', 'redemptions', { booking_no: 'B-1', staff_name: 'Front desk', ...body }, headers);

describe('a member', () => {
  test('is found at their own hotel by card, telephone or email, with the hotel’s data', async () => {
    const { guest, guestCard, email, phone_no } = await guestOf(here);
    const number = String(guestCard.sbec_no);
    for (const query of [
      `card_no=${encodeURIComponent(number)}`,
      `card_no=${number.toLowerCase().split('').join('%20')}`,
      `email=${email.toUpperCase()}`,
      `phone_no=${encodeURIComponent(phone_no)}`,
    ]) {
      expect((await find(query)).data, query).toMatchObject([
        { id: guest.id, first_name: 'Sri', email, is_elsewhere: false, card: { sbec_no: guestCard.sbec_no } },
      ]);
    }
    expect((await find('email=nobody@hotel.test')).data).toEqual([]);
    // Each parameter only matches its own kind: an email does not match as a card number.
    expect((await find(`card_no=${email}`)).data).toEqual([]);
  });

  test('is requested by exactly one identifier', async () => {
    expectInvalid(await request('GET', 'members'), 'card_no', 'phone_no', 'email');
    expectInvalid(await request('GET', 'members?email=a@b.test&card_no=1'), 'card_no', 'email');
    expectInvalid(await request('GET', 'members?name=Sri'), 'name');
  });

  test('is shown at another hotel as at a front desk, and found there by id only after a look-up', async () => {
    const { guest, email, phone_no, mine } = await guestOf(there);
    expectError(await request('GET', `members/${guest.id}/vouchers`), 404, 'record_not_found');
    const reply = await request('GET', `members?email=${email}`);
    expect(JSON.parse(reply.text)).toMatchObject({
      data: [{ id: guest.id, is_elsewhere: true, email: null, phone_no: null, first_name: null }],
    });
    expect(reply.text).not.toContain(phone_no);
    expect((await vouchersOf(guest.id)).data).toMatchObject([
      { id: mine.id, voucher_no: mine.voucher_no, rejection: null },
    ]);
    const looked = await db.pool.query('select from member_lookup where actor_id < 0 and members = array[$1::bigint]', [
      guest.id,
    ]);
    expect(looked.rowCount).toBe(1);
  });
});

describe('a voucher', () => {
  test('is redeemed once at its own hotel, voided with a reason and redeemed again', async () => {
    const { guest, mine } = await guestOf(here);
    const key = { 'idempotency-key': 'redeem-1' };
    const first = await redeem({ member_voucher_id: mine.id }, key);
    expect(first.status, first.text).toBe(201);
    expect(first.body.data).toMatchObject({
      redeem_hotel_id: here,
      member_id: guest.id,
      redeem_date: '2026-05-22 03:00:00',
    });
    expect((await redeem({ member_voucher_id: mine.id }, key)).text).toBe(first.text);
    expectError(await redeem({ voucher_no: mine.voucher_no }), 409, 'already_redeemed');
    const path = `redemptions/${first.body.data.id}`;
    expect((await request('GET', path)).body.data).toMatchObject({ id: first.body.data.id, deleted_at: null });
    expectInvalid(await request('DELETE', path), 'reason');
    const voided = await request('DELETE', path, { reason: 'Typed twice' }, { 'idempotency-key': 'void-1' });
    expect(voided.body.data).toMatchObject({ void_reason: 'Typed twice' });
    expect((await request('DELETE', path, { reason: 'Typed twice' }, { 'idempotency-key': 'void-1' })).text).toBe(
      voided.text,
    );
    expectError(await request('DELETE', `${path}?reason=again`), 404, 'record_not_found');
    expect((await redeem({ voucher_no: mine.voucher_no })).status).toBe(201);
  });

  test('is found by number, not by id, if its member is of another hotel', async () => {
    const { mine } = await guestOf(there);
    expectInvalid(await redeem({ member_voucher_id: mine.id }), 'member_voucher_id');
    expect((await redeem({ voucher_no: mine.voucher_no })).status).toBe(201);
  });

  test('is rejected with the reason that the front desk shows if it is valid only at another hotel', async () => {
    const { guest, guestCard } = await guestOf(here);
    const only = await voucher({ member_card_id: guestCard.id, restrict_hotel_id: there });
    const shown = (await vouchersOf(guest.id)).data.find(({ id }) => id === only.id);
    expect(shown?.rejection).toBe('wrong_hotel');
    const { message } = expectError(await redeem({ member_voucher_id: only.id }), 409, 'wrong_hotel');
    expect(message).toBe(shown?.reason);
  });

  test('is not redeemed at other hotels, whose redemptions are neither shown nor voided', async () => {
    const { mine } = await guestOf(here);
    expectInvalid(await redeem({ member_voucher_id: mine.id, redeem_hotel_id: there }), 'redeem_hotel_id');
    const theirs = await createSystem(api, there);
    const made = await theirs.request('POST', 'redemptions', {
      voucher_no: mine.voucher_no,
      booking_no: 'B',
      staff_name: 'S',
    });
    expect(made.status, made.text).toBe(201);
    const { id, redeem_no } = made.body.data;
    expectError(await request('GET', `redemptions/${id}`), 404, 'record_not_found');
    expectError(await request('DELETE', `redemptions/${id}`, { reason: 'Not ours' }), 404, 'record_not_found');
    expect((await request('GET', 'redemptions?limit=500')).text).not.toContain(String(redeem_no));
    const history = await call<{ data: { by: unknown }[] }>(
      app,
      admin.token,
      'GET',
      `/api/voucher_redeem/${id}/history`,
    );
    expect(history.body.data[0]?.by).toMatchObject({ name: theirs.name, kind: 'integration' });
  });
});

describe('a system', () => {
  const made = async () => {
    const { mine } = await guestOf(here);
    const reply = await redeem({ voucher_no: mine.voucher_no });
    expect(reply.status, reply.text).toBe(201);
    return reply.body.data.id;
  };
  const reason = 'Typed twice';
  const isVoid = async (id: number) => (await request('GET', `redemptions/${id}`)).body.data.deleted_at !== null;

  test('can void its own redemptions, but none by staff or by another system of the hotel', async () => {
    const { mine } = await guestOf(here);
    const byStaff = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/voucher_redeem', {
      body: {
        member_voucher_id: mine.id,
        redeem_hotel_id: here,
        redeem_date: '2026-05-22T02:00:00Z',
        booking_no: 'B-1',
        staff_name: 'Front desk',
      },
    });
    expect(byStaff.status, byStaff.text).toBe(201);
    const other = await createSystem(api, here);
    const own = await made();
    for (const [system, id] of [
      [request, byStaff.body.data.id],
      [other.request, own],
    ] as const) {
      const rejected = await system('DELETE', `redemptions/${id}`, { reason });
      expect(expectError(rejected, 403, 'forbidden').message).toContain('their own');
      expect(await isVoid(id)).toBe(false);
    }
    expect((await request('DELETE', `redemptions/${own}`, { reason })).status).toBe(200);
  });

  test('can void a redemption on the same local day of the hotel only; later, staff can void it', async () => {
    const { rows } = await db.pool.query<{ zone: string }>('select effective_time_zone($1::bigint) as zone', [here]);
    const day = Temporal.PlainDate.from('2026-05-22');
    const at = (date: Temporal.PlainDate, time: string) =>
      new Date(date.toZonedDateTime({ timeZone: rows[0]?.zone ?? '', plainTime: time }).epochMilliseconds);
    api.setClock(at(day, '00:01'));
    const [first, second] = [await made(), await made()];
    api.setClock(at(day, '23:59'));
    expect((await request('DELETE', `redemptions/${first}`, { reason })).status).toBe(200);
    api.setClock(at(day.add({ days: 1 }), '00:01'));
    expectError(await request('DELETE', `redemptions/${second}`, { reason }), 403, 'forbidden');
    expect(await isVoid(second)).toBe(false);
    const byStaff = await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${second}`, { body: { reason } });
    expect(byStaff.status, byStaff.text).toBe(200);
    api.setClock(new Date('2026-05-22T03:00:00Z'));
  });
});

test('a system in test mode gets normal responses, and nothing is written', async () => {
  const [first, second] = [await guestOf(here), await guestOf(here)];
  const testIntegration = await createSystem(api, here);
  const used = { booking_no: 'B-1', staff_name: 'Front desk' };
  const made = await testIntegration.request('POST', 'redemptions', { ...used, member_voucher_id: first.mine.id });
  await db.pool.query('update integration set is_test = true where id = $1', [testIntegration.id]);
  const everything = async () =>
    (
      await db.pool.query(
        `select (select json_agg(r order by id) from voucher_redeem r) as redemptions,
           (select count(*) from audit_log) as done, (select count(*) from idempotency_key) as keys`,
      )
    ).rows[0];
  const before = await everything();
  const body = { ...used, voucher_no: second.mine.voucher_no };
  for (let n = 0; n < 2; n += 1) {
    const reply = await testIntegration.request('POST', 'redemptions', body);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({ member_voucher_id: second.mine.id });
  }
  const again = await testIntegration.request('POST', 'redemptions', { ...body, voucher_no: first.mine.voucher_no });
  expectError(again, 409, 'already_redeemed');
  const voided = await testIntegration.request('DELETE', `redemptions/${made.body.data.id}`, { reason: 'Typed twice' });
  expect(voided.body.data).toMatchObject({ void_reason: 'Typed twice' });
  expect(await everything()).toEqual(before);
});

test('redemptions are paged with a cursor, newest first, and show later voids', async () => {
  const { request: own } = await createSystem(api, (await createPlace(db, 1)).hotels[0] ?? 0);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { mine } = await guestOf(here);
    const body = { voucher_no: mine.voucher_no, booking_no: `L-${n}`, staff_name: 'Front desk' };
    ids.unshift((await own('POST', 'redemptions', body)).body.data.id);
  }
  interface Page {
    readonly data: readonly { readonly id: number; readonly deleted_at: string | null }[];
    readonly meta: { readonly next_cursor: string | null };
  }
  // The call's own definition checks it.
  const read = async (query: string) => JSON.parse((await own('GET', `redemptions?${query}`)).text) as Page;
  const first = await read('limit=2');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await read(`limit=2&cursor=${first.meta.next_cursor}`);
  expect([second.data.map(({ id }) => id), second.meta.next_cursor]).toEqual([ids.slice(2), null]);
  await own('DELETE', `redemptions/${ids[0]}`, { reason: 'Typed twice' });
  expect((await read('')).data.map(({ id }) => id)).toEqual(ids.slice(1));
  const since = await read('updated_since=2000-01-01T00:00:00Z');
  expect(since.data.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual(
    ids.map((id, at) => [id, at === 0]),
  );
  expectInvalid(await own('GET', 'redemptions?limit=501'), 'limit');
});
