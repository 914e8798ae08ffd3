import { getResource } from '@innkeeper/contract';
import type { LevelChange } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writtenIn } from '../../testing/answers.ts';
import { call } from '../../testing/call.ts';
import { createUser } from '../../testing/user.ts';
import { judgeInTurns } from '../cards/levels.ts';
import { startStanding } from './test-standing.ts';

/** A level is judged by all that it depends on, at every door. */

const { app, db, admin, inputs, house, get, post, remove, visits, member, cardsOf, standing } = await startStanding();

const levelOf = async (id: number) => (await get('member', id))['membership_id'];
const done = async (reply: ReturnType<typeof post>) => {
  const { status, text } = await reply;
  expect(status, text).toBe(200);
};
const detail = (code: string) => house.detail('visit-counting', code);

test('fewer visits that a membership asks for lift who has them; more of them take nothing back', async () => {
  const { member: guest } = await member(10);
  const { member: other } = await member(10);
  await visits(guest.id, 6);
  const made = await visits(other.id, 4);
  await done(post(`membership/${house.gold}`, { min_visit_to_upgrade: 6 }));
  expect(await levelOf(guest.id)).toBe(house.platinum);
  expect(await levelOf(other.id)).toBe(house.gold);
  expect(await standing(other.id)).toMatchObject({ upgrade: { required: 6, missing: 2 } });
  await done(post(`membership/${house.gold}`, { min_visit_to_upgrade: 8 }));
  expect(await levelOf(guest.id)).toBe(house.platinum);
  await remove('visit', Number(made[0]?.id));
  expect(await levelOf(guest.id)).toBe(house.platinum);
  expect(await standing(other.id)).toMatchObject({ upgrade: { required: 8, missing: 5 } });
});

test('fewer visits to maintain hold for cards that run, more of them for those sold from then on', async () => {
  const { member: guest } = await member(10);
  await visits(guest.id, 2);
  await done(post(`membership/${house.gold}`, { min_visit: 2 }));
  expect(await standing(guest.id)).toMatchObject({ standing: 'maintained', maintain: { required: 2, missing: 0 } });
  await done(post(`membership/${house.gold}`, { min_visit: 6 }));
  expect(await standing(guest.id)).toMatchObject({ maintain: { required: 4, missing: 2 } });
  const { member: later } = await member();
  expect(await standing(later.id)).toMatchObject({ maintain: { required: 6 } });
  await done(post(`membership/${house.gold}`, { min_visit: 4 }));
});

test('members whose day has come are judged a few at a time, so that a bill of theirs waits for few', async () => {
  const due: number[] = [];
  for (let n = 0; n < 5; n += 1) due.push((await member()).member.id);
  await sql`update member_standing set changes_on = now()::date - 2, visits = 99 where member_id = any(${due}::bigint[])`.execute(
    db.kysely,
  );
  await judgeInTurns(db, async () => {}, 2);
  const { rows } = await sql<{ visits: number; at_once: number }>`
    select max(visits)::int as visits, count(*)::int as at_once from member_standing where member_id = any(${due}::bigint[])
    group by xmin::text order by 2`.execute(db.kysely);
  expect(rows).toEqual([1, 2, 2].map((at_once) => ({ visits: 0, at_once })));
});

test('a rung that is added lifts who has the visits for it', async () => {
  await done(post(`membership/${house.platinum}`, { min_visit_to_upgrade: 9 }));
  const { member: guest } = await member(10);
  await visits(guest.id, 9);
  expect(await levelOf(guest.id)).toBe(house.platinum);
  const rung = await inputs.create(getResource('membership'), {
    rank: 30,
    is_free: 0,
    restrict_region_id: null,
    min_visit_to_upgrade: 0,
  });
  expect(await levelOf(guest.id)).toBe(rung.id);
  await done(post(`membership/${house.platinum}`, { min_visit_to_upgrade: 0 }));
  await remove('membership', rung.id);
});

test('another way to count visits lifts and takes back, for everybody', async () => {
  const { member: guest } = await member(10);
  await visits(guest.id, 8);
  expect(await levelOf(guest.id)).toBe(house.platinum);
  await done(post(`option_detail/${await detail('per-day')}`, { value: '1' }));
  expect(await levelOf(guest.id)).toBe(house.gold);
  expect((await standing(guest.id)).visits.counted).toBe(1);
  await done(post(`option_detail/${await detail('per-day')}`, { value: '0' }));
  expect(await levelOf(guest.id)).toBe(house.platinum);
  expect(await cardsOf(guest.id)).toHaveLength(2);
});

test('another membership of a card is judged by its own numbers', async () => {
  const { id: silver } = await inputs.create(getResource('membership'), {
    name: 'Silver',
    rank: 5,
    is_free: 0,
    is_regional: 0,
    restrict_region_id: null,
    currency_country_id: null,
    min_visit: 1,
    min_visit_to_upgrade: 0,
  });
  const { member: guest, member_card } = (await house.sell({ membership_id: silver })).body.data;
  await visits(guest.id, 8);
  expect(await levelOf(guest.id)).toBe(silver);
  await done(post(`member_card/${member_card.id}`, { membership_id: house.gold, remark: 'Meant Gold' }));
  expect(await get('member_card', member_card.id)).toMatchObject({ min_visit: 4, min_visit_to_upgrade: 8 });
  expect(await levelOf(guest.id)).toBe(house.platinum);
  await done(post(`member_card/${member_card.id}`, { membership_id: silver, remark: 'Back again' }));
  await remove('membership', silver);
});

test('a card that is deleted takes what visits led to from it, and brings it back', async () => {
  const { member: guest, card } = await member(10);
  await visits(guest.id, 8);
  expect((await remove('member_card', card.id)).status).toBe(200);
  expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 0, is_withdrawn: 1 }]);
  await done(post(`member_card/${card.id}/restore`));
  expect(await levelOf(guest.id)).toBe(house.platinum);
  expect(await cardsOf(guest.id)).toHaveLength(2);
});

test('a member who is switched on again, or restored, rises by what was posted meanwhile', async () => {
  const { member: guest } = await member(10);
  await done(post(`member/${guest.id}`, { is_active: 0 }));
  await visits(guest.id, 8);
  expect(await levelOf(guest.id)).toBe(house.gold);
  await done(post(`member/${guest.id}`, { is_active: 1 }));
  expect(await levelOf(guest.id)).toBe(house.platinum);
  const { member: gone } = await member(10);
  await visits(gone.id, 7);
  await remove('member', gone.id);
  await sql`update member set comp_visits_period = 1 where id = ${gone.id}`.execute(db.kysely);
  expect(writtenIn(await post(`member/${gone.id}/restore`))).toMatchObject({ id: gone.id });
  expect(await levelOf(gone.id)).toBe(house.platinum);
});

test('a setting says whom it would raise, and whose rise it would take back, before it is saved', async () => {
  const { member: guest } = await member(10);
  const { member: risen } = await member(10);
  await visits(guest.id, 7);
  await visits(risen.id, 8);
  const asked = async (path: string, token = admin.token) =>
    (await call<{ data: LevelChange }>(app, token, 'GET', `/api/${path}`)).body.data;
  const nobody = { number: 0, members: [] };
  const gold = `membership/${house.gold}/level_change?min_visit_to_upgrade`;
  expect(await asked(`${gold}=8`)).toEqual({ raised: nobody, lowered: nobody });
  const shown = await asked(`${gold}=7`);
  expect(shown.raised.members).toEqual([{ id: guest.id, name: expect.stringContaining('Dewi') }]);
  expect(shown.lowered).toEqual(nobody);
  const far = await createUser(db, { level: 'region', assignments: [{ region_id: house.r2 }] });
  expect((await asked(`${gold}=7`, far.token)).raised).toEqual({ number: 1, members: [] });
  const perDay = `option_detail/${await detail('per-day')}/level_change?value`;
  expect((await asked(`${perDay}=1`)).lowered.members.map(({ id }) => id)).toContain(risen.id);
  await done(post(`option_detail/${await detail('per-day')}`, { value: '1' }));
  expect((await asked(`${perDay}=0`)).raised.members.map(({ id }) => id)).toContain(risen.id);
  await done(post(`option_detail/${await detail('per-day')}`, { value: '0' }));
});
