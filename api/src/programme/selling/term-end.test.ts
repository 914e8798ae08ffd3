import { SALE_TYPE, resources } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listIn } from '../../testing/answers.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { card, post, remove, get } = createProgramme(api, admin, inputs, house.h1);
const d = resources.term_end;
/** A day so many days from today, at the hotels. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);

const level = (rank: number) =>
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
const [lower, own] = [await level(501), await level(502)];

/** A member whose card ended some days ago, with fewer visits than it needs. */
async function unmaintained(daysAgo = 10) {
  const { id: member_id } = await inputs.create(resources.member, {
    hotel_id: house.h1,
    register_hotel_id: house.h1,
    comp_visits_period: 0,
  });
  const held = await card({
    member_id,
    membership_id: own.id,
    start_date: day(-daysAgo - 364),
    end_date: day(-daysAgo),
  });
  return { memberId: member_id, cardId: held.id };
}
const openedFor = async (cardId: number) => {
  const query = queryString({ 'filter[member_card_id][includes]': cardId });
  return listIn(d, await call(app, admin.token, 'GET', `/api/term_end?${query}`));
};
async function decided(cardId: number, values: object) {
  const [entry] = await openedFor(cardId);
  const reply = await post(`term_end/${Number(entry?.id)}`, { ...values });
  expect(reply.status, reply.text).toBe(200);
  return Number(entry?.id);
}
async function offers(memberId: number): Promise<Offers> {
  const query = queryString({ hotel_id: house.h1, type: SALE_TYPE.renewal, member_id: memberId });
  return (await call<{ data: Offers }>(app, admin.token, 'GET', `/api/transaction/offers?${query}`)).body.data;
}
const renew = (memberId: number, membership_id: number) =>
  house.sell({ type: SALE_TYPE.renewal, member_id: memberId, member: undefined, membership_id });
const offeredIds = ({ offers: all }: Offers) => all.map(({ membership }) => membership.id);

describe('a member who did not maintain the membership', () => {
  test('is listed once to be decided, by the month in which the card ended, and one who did is not', async () => {
    const { cardId, memberId } = await unmaintained();
    const [entry, ...others] = await openedFor(cardId);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ decision: 'open', member: { id: memberId }, member_card: { end_date: day(-10) } });
    const query = queryString({
      'filter[member_card.end_date][date_between]': `${day(-11)},${day(-9)}`,
      'filter[decision][includes]': 'open',
    });
    expect(listIn(d, await call(app, admin.token, 'GET', `/api/term_end?${query}`)).map(({ id }) => id)).toContain(
      entry?.id,
    );
    const running = await card({ member_id: (await inputs.create(resources.member)).id, membership_id: own.id });
    expect(await openedFor(running.id)).toEqual([]);
  });

  test('leaves the list when the visits come after all, unless somebody has decided', async () => {
    const [late, kept] = [await unmaintained(), await unmaintained()];
    await decided(kept.cardId, { decision: 'keep', note: 'Was ill' });
    for (const { memberId } of [late, kept])
      await post(`member/${memberId}`, { comp_visits_period: 3, comp_visits_reason: 'Power cut' });
    expect(await openedFor(late.cardId)).toEqual([]);
    expect(await openedFor(kept.cardId)).toMatchObject([{ decision: 'keep', note: 'Was ill' }]);
    await post(`member/${late.memberId}`, { comp_visits_period: 0, comp_visits_reason: 'Another guest' });
    expect(await openedFor(late.cardId)).toMatchObject([{ decision: 'open' }]);
  });

  test('is decided together with others', async () => {
    const all = [await unmaintained(), await unmaintained()];
    const ids = (await Promise.all(all.map(({ cardId }) => openedFor(cardId)))).flat().map(({ id }) => id);
    const reply = await post('term_end/updateBulk', { ids, set: { decision: 'lower', note: 'Too few visits' } });
    expect(reply.status, reply.text).toBe(200);
    for (const id of ids)
      expect(await get('term_end', id)).toMatchObject({ decision: 'lower', note: 'Too few visits' });
  });
});

describe('at the renewal', () => {
  test('a level that is kept, or of which nothing was decided, is renewed as before', async () => {
    const { cardId, memberId } = await unmaintained();
    const undecided = await offers(memberId);
    expect(undecided.term_end).toEqual({ decision: 'open', until: null, note: null });
    expect(offeredIds(undecided)).toEqual(expect.arrayContaining([lower.id, own.id]));
    const entry = await decided(cardId, { decision: 'keep' });
    const { transaction } = (await renew(memberId, own.id)).body.data;
    expect(await get('term_end', entry)).toMatchObject({ transaction_id: transaction.id });
  });

  test('a level that is lowered is followed by a lower one alone, which settles the decision', async () => {
    const { cardId, memberId } = await unmaintained();
    const entry = await decided(cardId, { decision: 'lower' });
    const shop = await offers(memberId);
    expect(shop.term_end).toMatchObject({ decision: 'lower' });
    expect(offeredIds(shop)).toContain(lower.id);
    expect(offeredIds(shop)).not.toContain(own.id);
    const refused = await renew(memberId, own.id);
    expectInvalid(refused, 'membership_id');
    expect(refused.text).toContain('it was decided to lower the level');
    const { transaction } = (await renew(memberId, lower.id)).body.data;
    expectError(await post(`term_end/${entry}`, { decision: 'keep' }), 409, 'settled');
    expectError(await remove('term_end', entry), 409, 'settled');
    const change = sql`update term_end set decision = 'keep' where id = ${entry}`.execute(db.kysely);
    await expect(change).rejects.toThrow(/stands as it was made/);
    // Cancelled, it is open to be decided anew.
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect((await post(`term_end/${entry}`, { decision: 'keep' })).status).toBe(200);
    expect((await renew(memberId, own.id)).status).toBe(201);
  });

  test('grace lets the level be renewed for so many days after the card, and a lower one after that', async () => {
    const [within, beyond] = [await unmaintained(10), await unmaintained(11)];
    for (const { cardId } of [within, beyond]) await decided(cardId, { decision: 'grace', grace_days: 10 });
    const shop = await offers(within.memberId);
    expect(shop.term_end).toEqual({ decision: 'grace', until: day(0), note: null });
    expect(offeredIds(shop)).toContain(own.id);
    expect(offeredIds(await offers(beyond.memberId))).not.toContain(own.id);
    expectInvalid(await renew(beyond.memberId, own.id), 'membership_id');
    expect((await renew(within.memberId, own.id)).status).toBe(201);
  });
});
