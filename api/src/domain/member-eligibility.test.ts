import { type MemberEligibility, SALE_TYPE } from '@innkeeper/contract';
import type { DeskGuest, MemberSearchResult, Offers, Standing, CallListRow } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { ageCard } from '../testing/age-card.ts';
import { call } from '../testing/call.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

/** Every screen and the sale itself must agree on what a member is eligible for. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);

/** Sells a card and backdates it by this many days. */
async function createCardSoldSince(days: number): Promise<{ memberId: number; card: string }> {
  const { member, member_card } = (await fixtures.sell()).body.data;
  await ageCard(db, member_card.id, days);
  return { memberId: member.id, card: String(member_card.sbec_no) };
}

const read = async <T>(path: string, token = admin.token): Promise<T> => {
  const reply = await call<{ data: T }>(app, token, 'GET', `/api/${path}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const searchMember = async (card: string, token?: string): Promise<MemberEligibility | undefined> =>
  (await read<{ members: MemberSearchResult[] }>(`search?q=${card}`, token)).members[0]?.may;
const readFrontDesk = async (card: string, token?: string): Promise<MemberEligibility | undefined> =>
  (await read<{ guests: DeskGuest[] }>(`voucher_redeem/counter?q=${card}&hotel_id=${fixtures.h1}`, token)).guests[0]
    ?.may;

const KINDS = [
  ['sell', SALE_TYPE.sale],
  ['renew', SALE_TYPE.renewal],
  ['give', SALE_TYPE.free],
  ['upgrade', SALE_TYPE.upgrade],
] as const;

describe('the sales for which a member is eligible now', () => {
  test.each([
    { when: 'in the middle of a term', days: 100, allowed: ['upgrade'], redeemable: true },
    { when: 'shortly before the end', days: 334, allowed: ['renew', 'upgrade'], redeemable: true },
    { when: 'shortly after the end', days: 365 + 100, allowed: ['sell', 'renew', 'give'], redeemable: false },
    { when: 'long after the end', days: 365 + 200, allowed: ['sell', 'give'], redeemable: false },
  ])('are the same in search, front desk, page and sale: $when', async ({ days, allowed, redeemable }) => {
    const { memberId, card } = await createCardSoldSince(days);
    const may = await searchMember(card);
    expect(KINDS.map(([kind]) => kind).filter((kind) => may?.sale?.[kind] === null)).toEqual(allowed);
    expect(may?.redeem).toBe(redeemable ? null : 'No voucher is redeemable now.');
    expect(await readFrontDesk(card)).toEqual(may);
    expect((await read<Standing>(`member/${memberId}/standing`)).may).toEqual(may);
    for (const [kind, type] of KINDS) {
      const offers = await read<Offers>(
        `transaction/offers?hotel_id=${fixtures.h1}&type=${type}&member_id=${memberId}`,
      );
      expect(offers.rejection?.message ?? null, kind).toBe(may?.sale?.[kind]);
    }
  });

  test("exclude a second renewal, with a reason that names the first in the reader's language", async () => {
    const { memberId, card } = await createCardSoldSince(334);
    await fixtures.sell({ type: 2, member_id: memberId });
    const may = await searchMember(card);
    expect(may?.sale?.renew).toMatch(/renewed this membership on/);
    const reply = await call<{ data: { members: MemberSearchResult[] } }>(
      app,
      admin.token,
      'GET',
      `/api/search?q=${card}`,
      {
        headers: { 'accept-language': 'id' },
      },
    );
    expect(reply.body.data.members[0]?.may.sale?.renew).toMatch(/telah memperpanjang keanggotaan ini/);
  });

  test('are shown in the call lists', async () => {
    const { memberId } = await createCardSoldSince(340);
    const rows = await read<CallListRow[]>('work_list/renewal');
    expect(rows.find(({ member }) => member.id === memberId)?.may.sale).toMatchObject({ renew: null });
  });

  test('are none for a user who may not sell, or for guests of other hotels', async () => {
    const { card } = await createCardSoldSince(334);
    const outlet = await createUser(db, {
      level: 'property',
      codes: ['VIEW_SEARCH', 'VIEW_MEMBER', 'STORE_VOUCHER_REDEEM'],
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
    });
    expect(await searchMember(card, outlet.token)).toEqual({ sale: null, redeem: null });
    const otherUser = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h2 }],
    });
    expect(await searchMember(card, otherUser.token)).toEqual({ sale: null, redeem: null });
  });
});
