// Core test: every redemption.
import { getResource } from '@innkeeper/contract';
import type { Counter, CounterGuest } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);
const { region, hotels } = await createPlace(db, 3);
const [here = 0, there = 0] = hotels;
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, here);
/** A clerk at a counter, who knows no other hotel. */
const clerk = await createUser(db, {
  level: 'property',
  codes: ['STORE_VOUCHER_REDEEM'],
  assignments: [{ region_id: region, restrict_hotel_id: here }],
});

const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';

type Question = Readonly<Record<string, string | number>>;
const send = (question: Question, token = clerk.token, language = 'en') =>
  call<{ data: Counter }>(app, token, 'GET', `/api/voucher_redeem/counter?${queryString(question)}`, {
    headers: { 'accept-language': language },
  });
async function ask(question: Question, token?: string, language?: string): Promise<Counter> {
  const reply = await send(question, token, language);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
async function only(question: Question, token?: string, language?: string): Promise<CounterGuest> {
  const { guests } = await ask(question, token, language);
  expect(guests).toHaveLength(1);
  return guests[0] ?? Promise.reject(new Error('Nobody'));
}
const found = async (q: string): Promise<number[]> =>
  (await ask({ q })).guests.map(({ member }) => member.id).sort((a, b) => a - b);

let count = 0;
const createGuest = (input: Readonly<Record<string, unknown>> = {}) => {
  count += 1;
  return inputs.create(getResource('member'), {
    hotel_id: there,
    register_hotel_id: there,
    email: `guest.${count}@counter.test`,
    phone_no: `+62 811 ${String(5_000_000 + count)}`,
    ...input,
  });
};
const cardOf = (member: Answered, input: Readonly<Record<string, unknown>> = {}) =>
  card({ member_id: member.id, hotel_id: there, ...input });

describe('a guest is found', () => {
  test('by card number, voucher number, telephone and email, however they are written, wherever they belong', async () => {
    const guest = await createGuest({ email: 'Made.Putri@counter.test', phone_no: '+62 812 3456 7890' });
    const held = await cardOf(guest, { sbec_no: 'SB-2026 0042' });
    const mine = await voucher({ member_card_id: held.id });
    const number = String(mine.voucher_no);
    const misread = number.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
    const ways = [
      'SB-2026 0042',
      'sb20260042',
      number,
      `${misread.slice(0, 4)}-${misread.slice(4, 8)} ${misread.slice(8)}`,
      '0812 3456 7890',
      '(0812) 3456-7890',
      'made.putri@counter.test',
      '  MADE.PUTRI@counter.test ',
    ];
    for (const q of ways) expect(await found(q), q).toEqual([guest.id]);
    for (const q of ['SB-2026 004', number.slice(1), 'made.putri@counter', '3456 789', 'Made', String(guest.id)])
      expect(await found(q), q).toEqual([]);
  });

  test('by an old card, and by one that is no longer good, unless its number is another’s now', async () => {
    const [guest, heir] = [await createGuest(), await createGuest()];
    const old = await cardOf(guest, { sbec_no: 'OLD-1', start_date: '2020-01-01', end_date: '2020-12-31' });
    await cardOf(guest, { sbec_no: 'NEW-1', start_date: '2026-01-01', end_date: '2026-12-31' });
    expect(await found('OLD-1')).toEqual([guest.id]);
    expect(await only({ q: 'OLD-1' })).toMatchObject({ card: { sbec_no: 'NEW-1' } });
    await remove('member_card', old.id);
    expect(await found('OLD-1')).toEqual([guest.id]);
    await cardOf(heir, { sbec_no: 'OLD-1' });
    expect(await found('OLD-1')).toEqual([heir.id]);
  });

  test('together with others who share the telephone, and not once deleted, but by the card', async () => {
    const phone_no = '+62 361 777 8888';
    const [one, other] = [await createGuest({ phone_no }), await createGuest({ phone_no })];
    await cardOf(other, { sbec_no: 'GONE-1' });
    expect(await found('0361 7778888')).toEqual([one.id, other.id]);
    await remove('member', other.id);
    expect(await found('0361 7778888')).toEqual([one.id]);
    expect(await only({ q: 'GONE-1' })).toMatchObject({ member: { id: other.id, is_active: false } });
  });

  test('a card number first of all: digits at its end that are somebody’s telephone mean nobody else', async () => {
    const [guest, other] = [await createGuest(), await createGuest({ phone_no: '+62 8765 4321' })];
    await cardOf(guest, { sbec_no: '123487654321' });
    expect(await found('1234 8765 4321')).toEqual([guest.id]);
    expect(await found('8765 4321')).toEqual([other.id]);
  });

  test('by id only in sight', async () => {
    const [mine, foreign] = [await createGuest({ hotel_id: here }), await createGuest()];
    expect(await only({ member_id: mine.id })).toMatchObject({ member: { id: mine.id, is_elsewhere: false } });
    expect((await ask({ member_id: foreign.id })).guests).toEqual([]);
    expect(await only({ member_id: foreign.id, hotel_id: here }, admin.token)).toMatchObject({
      member: { id: foreign.id, is_elsewhere: false },
    });
  });
});

test('a guest comes with what a counter needs, and of another hotel’s no more than that', async () => {
  const guest = await createGuest({ first_name: 'Putu', last_name: 'Ayu', identity_no: 'SECRET-77' });
  const held = await cardOf(guest, { sbec_no: 'PA-1' });
  const mine = await voucher({ member_card_id: held.id });
  const reply = await send({ q: 'PA-1' });
  expect(reply.text).not.toContain('SECRET-77');
  expect(reply.text).not.toContain(String(guest.email));
  const kind = await get('voucher', Number(mine.voucher_id));
  const [home, counter] = [await get('hotel', there), await get('hotel', here)];
  const membership = await get('membership', Number(held.membership_id));
  expect(reply.body.data).toEqual({
    hotel: { id: here, name: counter.name, code: counter.code, currency: 'IDR', decimals: 0 },
    day: '2026-05-22',
    guests: [
      {
        member: {
          id: guest.id,
          name: 'Putu Ayu',
          is_active: true,
          standing: (await get('member', guest.id)).standing,
          hotel: { id: there, name: home.name, code: home.code },
          is_elsewhere: true,
        },
        card: {
          sbec_no: 'PA-1',
          membership: { id: membership.id, name: membership.name },
          end_date: '2099-12-31',
          is_active: true,
        },
        greeting: { birthday_in: null, is_first_visit: true },
        vouchers: [
          {
            id: mine.id,
            voucher_no: mine.voucher_no,
            name: kind.name,
            name_id: kind.name_id,
            nominal: mine.nominal,
            currency: mine.currency,
            redeem_date: '2020-01-01',
            valid_until_date: '2099-12-31',
            terms_condition: mine.terms_condition,
            terms_condition_id: mine.terms_condition_id,
            file_url: expect.stringMatching(/^\/storage\/.*signature=/),
            refusal: null,
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

describe('a friendly word', () => {
  let reader: TestUser;
  beforeAll(async () => {
    const assignments = [{ region_id: region, restrict_hotel_id: here }];
    reader = await createUser(db, { level: 'property', codes: ['STORE_VISIT', 'VIEW_MEMBER'], assignments });
  });
  const greetingOf = async (birth_date: string, at: string) => {
    const guest = await createGuest({ hotel_id: here, birth_date });
    api.setClock(new Date(at));
    const { greeting } = await only({ member_id: guest.id }, reader.token);
    api.setClock(NOW);
    return greeting.birthday_in;
  };

  test('is about a birthday from a week before to three days after it, by the day at the hotel', async () => {
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

  test('is about a first visit until one was posted, or a voucher redeemed, at this hotel', async () => {
    const guest = await createGuest({ hotel_id: here });
    const isFirst = async () => (await only({ member_id: guest.id })).greeting.is_first_visit;
    const visit = (hotel_id: number) =>
      inputs.create(getResource('visit'), { hotel_id, member_id: guest.id, visit_date: redeem_date });
    await visit(there);
    expect(await isFirst()).toBe(true);
    const { id } = await visit(here);
    expect(await isFirst()).toBe(false);
    await remove('visit', id);
    expect(await isFirst()).toBe(true);
    await redeem(await voucher({ member_card_id: (await cardOf(guest)).id }), { redeem_date });
    expect(await isFirst()).toBe(false);
  });

  test('tells no birthday of a guest of another hotel, and none to whoever may not read members', async () => {
    const guest = await createGuest({ hotel_id: here, birth_date: '1980-05-22' });
    expect((await only({ member_id: guest.id })).greeting.birthday_in).toBeNull();
    await cardOf(await createGuest({ birth_date: '1980-05-22' }), { sbec_no: 'BORN-1' });
    expect((await only({ q: 'BORN-1' }, reader.token)).greeting).toEqual({ birthday_in: null, is_first_visit: true });
  });
});

describe('the vouchers of a guest', () => {
  test('are judged as the redemption will be: honoured ones first, the rest with why not, in both languages', async () => {
    const guest = await createGuest();
    const member_card_id = (await cardOf(guest, { sbec_no: 'ALL-1' })).id;
    const of = (input: Readonly<Record<string, unknown>>) => voucher({ member_card_id, ...input });
    const made = {
      elsewhere: await of({ restrict_hotel_id: there }),
      early: await of({ redeem_date: '2026-05-23' }),
      late: await of({ valid_until_date: '2026-05-21' }),
      used: await of({}),
      cancelled: await of({}),
      last: await of({ valid_until_date: '2026-05-22' }),
      good: await of({}),
    };
    await redeem(made.used, { redeem_date });
    await remove('member_voucher', made.cancelled.id);
    const { vouchers } = await only({ q: 'ALL-1' });
    expect(vouchers.slice(0, 2).map(({ id }) => id)).toEqual([made.last.id, made.good.id]);
    expect(Object.fromEntries(vouchers.map(({ id, refusal }) => [id, refusal]))).toEqual({
      [made.elsewhere.id]: 'wrong_hotel',
      [made.early.id]: 'not_yet_valid',
      [made.late.id]: 'expired',
      [made.used.id]: 'already_redeemed',
      [made.cancelled.id]: 'voucher_cancelled',
      [made.last.id]: null,
      [made.good.id]: null,
    });
    // The words are those that the redemption would be refused with.
    for (const { id, refusal, reason } of vouchers) {
      if (refusal === null) continue;
      const reply = await post('voucher_redeem', {
        member_voucher_id: id,
        redeem_hotel_id: here,
        redeem_date,
        booking_no: 'B',
        staff_name: 'A',
      });
      expect(expectError(reply, 409, refusal).message).toBe(reason);
    }
    const indonesian = await only({ q: 'ALL-1' }, clerk.token, 'id');
    expect(indonesian.vouchers.find(({ id }) => id === made.late.id)?.reason).toBe(
      'Voucher ini berlaku hingga 21 Mei 2026.',
    );
  });

  test('begin with the one whose number was asked for, among those that can be honoured', async () => {
    const member_card_id = (await cardOf(await createGuest())).id;
    const [, second] = [await voucher({ member_card_id }), await voucher({ member_card_id })];
    const { vouchers } = await only({ q: String(second.voucher_no) });
    expect(vouchers.map(({ hit }) => hit)).toEqual([true, false]);
    expect(vouchers[0]?.id).toBe(second.id);
  });

  test('of long ago are left out and counted, but for the one that was asked for', async () => {
    const guest = await createGuest();
    const years = { start_date: '2023-01-01', end_date: '2023-12-31' };
    const past = await cardOf(guest, { ...years, sbec_no: 'PAST-1' });
    const now = await cardOf(guest, { start_date: '2026-01-01', end_date: '2026-12-31' });
    const gone = await voucher({ member_card_id: past.id, valid_until_date: '2023-12-31' });
    await voucher({ member_card_id: past.id, valid_until_date: '2023-12-31' });
    const good = await voucher({ member_card_id: now.id });
    const seen = async (q: string) => {
      const { vouchers, left_out } = await only({ q });
      return { ids: vouchers.map(({ id }) => id), left_out };
    };
    expect(await seen('PAST-1')).toEqual({ ids: [good.id], left_out: 2 });
    expect(await seen(String(gone.voucher_no))).toEqual({ ids: [good.id, gone.id], left_out: 1 });
  });

  test('are judged on the day of a redemption that is written down later', async () => {
    const member_card_id = (await cardOf(await createGuest(), { sbec_no: 'LATE-1' })).id;
    await voucher({ member_card_id, valid_until_date: '2026-05-21' });
    const on = async (day: string) => (await only({ q: 'LATE-1', redeem_date: day })).vouchers[0]?.refusal;
    expect(await on('2026-05-21 10:00:00')).toBeNull();
    expect(await on('2026-05-22 02:00:00')).toBe('expired');
    expectInvalid(await send({ q: 'LATE-1', redeem_date: '2026-05-15 02:59:00' }), 'redeem_date');
    expectInvalid(await send({ q: 'LATE-1', redeem_date: '2026-05-22 03:03:00' }), 'redeem_date');
  });
});

test('the counter is for whoever may redeem, at a hotel of theirs', async () => {
  const other = await createUser(db, { level: 'group', codes: ['VIEW_VOUCHER_REDEEM', 'VIEW_MEMBER'] });
  expectError(await send({ q: 'x', hotel_id: here }, other.token), 403, 'forbidden');
  expectInvalid(await send({ q: 'x', hotel_id: there }), 'hotel_id');
  expectInvalid(await send({ q: 'x' }, admin.token), 'hotel_id');
  const path = '/api/voucher_redeem/counter';
  expectError(await call(app, admin.token, 'POST', path), 405, 'method_not_allowed');
  expectError(await call(app, admin.token, 'GET', '/api/region/counter'), 404, 'record_not_found');
});

test('a user who posts visits learns who the guest is, and nothing of the vouchers', async () => {
  const cashier = await createUser(db, {
    level: 'property',
    codes: ['STORE_VISIT'],
    assignments: [{ region_id: region, restrict_hotel_id: here }],
  });
  const guest = await createGuest();
  await voucher({ member_card_id: (await cardOf(guest, { sbec_no: 'CASH-1' })).id });
  expect(await only({ q: 'CASH-1' }, cashier.token)).toMatchObject({
    member: { id: guest.id },
    card: { sbec_no: 'CASH-1' },
    vouchers: [],
    left_out: 0,
  });
});

test('a question that cannot be meant is refused by the parameter', async () => {
  for (const wrong of ['', ' ', 'a\0b', 'x'.repeat(256)]) expectInvalid(await send({ q: wrong }), 'q');
  expectInvalid(await send({}), 'q');
  expectInvalid(await send({ q: 'x', hotel_id: 'one' }), 'hotel_id');
  expectInvalid(await send({ member_id: '0' }), 'member_id');
  expectInvalid(await send({ q: 'x', redeem_date: 'yesterday' }), 'redeem_date');
  expectInvalid(await send({ q: 'x', colour: 'red' }), 'colour');
  expectInvalid(await call(app, clerk.token, 'GET', '/api/voucher_redeem/counter?q=a&q=b'), 'q');
});

test('a voucher that a counter shows as available can be redeemed, unless another counter was faster', async () => {
  const member_card_id = (await cardOf(await createGuest(), { sbec_no: 'TWO-1' })).id;
  const mine = await voucher({ member_card_id });
  const told = { member_voucher_id: undefined, voucher_no: mine.voucher_no, redeem_date, redeem_hotel_id: here };
  expect((await only({ q: 'TWO-1' })).vouchers).toMatchObject([{ refusal: null }]);
  const done = writtenIn(await redeem(mine, { ...told, staff_name: 'Ayu' }, clerk.token));
  const [now] = (await only({ q: 'TWO-1' })).vouchers;
  expect(now?.refusal).toBe('already_redeemed');
  expect(now?.reason).toContain(`by Ayu (${String(done.redeem_no)})`);
});
