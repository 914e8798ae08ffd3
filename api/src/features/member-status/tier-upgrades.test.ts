// Core test: visits that maintain and upgrade.
import { getResource } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createUser } from '../../testing/user.ts';
import { CONCURRENT_CALLERS, startStatusServer } from './member-status-helpers.ts';

/** The programme's rules for tiers. */

const {
  app,
  db,
  admin,
  inputs,
  fixtures,
  get,
  post,
  remove,
  visit,
  visits,
  daysAgo,
  standing,
  member,
  readCards,
  readVouchers,
  readHistory,
} = await startStatusServer();

describe('an upgrade by visits', () => {
  test('happens at the visit that reaches the number: card, vouchers, one history entry, one mail', async () => {
    const { member: guest, card } = await member(30);
    await visits(guest.id, 7);
    expect(await readCards(guest.id)).toHaveLength(1);
    await visits(guest.id, 1);
    const [oldCard, upgradedCard, ...otherCards] = await readCards(guest.id);
    expect(otherCards).toEqual([]);
    expect(oldCard).toMatchObject({ is_active: 1, end_date: card.end_date });
    expect(upgradedCard).toMatchObject({
      membership_id: fixtures.platinum,
      upgraded_from_id: oldCard?.id,
      transaction_id: null,
      start_date: await fixtures.dayFromNow(0),
      end_date: card.end_date,
      is_active: 1,
    });
    expect(await readVouchers(Number(upgradedCard?.id))).toMatchObject([
      { valid_until_date: card.end_date, state: 'available' },
    ]);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
    const entries = (await readHistory(guest.id)).filter(
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

  test('continues the term: its visits maintain the tier and count towards the next one', async () => {
    const setRequiredVisits = (min_visit_to_upgrade: number) =>
      post(`membership/${fixtures.platinum}`, { min_visit_to_upgrade });
    await setRequiredVisits(10);
    const diamond = await inputs.create(getResource('membership'), {
      rank: 30,
      min_visit: 12,
      min_visit_to_upgrade: 0,
      is_free: 0,
      restrict_region_id: null,
    });
    const { member: guest, card } = await member(60);
    const createdVisits = await visits(guest.id, 8, { visit_date: daysAgo(20) });
    expect(await standing(guest.id)).toMatchObject({
      membership: { id: fixtures.platinum },
      card: { start_date: await fixtures.dayFromNow(0) },
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
    // Nine visits do not reach the highest tier, and seven do not reach the one below.
    await remove('visit', Number(createdVisits[0]?.id));
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
    for (const visit of createdVisits.slice(1, 3)) await remove('visit', visit.id);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
    for (const visit of createdVisits.slice(0, 3)) await post(`visit/${visit.id}/restore`);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: diamond.id });
    await setRequiredVisits(0);
    await remove('membership', diamond.id);
  });

  test('upgrades a renewal that was already paid, and reverts it with the visits', async () => {
    const { member: guest } = await member(300);
    const renewedSale = await fixtures.sell({ type: 2, member_id: guest.id });
    expect(renewedSale.status, renewedSale.text).toBe(201);
    const createdVisits = await visits(guest.id, 8);
    const [, paidCard, upgradedCard, nextCard, ...otherCards] = await readCards(guest.id);
    expect(otherCards).toEqual([]);
    expect(upgradedCard).toMatchObject({ membership_id: fixtures.platinum, start_date: await fixtures.dayFromNow(0) });
    expect(nextCard).toMatchObject({
      membership_id: fixtures.platinum,
      upgraded_from_id: paidCard?.id,
      transaction_id: null,
      start_date: paidCard?.start_date,
      end_date: paidCard?.end_date,
      is_active: 1,
    });
    expect(await readVouchers(Number(nextCard?.id))).toMatchObject([
      { redeem_date: paidCard?.start_date, state: 'upcoming' },
    ]);
    expect(await standing(guest.id)).toMatchObject({
      next_card: { id: nextCard?.id, membership: { id: fixtures.platinum } },
    });
    await remove('visit', Number(createdVisits[0]?.id));
    const withdrawn = { is_active: 0, is_withdrawn: 1 };
    expect((await readCards(guest.id)).slice(2)).toMatchObject([withdrawn, withdrawn]);
    expect(await standing(guest.id)).toMatchObject({ next_card: { id: paidCard?.id } });
    await post(`visit/${createdVisits[0]?.id}/restore`);
    expect((await readCards(guest.id)).slice(2)).toMatchObject([{ is_active: 1 }, { id: nextCard?.id, is_active: 1 }]);
    expect(await readVouchers(Number(nextCard?.id))).toHaveLength(1);
  });

  test('ignores a membership outside the tier order', async () => {
    const { id: foreignMembership } = await inputs.create(getResource('membership'), {
      rank: 0,
      is_free: 0,
      restrict_region_id: null,
      currency_country_id: null,
      min_visit_to_upgrade: 1,
    });
    const { data } = (await fixtures.sell({ membership_id: foreignMembership })).body;
    await visits(data.member.id, 1);
    expect(await get('member', data.member.id)).toMatchObject({ membership_id: foreignMembership });
  });

  test('happens once for concurrent visits', async () => {
    const { member: guest } = await member(10);
    const replies = await Promise.all(Array.from({ length: CONCURRENT_CALLERS }, () => visit(guest.id)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await readCards(guest.id)).toHaveLength(2);
    expect((await standing(guest.id)).visits.total).toBe(CONCURRENT_CALLERS);
  });

  test('is reverted and restored with its visits, without issuing a voucher twice or removing a used one', async () => {
    const { member: guest } = await member(10);
    const createdVisits = await visits(guest.id, 8);
    const [, upgradedCard] = await readCards(guest.id);
    const [voucher] = await readVouchers(Number(upgradedCard?.id));
    const redeemReply = await post('voucher_redeem', {
      member_voucher_id: voucher?.id,
      redeem_hotel_id: fixtures.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    });
    expect(redeemReply.status, redeemReply.text).toBe(201);
    await remove('visit', Number(createdVisits[0]?.id));
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
    expect(await get('member_card', Number(upgradedCard?.id))).toMatchObject({
      is_active: 0,
      is_withdrawn: 1,
      deleted_at: null,
    });
    expect(await get('member_voucher', Number(voucher?.id))).toMatchObject({ state: 'redeemed' });
    await post(`visit/${createdVisits[0]?.id}/restore`);
    expect((await readCards(guest.id)).map(({ id }) => id)).toEqual([expect.anything(), upgradedCard?.id]);
    expect(await get('member_card', Number(upgradedCard?.id))).toMatchObject({ is_active: 1, is_withdrawn: 0 });
    expect(await readVouchers(Number(upgradedCard?.id))).toHaveLength(1);
  });

  test('does not reach a tier that staff deactivated, nor go beyond the highest', async () => {
    const { member: guest } = await member(10);
    await visits(guest.id, 8);
    const [, upgradedCard] = await readCards(guest.id);
    await post(`member_card/${upgradedCard?.id}`, { is_active: 0 });
    await visits(guest.id, 12);
    expect(await get('member_card', Number(upgradedCard?.id))).toMatchObject({ is_active: 0 });
    expect(await readCards(guest.id)).toHaveLength(2);
  });

  test('counts complimentary visits like others', async () => {
    const { member: guest } = await member(10);
    await visits(guest.id, 6);
    await post(`member/${guest.id}`, { comp_visits_period: 2, comp_visits_reason: 'Power cut' });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
    await post(`member/${guest.id}`, { comp_visits_period: 1, comp_visits_reason: 'One too many' });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
  });

  test('counts the visits of both merged members, but not those that return when undone', async () => {
    const { member: retained } = await member(10);
    const { member: otherMember } = await member(10);
    await visits(retained.id, 5);
    await visits(otherMember.id, 4);
    const mergeReply = await call<{ data: { id: number } }>(
      app,
      admin.token,
      'POST',
      `/api/member/${retained.id}/merge`,
      {
        body: { member_id: otherMember.id },
      },
    );
    expect(mergeReply.status, mergeReply.text).toBe(200);
    expect(await get('member', retained.id)).toMatchObject({ membership_id: fixtures.platinum });
    const undoReply = await post(`member/${retained.id}/merge/${mergeReply.body.data.id}/undo`, {});
    expect(undoReply.status, undoReply.text).toBe(200);
    for (const { id } of [retained, otherMember])
      expect(await get('member', id)).toMatchObject({ membership_id: fixtures.gold });
  });

  test('cancels the higher card with its sale, and restores it with the sale', async () => {
    const { member: guest, transaction } = await member(10);
    await visits(guest.id, 8);
    const [, upgradedCard] = await readCards(guest.id);
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect(await get('member_card', Number(upgradedCard?.id))).toMatchObject({ deleted_at: expect.any(String) });
    await post(`transaction/${transaction.id}/restore`);
    expect(await get('member_card', Number(upgradedCard?.id))).toMatchObject({ deleted_at: null, is_active: 1 });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
  });
});

describe('a manual tier', () => {
  const setMembership = (id: number, body: Input, token = admin.token) =>
    post(`member/${id}/membership`, { remark: 'Promised', ...body }, token);

  test('applies until the next renewal, says so, and issues its vouchers if it is higher', async () => {
    const { member: guest, card } = await member(300);
    const reply = await setMembership(guest.id, { membership_id: fixtures.platinum, remark: 'Wedding of the year' });
    expect(parseWritten(reply)).toMatchObject({ membership_id: fixtures.platinum });
    const [, upgradedCard] = await readCards(guest.id);
    expect(upgradedCard).toMatchObject({ is_tier_manual: 1, remark: 'Wedding of the year', end_date: card.end_date });
    expect(await readVouchers(Number(upgradedCard?.id))).toHaveLength(1);
    expect(await standing(guest.id)).toMatchObject({
      manual_tier: { by: { id: admin.id }, remark: 'Wedding of the year' },
    });
    await setMembership(guest.id, { membership_id: fixtures.gold });
    await visits(guest.id, 9);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
    const renewedSale = await fixtures.sell({ type: 2, member_id: guest.id });
    expect(renewedSale.status, renewedSale.text).toBe(201);
  });

  test('requires an active card, a reason, an open membership, and permission to change members', async () => {
    const { member: guest } = await member(400);
    expectError(await setMembership(guest.id, { membership_id: fixtures.platinum }), 409, 'conflict');
    const { member: otherMember } = await member();
    expectInvalid(await setMembership(otherMember.id, { remark: ' ' }), 'membership_id', 'remark');
    expectInvalid(await setMembership(otherMember.id, { membership_id: fixtures.platinum, remark: null }), 'remark');
    expectInvalid(await setMembership(otherMember.id, { membership_id: 999_999 }), 'membership_id');
    expectInvalid(await setMembership(otherMember.id, { membership_id: fixtures.platinum, colour: 'red' }), 'colour');
    const { id: onlyVisit } = parseWritten(
      await post('membership', {
        name: 'Elsewhere',
        price: '1',
        renewal_price: '1',
        min_visit: 0,
        min_visit_to_upgrade: 0,
        is_free: 0,
        is_regional: 0,
        rank: 40,
        restrict_region_id: fixtures.r2,
      }),
    );
    expectInvalid(await setMembership(otherMember.id, { membership_id: onlyVisit }), 'membership_id');
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'STORE_MEMBER'] });
    expectError(await setMembership(otherMember.id, { membership_id: fixtures.platinum }, reader.token), 403);
  });
});

test('a manual tier of a free member can be set only by users of all hotels, whatever the card is now', async () => {
  const freeMembership = await inputs.create(getResource('membership'), {
    is_free: 1,
    rank: 5,
    restrict_region_id: null,
    is_regional: 0,
    min_visit_to_upgrade: 0,
  });
  const reply = await call<{ data: { member: ResponseRecord; member_card: ResponseRecord } }>(
    app,
    admin.token,
    'POST',
    '/api/transaction/free_membership',
    { body: { hotel_id: fixtures.h1, membership_id: freeMembership.id, member: await fixtures.createGuestInput() } },
  );
  const { member: guest, member_card } = reply.body.data;
  const manager = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });
  const setTier = (token: string) =>
    post(`member/${guest.id}/membership`, { membership_id: fixtures.platinum, remark: 'Asked for it' }, token);
  expect(expectError(await setTier(manager.token), 409, 'approval_needed').message).toContain('unpaid');
  await post(`member_card/${member_card.id}`, { membership_id: fixtures.gold, remark: 'Asked for it' });
  expectError(await setTier(manager.token), 409, 'approval_needed');
  expect(await readCards(guest.id)).toHaveLength(1);
  expect((await setTier(admin.token)).status).toBe(200);
});

describe('moving a visit', () => {
  test('assigns it to the right member, re-evaluates both, and stores the reason', async () => {
    const [{ member: wrongMember }, { member: rightMember }] = [await member(10), await member(10)];
    const createdVisits = await visits(wrongMember.id, 8);
    await visits(rightMember.id, 7);
    const reply = await post(`visit/${createdVisits[0]?.id}/move`, { member_id: rightMember.id, remark: 'Same name' });
    expect(parseWritten(reply)).toMatchObject({ member_id: rightMember.id, remark: 'From the paper book\nSame name' });
    expect(await get('member', wrongMember.id)).toMatchObject({ membership_id: fixtures.gold });
    expect(await get('member', rightMember.id)).toMatchObject({ membership_id: fixtures.platinum });
    expect((await standing(wrongMember.id)).visits.counted).toBe(7);
  });

  test('rejects the same member, no member, a deleted visit, and users without permission', async () => {
    const { member: guest } = await member();
    const { member: otherMember } = await member();
    const [visit] = await visits(guest.id, 1);
    const moveVisit = (body: Input, token = admin.token) => post(`visit/${visit?.id}/move`, body, token);
    expectInvalid(await moveVisit({ member_id: guest.id }), 'member_id');
    expectInvalid(await moveVisit({}), 'member_id');
    expectInvalid(await moveVisit({ member_id: 999_999 }), 'member_id');
    const client = await createUser(db, { level: 'group', codes: ['VIEW_VISIT', 'STORE_VISIT'] });
    expectError(await moveVisit({ member_id: otherMember.id }, client.token), 403);
    const otherUser = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r2 }] });
    expectError(await moveVisit({ member_id: otherMember.id }, otherUser.token), 404);
    await remove('visit', Number(visit?.id));
    expectError(await moveVisit({ member_id: otherMember.id }), 409, 'conflict');
  });
});

test('the status is shown only to users who may see the member', async () => {
  const { member: guest, member_vouchers } = await member();
  const shownStanding = await standing(guest.id);
  expect(new Set(shownStanding.vouchers.map(({ id }) => id))).toEqual(new Set(member_vouchers.map(({ id }) => id)));
  expect(shownStanding.vouchers.every(({ rejection }) => rejection === null)).toBe(true);
  const otherReply = await call<{ data: Standing }>(
    app,
    admin.token,
    'GET',
    `/api/member/${guest.id}/standing?hotel_id=${fixtures.h2}`,
  );
  expect(otherReply.body.data.vouchers.filter(({ rejection }) => rejection === 'wrong_hotel')).toHaveLength(1);
  const otherUser = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r2 }] });
  expectError(await call(app, otherUser.token, 'GET', `/api/member/${guest.id}/standing`), 404);
  const seller = await createUser(db, { level: 'group', codes: ['STORE_TRANSACTION'] });
  expectError(await call(app, seller.token, 'GET', `/api/member/${guest.id}/standing`), 403);
  expectInvalid(await call(app, admin.token, 'GET', `/api/member/${guest.id}/standing?hotel_id=x`), 'hotel_id');
});
