import { checkBooks } from '@innkeeper/db/testing';
import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writtenIn } from '../../testing/answers.ts';
import { ageCard } from '../../testing/age-card.ts';
import { REASON, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** A free member buys a paid membership at any time: the free term ends, and runs again when that sale is cancelled. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post, remove } = createProgramme(api, admin, inputs, house.h1);
const friend = (
  await inputs.create(resources.membership, {
    name: 'Friend of the house',
    rank: 0,
    is_free: 1,
    price: '0.000',
    renewal_price: '0.000',
    validity_months: 12,
    min_visit_to_upgrade: 0,
    restrict_region_id: null,
  })
).id;
await inputs.create(resources.voucher, {
  name: 'Coffee',
  membership_id: friend,
  hotel_id: null,
  is_restricted: 0,
  is_active: 1,
  quantity: 2,
  nominal: '10000.000',
});

const DAYS_BEFORE = 100;
/** A free member whose card was given so many days ago. */
async function givenSince(days: number) {
  const { transaction, member, member_card, member_vouchers } = (await house.give({ membership_id: friend })).body.data;
  await ageCard(db, member_card.id, days);
  return { id: member.id, sale: transaction.id, card: member_card.id, vouchers: member_vouchers };
}
const buy = (member_id: number, overrides: Input = {}) => house.sell({ type: 1, member_id, ...overrides });

/** Cards, dates, level and vouchers of a member, as their own calls return them. */
async function holdings(memberId: number) {
  const list = async (resource: string, sort: string) =>
    (
      await call<{ data: Input[] }>(
        app,
        admin.token,
        'GET',
        `/api/${resource}?member_id=${memberId}&sort=${sort}&per_page=100`,
      )
    ).body.data;
  const { data } = (await call<{ data: Input }>(app, admin.token, 'GET', `/api/member/${memberId}`)).body;
  return {
    member: [data['membership_id'], data['valid_until_date'], data['renew_date'], data['standing']],
    cards: (await list('member_card', 'id')).map((c) => [c['id'], c['start_date'], c['end_date'], c['is_active']]),
    vouchers: (await list('member_voucher', 'id')).map((v) => [v['id'], v['valid_until_date'], v['state']]),
  };
}
const cardOf = async (id: number) =>
  (
    await sql<{ start_date: string; end_date: string; is_active: boolean }>`
      select start_date, end_date, is_active from member_card where id = ${id}`.execute(db.kysely)
  ).rows[0];

test.each([
  { when: 'in the midst of the free term', days: DAYS_BEFORE },
  { when: 'shortly before its end', days: 340 },
])('a membership bought $when begins today and ends the free term yesterday', async ({ days }) => {
  const guest = await givenSince(days);
  const bought = await buy(guest.id);
  expect(bought.body.data).toMatchObject({
    transaction: { transaction_type: { code: '1' }, grand_total: '1500000.000' },
    member_card: { start_date: await house.day(0), membership_id: house.gold },
    member: { membership_id: house.gold, valid_until_date: bought.body.data.member_card.end_date },
  });
  expect(await cardOf(guest.card)).toMatchObject({ end_date: await house.day(-1), is_active: true });
});

test('vouchers of the ended free term stay good to their own last day', async () => {
  const guest = await givenSince(DAYS_BEFORE);
  const before = await holdings(guest.id);
  await buy(guest.id);
  expect((await holdings(guest.id)).vouchers.slice(0, 2)).toEqual(before.vouchers);
  expect(await house.redeem(guest.vouchers[0])).toBeGreaterThan(0);
});

test('cancelling the sale brings the free term back as it was, and restoring it ends the term again', async () => {
  const guest = await givenSince(DAYS_BEFORE);
  const before = await holdings(guest.id);
  const { transaction } = (await buy(guest.id)).body.data;
  const bought = await holdings(guest.id);
  expect((await remove('transaction', transaction.id)).status).toBe(200);
  expect(await holdings(guest.id)).toEqual(before);
  expect((await post(`transaction/${transaction.id}/restore`, {})).status).toBe(200);
  expect(await holdings(guest.id)).toEqual(bought);
});

test('a free card without a day left is switched off with its vouchers, and comes back with them', async () => {
  const guest = await givenSince(0);
  const before = await holdings(guest.id);
  const { transaction } = (await buy(guest.id)).body.data;
  expect(await cardOf(guest.card)).toMatchObject({ is_active: false });
  expect((await holdings(guest.id)).vouchers.slice(0, 2).map(([, , state]) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
  await remove('transaction', transaction.id);
  expect(await holdings(guest.id)).toEqual(before);
});

test('a free term that was given to follow the running one does not begin', async () => {
  const guest = await givenSince(340);
  const next = (await house.give({ membership_id: friend, member_id: guest.id })).body.data;
  const before = await holdings(guest.id);
  const { transaction } = (await buy(guest.id)).body.data;
  expect(await cardOf(guest.card)).toMatchObject({ end_date: await house.day(-1), is_active: true });
  expect(await cardOf(next.member_card.id)).toMatchObject({ is_active: false });
  await remove('transaction', transaction.id);
  expect(await holdings(guest.id)).toEqual(before);
});

test('the gift is not cancelled before the sale that ended its term', async () => {
  for (const days of [0, DAYS_BEFORE]) {
    const guest = await givenSince(days);
    const { transaction } = (await buy(guest.id)).body.data;
    const { message } = expectError(await remove('transaction', guest.sale), 409, 'conflict');
    expect(message).toMatch(new RegExp(`cancel ${String(transaction['transaction_no'])} first`));
  }
});

test('restores a sale with the gift cancelled with it; a gift restored alone has all of its days', async () => {
  const guest = await givenSince(DAYS_BEFORE);
  const before = await holdings(guest.id);
  const { transaction } = (await buy(guest.id)).body.data;
  const bought = await holdings(guest.id);
  const ids = [guest.sale, transaction.id];
  const gone = await post('transaction/destroyBulk', { ids, reason: 'A test' });
  expect(gone.status, gone.text).toBe(200);
  expect((await post('transaction/restoreBulk', { ids })).status).toBe(200);
  expect(await holdings(guest.id)).toEqual(bought);
  await post('transaction/destroyBulk', { ids, reason: 'A test' });
  expect((await post(`transaction/${guest.sale}/restore`)).status).toBe(200);
  expect((await holdings(guest.id)).cards).toEqual(before.cards);
});

test('ending and resuming a free term decides nothing about its end', async () => {
  const guest = await givenSince(DAYS_BEFORE);
  await sql`update member_card set min_visit = 5 where id = ${guest.card}`.execute(db.kysely);
  const { transaction } = (await buy(guest.id)).body.data;
  await remove('transaction', transaction.id);
  const { rows } = await sql`select from term_end where member_card_id = ${guest.card}`.execute(db.kysely);
  expect(rows).toEqual([]);
});

test('reversing the sale after its month was closed brings the free term back', async () => {
  api.setClock(new Date('2025-03-20T04:00:00Z'));
  const given = (await house.give({ membership_id: friend })).body.data;
  api.setClock(new Date('2025-03-25T04:00:00Z'));
  const { transaction } = (await buy(given.member.id)).body.data;
  expect((await cardOf(given.member_card.id))?.end_date).toBe('2025-03-24');
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  await createClosings(api, admin, house.country).close('2025-03');
  const reply = await post(`transaction/${transaction.id}/reversal`, { reason: REASON.body.reason });
  expect(reply.status, reply.text).toBe(201);
  expect((await cardOf(given.member_card.id))?.end_date).toBe(given.member_card['end_date']);
});

test('of two clerks who sell to a free member at the same time, one gets a 409 that names the card', async () => {
  const guest = await givenSince(DAYS_BEFORE);
  const replies = await Promise.all([buy(guest.id), buy(guest.id)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused && expectError(refused, 409, 'conflict').message).toMatch(/has card .* until/);
});

async function merge(kept: number, absorbed: number) {
  const reply = await post(`member/${kept}/merge`, { member_id: absorbed });
  expect(reply.status, reply.text).toBe(200);
  return writtenIn(reply).id;
}

test('a gift that a merge brought beside another one is not cancelled before the sale that ended it', async () => {
  const [kept, absorbed] = [await givenSince(DAYS_BEFORE), await givenSince(DAYS_BEFORE - 10)];
  await merge(kept.id, absorbed.id);
  const { transaction } = (await buy(kept.id)).body.data;
  expect(await cardOf(absorbed.card)).toMatchObject({ end_date: await house.day(-1) });
  const { message } = expectError(await remove('transaction', absorbed.sale), 409, 'conflict');
  expect(message).toMatch(new RegExp(`cancel ${String(transaction['transaction_no'])} first`));
});

test('undoing a merge gives the absorbed member the free term back that a sale to the other one ended', async () => {
  const [kept, absorbed] = [await givenSince(DAYS_BEFORE), await givenSince(DAYS_BEFORE - 10)];
  const before = await holdings(absorbed.id);
  const id = await merge(kept.id, absorbed.id);
  await buy(kept.id);
  const undone = await post(`member/${kept.id}/merge/${id}/undo`);
  expect(undone.status, undone.text).toBe(200);
  expect(await holdings(absorbed.id)).toEqual(before);
  expect(await cardOf(kept.card)).toMatchObject({ end_date: await house.day(-1) });
});

test('a member with a paid card is no free member, even if a free one that a merge brought ends later', async () => {
  const paid = (await house.sell()).body.data;
  await ageCard(db, paid.member_card.id, 30);
  const free = await givenSince(5);
  await merge(paid.member.id, free.id);
  const { message } = expectError(await buy(paid.member.id), 409, 'conflict');
  expect(message).toMatch(new RegExp(`has card ${String(paid.member_card['sbec_no'])} until .* renew it instead`));
  expect(await cardOf(free.card)).toMatchObject({ is_active: true });
});

test('the books agree after all of it', async () => {
  expect(await checkBooks(db, ['cards', 'vouchers', 'standings', 'figures', 'money'])).toEqual([]);
});
