import type { TierChange, Standing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { createCountry, createHotel } from '../../testing/base-records.ts';
import { startStatusServer } from './member-status-helpers.ts';

/**
 * A bill counts as a visit from its country's minimum on, up to a maximum number per member and day: see
 * docs/decisions/0087.
 */

const { app, db, admin, fixtures, get, post, remove, visits, standing, member, readCards } = await startStatusServer();

/**
 * At 15,500.5 rupiah to the dollar, USD 5 is Rp 77,502.5. Rounded to cents, Rp 77,425 is USD 5.00 and Rp 77,424 is USD
 * 4.99.
 */
const [MIN_AMOUNT, AMOUNT_BELOW_MIN] = ['77425', '77424'];

const setMaxPerDay = async (value: number) => {
  const id = await fixtures.findOptionDetail('visits-per-day', 'per-member');
  const { status, text } = await post(`option_detail/${id}`, { value: String(value) });
  expect(status, text).toBe(200);
};
/** Re-evaluates the members affected by a changed rule, as the maintenance job does within seconds. */
const recomputeStanding = () => sql`select recompute_due_standing(100000)`.execute(db.kysely);
/** Creates a country with these values and a hotel in it. */
async function createCountryWith(set: Record<string, unknown>): Promise<{ country: number; hotel_id: number }> {
  const country = await createCountry(db, fixtures.r1);
  const { status, text } = await post(`country/${country}`, set);
  expect(status, text).toBe(200);
  return { country, hotel_id: await createHotel(db, country) };
}
const previewTierChange = async (path: string, query: string): Promise<TierChange> =>
  (await call<{ data: TierChange }>(app, admin.token, 'GET', `/api/${path}/level_change?${query}`)).body.data;

describe('a bill', () => {
  test('counts as a visit from USD 5 on; below that it shows the reason in both languages', async () => {
    const { member: guest } = await member();
    await visits(guest.id, 1, { total_fb: MIN_AMOUNT });
    const [smallVisit] = await visits(guest.id, 1, { total_fb: AMOUNT_BELOW_MIN });
    const shownStanding = await standing(guest.id);
    expect(shownStanding).toMatchObject({
      visits: { counted: 1, total: 1 },
      maintain: { missing: 3 },
      upgrade: { missing: 7 },
    });
    expect(shownStanding.not_counted).toMatchObject([
      { id: smallVisit?.id, why: 'below_minimum', reason: 'Below the minimum amount for a visit.' },
    ]);
    const headers = { 'accept-language': 'id' };
    const { body } = await call<{ data: Standing }>(app, admin.token, 'GET', `/api/member/${guest.id}/standing`, {
      headers,
    });
    expect(body.data.not_counted[0]?.reason).toBe('Di bawah jumlah minimal untuk kunjungan.');
  });

  test('counts as a visit with any amount if its country has no rate or a minimum of 0', async () => {
    const { member: guest } = await member();
    for (const set of [{ usd_rate: null }, { visit_minimum: '0' }])
      await visits(guest.id, 1, { total_fb: '1', ...(await hotelOf(createCountryWith(set))) });
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 2 }, not_counted: [] });
  });

  test('counts as a visit from the minimum of its own country on', async () => {
    const { member: guest } = await member();
    const { hotel_id } = await createCountryWith({ visit_minimum: '200000' });
    await visits(guest.id, 1, { hotel_id, total_fb: '200000' });
    await visits(guest.id, 1, { hotel_id, total_fb: '199999' });
    expect(await standing(guest.id)).toMatchObject({
      visits: { counted: 1 },
      not_counted: [{ why: 'below_minimum', grand_total: '199999.000' }],
    });
  });

  test('counts once its amount is raised to the minimum, and no longer once it is lowered', async () => {
    const { member: guest } = await member();
    const [bill] = await visits(guest.id, 8, { total_fb: MIN_AMOUNT });
    expect(await readCards(guest.id)).toHaveLength(2);
    expect((await post(`visit/${bill?.id}`, { total_fb: AMOUNT_BELOW_MIN })).status).toBe(200);
    expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 7 }, upgrade: { missing: 1 } });
    expect((await post(`visit/${bill?.id}`, { total_fb: MIN_AMOUNT })).status).toBe(200);
    expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
  });

  test('counts regardless of later rate changes, except for the first rate of its country', async () => {
    const { member: guest } = await member();
    const { country, hotel_id } = await createCountryWith({ usd_rate: null });
    await visits(guest.id, 1, { hotel_id, total_fb: '10' });
    const setRate = (usd_rate: string) => post(`country/${country}`, { usd_rate });
    expect((await setRate('1')).status).toBe(200);
    await recomputeStanding();
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 1 } });
    expect((await setRate('1.05')).status).toBe(200);
    await recomputeStanding();
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 1 } });

    const unratedPlace = await createCountryWith({ usd_rate: null });
    await visits(guest.id, 1, { hotel_id: unratedPlace.hotel_id, total_fb: '10' });
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 2 } });
    expect((await post(`country/${unratedPlace.country}`, { usd_rate: '100' })).status).toBe(200);
    await recomputeStanding();
    expect(await standing(guest.id)).toMatchObject({ visits: { counted: 1 } });
  });
});

test('eleven bills of the smallest amount upgrade nobody', async () => {
  const { member: guest } = await member();
  await visits(guest.id, 11, { total_fb: '1' });
  expect(await readCards(guest.id)).toHaveLength(1);
  expect((await standing(guest.id)).visits.counted).toBe(0);
});

test('a changed country minimum upgrades and downgrades all members, and previews them before saving', async () => {
  const { member: guest } = await member();
  const { country, hotel_id } = await createCountryWith({ visit_minimum: '200000' });
  await visits(guest.id, 8, { hotel_id, total_fb: '100000' });
  expect(await readCards(guest.id)).toHaveLength(1);
  const oneMember = { number: 1, members: [{ id: guest.id }] };
  const noMembers = { number: 0, members: [] };
  expect(await previewTierChange(`country/${country}`, 'visit_minimum=100000')).toMatchObject({
    raised: oneMember,
    lowered: noMembers,
  });
  expect(await previewTierChange(`country/${country}`, 'visit_minimum=')).toMatchObject({ raised: oneMember });
  expect(await previewTierChange(`country/${country}`, 'visit_minimum=100001')).toEqual({
    raised: noMembers,
    lowered: noMembers,
  });
  const setVisitMinimum = async (visit_minimum: string | null) => {
    const { status, text } = await post(`country/${country}`, { visit_minimum });
    expect(status, text).toBe(200);
  };
  await setVisitMinimum('100000');
  expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
  expect(await previewTierChange(`country/${country}`, 'visit_minimum=200000')).toMatchObject({
    raised: noMembers,
    lowered: oneMember,
  });
  await setVisitMinimum('200000');
  expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
  await setVisitMinimum(null);
  expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
});

describe('a member’s visits on one day', () => {
  test('count up to three, at any hotel; the others show why they do not', async () => {
    await setMaxPerDay(3);
    const { member: guest } = await member();
    const [first, , thirdVisit] = await visits(guest.id, 3);
    const [lateVisit] = await visits(guest.id, 1, { hotel_id: fixtures.h2 });
    const [smallVisit] = await visits(guest.id, 1, { total_fb: '1' });
    const shownStanding = await standing(guest.id);
    expect(shownStanding).toMatchObject({
      visits: { counted: 3, total: 3 },
      maintain: { missing: 1 },
      upgrade: { missing: 5 },
    });
    expect(shownStanding.counted).toMatchObject([{ id: thirdVisit?.id }, {}, { id: first?.id }]);
    expect(shownStanding.not_counted).toMatchObject([
      { id: smallVisit?.id, why: 'below_minimum' },
      { id: lateVisit?.id, why: 'over_day_limit', reason: 'At most 3 visits count per day.' },
    ]);
    await remove('visit', first?.id ?? 0);
    expect((await standing(guest.id)).counted).toMatchObject([{ id: lateVisit?.id }, { id: thirdVisit?.id }, {}]);
    await setMaxPerDay(1000);
  });

  test('count three per day, in the hotel’s local days', async () => {
    await setMaxPerDay(3);
    const { member: guest } = await member(10);
    const postVisitsAt = (visit_date: string) => visits(guest.id, 4, { visit_date });
    const [yesterday, before] = [await fixtures.dayFromNow(-1), await fixtures.dayFromNow(-2)];
    // 23:30 and 00:30 in Jakarta.
    await postVisitsAt(`${before} 16:30:00`);
    await postVisitsAt(`${before} 17:30:00`);
    const shownStanding = await standing(guest.id);
    expect(shownStanding.visits.counted).toBe(6);
    expect(shownStanding.counted.map(({ day }) => day)).toEqual([
      yesterday,
      yesterday,
      yesterday,
      before,
      before,
      before,
    ]);
    await setMaxPerDay(1000);
  });

  test('count more than three if the option allows it, which previews the upgraded members', async () => {
    await setMaxPerDay(3);
    const { member: guest } = await member();
    await visits(guest.id, 8);
    expect(await readCards(guest.id)).toHaveLength(1);
    const id = await fixtures.findOptionDetail('visits-per-day', 'per-member');
    expect(await previewTierChange(`option_detail/${id}`, 'value=8')).toMatchObject({
      raised: { members: expect.arrayContaining([expect.objectContaining({ id: guest.id })]) },
    });
    await setMaxPerDay(8);
    expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
    expect(await previewTierChange(`option_detail/${id}`, 'value=7')).toMatchObject({
      lowered: { members: expect.arrayContaining([expect.objectContaining({ id: guest.id })]) },
    });
    await setMaxPerDay(1000);
  });

  test('count as one per hotel if days are counted', async () => {
    const { member: guest } = await member();
    const setPerDay = async (value: string) => {
      const id = await fixtures.findOptionDetail('visit-counting', 'per-day');
      expect((await post(`option_detail/${id}`, { value })).status).toBe(200);
    };
    await setMaxPerDay(1);
    await setPerDay('1');
    await visits(guest.id, 2);
    await visits(guest.id, 1, { hotel_id: fixtures.h2 });
    const shownStanding = await standing(guest.id);
    await setPerDay('0');
    await setMaxPerDay(1000);
    expect(shownStanding.visits.counted).toBe(1);
    expect(shownStanding.not_counted.map(({ why }) => why)).toEqual(['over_day_limit', 'same_day']);
  });
});

test('reminder mails and the member’s status show the same number of visits needed', async () => {
  await setMaxPerDay(3);
  const { member: guest, card } = await member();
  await visits(guest.id, 4);
  await visits(guest.id, 1, { total_fb: '1' });
  const { rows } = await sql<{ visits: number }>`
    select visits_between(${guest.id}::bigint, first_day_of_term(${card.id}),
        ${String(card.end_date)}::date) as visits`.execute(db.kysely);
  expect(rows).toEqual([{ visits: 3 }]);
  expect(await get('member', guest.id)).toMatchObject({ standing: 'active' });
  expect((await standing(guest.id)).visits.total).toBe(3);
  await setMaxPerDay(1000);
});

test('the daily maximum of visits is at least 1', async () => {
  const id = await fixtures.findOptionDetail('visits-per-day', 'per-member');
  expect((await post(`option_detail/${id}`, { value: '0' })).status).toBe(422);
  expect(parseWritten(await post(`option_detail/${id}`, { value: '1000' }))).toMatchObject({ value: '1000' });
});

const hotelOf = async (place: ReturnType<typeof createCountryWith>) => ({ hotel_id: (await place).hotel_id });
