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

const expectDone = async (reply: Promise<Reply<unknown>>): Promise<string> => {
  const { status, text, headers } = await reply;
  expect([200, 201], text).toContain(status);
  return String(headers['x-request-id']);
};

/** The tier of the member on each of these screens. */
async function readTiers(memberId: number): Promise<Readonly<Record<string, unknown>>> {
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
  expect(await readTiers(memberId)).toEqual({ card: tier, standing: tier, member: tier, page: tier, desk: tier });

let reasons = 0;
const createPlatinumInput = (): Input => {
  reasons += 1;
  return { membership_id: platinum, remark: `Correction ${reasons}` };
};
const ENTRY_POINTS: Readonly<Record<string, (cardId: number) => Promise<string>>> = {
  'the form': (id) => expectDone(post(`member_card/${id}`, createPlatinumInput())),
  'a bulk edit': (id) => expectDone(post('member_card/updateBulk', { ids: [id], set: createPlatinumInput() })),
  'an import': (id) => expectDone(importRow({ app, db }, admin.token, 'member_card', { id, ...createPlatinumInput() })),
};

describe.each(Object.entries(ENTRY_POINTS))('a card that is given another membership by %s', (_, changedBy) => {
  test('changes the tier of its member, and reverts it when undone', async () => {
    const { member: guest, card } = await member(10);
    await expectTier(guest.id, gold);
    const requestId = await changedBy(card.id);
    await expectTier(guest.id, platinum);
    await expectDone(post('member_card/undoBulk', { request_id: requestId }));
    await expectTier(guest.id, gold);
  });

  test('changes the tier of its member even after its last day', async () => {
    const { member: guest, card } = await member(400);
    const requestId = await changedBy(card.id);
    await expectTier(guest.id, platinum);
    await expectDone(post('member_card/undoBulk', { request_id: requestId }));
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
    await expectDone(post(`member/${guest.id}`, { membership_id: silver }));
    await changedBy(card.id);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: silver });
  });
});

/** Later events for a member whose card was given another membership. */
const LATER_CHANGES: Readonly<
  Record<string, (guest: { readonly id: number }, card: { readonly id: number }) => Promise<unknown>>
> = {
  'visits are added and deleted': async (guest) => {
    const createdVisits = await visits(guest.id, 2);
    for (const { id } of createdVisits) expect((await remove('visit', id)).status).toBe(200);
  },
  'the card is deleted and restored': async (_, card) => {
    expect((await remove('member_card', card.id)).status).toBe(200);
    await expectDone(post(`member_card/${card.id}/restore`));
  },
  'the member is deleted and restored': async (guest) => {
    expect((await remove('member', guest.id)).status).toBe(200);
    await expectDone(post(`member/${guest.id}/restore`));
  },
  'a renewal is sold and cancelled': async (guest) => {
    const sale = await fixtures.sell({ type: 2, member_id: guest.id, membership_id: platinum });
    expect(sale.status, sale.text).toBe(201);
    expect((await remove('transaction', sale.body.data.transaction.id)).status).toBe(200);
  },
  'a merge of another member is undone': async (guest) => {
    const { member: second } = await member(340);
    const mergeReply = await post(`member/${guest.id}/merge`, { member_id: second.id, fields: {} });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    await expectTier(guest.id, platinum);
    const { id } = mergeReply.body['data'] as { id: number }; // checked against the call's definition
    await expectDone(post(`member/${guest.id}/merge/${id}/undo`));
    await expectTier(second.id, gold);
  },
  'it ends, another one is set, and it is extended': async (guest, card) => {
    const { end_date } = await get('member_card', card.id);
    await sql`update member_card set end_date = start_date + 1 where id = ${card.id}`.execute(db.kysely);
    await expectDone(post(`member/${guest.id}`, { membership_id: gold }));
    await sql`update member_card set end_date = ${end_date} where id = ${card.id}`.execute(db.kysely);
  },
};

test.each(Object.entries(LATER_CHANGES))(
  'a member has the tier of the active card after: %s',
  async (_, applyEvent) => {
    const { member: guest, card } = await member(330);
    await expectDone(post(`member_card/${card.id}`, createPlatinumInput()));
    await applyEvent(guest, card);
    await expectTier(guest.id, platinum);
  },
);
