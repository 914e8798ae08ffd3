import { checkIntegrity } from '@innkeeper/db/testing';
import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { ageCard } from '../../testing/age-card.ts';
import { REASON, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A free member can buy a paid membership at any time: the free term ends, and resumes when that sale is cancelled. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const freeTier = (
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
  membership_id: freeTier,
  hotel_id: null,
  is_restricted: 0,
  is_active: 1,
  quantity: 2,
  nominal: '10000.000',
});

const DAYS_BEFORE = 100;
/** A free member whose card was given this number of days ago. */
async function giveFreeSince(days: number) {
  const { transaction, member, member_card, member_vouchers } = (
    await fixtures.giveMembership({ membership_id: freeTier })
  ).body.data;
  await ageCard(db, member_card.id, days);
  return { id: member.id, sale: transaction.id, card: member_card.id, vouchers: member_vouchers };
}
const buyMembership = (member_id: number, overrides: Input = {}) => fixtures.sell({ type: 1, member_id, ...overrides });

/** Cards, dates, tier and vouchers of a member, as returned by their own calls. */
async function readHoldings(memberId: number) {
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
const readCard = async (id: number) =>
  (
    await sql<{ start_date: string; end_date: string; is_active: boolean }>`
      select start_date, end_date, is_active from member_card where id = ${id}`.execute(db.kysely)
  ).rows[0];

test.each([
  { when: 'in the middle of the free term', days: DAYS_BEFORE },
  { when: 'shortly before its end', days: 340 },
])('a membership bought $when starts today, and the free term ends yesterday', async ({ days }) => {
  const guest = await giveFreeSince(days);
  const purchase = await buyMembership(guest.id);
  expect(purchase.body.data).toMatchObject({
    transaction: { transaction_type: { code: '1' }, grand_total: '1500000.000' },
    member_card: { start_date: await fixtures.dayFromNow(0), membership_id: fixtures.gold },
    member: { membership_id: fixtures.gold, valid_until_date: purchase.body.data.member_card.end_date },
  });
  expect(await readCard(guest.card)).toMatchObject({ end_date: await fixtures.dayFromNow(-1), is_active: true });
});

test('the vouchers of the ended free term remain valid to their own last day', async () => {
  const guest = await giveFreeSince(DAYS_BEFORE);
  const before = await readHoldings(guest.id);
  await buyMembership(guest.id);
  expect((await readHoldings(guest.id)).vouchers.slice(0, 2)).toEqual(before.vouchers);
  expect(await fixtures.redeem(guest.vouchers[0])).toBeGreaterThan(0);
});

test('cancelling the sale restores the free term, and restoring the sale ends it', async () => {
  const guest = await giveFreeSince(DAYS_BEFORE);
  const before = await readHoldings(guest.id);
  const { transaction } = (await buyMembership(guest.id)).body.data;
  const holdingsBefore = await readHoldings(guest.id);
  expect((await remove('transaction', transaction.id)).status).toBe(200);
  expect(await readHoldings(guest.id)).toEqual(before);
  expect((await post(`transaction/${transaction.id}/restore`, {})).status).toBe(200);
  expect(await readHoldings(guest.id)).toEqual(holdingsBefore);
});

test('a free card without a day left is deactivated with its vouchers, and both are restored', async () => {
  const guest = await giveFreeSince(0);
  const before = await readHoldings(guest.id);
  const { transaction } = (await buyMembership(guest.id)).body.data;
  expect(await readCard(guest.card)).toMatchObject({ is_active: false });
  expect((await readHoldings(guest.id)).vouchers.slice(0, 2).map(([, , state]) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
  await remove('transaction', transaction.id);
  expect(await readHoldings(guest.id)).toEqual(before);
});

test('a sale cancels a free term that would follow the current one', async () => {
  const guest = await giveFreeSince(340);
  const nextFreeMembership = (await fixtures.giveMembership({ membership_id: freeTier, member_id: guest.id })).body
    .data;
  const before = await readHoldings(guest.id);
  const { transaction } = (await buyMembership(guest.id)).body.data;
  expect(await readCard(guest.card)).toMatchObject({ end_date: await fixtures.dayFromNow(-1), is_active: true });
  expect(await readCard(nextFreeMembership.member_card.id)).toMatchObject({ is_active: false });
  await remove('transaction', transaction.id);
  expect(await readHoldings(guest.id)).toEqual(before);
});

test('a free membership cannot be cancelled before the sale that ended its term', async () => {
  for (const days of [0, DAYS_BEFORE]) {
    const guest = await giveFreeSince(days);
    const { transaction } = (await buyMembership(guest.id)).body.data;
    const { message } = expectError(await remove('transaction', guest.sale), 409, 'conflict');
    expect(message).toMatch(new RegExp(`Cancel ${String(transaction['transaction_no'])} first`));
  }
});

test('a sale is restored with its cancelled free term; one restored alone has all of its days', async () => {
  const guest = await giveFreeSince(DAYS_BEFORE);
  const before = await readHoldings(guest.id);
  const { transaction } = (await buyMembership(guest.id)).body.data;
  const holdingsBefore = await readHoldings(guest.id);
  const ids = [guest.sale, transaction.id];
  const deleteReply = await post('transaction/destroyBulk', { ids, reason: 'A test' });
  expect(deleteReply.status, deleteReply.text).toBe(200);
  expect((await post('transaction/restoreBulk', { ids })).status).toBe(200);
  expect(await readHoldings(guest.id)).toEqual(holdingsBefore);
  await post('transaction/destroyBulk', { ids, reason: 'A test' });
  expect((await post(`transaction/${guest.sale}/restore`)).status).toBe(200);
  expect((await readHoldings(guest.id)).cards).toEqual(before.cards);
});

test('a free term that ends or resumes causes no term-end decision', async () => {
  const guest = await giveFreeSince(DAYS_BEFORE);
  await sql`update member_card set min_visit = 5 where id = ${guest.card}`.execute(db.kysely);
  const { transaction } = (await buyMembership(guest.id)).body.data;
  await remove('transaction', transaction.id);
  const { rows } = await sql`select from term_end where member_card_id = ${guest.card}`.execute(db.kysely);
  expect(rows).toEqual([]);
});

test('reversing the sale after its month was closed restores the free term', async () => {
  api.setClock(new Date('2025-03-20T04:00:00Z'));
  const freeMembership = (await fixtures.giveMembership({ membership_id: freeTier })).body.data;
  api.setClock(new Date('2025-03-25T04:00:00Z'));
  const { transaction } = (await buyMembership(freeMembership.member.id)).body.data;
  expect((await readCard(freeMembership.member_card.id))?.end_date).toBe('2025-03-24');
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  await createClosings(api, admin, fixtures.country).close('2025-03');
  const reply = await post(`transaction/${transaction.id}/reversal`, { reason: REASON.body.reason });
  expect(reply.status, reply.text).toBe(201);
  expect((await readCard(freeMembership.member_card.id))?.end_date).toBe(freeMembership.member_card['end_date']);
});

test('the second of two concurrent sales to a free member returns a 409 that names the card', async () => {
  const guest = await giveFreeSince(DAYS_BEFORE);
  const replies = await Promise.all([buyMembership(guest.id), buyMembership(guest.id)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const rejectedReply = replies.find(({ status }) => status === 409);
  expect(rejectedReply && expectError(rejectedReply, 409, 'conflict').message).toMatch(/has card .* until/);
});

async function mergeMembers(retained: number, absorbed: number) {
  const reply = await post(`member/${retained}/merge`, { member_id: absorbed });
  expect(reply.status, reply.text).toBe(200);
  return parseWritten(reply).id;
}

test('a gift that a merge moved cannot be cancelled before the sale that ended it', async () => {
  const [retained, absorbed] = [await giveFreeSince(DAYS_BEFORE), await giveFreeSince(DAYS_BEFORE - 10)];
  await mergeMembers(retained.id, absorbed.id);
  const { transaction } = (await buyMembership(retained.id)).body.data;
  expect(await readCard(absorbed.card)).toMatchObject({ end_date: await fixtures.dayFromNow(-1) });
  const { message } = expectError(await remove('transaction', absorbed.sale), 409, 'conflict');
  expect(message).toMatch(new RegExp(`Cancel ${String(transaction['transaction_no'])} first`));
});

test('undoing a merge restores the absorbed member’s free term, which a sale to the other ended', async () => {
  const [retained, absorbed] = [await giveFreeSince(DAYS_BEFORE), await giveFreeSince(DAYS_BEFORE - 10)];
  const before = await readHoldings(absorbed.id);
  const id = await mergeMembers(retained.id, absorbed.id);
  await buyMembership(retained.id);
  const undoReply = await post(`member/${retained.id}/merge/${id}/undo`);
  expect(undoReply.status, undoReply.text).toBe(200);
  expect(await readHoldings(absorbed.id)).toEqual(before);
  expect(await readCard(retained.card)).toMatchObject({ end_date: await fixtures.dayFromNow(-1) });
});

test('a member with a paid card is not treated as free, even if a merged free card ends later', async () => {
  const paidSale = (await fixtures.sell()).body.data;
  await ageCard(db, paidSale.member_card.id, 30);
  const freeMember = await giveFreeSince(5);
  await mergeMembers(paidSale.member.id, freeMember.id);
  const { message } = expectError(await buyMembership(paidSale.member.id), 409, 'conflict');
  expect(message).toMatch(new RegExp(`has card ${String(paidSale.member_card['sbec_no'])} until .* Renew it instead`));
  expect(await readCard(freeMember.card)).toMatchObject({ is_active: true });
});

test('the data reconciles after all tests', async () => {
  expect(await checkIntegrity(db, ['cards', 'vouchers', 'standings', 'rollups', 'money'])).toEqual([]);
});
