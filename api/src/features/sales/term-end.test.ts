import { SALE_TYPE, resources } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { card, post, remove, get } = createProgramme(api, admin, inputs, fixtures.h1);
const d = resources.term_end;
/** The date this many days from today, in the hotels' zone. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);

const createTier = (rank: number) =>
  inputs.create(resources.membership, {
    rank,
    is_free: 0,
    is_regional: 0,
    restrict_region_id: null,
    currency_country_id: null,
    min_visit: 3,
    min_visit_to_upgrade: 0,
    price: '1000',
    renewal_price: '800',
  });
const [lower, ownMembership] = [await createTier(501), await createTier(502)];

/** A member whose card ended some days ago, with fewer visits than it requires. */
async function createUnmaintainedMember(daysAgo = 10) {
  const { id: member_id } = await inputs.create(resources.member, {
    hotel_id: fixtures.h1,
    register_hotel_id: fixtures.h1,
    comp_visits_period: 0,
  });
  const memberCard = await card({
    member_id,
    membership_id: ownMembership.id,
    start_date: dayFromNow(-daysAgo - 364),
    end_date: dayFromNow(-daysAgo),
  });
  return { memberId: member_id, cardId: memberCard.id };
}
const findReview = async (cardId: number) => {
  const query = queryString({ 'filter[member_card_id][includes]': cardId });
  return parseList(d, await call(app, admin.token, 'GET', `/api/term_end?${query}`));
};
async function decideReview(cardId: number, values: object) {
  const [entry] = await findReview(cardId);
  const reply = await post(`term_end/${Number(entry?.id)}`, { ...values });
  expect(reply.status, reply.text).toBe(200);
  return Number(entry?.id);
}
async function readOffers(memberId: number): Promise<Offers> {
  const query = queryString({ hotel_id: fixtures.h1, type: SALE_TYPE.renewal, member_id: memberId });
  return (await call<{ data: Offers }>(app, admin.token, 'GET', `/api/transaction/offers?${query}`)).body.data;
}
const renew = (memberId: number, membership_id: number) =>
  fixtures.sell({ type: SALE_TYPE.renewal, member_id: memberId, member: undefined, membership_id });
const offeredIds = ({ offers }: Offers) => offers.map(({ membership }) => membership.id);

describe('a member who did not maintain the membership', () => {
  test('is listed once for a decision, by the month in which the card ended, unlike one who did', async () => {
    const { cardId, memberId } = await createUnmaintainedMember();
    const [entry, ...otherReviews] = await findReview(cardId);
    expect(otherReviews).toEqual([]);
    expect(entry).toMatchObject({
      decision: 'open',
      member: { id: memberId },
      member_card: { end_date: dayFromNow(-10) },
    });
    const query = queryString({
      'filter[member_card.end_date][date_between]': `${dayFromNow(-11)},${dayFromNow(-9)}`,
      'filter[decision][includes]': 'open',
    });
    expect(parseList(d, await call(app, admin.token, 'GET', `/api/term_end?${query}`)).map(({ id }) => id)).toContain(
      entry?.id,
    );
    const runningCard = await card({
      member_id: (await inputs.create(resources.member)).id,
      membership_id: ownMembership.id,
    });
    expect(await findReview(runningCard.id)).toEqual([]);
  });

  test('is removed from the list after late visits, unless a decision was made', async () => {
    const [lateMember, maintainedMember] = [await createUnmaintainedMember(), await createUnmaintainedMember()];
    await decideReview(maintainedMember.cardId, { decision: 'keep', note: 'Was ill' });
    for (const { memberId } of [lateMember, maintainedMember])
      await post(`member/${memberId}`, { comp_visits_period: 3, comp_visits_reason: 'Power cut' });
    expect(await findReview(lateMember.cardId)).toEqual([]);
    expect(await findReview(maintainedMember.cardId)).toMatchObject([{ decision: 'keep', note: 'Was ill' }]);
    await post(`member/${lateMember.memberId}`, { comp_visits_period: 0, comp_visits_reason: 'Another guest' });
    expect(await findReview(lateMember.cardId)).toMatchObject([{ decision: 'open' }]);
  });

  test('can be decided in bulk', async () => {
    const cards = [await createUnmaintainedMember(), await createUnmaintainedMember()];
    const ids = (await Promise.all(cards.map(({ cardId }) => findReview(cardId)))).flat().map(({ id }) => id);
    const reply = await post('term_end/updateBulk', { ids, set: { decision: 'lower', note: 'Too few visits' } });
    expect(reply.status, reply.text).toBe(200);
    for (const id of ids)
      expect(await get('term_end', id)).toMatchObject({ decision: 'lower', note: 'Too few visits' });
  });
});

describe('a renewal after the term-end decision', () => {
  test('renews as before if the tier is kept or undecided', async () => {
    const { cardId, memberId } = await createUnmaintainedMember();
    const pendingOffers = await readOffers(memberId);
    expect(pendingOffers.term_end).toEqual({ decision: 'open', until: null, note: null });
    expect(offeredIds(pendingOffers)).toEqual(expect.arrayContaining([lower.id, ownMembership.id]));
    const entry = await decideReview(cardId, { decision: 'keep' });
    const { transaction } = (await renew(memberId, ownMembership.id)).body.data;
    expect(await get('term_end', entry)).toMatchObject({ transaction_id: transaction.id });
  });

  test('allows only a lower membership if the tier was lowered, and completes the decision', async () => {
    const { cardId, memberId } = await createUnmaintainedMember();
    const entry = await decideReview(cardId, { decision: 'lower' });
    const saleOffers = await readOffers(memberId);
    expect(saleOffers.term_end).toMatchObject({ decision: 'lower' });
    expect(offeredIds(saleOffers)).toContain(lower.id);
    expect(offeredIds(saleOffers)).not.toContain(ownMembership.id);
    const rejectedReply = await renew(memberId, ownMembership.id);
    expectInvalid(rejectedReply, 'membership_id');
    expect(rejectedReply.text).toContain('Decision: lower the tier');
    const { transaction } = (await renew(memberId, lower.id)).body.data;
    expect(await get('term_end', entry)).toMatchObject({ locked_reason: 'renewed' });
    expectError(await post(`term_end/${entry}`, { decision: 'keep' }), 409, 'settled');
    expectError(await remove('term_end', entry), 409, 'settled');
    const undecided = Number((await findReview((await createUnmaintainedMember()).cardId))[0]?.id);
    const preview = { ids: [entry, undecided], set: { decision: 'keep' }, dry_run: 1 };
    expect((await post('term_end/updateBulk', preview)).body).toMatchObject({
      data: { matched: 2, updated: 1, rejected: [entry], reasons: [expect.stringContaining('Cancel the renewal')] },
    });
    expect((await post(`term_end/${entry}`, { note: 'Agreed by phone' })).status).toBe(200);
    const change = sql`update term_end set decision = 'keep' where id = ${entry}`.execute(db.kysely);
    await expect(change).rejects.toThrow(/is immutable/);
    // After the renewal is cancelled, the review can be decided again.
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect((await post(`term_end/${entry}`, { decision: 'keep' })).status).toBe(200);
    expect((await renew(memberId, ownMembership.id)).status).toBe(201);
  });

  test('allows keeping the tier within the grace days after the card, and a lower one later', async () => {
    const [memberWithinWindow, memberPastWindow] = [
      await createUnmaintainedMember(10),
      await createUnmaintainedMember(11),
    ];
    for (const { cardId } of [memberWithinWindow, memberPastWindow])
      await decideReview(cardId, { decision: 'grace', grace_days: 10 });
    const saleOffers = await readOffers(memberWithinWindow.memberId);
    expect(saleOffers.term_end).toEqual({ decision: 'grace', until: dayFromNow(0), note: null });
    expect(offeredIds(saleOffers)).toContain(ownMembership.id);
    expect(offeredIds(await readOffers(memberPastWindow.memberId))).not.toContain(ownMembership.id);
    expectInvalid(await renew(memberPastWindow.memberId, ownMembership.id), 'membership_id');
    expect((await renew(memberWithinWindow.memberId, ownMembership.id)).status).toBe(201);
  });
});
