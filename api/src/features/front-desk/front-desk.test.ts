// Core test: every redemption.
import { getResource } from '@innkeeper/contract';
import type { FrontDesk, DeskGuest } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { region, hotels } = await createPlace(db, 3);
const [ownHotel = 0, otherHotel = 0] = hotels;
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, ownHotel);
/** A front-desk user who sees no other hotel. */
const clerk = await createUser(db, {
  level: 'property',
  codes: ['STORE_VOUCHER_REDEEM'],
  assignments: [{ region_id: region, restrict_hotel_id: ownHotel }],
});

const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';

type DeskQuery = Readonly<Record<string, string | number>>;
const send = (deskQuery: DeskQuery, token = clerk.token, language = 'en') =>
  call<{ data: FrontDesk }>(app, token, 'GET', `/api/voucher_redeem/counter?${queryString(deskQuery)}`, {
    headers: { 'accept-language': language },
  });
async function request(deskQuery: DeskQuery, token?: string, language?: string): Promise<FrontDesk> {
  const reply = await send(deskQuery, token, language);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
async function findGuest(deskQuery: DeskQuery, token?: string, language?: string): Promise<DeskGuest> {
  const { guests } = await request(deskQuery, token, language);
  expect(guests).toHaveLength(1);
  return guests[0] ?? Promise.reject(new Error('Nobody'));
}
const findGuests = async (q: string): Promise<number[]> =>
  (await request({ q })).guests.map(({ member }) => member.id).sort((a, b) => a - b);

let count = 0;
const createGuest = (input: Readonly<Record<string, unknown>> = {}) => {
  count += 1;
  return inputs.create(getResource('member'), {
    hotel_id: otherHotel,
    register_hotel_id: otherHotel,
    email: `guest.${count}@counter.test`,
    phone_no: `+62 811 ${String(5_000_000 + count)}`,
    ...input,
  });
};
const createCardFor = (member: ResponseRecord, input: Readonly<Record<string, unknown>> = {}) =>
  card({ member_id: member.id, hotel_id: otherHotel, ...input });

describe('a guest', () => {
  test('is found by card number, voucher number, telephone and email, in any format and at any hotel', async () => {
    const guest = await createGuest({ email: 'Made.Putri@counter.test', phone_no: '+62 812 3456 7890' });
    const guestCard = await createCardFor(guest, { sbec_no: 'SB-2026 0042' });
    const memberVoucher = await voucher({ member_card_id: guestCard.id });
    const number = String(memberVoucher.voucher_no);
    const misreadNumber = number.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
    const numberForms = [
      'SB-2026 0042',
      'sb20260042',
      number,
      `${misreadNumber.slice(0, 4)}-${misreadNumber.slice(4, 8)} ${misreadNumber.slice(8)}`,
      '0812 3456 7890',
      '(0812) 3456-7890',
      'made.putri@counter.test',
      '  MADE.PUTRI@counter.test ',
    ];
    for (const q of numberForms) expect(await findGuests(q), q).toEqual([guest.id]);
    for (const q of ['SB-2026 004', number.slice(1), 'made.putri@counter', '3456 789', 'Made', String(guest.id)])
      expect(await findGuests(q), q).toEqual([]);
  });

  test('is found by an old or invalid card, unless another card now has its number', async () => {
    const [guest, newHolder] = [await createGuest(), await createGuest()];
    const oldCard = await createCardFor(guest, { sbec_no: 'OLD-1', start_date: '2020-01-01', end_date: '2020-12-31' });
    await createCardFor(guest, { sbec_no: 'NEW-1', start_date: '2026-01-01', end_date: '2026-12-31' });
    expect(await findGuests('OLD-1')).toEqual([guest.id]);
    expect(await findGuest({ q: 'OLD-1' })).toMatchObject({ card: { sbec_no: 'NEW-1' } });
    await remove('member_card', oldCard.id);
    expect(await findGuests('OLD-1')).toEqual([guest.id]);
    await createCardFor(newHolder, { sbec_no: 'OLD-1' });
    expect(await findGuests('OLD-1')).toEqual([newHolder.id]);
  });

  test('is found with others who share the telephone, and once deleted only by card', async () => {
    const phone_no = '+62 361 777 8888';
    const [firstGuest, otherGuest] = [await createGuest({ phone_no }), await createGuest({ phone_no })];
    await createCardFor(otherGuest, { sbec_no: 'GONE-1' });
    expect(await findGuests('0361 7778888')).toEqual([firstGuest.id, otherGuest.id]);
    await remove('member', otherGuest.id);
    expect(await findGuests('0361 7778888')).toEqual([firstGuest.id]);
    expect(await findGuest({ q: 'GONE-1' })).toMatchObject({ member: { id: otherGuest.id, is_active: false } });
  });

  test('is found by card number first, even if its last digits are another guest’s telephone', async () => {
    const [guest, otherGuest] = [await createGuest(), await createGuest({ phone_no: '+62 8765 4321' })];
    await createCardFor(guest, { sbec_no: '123487654321' });
    expect(await findGuests('1234 8765 4321')).toEqual([guest.id]);
    expect(await findGuests('8765 4321')).toEqual([otherGuest.id]);
  });

  test('is found by id only if visible', async () => {
    const [ownGuest, foreignGuest] = [await createGuest({ hotel_id: ownHotel }), await createGuest()];
    expect(await findGuest({ member_id: ownGuest.id })).toMatchObject({
      member: { id: ownGuest.id, is_elsewhere: false },
    });
    expect((await request({ member_id: foreignGuest.id })).guests).toEqual([]);
    expect(await findGuest({ member_id: foreignGuest.id, hotel_id: ownHotel }, admin.token)).toMatchObject({
      member: { id: foreignGuest.id, is_elsewhere: false },
    });
  });
});

test('a guest is shown with what a front desk needs, and a guest of another hotel with no more', async () => {
  const guest = await createGuest({ first_name: 'Putu', last_name: 'Ayu', identity_no: 'SECRET-77' });
  const guestCard = await createCardFor(guest, { sbec_no: 'PA-1' });
  const memberVoucher = await voucher({ member_card_id: guestCard.id });
  const reply = await send({ q: 'PA-1' });
  expect(reply.text).not.toContain('SECRET-77');
  expect(reply.text).not.toContain(String(guest.email));
  const kind = await get('voucher', Number(memberVoucher.voucher_id));
  const [homeHotel, deskHotel] = [await get('hotel', otherHotel), await get('hotel', ownHotel)];
  const membership = await get('membership', Number(guestCard.membership_id));
  expect(reply.body.data).toEqual({
    hotel: {
      id: ownHotel,
      name: deskHotel.name,
      code: deskHotel.code,
      currency: 'IDR',
      decimals: 0,
      time_zone: 'Asia/Jakarta',
    },
    day: '2026-05-22',
    guests: [
      {
        member: {
          id: guest.id,
          name: 'Putu Ayu',
          is_active: true,
          standing: (await get('member', guest.id)).standing,
          hotel: { id: otherHotel, name: homeHotel.name, code: homeHotel.code },
          is_elsewhere: true,
        },
        card: {
          sbec_no: 'PA-1',
          membership: { id: membership.id, name: membership.name },
          end_date: '2099-12-31',
          is_active: true,
          benefits: guestCard.benefits,
        },
        greeting: { birthday_in: null, is_first_visit: true },
        address_state: null,
        vouchers: [
          {
            id: memberVoucher.id,
            voucher_no: memberVoucher.voucher_no,
            name: kind.name,
            name_id: kind.name_id,
            nominal: memberVoucher.nominal,
            currency: memberVoucher.currency,
            redeem_date: '2020-01-01',
            valid_until_date: '2099-12-31',
            terms_condition: memberVoucher.terms_condition,
            terms_condition_id: memberVoucher.terms_condition_id,
            file_url: expect.stringMatching(/^\/storage\/.*signature=/),
            rejection: null,
            reason: null,
            hit: false,
          },
        ],
        left_out: 0,
        may: { sale: null, redeem: null },
      },
    ],
  });
});

describe('a greeting', () => {
  let reader: TestUser;
  beforeAll(async () => {
    const assignments = [{ region_id: region, restrict_hotel_id: ownHotel }];
    reader = await createUser(db, { level: 'property', codes: ['STORE_VISIT', 'VIEW_MEMBER'], assignments });
  });
  const greetingOf = async (birth_date: string, instant: string) => {
    const guest = await createGuest({ hotel_id: ownHotel, birth_date });
    api.setClock(new Date(instant));
    const { greeting } = await findGuest({ member_id: guest.id }, reader.token);
    api.setClock(NOW);
    return greeting.birthday_in;
  };

  test('mentions a birthday from a week before to three days after, by the hotel’s local day', async () => {
    for (const [day, days] of [
      ['1980-05-22', 0],
      ['1980-05-29', 7],
      ['1980-05-30', null],
      ['1980-05-19', -3],
      ['1980-05-18', null],
    ] as const)
      expect([day, await greetingOf(day, '2026-05-22T03:00:00Z')]).toEqual([day, days]);
    // Jakarta is seven hours ahead.
    expect(await greetingOf('1980-05-22', '2026-05-21T17:30:00Z')).toBe(0);
    expect(await greetingOf('1980-01-02', '2025-12-30T03:00:00Z')).toBe(3);
    expect(await greetingOf('1980-12-31', '2026-01-01T03:00:00Z')).toBe(-1);
    expect(await greetingOf('1980-02-29', '2026-02-28T03:00:00Z')).toBe(0);
    expect(await greetingOf('1980-02-29', '2024-02-28T03:00:00Z')).toBe(1);
  });

  test('mentions a first visit until a visit or redemption exists at this hotel', async () => {
    const guest = await createGuest({ hotel_id: ownHotel });
    const readIsFirstVisit = async () => (await findGuest({ member_id: guest.id })).greeting.is_first_visit;
    const createVisit = (hotel_id: number) =>
      inputs.create(getResource('visit'), { hotel_id, member_id: guest.id, visit_date: redeem_date });
    await createVisit(otherHotel);
    expect(await readIsFirstVisit()).toBe(true);
    const { id } = await createVisit(ownHotel);
    expect(await readIsFirstVisit()).toBe(false);
    await remove('visit', id);
    expect(await readIsFirstVisit()).toBe(true);
    await redeem(await voucher({ member_card_id: (await createCardFor(guest)).id }), { redeem_date });
    expect(await readIsFirstVisit()).toBe(false);
  });

  test('hides birthdays of other hotels’ guests, and from users who may not view members', async () => {
    const guest = await createGuest({ hotel_id: ownHotel, birth_date: '1980-05-22' });
    expect((await findGuest({ member_id: guest.id })).greeting.birthday_in).toBeNull();
    await createCardFor(await createGuest({ birth_date: '1980-05-22' }), { sbec_no: 'BORN-1' });
    expect((await findGuest({ q: 'BORN-1' }, reader.token)).greeting).toEqual({
      birthday_in: null,
      is_first_visit: true,
    });
  });
});

describe('the vouchers of a guest', () => {
  test('are evaluated like a redemption: valid ones first, the rest with the reason in both languages', async () => {
    const guest = await createGuest();
    const member_card_id = (await createCardFor(guest, { sbec_no: 'ALL-1' })).id;
    const createVoucher = (input: Readonly<Record<string, unknown>>) => voucher({ member_card_id, ...input });
    const memberVouchers = {
      elsewhere: await createVoucher({ restrict_hotel_id: otherHotel }),
      early: await createVoucher({ redeem_date: '2026-05-23' }),
      late: await createVoucher({ valid_until_date: '2026-05-21' }),
      used: await createVoucher({}),
      cancelled: await createVoucher({}),
      last: await createVoucher({ valid_until_date: '2026-05-22' }),
      good: await createVoucher({}),
    };
    await redeem(memberVouchers.used, { redeem_date });
    await remove('member_voucher', memberVouchers.cancelled.id);
    const { vouchers } = await findGuest({ q: 'ALL-1' });
    expect(vouchers.slice(0, 2).map(({ id }) => id)).toEqual([memberVouchers.last.id, memberVouchers.good.id]);
    expect(Object.fromEntries(vouchers.map(({ id, rejection }) => [id, rejection]))).toEqual({
      [memberVouchers.elsewhere.id]: 'wrong_hotel',
      [memberVouchers.early.id]: 'not_yet_valid',
      [memberVouchers.late.id]: 'expired',
      [memberVouchers.used.id]: 'already_redeemed',
      [memberVouchers.cancelled.id]: 'voucher_cancelled',
      [memberVouchers.last.id]: null,
      [memberVouchers.good.id]: null,
    });
    // The message equals the one that rejects the redemption.
    for (const { id, rejection, reason } of vouchers) {
      if (rejection === null) continue;
      const reply = await post('voucher_redeem', {
        member_voucher_id: id,
        redeem_hotel_id: ownHotel,
        redeem_date,
        booking_no: 'B',
        staff_name: 'A',
      });
      expect(expectError(reply, 409, rejection).message).toBe(reason);
    }
    const indonesian = await findGuest({ q: 'ALL-1' }, clerk.token, 'id');
    expect(indonesian.vouchers.find(({ id }) => id === memberVouchers.late.id)?.reason).toBe(
      'Voucher ini berlaku hingga 21 Mei 2026.',
    );
  });

  test('start with the requested one among the redeemable ones', async () => {
    const member_card_id = (await createCardFor(await createGuest())).id;
    const [, second] = [await voucher({ member_card_id }), await voucher({ member_card_id })];
    const { vouchers } = await findGuest({ q: String(second.voucher_no) });
    expect(vouchers.map(({ hit }) => hit)).toEqual([true, false]);
    expect(vouchers[0]?.id).toBe(second.id);
  });

  test('are omitted but counted if they are old, except for the requested one', async () => {
    const guest = await createGuest();
    const years = { start_date: '2023-01-01', end_date: '2023-12-31' };
    const pastCard = await createCardFor(guest, { ...years, sbec_no: 'PAST-1' });
    const now = await createCardFor(guest, { start_date: '2026-01-01', end_date: '2026-12-31' });
    const deletedVoucher = await voucher({ member_card_id: pastCard.id, valid_until_date: '2023-12-31' });
    await voucher({ member_card_id: pastCard.id, valid_until_date: '2023-12-31' });
    const validVoucher = await voucher({ member_card_id: now.id });
    const readVouchers = async (q: string) => {
      const { vouchers, left_out } = await findGuest({ q });
      return { ids: vouchers.map(({ id }) => id), left_out };
    };
    expect(await readVouchers('PAST-1')).toEqual({ ids: [validVoucher.id], left_out: 2 });
    expect(await readVouchers(String(deletedVoucher.voucher_no))).toEqual({
      ids: [validVoucher.id, deletedVoucher.id],
      left_out: 1,
    });
  });

  test('are evaluated on the day of a redemption that is entered later', async () => {
    const member_card_id = (await createCardFor(await createGuest(), { sbec_no: 'LATE-1' })).id;
    await voucher({ member_card_id, valid_until_date: '2026-05-21' });
    const readRejection = async (day: string) =>
      (await findGuest({ q: 'LATE-1', redeem_date: day })).vouchers[0]?.rejection;
    expect(await readRejection('2026-05-21 10:00:00')).toBeNull();
    expect(await readRejection('2026-05-22 02:00:00')).toBe('expired');
    expectInvalid(await send({ q: 'LATE-1', redeem_date: '2026-05-15 02:59:00' }), 'redeem_date');
    expectInvalid(await send({ q: 'LATE-1', redeem_date: '2026-05-22 03:03:00' }), 'redeem_date');
  });
});

test('the front desk requires the right to redeem and one of the user’s own hotels', async () => {
  const otherUser = await createUser(db, { level: 'group', codes: ['VIEW_VOUCHER_REDEEM', 'VIEW_MEMBER'] });
  expectError(await send({ q: 'x', hotel_id: ownHotel }, otherUser.token), 403, 'forbidden');
  expectInvalid(await send({ q: 'x', hotel_id: otherHotel }), 'hotel_id');
  expectInvalid(await send({ q: 'x' }, admin.token), 'hotel_id');
  const path = '/api/voucher_redeem/counter';
  expectError(await call(app, admin.token, 'GET', `${path}/void`), 405, 'method_not_allowed');
  expectError(await call(app, admin.token, 'GET', '/api/region/counter'), 404, 'record_not_found');
});

test('a user who only posts visits sees the guest but no vouchers', async () => {
  const cashier = await createUser(db, {
    level: 'property',
    codes: ['STORE_VISIT'],
    assignments: [{ region_id: region, restrict_hotel_id: ownHotel }],
  });
  const guest = await createGuest();
  await voucher({ member_card_id: (await createCardFor(guest, { sbec_no: 'CASH-1' })).id });
  expect(await findGuest({ q: 'CASH-1' }, cashier.token)).toMatchObject({
    member: { id: guest.id },
    card: { sbec_no: 'CASH-1' },
    vouchers: [],
    left_out: 0,
  });
});

test('an invalid query is rejected with the parameter’s name', async () => {
  for (const invalidNumber of ['', ' ', 'a\0b', 'x'.repeat(256)]) expectInvalid(await send({ q: invalidNumber }), 'q');
  expectInvalid(await send({}), 'q');
  expectInvalid(await send({ q: 'x', hotel_id: 'one' }), 'hotel_id');
  expectInvalid(await send({ member_id: '0' }), 'member_id');
  expectInvalid(await send({ q: 'x', redeem_date: 'yesterday' }), 'redeem_date');
  expectInvalid(await send({ q: 'x', colour: 'red' }), 'colour');
  expectInvalid(await call(app, clerk.token, 'GET', '/api/voucher_redeem/counter?q=a&q=b'), 'q');
});

test('a voucher shown as available can be redeemed, unless another front desk was faster', async () => {
  const member_card_id = (await createCardFor(await createGuest(), { sbec_no: 'TWO-1' })).id;
  const memberVoucher = await voucher({ member_card_id });
  const numberInput = {
    member_voucher_id: undefined,
    voucher_no: memberVoucher.voucher_no,
    redeem_date,
    redeem_hotel_id: ownHotel,
  };
  expect((await findGuest({ q: 'TWO-1' })).vouchers).toMatchObject([{ rejection: null }]);
  const redemption = parseWritten(await redeem(memberVoucher, { ...numberInput, staff_name: 'Ayu' }, clerk.token));
  const [now] = (await findGuest({ q: 'TWO-1' })).vouchers;
  expect(now?.rejection).toBe('already_redeemed');
  expect(now?.reason).toContain(`by Ayu (${String(redemption.redeem_no)})`);
});
