import type { FrontDesk } from '@innkeeper/contract/calls';
import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importRow } from '../../engine/import-export/table-helpers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { type Input } from '../../testing/inputs.ts';
import { startStatusServer } from './member-status-helpers.ts';

/** Card, member, status and front desk show the same tier. */

const { app, db, admin, inputs, fixtures, get, post, remove, visits, member, standing } = await startStatusServer();
const { gold, platinum } = fixtures;

const done = async (reply: Promise<Reply<unknown>>): Promise<string> => {
  const { status, text, headers } = await reply;
  expect([200, 201], text).toContain(status);
  return String(headers['x-request-id']);
};

/** The tier of the member according to each of them. */
async function tiersOf(memberId: number): Promise<Readonly<Record<string, unknown>>> {
  const page = await standing(memberId);
  const cardNo = page.card?.sbec_no ?? '';
  const desk = await call<{ data: FrontDesk }>(
    app,
    admin.token,
    'GET',
    `/api/voucher_redeem/counter?hotel_id=${fixtures.h1}&q=${encodeURIComponent(cardNo)}`,
  );
  const { rows } = await sql<{ card: number; standing: number }>`
    select c.membership_id as card, s.membership_id as standing
    from member_standing s join member_card c on c.id = s.member_card_id where s.member_id = ${memberId}`.execute(
    db.kysely,
  );
  return {
    ...rows[0],
    member: (await get('member', memberId))['membership_id'],
    page: page.membership.id,
    desk: desk.body.data.guests[0]?.card?.membership.id,
  };
}
const expectTier = async (memberId: number, tier: number) =>
  expect(await tiersOf(memberId)).toEqual({ card: tier, standing: tier, member: tier, page: tier, desk: tier });

let reasons = 0;
const toPlatinum = (): Input => {
  reasons += 1;
  return { membership_id: platinum, remark: `Correction ${reasons}` };
};
const ENTRY_POINTS: Readonly<Record<string, (cardId: number) => Promise<string>>> = {
  'the form': (id) => done(post(`member_card/${id}`, toPlatinum())),
  'a bulk edit': (id) => done(post('member_card/updateBulk', { ids: [id], set: toPlatinum() })),
  'an import': (id) => done(importRow({ app, db }, admin.token, 'member_card', { id, ...toPlatinum() })),
};

describe.each(Object.entries(ENTRY_POINTS))('a card that is given another membership by %s', (_, changedBy) => {
  test('changes the tier of its member, and reverts it when undone', async () => {
    const { member: guest, card } = await member(10);
    await expectTier(guest.id, gold);
    const requestId = await changedBy(card.id);
    await expectTier(guest.id, platinum);
    await done(post('member_card/undoBulk', { request_id: requestId }));
    await expectTier(guest.id, gold);
  });

  test('changes the tier of its member after its last day, too', async () => {
    const { member: guest, card } = await member(400);
    const requestId = await changedBy(card.id);
    await expectTier(guest.id, platinum);
    await done(post('member_card/undoBulk', { request_id: requestId }));
    await expectTier(guest.id, gold);
  });

  test('keeps the manual tier of its member after its last day', async () => {
    const { member: guest, card } = await member(400);
    const { id: silver } = await inputs.create(getResource('membership'), {
      is_free: 0,
      is_regional: 0,
      restrict_region_id: null,
      currency_country_id: null,
      rank: 0,
    });
    await done(post(`member/${guest.id}`, { membership_id: silver }));
    await changedBy(card.id);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: silver });
  });
});

/** Later events for a member whose card was given another membership. */
const LATER: Readonly<
  Record<string, (guest: { readonly id: number }, card: { readonly id: number }) => Promise<unknown>>
> = {
  'visits are added and deleted': async (guest) => {
    const made = await visits(guest.id, 2);
    for (const { id } of made) expect((await remove('visit', id)).status).toBe(200);
  },
  'the card is deleted and restored': async (_, card) => {
    expect((await remove('member_card', card.id)).status).toBe(200);
    await done(post(`member_card/${card.id}/restore`));
  },
  'the member is deleted and restored': async (guest) => {
    expect((await remove('member', guest.id)).status).toBe(200);
    await done(post(`member/${guest.id}/restore`));
  },
  'a renewal is sold and cancelled': async (guest) => {
    const sold = await fixtures.sell({ type: 2, member_id: guest.id, membership_id: platinum });
    expect(sold.status, sold.text).toBe(201);
    expect((await remove('transaction', sold.body.data.transaction.id)).status).toBe(200);
  },
  'a merge of another member is undone': async (guest) => {
    const { member: second } = await member(340);
    const merged = await post(`member/${guest.id}/merge`, { member_id: second.id, fields: {} });
    expect(merged.status, merged.text).toBe(200);
    await expectTier(guest.id, platinum);
    const { id } = merged.body['data'] as { id: number }; // the call's own definition checks it
    await done(post(`member/${guest.id}/merge/${id}/undo`));
    await expectTier(second.id, gold);
  },
  'it ends, another one is set, and it is extended': async (guest, card) => {
    const { end_date } = await get('member_card', card.id);
    await sql`update member_card set end_date = start_date + 1 where id = ${card.id}`.execute(db.kysely);
    await done(post(`member/${guest.id}`, { membership_id: gold }));
    await sql`update member_card set end_date = ${end_date} where id = ${card.id}`.execute(db.kysely);
  },
};

test.each(Object.entries(LATER))('a member has the tier of the active card after: %s', async (_, happens) => {
  const { member: guest, card } = await member(330);
  await done(post(`member_card/${card.id}`, toPlatinum()));
  await happens(guest, card);
  await expectTier(guest.id, platinum);
});
