import { resources } from '@innkeeper/contract';
import type { Counter, Standing } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answered } from '../../testing/answers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { type TestSystem, createSystem } from '../../testing/system.ts';
import { createCountry, createHotel } from '../../testing/world.ts';
import { startStanding } from '../standing/test-standing.ts';

/** A regional card is good in the region where it was sold, also after the country of that hotel has moved to another one. */

const api = await startStanding();
const { app, db, admin, house, inputs, get, post, member, visits, cardsOf, vouchersOf } = api;
/** In the region where the seller was, and in the one to which its country moves. */
const hotels = { old: await createHotel(db, await createCountry(db, house.r1)), new: house.h3 };
type Region = keyof typeof hotels;
const systems = { old: await createSystem(api, hotels.old), new: await createSystem(api, hotels.new) };

const redeemAt = (mine: Answered | undefined, redeem_hotel_id: number) =>
  post('voucher_redeem', {
    member_voucher_id: mine?.id,
    redeem_hotel_id,
    redeem_date: new Date().toISOString(),
    booking_no: 'B-1',
    staff_name: 'Ayu',
  });
async function moveCountry(region_id: number): Promise<void> {
  const reply = await post(`country/${house.country}`, { region_id });
  expect(reply.status, reply.text).toBe(200);
}

type Sold = Awaited<ReturnType<typeof member>>;
let sold: Sold;
let rising: Sold;
let ending: Sold;
let manual: Answered;
beforeAll(async () => {
  for (const id of [house.gold, house.platinum]) await post(`membership/${id}`, { is_regional: 1 });
  sold = await member();
  rising = await member(30);
  ending = await member(340);
  manual = await inputs.create(resources.member_card, {
    membership_id: house.gold,
    hotel_id: house.h1,
    start_date: await house.day(-5),
    end_date: await house.day(100),
  });
  await moveCountry(house.r2);
});

interface Listed {
  readonly id: number;
  readonly refusal: string | null;
}
type List = (at: Region, memberId: number) => Promise<readonly Listed[]>;

const listOfMember: List = async (at, memberId) => {
  const path = `/api/member/${memberId}/standing?hotel_id=${hotels[at]}`;
  return (await call<{ data: Standing }>(app, admin.token, 'GET', path)).body.data.vouchers;
};
const listOfSystem = async ({ ask }: TestSystem, memberId: number): Promise<readonly Listed[]> => {
  await ask('GET', `members?card_no=${encodeURIComponent(String(sold.member_card.sbec_no))}`);
  const { text } = await ask('GET', `members/${memberId}/vouchers`);
  return (JSON.parse(text) as { data: readonly Listed[] }).data; // the call's own definition checks it
};
const LISTS: readonly [string, List][] = [
  [
    'the counter',
    async (at, memberId) => {
      const path = `/api/voucher_redeem/counter?member_id=${memberId}&hotel_id=${hotels[at]}`;
      return (await call<{ data: Counter }>(app, admin.token, 'GET', path)).body.data.guests[0]?.vouchers ?? [];
    },
  ],
  ['the page of the member', listOfMember],
  ["a hotel's own system", (at, memberId) => listOfSystem(systems[at], memberId)],
];

const DOORS: readonly [string, number, (mine: Answered | undefined, at: Region) => Promise<Reply<unknown>>][] = [
  ['the console', 0, (mine, at) => redeemAt(mine, hotels[at])],
  [
    "a hotel's own system",
    1,
    (mine, at) =>
      systems[at].ask('POST', 'redemptions', { voucher_no: mine?.voucher_no, booking_no: 'B-1', staff_name: 'Ayu' }),
  ],
];

describe('after the country of the selling hotel has moved to another region', () => {
  /** Those that are good at every hotel of a region; another one is good at its own alone. */
  const regional = () => sold.member_vouchers.filter(({ restrict_hotel_id }) => restrict_hotel_id === null);

  test.each(LISTS)('%s lists what was sold before as good in the old region alone', async (_, list) => {
    const ids = new Set(regional().map(({ id }) => id));
    const refusals = async (at: Region) =>
      (await list(at, sold.member.id)).filter(({ id }) => ids.has(id)).map(({ refusal }) => refusal);
    expect(await refusals('new')).toEqual(['wrong_region', 'wrong_region']);
    expect(await refusals('old')).toEqual([null, null]);
  });

  test.each(DOORS)('%s redeems what was sold before in the old region alone', async (_, nth, redeem) => {
    const mine = regional()[nth];
    const { message } = expectError(await redeem(mine, 'new'), 409, 'wrong_region');
    expect(message).toContain((await get('region', house.r1)).name);
    const reply = await redeem(mine, 'old');
    expect(reply.status, reply.text).toBe(201);
  });

  /** Where the vouchers of a card are good, by their first one that holds everywhere in a region. */
  const regionsOf = async (cardId: unknown, memberId: number) => {
    const mine = (await vouchersOf(Number(cardId))).find(({ restrict_hotel_id }) => restrict_hotel_id === null);
    const isGood = async (at: Region) =>
      (await listOfMember(at, memberId)).some(({ id, refusal }) => id === mine?.id && refusal !== 'wrong_region');
    return { old: await isGood('old'), new: await isGood('new') };
  };

  test('cards of a sale, an upgrade and a renewal made since are good in the new region alone', async () => {
    const since = { old: false, new: true };
    const later = await member();
    expect(await regionsOf(later.card.id, later.member.id)).toEqual(since);

    await visits(rising.member.id, 8);
    const [paid, risen] = await cardsOf(rising.member.id);
    expect(risen).toMatchObject({ membership_id: house.platinum });
    expect(await regionsOf(paid?.id, rising.member.id)).toEqual({ old: true, new: false });
    expect(await regionsOf(risen?.id, rising.member.id)).toEqual(since);

    const renewal = await house.sell({ type: 2, member_id: ending.member.id });
    expect(renewal.status, renewal.text).toBe(201);
    expect(await regionsOf(ending.card.id, ending.member.id)).toEqual({ old: true, new: false });
    expect(await regionsOf(renewal.body.data.member_card.id, ending.member.id)).toEqual(since);
  });

  test('another membership leaves a card the region where it was sold, a corrected hotel brings its own', async () => {
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
    await change({ membership_id: house.platinum });
    expect([await redeemNew('old'), await redeemNew('new')]).toEqual(['redeemed', 'wrong_region']);
    await change({ hotel_id: hotels.new });
    expect([await redeemNew('old'), await redeemNew('new')]).toEqual(['wrong_region', 'redeemed']);
  });
});
