// Core test: visits that maintain and upgrade.
import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { startStatusServer } from './member-status-helpers.ts';

/** The programme's rules for visits and status. */

const { app, db, admin, inputs, fixtures, get, post, visits, daysAgo, standing, member } = await startStatusServer();

describe('the maintenance of a tier', () => {
  test.each([
    [3, 'not_maintained'],
    [4, 'maintained'],
  ])('22: Given %i visits at term end and min_visit 4, then the member is shown as %s', async (n, expected) => {
    // The card ended yesterday; the visits fall in its last weeks.
    const { member: guest } = await member(365);
    await visits(guest.id, n, { visit_date: daysAgo(20) });
    expect(await get('member', guest.id)).toMatchObject({ standing: expected });
    const filtered = await call<{ data: { id: number }[] }>(
      app,
      admin.token,
      'GET',
      `/api/member?filter[standing][includes]=${expected}&per_page=500`,
    );
    expect(filtered.body.data.map(({ id }) => id)).toContain(guest.id);
  });

  test('is reached within the term with enough visits, and shows complimentary ones separately', async () => {
    const { member: guest, card } = await member();
    await visits(guest.id, 3);
    expect(await standing(guest.id)).toMatchObject({
      standing: 'active',
      visits: { counting: 'per-bill', counted: 3, complimentary: 0, total: 3 },
      maintain: { required: 4, missing: 1, by: card.end_date },
      upgrade: { required: 8, missing: 5, by: card.end_date, to: { id: fixtures.platinum } },
    });
    await post(`member/${guest.id}`, { comp_visits_period: 1, comp_visits_reason: 'Power cut' });
    expect(await standing(guest.id)).toMatchObject({
      standing: 'maintained',
      visits: { counted: 3, complimentary: 1, total: 4 },
      maintain: { missing: 0 },
    });
  });

  test('does not exist without a card, and lapses long after the last card', async () => {
    const person = await inputs.create(getResource('member'));
    expect(await standing(person.id)).toMatchObject({ standing: 'none', card: null, maintain: null, upgrade: null });
    const { member: guest } = await member(365 + 181);
    expect(await standing(guest.id)).toMatchObject({ standing: 'lapsed', renewal: { is_open: false } });
  });

  test('changes automatically on its due day', async () => {
    const { member: guest } = await member();
    await visits(guest.id, 4);
    // The status stored yesterday, for a card that ends today.
    await sql`update member_standing set standing = 'active', changes_on = ${await fixtures.dayFromNow(0)}
      where member_id = ${guest.id}`.execute(db.kysely);
    const { rows } = await sql<{ n: number }>`select cardinality(recompute_due_standing(100)) as n`.execute(db.kysely);
    expect(rows[0]?.n).toBe(1);
    expect(await get('member', guest.id)).toMatchObject({ standing: 'maintained' });
  });

  test('23: Given a visit dated before the card’s start, then it does not count to the current term', async () => {
    const { member: guest } = await member();
    const [earlyVisit] = await visits(guest.id, 1, { visit_date: daysAgo(5) });
    const [now] = await visits(guest.id, 1);
    const shownStanding = await standing(guest.id);
    expect(shownStanding.visits.counted).toBe(1);
    expect(shownStanding.counted).toMatchObject([{ id: now?.id }]);
    expect(shownStanding.not_counted).toMatchObject([
      { id: earlyVisit?.id, why: 'before_card', reason: expect.stringMatching(/first day/) },
    ]);
  });

  test('counts bills of one hotel and day once if the option says so', async () => {
    const { member: guest } = await member();
    await visits(guest.id, 3);
    await visits(guest.id, 1, { hotel_id: fixtures.h2 });
    const setPerDay = (value: string) =>
      sql`update option_detail d set value = ${value} from option o where o.id = d.option_id
          and o.slug = 'visit-counting' and d.code = 'per-day'`.execute(db.kysely);
    await setPerDay('1');
    await sql`select recompute_due_standing(100000)`.execute(db.kysely);
    expect(await standing(guest.id)).toMatchObject({
      visits: { counting: 'per-day', counted: 2 },
      maintain: { missing: 2 },
    });
    expect((await standing(guest.id)).not_counted.map(({ why }) => why)).toEqual(['same_day', 'same_day']);
    await setPerDay('0');
    await sql`select recompute_due_standing(100000)`.execute(db.kysely);
  });
});
