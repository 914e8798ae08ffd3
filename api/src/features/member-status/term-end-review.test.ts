import { resources } from '@innkeeper/contract';
import type { TermEndFacts } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { createBaseRecords, createCountry, createHotel, createRegion } from '../../testing/base-records.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { h1, h2, h3 } = fixtures;
const { get, post } = createProgramme(api, admin, inputs, h1);
const tier = await inputs.create(resources.membership, {
  rank: 501,
  is_free: 0,
  is_regional: 0,
  restrict_region_id: null,
  currency_country_id: null,
  min_visit: 3,
  min_visit_to_upgrade: 0,
});
/** The date this many days ago, in the hotels' zone. */
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);

/** A member whose card ended 10 days ago with too few visits, and the review of it. */
async function createReview(hotel = h1) {
  const { id: memberId } = await inputs.create(resources.member, {
    hotel_id: hotel,
    register_hotel_id: hotel,
    comp_visits_period: 0,
  });
  const card = await inputs.create(resources.member_card, {
    member_id: memberId,
    membership_id: tier.id,
    hotel_id: hotel,
    start_date: dayAgo(374),
    end_date: dayAgo(10),
  });
  const query = queryString({ 'filter[member_card_id][includes]': card.id });
  const reply = await call(app, admin.token, 'GET', `/api/term_end?${query}`);
  const [review] = parseList(resources.term_end, reply);
  return { memberId, cardId: card.id, id: Number(review?.id) };
}
/** A bill of this many days ago, with the currency and rate of its hotel. */
const addVisit = (member: number, hotel: number, days: number, total = 100_000) =>
  sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, remark)
    values (${hotel}, ${member}, ${`${dayAgo(days)}T05:00:00Z`}, gen_random_uuid(), 'Sari', ${total}, 'Entered late')`.execute(
    db.kysely,
  );
const requestFacts = (id: number, token = admin.token) =>
  call<{ data: TermEndFacts }>(app, token, 'GET', `/api/term_end/${id}/facts`);
const readFacts = async (id: number, token?: string): Promise<TermEndFacts> => {
  const reply = await requestFacts(id, token);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const createManager = (codes = ['VIEW_TERM_END', 'VIEW_MEMBER', 'VIEW_VISIT', 'UPDATE_TERM_END']) =>
  createUser(db, { level: 'region', codes, assignments: [{ region_id: fixtures.r1 }] });
const createClerk = (hotel: number, codes = ['VIEW_TERM_END', 'VIEW_MEMBER', 'VIEW_VISIT', 'UPDATE_TERM_END']) =>
  createUser(db, { level: 'property', codes, assignments: [{ region_id: fixtures.r1, restrict_hotel_id: hotel }] });

describe('a term-end review', () => {
  test('has the visits made and needed in the term, and the day of the last visit', async () => {
    const { id, memberId } = await createReview();
    await addVisit(memberId, h1, 400);
    await addVisit(memberId, h1, 40);
    await addVisit(memberId, h2, 30);
    await addVisit(memberId, h1, 5);
    const facts = { visits_made: 2, visits_needed: 3, last_visit_on: dayAgo(5) };
    expect(await get('term_end', id)).toMatchObject(facts);
    const query = queryString({ 'filter[visits_made][eq]': 2, 'filter[decision][includes]': 'open' });
    const listed = parseList(resources.term_end, await call(app, admin.token, 'GET', `/api/term_end?${query}`));
    expect(listed).toMatchObject([{ id, ...facts }]);
  });

  test('counts complimentary visits, and the bills of a term that ended before the present one', async () => {
    const { id, memberId } = await createReview();
    await addVisit(memberId, h1, 40);
    await post(`member/${memberId}`, { comp_visits_period: 1, comp_visits_reason: 'Power cut' });
    expect(await get('term_end', id)).toMatchObject({ visits_made: 2 });
    expect((await post(`term_end/${id}`, { decision: 'keep' })).status).toBe(200);
    await inputs.create(resources.member_card, {
      member_id: memberId,
      membership_id: tier.id,
      hotel_id: h1,
      start_date: dayAgo(9),
      end_date: dayAgo(-90),
    });
    expect(await get('term_end', id)).toMatchObject({ visits_made: 1, visits_needed: 3 });
  });

  test('has the spend in its term by currency, and the phone of the member', async () => {
    const { id, memberId } = await createReview();
    const kuwait = await createHotel(db, await createCountry(db, await createRegion(db)));
    await sql`update country set currency = 'KWD', decimals = 3, usd_rate = 0.31 where id = (select country_id from hotel
      where id = ${kuwait})`.execute(db.kysely);
    await addVisit(memberId, h1, 400);
    await addVisit(memberId, h1, 40);
    await addVisit(memberId, h1, 30, 150_000);
    await addVisit(memberId, kuwait, 20, 12);
    const { phone_no, spend } = await readFacts(id);
    expect(phone_no).toBe((await get('member', memberId))['phone_no']);
    expect(spend?.elsewhere).toBe(0);
    expect(spend?.totals.map(({ total, decimals }) => [total, decimals])).toEqual([
      ['250000.000', expect.any(Number)],
      ['12.000', 3],
    ]);
    expect(spend?.totals[1]?.currency).toBe('KWD');
  });

  test('shows a user only amounts of their hotels, and the phone of members whom they may view', async () => {
    const { id, memberId } = await createReview();
    await addVisit(memberId, h1, 40);
    await addVisit(memberId, h2, 30);
    await addVisit(memberId, h3, 20);
    const spendOf = async (token: string) => {
      const { spend } = await readFacts(id, token);
      return [spend?.totals.map(({ total }) => total).join(' and '), spend?.elsewhere];
    };
    expect((await readFacts(id)).spend?.elsewhere).toBe(0);
    expect(await spendOf((await createManager()).token)).toEqual(['200000.000', 1]);
    expect(await spendOf((await createClerk(h1)).token)).toEqual(['100000.000', 2]);
    const reader = await createClerk(h1, ['VIEW_TERM_END']);
    expect(await readFacts(id, reader.token)).toEqual({ phone_no: null, spend: null });
    expectError(await requestFacts(id, (await createClerk(h2)).token), 404, 'record_not_found');
    expectError(await requestFacts(id, (await createClerk(h1, ['VIEW_MEMBER'])).token), 403, 'forbidden');
  });

  test('hides the phone from the hotel of the card once another hotel serves the member', async () => {
    const { id, memberId } = await createReview(h1);
    await post(`member/${memberId}`, { hotel_id: h2, register_hotel_id: h2 });
    expect((await readFacts(id, (await createClerk(h1)).token)).phone_no).toBeNull();
    expect((await readFacts(id, (await createClerk(h2)).token)).phone_no).toMatch(/^\+/);
  });

  test('is decided by whoever sees it, several at once, and by nobody else', async () => {
    const [own, other] = [await createReview(h1), await createReview(h2)];
    const clerk = await createClerk(h1);
    const decide = (ids: readonly number[], token: string) =>
      post('term_end/updateBulk', { ids, set: { decision: 'lower', note: 'Too few visits' } }, token);
    expectError(await decide([own.id, other.id], clerk.token), 404, 'record_not_found');
    expect((await decide([own.id], clerk.token)).body).toEqual({ data: { updated: 1 } });
    expect(await get('term_end', own.id)).toMatchObject({ decision: 'lower', note: 'Too few visits' });
    expect((await decide([own.id, other.id], (await createManager()).token)).status).toBe(200);
    expect(await get('term_end', other.id)).toMatchObject({ decision: 'lower' });
  });
});
