import type { LevelChange, Standing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/answers.ts';
import { call } from '../../testing/call.ts';
import { createCountry, createHotel } from '../../testing/world.ts';
import { startStanding } from './test-standing.ts';

/** A bill counts as a visit from the minimum of its country on, and at most so many of a member do in a day: see docs/decisions/0087. */

const { app, db, admin, house, get, post, remove, visits, standing, member, cardsOf } = await startStanding();

/** USD 5 at 15,500.5 for a dollar are Rp 77,502.5: rounded to cents Rp 77,425 are worth USD 5.00 and Rp 77,424 USD 4.99. */
const [LEAST, LESS] = ['77425', '77424'];

const perDay = async (value: number) => {
  const id = await house.detail('visits-per-day', 'per-member');
  const { status, text } = await post(`option_detail/${id}`, { value: String(value) });
  expect(status, text).toBe(200);
};
/** Judges whom a changed rule concerns, as the upkeep does within seconds. */
const judged = () => sql`select refresh_due_standing(100000)`.execute(db.kysely);
/** A hotel in a country of its own. */
async function placeWith(set: Record<string, unknown>): Promise<{ country: number; hotel_id: number }> {
  const country = await createCountry(db, house.r1);
  const { status, text } = await post(`country/${country}`, set);
  expect(status, text).toBe(200);
  return { country, hotel_id: await createHotel(db, country) };
}
const change = async (path: string, query: string): Promise<LevelChange> =>
  (await call<{ data: LevelChange }>(app, admin.token, 'GET', `/api/${path}/level_change?${query}`)).body.data;

describe('a bill counts as a visit', () => {
  test('from the worth of USD 5 on, and says so below it in both languages', async () => {
    const { member: guest } = await member();
    await visits(guest.id, 1, { total_fb: LEAST });
    const [small] = await visits(guest.id, 1, { total_fb: LESS });
    const shown = await standing(guest.id);
    expect(shown).toMatchObject({
      visits: { counted: 1, total: 1 },
      maintain: { missing: 3 },
      upgrade: { missing: 7 },
    });
    expect(shown.not_counted).toMatchObject([
      { id: small?.id, why: 'below_minimum', reason: 'Below the least amount that counts as a visit.' },
    ]);
    const headers = { 'accept-language': 'id' };
    const { body } = await call<{ data: Standing }>(app, admin.token, 'GET', `/api/member/${guest.id}/standing`, {
      headers,
    });
    expect(body.data.not_counted[0]?.reason).toBe('Di bawah jumlah minimal yang dihitung sebagai kunjungan.');
  });

  test('whatever its amount where its country has no rate or the minimum 0', async () => {
    const { member: guest } = await member();
    for (const set of [{ usd_rate: null }, { visit_minimum: '0' }])
      await visits(guest.id, 1, { total_fb: '1', ...(await hotelOf(placeWith(set))) });
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 2 }, not_counted: [] });
  });

  test('from the minimum of its own country on', async () => {
    const { member: guest } = await member();
    const { hotel_id } = await placeWith({ visit_minimum: '200000' });
    await visits(guest.id, 1, { hotel_id, total_fb: '200000' });
    await visits(guest.id, 1, { hotel_id, total_fb: '199999' });
    expect(await standing(guest.id)).toMatchObject({
      visits: { counted: 1 },
      not_counted: [{ why: 'below_minimum', grand_total: '199999.000' }],
    });
  });

  test('when its amount grows to the minimum, and no longer when it shrinks', async () => {
    const { member: guest } = await member();
    const [bill] = await visits(guest.id, 8, { total_fb: LEAST });
    expect(await cardsOf(guest.id)).toHaveLength(2);
    expect((await post(`visit/${bill?.id}`, { total_fb: LESS })).status).toBe(200);
    expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 7 }, upgrade: { missing: 1 } });
    expect((await post(`visit/${bill?.id}`, { total_fb: LEAST })).status).toBe(200);
    expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
  });

  test('as before when the rate of its country changes, by its worth when the first one comes', async () => {
    const { member: guest } = await member();
    const { country, hotel_id } = await placeWith({ usd_rate: null });
    await visits(guest.id, 1, { hotel_id, total_fb: '10' });
    const rate = (usd_rate: string) => post(`country/${country}`, { usd_rate });
    expect((await rate('1')).status).toBe(200);
    await judged();
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 1 } });
    expect((await rate('1.05')).status).toBe(200);
    await judged();
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 1 } });

    const poor = await placeWith({ usd_rate: null });
    await visits(guest.id, 1, { hotel_id: poor.hotel_id, total_fb: '10' });
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 2 } });
    expect((await post(`country/${poor.country}`, { usd_rate: '100' })).status).toBe(200);
    await judged();
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 1 } });
  });
});

test('eleven bills of the smallest amount lift nobody', async () => {
  const { member: guest } = await member();
  await visits(guest.id, 11, { total_fb: '1' });
  expect(await cardsOf(guest.id)).toHaveLength(1);
  expect((await standing(guest.id)).visits.counted).toBe(0);
});

test('another minimum of a country lifts and takes back, for everybody, and shows whom before it is saved', async () => {
  const { member: guest } = await member();
  const { country, hotel_id } = await placeWith({ visit_minimum: '200000' });
  await visits(guest.id, 8, { hotel_id, total_fb: '100000' });
  expect(await cardsOf(guest.id)).toHaveLength(1);
  const named = { number: 1, members: [{ id: guest.id }] };
  const nobody = { number: 0, members: [] };
  expect(await change(`country/${country}`, 'visit_minimum=100000')).toMatchObject({ raised: named, lowered: nobody });
  expect(await change(`country/${country}`, 'visit_minimum=')).toMatchObject({ raised: named });
  expect(await change(`country/${country}`, 'visit_minimum=100001')).toEqual({ raised: nobody, lowered: nobody });
  const set = async (visit_minimum: string | null) => {
    const { status, text } = await post(`country/${country}`, { visit_minimum });
    expect(status, text).toBe(200);
  };
  await set('100000');
  expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
  expect(await change(`country/${country}`, 'visit_minimum=200000')).toMatchObject({ raised: nobody, lowered: named });
  await set('200000');
  expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
  await set(null);
  expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
});

describe('of the visits of a member on a day', () => {
  test('the first three count, at whichever hotel, and the others say why not', async () => {
    await perDay(3);
    const { member: guest } = await member();
    const [first, , third] = await visits(guest.id, 3);
    const [late] = await visits(guest.id, 1, { hotel_id: house.h2 });
    const [small] = await visits(guest.id, 1, { total_fb: '1' });
    const shown = await standing(guest.id);
    expect(shown).toMatchObject({
      visits: { counted: 3, total: 3 },
      maintain: { missing: 1 },
      upgrade: { missing: 5 },
    });
    expect(shown.counted).toMatchObject([{ id: third?.id }, {}, { id: first?.id }]);
    expect(shown.not_counted).toMatchObject([
      { id: small?.id, why: 'below_minimum' },
      { id: late?.id, why: 'over_day_limit', reason: 'No more than 3 visits count on a day.' },
    ]);
    await remove('visit', first?.id ?? 0);
    expect((await standing(guest.id)).counted).toMatchObject([{ id: late?.id }, { id: third?.id }, {}]);
    await perDay(1000);
  });

  test('each day has its own three, in the days of its hotel', async () => {
    await perDay(3);
    const { member: guest } = await member(10);
    const at = (visit_date: string) => visits(guest.id, 4, { visit_date });
    const [yesterday, before] = [await house.day(-1), await house.day(-2)];
    // Jakarta's 23:30 and 00:30.
    await at(`${before} 16:30:00`);
    await at(`${before} 17:30:00`);
    const shown = await standing(guest.id);
    expect(shown.visits.counted).toBe(6);
    expect(shown.counted.map(({ day }) => day)).toEqual([yesterday, yesterday, yesterday, before, before, before]);
    await perDay(1000);
  });

  test('more count when the option says so, which shows whom it would lift before it is saved', async () => {
    await perDay(3);
    const { member: guest } = await member();
    await visits(guest.id, 8);
    expect(await cardsOf(guest.id)).toHaveLength(1);
    const id = await house.detail('visits-per-day', 'per-member');
    expect(await change(`option_detail/${id}`, 'value=8')).toMatchObject({
      raised: { members: expect.arrayContaining([expect.objectContaining({ id: guest.id })]) },
    });
    await perDay(8);
    expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
    expect(await change(`option_detail/${id}`, 'value=7')).toMatchObject({
      lowered: { members: expect.arrayContaining([expect.objectContaining({ id: guest.id })]) },
    });
    await perDay(1000);
  });

  test('bills of one hotel are one of them where days count once', async () => {
    const { member: guest } = await member();
    const byDay = async (value: string) => {
      const id = await house.detail('visit-counting', 'per-day');
      expect((await post(`option_detail/${id}`, { value })).status).toBe(200);
    };
    await perDay(1);
    await byDay('1');
    await visits(guest.id, 2);
    await visits(guest.id, 1, { hotel_id: house.h2 });
    const shown = await standing(guest.id);
    await byDay('0');
    await perDay(1000);
    expect(shown.visits.counted).toBe(1);
    expect(shown.not_counted.map(({ why }) => why)).toEqual(['over_day_limit', 'same_day']);
  });
});

test('visits that are still needed are those of the standing, in the mail of a reminder too', async () => {
  await perDay(3);
  const { member: guest, card } = await member();
  await visits(guest.id, 4);
  await visits(guest.id, 1, { total_fb: '1' });
  const { rows } = await sql<{ visits: number }>`
    select visits_between(${guest.id}::bigint, term_start(${card.id}), ${String(card.end_date)}::date) as visits`.execute(
    db.kysely,
  );
  expect(rows).toEqual([{ visits: 3 }]);
  expect(await get('member', guest.id)).toMatchObject({ standing: 'active' });
  expect((await standing(guest.id)).visits.total).toBe(3);
  await perDay(1000);
});

test('the number of visits a day is at least 1', async () => {
  const id = await house.detail('visits-per-day', 'per-member');
  expect((await post(`option_detail/${id}`, { value: '0' })).status).toBe(422);
  expect(writtenIn(await post(`option_detail/${id}`, { value: '1000' }))).toMatchObject({ value: '1000' });
});

const hotelOf = async (place: ReturnType<typeof placeWith>) => ({ hotel_id: (await place).hotel_id });
