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
const { app, db, admin, fixtures, inputs, get, post, member, visits, cardsOf, vouchersOf } = api;
/** Hotels in the region of the seller, and in the region to which its country moves. */
const hotels = { old: await createHotel(db, await createCountry(db, fixtures.r1)), new: fixtures.h3 };
type Region = keyof typeof hotels;
const systems = { old: await createSystem(api, hotels.old), new: await createSystem(api, hotels.new) };

const redeemAt = (mine: ResponseRecord | undefined, redeem_hotel_id: number) =>
  post('voucher_redeem', {
    member_voucher_id: mine?.id,
    redeem_hotel_id,
    redeem_date: new Date().toISOString(),
    booking_no: 'B-1',
    staff_name: 'Ayu',
  });
async function moveCountry(region_id: number): Promise<void> {
  const reply = await post(`country/${fixtures.country}`, { region_id });
  expect(reply.status, reply.text).toBe(200);
}

type Sold = Awaited<ReturnType<typeof member>>;
let sold: Sold;
let upgradingGuest: Sold;
let expiringFree: Sold;
let manual: ResponseRecord;
beforeAll(async () => {
  for (const id of [fixtures.gold, fixtures.platinum]) await post(`membership/${id}`, { is_regional: 1 });
  sold = await member();
  upgradingGuest = await member(30);
  expiringFree = await member(340);
  manual = await inputs.create(resources.member_card, {
    membership_id: fixtures.gold,
    hotel_id: fixtures.h1,
    start_date: await fixtures.day(-5),
    end_date: await fixtures.day(100),
  });
  await moveCountry(fixtures.r2);
});

interface ListedVoucher {
  readonly id: number;
  readonly rejection: string | null;
}
type List = (at: Region, memberId: number) => Promise<readonly ListedVoucher[]>;

const listOfMember: List = async (at, memberId) => {
  const path = `/api/member/${memberId}/standing?hotel_id=${hotels[at]}`;
  return (await call<{ data: Standing }>(app, admin.token, 'GET', path)).body.data.vouchers;
};
const listOfSystem = async ({ request }: TestSystem, memberId: number): Promise<readonly ListedVoucher[]> => {
  await request('GET', `members?card_no=${encodeURIComponent(String(sold.member_card.sbec_no))}`);
  const { text } = await request('GET', `members/${memberId}/vouchers`);
  return (JSON.parse(text) as { data: readonly ListedVoucher[] }).data; // the call's own definition checks it
};
const LISTS: readonly [string, List][] = [
  [
    'the front desk',
    async (at, memberId) => {
      const path = `/api/voucher_redeem/counter?member_id=${memberId}&hotel_id=${hotels[at]}`;
      return (await call<{ data: FrontDesk }>(app, admin.token, 'GET', path)).body.data.guests[0]?.vouchers ?? [];
    },
  ],
  ['the page of the member', listOfMember],
  ["a hotel's own system", (at, memberId) => listOfSystem(systems[at], memberId)],
];

const ENTRY_POINTS: readonly [
  string,
  number,
  (mine: ResponseRecord | undefined, at: Region) => Promise<Reply<unknown>>,
][] = [
  ['the console', 0, (mine, at) => redeemAt(mine, hotels[at])],
  [
    "a hotel's own system",
    1,
    (mine, at) =>
      systems[at].request('POST', 'redemptions', {
        voucher_no: mine?.voucher_no,
        booking_no: 'B-1',
        staff_name: 'Ayu',
      }),
  ],
];

describe('after the selling hotel’s country has moved to another region', () => {
  /** Vouchers valid at every hotel of a region; the others are valid at their own hotel only. */
  const regional = () => sold.member_vouchers.filter(({ restrict_hotel_id }) => restrict_hotel_id === null);

  test.each(LISTS)('%s lists earlier vouchers as valid in the old region only', async (_, list) => {
    const ids = new Set(regional().map(({ id }) => id));
    const rejections = async (at: Region) =>
      (await list(at, sold.member.id)).filter(({ id }) => ids.has(id)).map(({ rejection }) => rejection);
    expect(await rejections('new')).toEqual(['wrong_region', 'wrong_region']);
    expect(await rejections('old')).toEqual([null, null]);
  });

  test.each(ENTRY_POINTS)('%s redeems earlier vouchers in the old region only', async (_, nth, redeem) => {
    const mine = regional()[nth];
    const { message } = expectError(await redeem(mine, 'new'), 409, 'wrong_region');
    expect(message).toContain((await get('region', fixtures.r1)).name);
    const reply = await redeem(mine, 'old');
    expect(reply.status, reply.text).toBe(201);
  });

  /**
   * The regions where the vouchers of a card are valid, checked with the first voucher that is not restricted to a
   * hotel.
   */
  const regionsOf = async (cardId: unknown, memberId: number) => {
    const mine = (await vouchersOf(Number(cardId))).find(({ restrict_hotel_id }) => restrict_hotel_id === null);
    const isGood = async (at: Region) =>
      (await listOfMember(at, memberId)).some(({ id, rejection }) => id === mine?.id && rejection !== 'wrong_region');
    return { old: await isGood('old'), new: await isGood('new') };
  };

  test('cards of later sales, upgrades and renewals are valid in the new region only', async () => {
    const since = { old: false, new: true };
    const later = await member();
    expect(await regionsOf(later.card.id, later.member.id)).toEqual(since);

    await visits(upgradingGuest.member.id, 8);
    const [paid, upgradedCard] = await cardsOf(upgradingGuest.member.id);
    expect(upgradedCard).toMatchObject({ membership_id: fixtures.platinum });
    expect(await regionsOf(paid?.id, upgradingGuest.member.id)).toEqual({ old: true, new: false });
    expect(await regionsOf(upgradedCard?.id, upgradingGuest.member.id)).toEqual(since);

    const renewal = await fixtures.sell({ type: 2, member_id: expiringFree.member.id });
    expect(renewal.status, renewal.text).toBe(201);
    expect(await regionsOf(expiringFree.card.id, expiringFree.member.id)).toEqual({ old: true, new: false });
    expect(await regionsOf(renewal.body.data.member_card.id, expiringFree.member.id)).toEqual(since);
  });

  test('changing the membership keeps a card’s region; correcting its hotel changes the region', async () => {
    const change = async (values: object) => {
      const reply = await post(`member_card/${manual.id}`, { ...values, remark: 'Mistyped' });
      expect(reply.status, reply.text).toBe(200);
    };
    const redeemNew = async (at: Region) => {
      const mine = await inputs.create(resources.member_voucher, {
        member_card_id: manual.id,
        redeem_date: manual.start_date,
        valid_until_date: manual.end_date,
        restrict_hotel_id: null,
      });
      const { status, body } = await redeemAt(mine, hotels[at]);
      return status === 201 ? 'redeemed' : 'error' in body && body.error;
    };
    await change({ membership_id: fixtures.platinum });
    expect([await redeemNew('old'), await redeemNew('new')]).toEqual(['redeemed', 'wrong_region']);
    await change({ hotel_id: hotels.new });
    expect([await redeemNew('old'), await redeemNew('new')]).toEqual(['wrong_region', 'redeemed']);
  });
});
