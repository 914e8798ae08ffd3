import { resources } from '@innkeeper/contract';
import type { FrontDesk, Standing } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ResponseRecord } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { type TestSystem, createSystem } from '../../testing/system.ts';
import { createCountry, createHotel } from '../../testing/base-records.ts';
import { startStatusServer } from '../member-status/member-status-helpers.ts';

/**
 * A regional card is valid in the region where it was sold, even after the country of that hotel moves to another
 * region.
 */

const api = await startStatusServer();
const { app, db, admin, fixtures, inputs, get, post, member, visits, readCards, readVouchers } = api;
/** Hotels in the region of the seller, and in the region to which its country moves. */
const hotels = { old: await createHotel(db, await createCountry(db, fixtures.r1)), new: fixtures.h3 };
type Region = keyof typeof hotels;
const systems = { old: await createSystem(api, hotels.old), new: await createSystem(api, hotels.new) };

const redeemAt = (memberVoucher: ResponseRecord | undefined, redeem_hotel_id: number) =>
  post('voucher_redeem', {
    member_voucher_id: memberVoucher?.id,
    redeem_hotel_id,
    redeem_date: new Date().toISOString(),
    booking_no: 'B-1',
    staff_name: 'Ayu',
  });
async function moveCountry(region_id: number): Promise<void> {
  const reply = await post(`country/${fixtures.country}`, { region_id });
  expect(reply.status, reply.text).toBe(200);
}

type MemberFixture = Awaited<ReturnType<typeof member>>;
let sale: MemberFixture;
let upgradingGuest: MemberFixture;
let expiringFree: MemberFixture;
let manualCard: ResponseRecord;
beforeAll(async () => {
  for (const id of [fixtures.gold, fixtures.platinum]) await post(`membership/${id}`, { is_regional: 1 });
  sale = await member();
  upgradingGuest = await member(30);
  expiringFree = await member(340);
  manualCard = await inputs.create(resources.member_card, {
    membership_id: fixtures.gold,
    hotel_id: fixtures.h1,
    start_date: await fixtures.dayFromNow(-5),
    end_date: await fixtures.dayFromNow(100),
  });
  await moveCountry(fixtures.r2);
});

interface ListedVoucher {
  readonly id: number;
  readonly rejection: string | null;
}
type ListVouchers = (at: Region, memberId: number) => Promise<readonly ListedVoucher[]>;

const listOnPage: ListVouchers = async (region, memberId) => {
  const path = `/api/member/${memberId}/standing?hotel_id=${hotels[region]}`;
  return (await call<{ data: Standing }>(app, admin.token, 'GET', path)).body.data.vouchers;
};
const listForSystem = async ({ request }: TestSystem, memberId: number): Promise<readonly ListedVoucher[]> => {
  await request('GET', `members?card_no=${encodeURIComponent(String(sale.member_card.sbec_no))}`);
  const { text } = await request('GET', `members/${memberId}/vouchers`);
  return (JSON.parse(text) as { data: readonly ListedVoucher[] }).data; // checked against the call's definition
};
const LISTS: readonly [string, ListVouchers][] = [
  [
    'the front desk',
    async (region, memberId) => {
      const path = `/api/voucher_redeem/counter?member_id=${memberId}&hotel_id=${hotels[region]}`;
      return (await call<{ data: FrontDesk }>(app, admin.token, 'GET', path)).body.data.guests[0]?.vouchers ?? [];
    },
  ],
  ['the page of the member', listOnPage],
  ["a hotel's own system", (region, memberId) => listForSystem(systems[region], memberId)],
];

const ENTRY_POINTS: readonly [
  string,
  number,
  (memberVoucher: ResponseRecord | undefined, at: Region) => Promise<Reply<unknown>>,
][] = [
  ['the console', 0, (memberVoucher, region) => redeemAt(memberVoucher, hotels[region])],
  [
    "a hotel's own system",
    1,
    (memberVoucher, region) =>
      systems[region].request('POST', 'redemptions', {
        voucher_no: memberVoucher?.voucher_no,
        booking_no: 'B-1',
        staff_name: 'Ayu',
      }),
  ],
];

describe('after the selling hotel’s country has moved to another region', () => {
  /** The vouchers that are valid at every hotel of a region, not only at their own. */
  const findRegionalVouchers = () => sale.member_vouchers.filter(({ restrict_hotel_id }) => restrict_hotel_id === null);

  test.each(LISTS)('%s lists earlier vouchers as valid in the old region only', async (_, list) => {
    const ids = new Set(findRegionalVouchers().map(({ id }) => id));
    const readRejections = async (region: Region) =>
      (await list(region, sale.member.id)).filter(({ id }) => ids.has(id)).map(({ rejection }) => rejection);
    expect(await readRejections('new')).toEqual(['wrong_region', 'wrong_region']);
    expect(await readRejections('old')).toEqual([null, null]);
  });

  test.each(ENTRY_POINTS)('%s redeems earlier vouchers in the old region only', async (_, nth, redeem) => {
    const memberVoucher = findRegionalVouchers()[nth];
    const { message } = expectError(await redeem(memberVoucher, 'new'), 409, 'wrong_region');
    expect(message).toContain((await get('region', fixtures.r1)).name);
    const reply = await redeem(memberVoucher, 'old');
    expect(reply.status, reply.text).toBe(201);
  });

  /**
   * The regions where the vouchers of a card are valid, checked with the first voucher that is not restricted to a
   * hotel.
   */
  const regionsOf = async (cardId: unknown, memberId: number) => {
    const memberVoucher = (await readVouchers(Number(cardId))).find(
      ({ restrict_hotel_id }) => restrict_hotel_id === null,
    );
    const isRedeemable = async (region: Region) =>
      (await listOnPage(region, memberId)).some(
        ({ id, rejection }) => id === memberVoucher?.id && rejection !== 'wrong_region',
      );
    return { old: await isRedeemable('old'), new: await isRedeemable('new') };
  };

  test('cards of later sales, upgrades and renewals are valid in the new region only', async () => {
    const laterValidity = { old: false, new: true };
    const laterMember = await member();
    expect(await regionsOf(laterMember.card.id, laterMember.member.id)).toEqual(laterValidity);

    await visits(upgradingGuest.member.id, 8);
    const [paidCard, upgradedCard] = await readCards(upgradingGuest.member.id);
    expect(upgradedCard).toMatchObject({ membership_id: fixtures.platinum });
    expect(await regionsOf(paidCard?.id, upgradingGuest.member.id)).toEqual({ old: true, new: false });
    expect(await regionsOf(upgradedCard?.id, upgradingGuest.member.id)).toEqual(laterValidity);

    const renewal = await fixtures.sell({ type: 2, member_id: expiringFree.member.id });
    expect(renewal.status, renewal.text).toBe(201);
    expect(await regionsOf(expiringFree.card.id, expiringFree.member.id)).toEqual({ old: true, new: false });
    expect(await regionsOf(renewal.body.data.member_card.id, expiringFree.member.id)).toEqual(laterValidity);
  });

  test('changing the membership keeps a card’s region; correcting its hotel changes the region', async () => {
    const updateCard = async (values: object) => {
      const reply = await post(`member_card/${manualCard.id}`, { ...values, remark: 'Mistyped' });
      expect(reply.status, reply.text).toBe(200);
    };
    const redeemManualVoucher = async (region: Region) => {
      const ownMemberVoucher = await inputs.create(resources.member_voucher, {
        member_card_id: manualCard.id,
        redeem_date: manualCard.start_date,
        valid_until_date: manualCard.end_date,
        restrict_hotel_id: null,
      });
      const { status, body } = await redeemAt(ownMemberVoucher, hotels[region]);
      return status === 201 ? 'redeemed' : 'error' in body && body.error;
    };
    await updateCard({ membership_id: fixtures.platinum });
    expect([await redeemManualVoucher('old'), await redeemManualVoucher('new')]).toEqual(['redeemed', 'wrong_region']);
    await updateCard({ hotel_id: hotels.new });
    expect([await redeemManualVoucher('old'), await redeemManualVoucher('new')]).toEqual(['wrong_region', 'redeemed']);
  });
});
