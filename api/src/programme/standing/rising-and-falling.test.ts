// Core test: visits that maintain and upgrade.
import { getResource } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createUser } from '../../testing/user.ts';
import { RACERS, startStanding } from './test-standing.ts';

/** The programme's promises about levels. */

const {
  app,
  db,
  admin,
  inputs,
  house,
  get,
  post,
  remove,
  visit,
  visits,
  daysAgo,
  standing,
  member,
  cardsOf,
  vouchersOf,
  historyOf,
} = await startStanding();

describe('rising', () => {
  test('the visit that reaches the number lifts at once: card, vouchers, one history entry, one mail', async () => {
    const { member: guest, card } = await member(30);
    await visits(guest.id, 7);
    expect(await cardsOf(guest.id)).toHaveLength(1);
    await visits(guest.id, 1);
    const [old, risen, ...others] = await cardsOf(guest.id);
    expect(others).toEqual([]);
    expect(old).toMatchObject({ is_active: 1, end_date: card.end_date });
    expect(risen).toMatchObject({
      membership_id: house.platinum,
      upgraded_from_id: old?.id,
      transaction_id: null,
      start_date: await house.day(0),
      end_date: card.end_date,
      is_active: 1,
    });
    expect(await vouchersOf(Number(risen?.id))).toMatchObject([
      { valid_until_date: card.end_date, state: 'available' },
    ]);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.platinum });
    const entries = (await historyOf(guest.id)).filter(
      ({ changes }) => 'membership_id' in changes && changes.membership_id,
    );
    expect(entries.slice(0, 1)).toMatchObject([
      { by: null, changes: { membership_id: [expect.anything(), expect.anything()] } },
    ]);
    const mails = await call<{ data: { mail_type: { code: string } }[] }>(
      app,
      admin.token,
      'GET',
      `/api/mail_log?member_id=${guest.id}&per_page=100`,
    );
    expect(mails.body.data.filter(({ mail_type }) => mail_type?.code === 'upgrade')).toHaveLength(1);
  });

  test('goes on with the term: what led to a level maintains it and counts towards the next one', async () => {
    const steps = (min_visit_to_upgrade: number) => post(`membership/${house.platinum}`, { min_visit_to_upgrade });
    await steps(10);
    const diamond = await inputs.create(getResource('membership'), {
      rank: 30,
      min_visit: 12,
      min_visit_to_upgrade: 0,
      is_free: 0,
      restrict_region_id: null,
    });
    const { member: guest, card } = await member(60);
    const made = await visits(guest.id, 8, { visit_date: daysAgo(20) });
    expect(await standing(guest.id)).toMatchObject({
      membership: { id: house.platinum },
      card: { start_date: await house.day(0) },
      visits: { counted: 8, total: 8 },
      maintain: { required: 10, missing: 2, by: card.end_date },
      upgrade: { required: 10, missing: 2, to: { id: diamond.id } },
      not_counted: [],
    });
    await visits(guest.id, 2, { visit_date: daysAgo(2) });
    expect(await standing(guest.id)).toMatchObject({
      membership: { id: diamond.id },
      visits: { total: 10 },
      maintain: { required: 12, missing: 2 },
    });
    // Nine visits are too few for the highest level, seven for the one below it too.
    await remove('visit', Number(made[0]?.id));
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.platinum });
    for (const one of made.slice(1, 3)) await remove('visit', one.id);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
    for (const one of made.slice(0, 3)) await post(`visit/${one.id}/restore`);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: diamond.id });
    await steps(0);
    await remove('membership', diamond.id);
  });

  test('takes along a renewal that was paid already, and gives it back with the visits', async () => {
    const { member: guest } = await member(300);
    const renewed = await house.sell({ type: 2, member_id: guest.id });
    expect(renewed.status, renewed.text).toBe(201);
    const made = await visits(guest.id, 8);
    const [, paid, risen, next, ...others] = await cardsOf(guest.id);
    expect(others).toEqual([]);
    expect(risen).toMatchObject({ membership_id: house.platinum, start_date: await house.day(0) });
    expect(next).toMatchObject({
      membership_id: house.platinum,
      upgraded_from_id: paid?.id,
      transaction_id: null,
      start_date: paid?.start_date,
      end_date: paid?.end_date,
      is_active: 1,
    });
    expect(await vouchersOf(Number(next?.id))).toMatchObject([{ redeem_date: paid?.start_date, state: 'upcoming' }]);
    expect(await standing(guest.id)).toMatchObject({
      next_card: { id: next?.id, membership: { id: house.platinum } },
    });
    await remove('visit', Number(made[0]?.id));
    const withdrawn = { is_active: 0, is_withdrawn: 1 };
    expect((await cardsOf(guest.id)).slice(2)).toMatchObject([withdrawn, withdrawn]);
    expect(await standing(guest.id)).toMatchObject({ next_card: { id: paid?.id } });
    await post(`visit/${made[0]?.id}/restore`);
    expect((await cardsOf(guest.id)).slice(2)).toMatchObject([{ is_active: 1 }, { id: next?.id, is_active: 1 }]);
    expect(await vouchersOf(Number(next?.id))).toHaveLength(1);
  });

  test('leaves a membership that stands outside the ladder where it is', async () => {
    const { id: outside } = await inputs.create(getResource('membership'), {
      rank: 0,
      is_free: 0,
      restrict_region_id: null,
      currency_country_id: null,
      min_visit_to_upgrade: 1,
    });
    const { data } = (await house.sell({ membership_id: outside })).body;
    await visits(data.member.id, 1);
    expect(await get('member', data.member.id)).toMatchObject({ membership_id: outside });
  });

  test('happens once, however many visits come at the same moment', async () => {
    const { member: guest } = await member(10);
    const replies = await Promise.all(Array.from({ length: RACERS }, () => visit(guest.id)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await cardsOf(guest.id)).toHaveLength(2);
    expect((await standing(guest.id)).visits.total).toBe(RACERS);
  });

  test('is taken back with its visits and comes back with them: no voucher twice, no used one taken', async () => {
    const { member: guest } = await member(10);
    const made = await visits(guest.id, 8);
    const [, risen] = await cardsOf(guest.id);
    const [voucher] = await vouchersOf(Number(risen?.id));
    const redeemed = await post('voucher_redeem', {
      member_voucher_id: voucher?.id,
      redeem_hotel_id: house.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    });
    expect(redeemed.status, redeemed.text).toBe(201);
    await remove('visit', Number(made[0]?.id));
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
    expect(await get('member_card', Number(risen?.id))).toMatchObject({
      is_active: 0,
      is_withdrawn: 1,
      deleted_at: null,
    });
    expect(await get('member_voucher', Number(voucher?.id))).toMatchObject({ state: 'redeemed' });
    await post(`visit/${made[0]?.id}/restore`);
    expect((await cardsOf(guest.id)).map(({ id }) => id)).toEqual([expect.anything(), risen?.id]);
    expect(await get('member_card', Number(risen?.id))).toMatchObject({ is_active: 1, is_withdrawn: 0 });
    expect(await vouchersOf(Number(risen?.id))).toHaveLength(1);
  });

  test('does not happen on a rung that staff switched off, nor beyond the top', async () => {
    const { member: guest } = await member(10);
    await visits(guest.id, 8);
    const [, risen] = await cardsOf(guest.id);
    await post(`member_card/${risen?.id}`, { is_active: 0 });
    await visits(guest.id, 12);
    expect(await get('member_card', Number(risen?.id))).toMatchObject({ is_active: 0 });
    expect(await cardsOf(guest.id)).toHaveLength(2);
  });

  test('a complimentary visit counts like others', async () => {
    const { member: guest } = await member(10);
    await visits(guest.id, 6);
    await post(`member/${guest.id}`, { comp_visits_period: 2, comp_visits_reason: 'Power cut' });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.platinum });
    await post(`member/${guest.id}`, { comp_visits_period: 1, comp_visits_reason: 'One too many' });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
  });

  test('two members that are one person rise by the visits of both, and not by those that go back again', async () => {
    const { member: kept } = await member(10);
    const { member: other } = await member(10);
    await visits(kept.id, 5);
    await visits(other.id, 4);
    const merged = await call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/member/${kept.id}/merge`, {
      body: { member_id: other.id },
    });
    expect(merged.status, merged.text).toBe(200);
    expect(await get('member', kept.id)).toMatchObject({ membership_id: house.platinum });
    const undone = await post(`member/${kept.id}/merge/${merged.body.data.id}/undo`, {});
    expect(undone.status, undone.text).toBe(200);
    for (const { id } of [kept, other]) expect(await get('member', id)).toMatchObject({ membership_id: house.gold });
  });

  test('cancelling the sale takes the higher card along, and its return brings it back', async () => {
    const { member: guest, transaction } = await member(10);
    await visits(guest.id, 8);
    const [, risen] = await cardsOf(guest.id);
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect(await get('member_card', Number(risen?.id))).toMatchObject({ deleted_at: expect.any(String) });
    await post(`transaction/${transaction.id}/restore`);
    expect(await get('member_card', Number(risen?.id))).toMatchObject({ deleted_at: null, is_active: 1 });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.platinum });
  });
});

describe('a level set by hand', () => {
  const set = (id: number, body: Input, token = admin.token) =>
    post(`member/${id}/membership`, { remark: 'Promised', ...body }, token);

  test('holds until the next renewal and says so; a higher one brings its vouchers', async () => {
    const { member: guest, card } = await member(300);
    const reply = await set(guest.id, { membership_id: house.platinum, remark: 'Wedding of the year' });
    expect(writtenIn(reply)).toMatchObject({ membership_id: house.platinum });
    const [, risen] = await cardsOf(guest.id);
    expect(risen).toMatchObject({ is_by_hand: 1, remark: 'Wedding of the year', end_date: card.end_date });
    expect(await vouchersOf(Number(risen?.id))).toHaveLength(1);
    expect(await standing(guest.id)).toMatchObject({
      by_hand: { by: { id: admin.id }, remark: 'Wedding of the year' },
    });
    await set(guest.id, { membership_id: house.gold });
    await visits(guest.id, 9);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
    const renewed = await house.sell({ type: 2, member_id: guest.id });
    expect(renewed.status, renewed.text).toBe(201);
  });

  test('needs a running card, a reason, a membership that is open there, and the right to change members', async () => {
    const { member: guest } = await member(400);
    expectError(await set(guest.id, { membership_id: house.platinum }), 409, 'conflict');
    const { member: other } = await member();
    expectInvalid(await set(other.id, { remark: ' ' }), 'membership_id', 'remark');
    expectInvalid(await set(other.id, { membership_id: house.platinum, remark: null }), 'remark');
    expectInvalid(await set(other.id, { membership_id: 999_999 }), 'membership_id');
    expectInvalid(await set(other.id, { membership_id: house.platinum, colour: 'red' }), 'colour');
    const { id: only } = writtenIn(
      await post('membership', {
        name: 'Elsewhere',
        price: '1',
        renewal_price: '1',
        min_visit: 0,
        min_visit_to_upgrade: 0,
        is_free: 0,
        is_regional: 0,
        rank: 40,
        restrict_region_id: house.r2,
      }),
    );
    expectInvalid(await set(other.id, { membership_id: only }), 'membership_id');
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'STORE_MEMBER'] });
    expectError(await set(other.id, { membership_id: house.platinum }, reader.token), 403);
  });
});

test('a free member’s level is set by those of all hotels alone, whatever the card says by now', async () => {
  const free = await inputs.create(getResource('membership'), {
    is_free: 1,
    rank: 5,
    restrict_region_id: null,
    is_regional: 0,
    min_visit_to_upgrade: 0,
  });
  const given = await call<{ data: { member: Answered; member_card: Answered } }>(
    app,
    admin.token,
    'POST',
    '/api/transaction/free_membership',
    { body: { hotel_id: house.h1, membership_id: free.id, member: await house.guest() } },
  );
  const { member: guest, member_card } = given.body.data;
  const manager = await createUser(db, { level: 'region', assignments: [{ region_id: house.r1 }] });
  const raise = (token: string) =>
    post(`member/${guest.id}/membership`, { membership_id: house.platinum, remark: 'Asked for it' }, token);
  expect(expectError(await raise(manager.token), 409, 'approval_needed').message).toContain('was not paid');
  await post(`member_card/${member_card.id}`, { membership_id: house.gold, remark: 'Asked for it' });
  expectError(await raise(manager.token), 409, 'approval_needed');
  expect(await cardsOf(guest.id)).toHaveLength(1);
  expect((await raise(admin.token)).status).toBe(200);
});

describe('moving a visit', () => {
  test('gives it to the right member, judges both anew, and keeps why', async () => {
    const [{ member: wrong }, { member: right }] = [await member(10), await member(10)];
    const made = await visits(wrong.id, 8);
    await visits(right.id, 7);
    const reply = await post(`visit/${made[0]?.id}/move`, { member_id: right.id, remark: 'Same name' });
    expect(writtenIn(reply)).toMatchObject({ member_id: right.id, remark: 'From the paper book\nSame name' });
    expect(await get('member', wrong.id)).toMatchObject({ membership_id: house.gold });
    expect(await get('member', right.id)).toMatchObject({ membership_id: house.platinum });
    expect((await standing(wrong.id)).visits.counted).toBe(7);
  });

  test('refuses the same member, nobody, a deleted visit, and who may not', async () => {
    const { member: guest } = await member();
    const { member: other } = await member();
    const [one] = await visits(guest.id, 1);
    const move = (body: Input, token = admin.token) => post(`visit/${one?.id}/move`, body, token);
    expectInvalid(await move({ member_id: guest.id }), 'member_id');
    expectInvalid(await move({}), 'member_id');
    expectInvalid(await move({ member_id: 999_999 }), 'member_id');
    const poster = await createUser(db, { level: 'group', codes: ['VIEW_VISIT', 'STORE_VISIT'] });
    expectError(await move({ member_id: other.id }, poster.token), 403);
    const elsewhere = await createUser(db, { level: 'region', assignments: [{ region_id: house.r2 }] });
    expectError(await move({ member_id: other.id }, elsewhere.token), 404);
    await remove('visit', Number(one?.id));
    expectError(await move({ member_id: other.id }), 409, 'conflict');
  });
});

test('standing is read by who may see the member, and by nobody else', async () => {
  const { member: guest, member_vouchers } = await member();
  const shown = await standing(guest.id);
  expect(new Set(shown.vouchers.map(({ id }) => id))).toEqual(new Set(member_vouchers.map(({ id }) => id)));
  expect(shown.vouchers.every(({ refusal }) => refusal === null)).toBe(true);
  const there = await call<{ data: Standing }>(
    app,
    admin.token,
    'GET',
    `/api/member/${guest.id}/standing?hotel_id=${house.h2}`,
  );
  expect(there.body.data.vouchers.filter(({ refusal }) => refusal === 'wrong_hotel')).toHaveLength(1);
  const elsewhere = await createUser(db, { level: 'region', assignments: [{ region_id: house.r2 }] });
  expectError(await call(app, elsewhere.token, 'GET', `/api/member/${guest.id}/standing`), 404);
  const seller = await createUser(db, { level: 'group', codes: ['STORE_TRANSACTION'] });
  expectError(await call(app, seller.token, 'GET', `/api/member/${guest.id}/standing`), 403);
  expectInvalid(await call(app, admin.token, 'GET', `/api/member/${guest.id}/standing?hotel_id=x`), 'hotel_id');
});
