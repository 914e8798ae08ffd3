import { getResource } from '@innkeeper/contract';
import type { TierChange } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { createUser } from '../../testing/user.ts';
import { evaluateInBatches } from '../../domain/tier-changes.ts';
import { startStatusServer } from './member-status-helpers.ts';

/** Every entry point that changes what a tier depends on re-evaluates it. */

const { app, db, admin, inputs, fixtures, get, post, remove, visits, member, readCards, standing } =
  await startStatusServer();

const levelOf = async (id: number) => (await get('member', id))['membership_id'];
const expectDone = async (reply: ReturnType<typeof post>) => {
  const { status, text } = await reply;
  expect(status, text).toBe(200);
};
const findOptionDetail = (code: string) => fixtures.findOptionDetail('visit-counting', code);

test('requiring fewer visits upgrades members, and requiring more reverts nothing', async () => {
  const { member: guest } = await member(10);
  const { member: otherMember } = await member(10);
  await visits(guest.id, 6);
  const createdVisits = await visits(otherMember.id, 4);
  await expectDone(post(`membership/${fixtures.gold}`, { min_visit_to_upgrade: 6 }));
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  expect(await levelOf(otherMember.id)).toBe(fixtures.gold);
  expect(await standing(otherMember.id)).toMatchObject({ upgrade: { required: 6, missing: 2 } });
  await expectDone(post(`membership/${fixtures.gold}`, { min_visit_to_upgrade: 8 }));
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  await remove('visit', Number(createdVisits[0]?.id));
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  expect(await standing(otherMember.id)).toMatchObject({ upgrade: { required: 8, missing: 5 } });
});

test('requiring fewer visits to maintain applies to active cards, and more only to later sales', async () => {
  const { member: guest } = await member(10);
  await visits(guest.id, 2);
  await expectDone(post(`membership/${fixtures.gold}`, { min_visit: 2 }));
  expect(await standing(guest.id)).toMatchObject({ standing: 'maintained', maintain: { required: 2, missing: 0 } });
  await expectDone(post(`membership/${fixtures.gold}`, { min_visit: 6 }));
  expect(await standing(guest.id)).toMatchObject({ maintain: { required: 4, missing: 2 } });
  const { member: laterMember } = await member();
  expect(await standing(laterMember.id)).toMatchObject({ maintain: { required: 6 } });
  await expectDone(post(`membership/${fixtures.gold}`, { min_visit: 4 }));
});

test('due members are re-evaluated a few at a time, so that their bills wait only briefly', async () => {
  const dueIds: number[] = [];
  for (let n = 0; n < 5; n += 1) dueIds.push((await member()).member.id);
  await sql`update member_standing set changes_on = now()::date - 2, visits = 99
    where member_id = any(${dueIds}::bigint[])`.execute(db.kysely);
  await evaluateInBatches(db, async () => {}, 2);
  const { rows } = await sql<{ visits: number; at_once: number }>`
    select max(visits)::int as visits, count(*)::int as at_once from member_standing
    where member_id = any(${dueIds}::bigint[])
    group by xmin::text order by 2`.execute(db.kysely);
  expect(rows).toEqual([1, 2, 2].map((at_once) => ({ visits: 0, at_once })));
});

test('adding a tier upgrades members with enough visits', async () => {
  await expectDone(post(`membership/${fixtures.platinum}`, { min_visit_to_upgrade: 9 }));
  const { member: guest } = await member(10);
  await visits(guest.id, 9);
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  const nextTier = await inputs.create(getResource('membership'), {
    rank: 30,
    is_free: 0,
    restrict_region_id: null,
    min_visit_to_upgrade: 0,
  });
  expect(await levelOf(guest.id)).toBe(nextTier.id);
  await expectDone(post(`membership/${fixtures.platinum}`, { min_visit_to_upgrade: 0 }));
  await remove('membership', nextTier.id);
});

test('counting visits differently upgrades and reverts all members', async () => {
  const { member: guest } = await member(10);
  await visits(guest.id, 8);
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  await expectDone(post(`option_detail/${await findOptionDetail('per-day')}`, { value: '1' }));
  expect(await levelOf(guest.id)).toBe(fixtures.gold);
  expect((await standing(guest.id)).visits.counted).toBe(1);
  await expectDone(post(`option_detail/${await findOptionDetail('per-day')}`, { value: '0' }));
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  expect(await readCards(guest.id)).toHaveLength(2);
});

test('a card with a changed membership is evaluated by that membership’s numbers', async () => {
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
  const { member: guest, member_card } = (await fixtures.sell({ membership_id: silver })).body.data;
  await visits(guest.id, 8);
  expect(await levelOf(guest.id)).toBe(silver);
  await expectDone(post(`member_card/${member_card.id}`, { membership_id: fixtures.gold, remark: 'Meant Gold' }));
  expect(await get('member_card', member_card.id)).toMatchObject({ min_visit: 4, min_visit_to_upgrade: 8 });
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  await expectDone(post(`member_card/${member_card.id}`, { membership_id: silver, remark: 'Back again' }));
  await remove('membership', silver);
});

test('deleting a card reverts earned tiers, and restoring it restores them', async () => {
  const { member: guest, card } = await member(10);
  await visits(guest.id, 8);
  expect((await remove('member_card', card.id)).status).toBe(200);
  expect(await readCards(guest.id)).toMatchObject([{ is_active: 0, is_withdrawn: 1 }]);
  await expectDone(post(`member_card/${card.id}/restore`));
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  expect(await readCards(guest.id)).toHaveLength(2);
});

test('a reactivated or restored member is upgraded for visits posted in the meantime', async () => {
  const { member: guest } = await member(10);
  await expectDone(post(`member/${guest.id}`, { is_active: 0 }));
  await visits(guest.id, 8);
  expect(await levelOf(guest.id)).toBe(fixtures.gold);
  await expectDone(post(`member/${guest.id}`, { is_active: 1 }));
  expect(await levelOf(guest.id)).toBe(fixtures.platinum);
  const { member: deletedMember } = await member(10);
  await visits(deletedMember.id, 7);
  await remove('member', deletedMember.id);
  await sql`update member set comp_visits_period = 1 where id = ${deletedMember.id}`.execute(db.kysely);
  expect(parseWritten(await post(`member/${deletedMember.id}/restore`))).toMatchObject({ id: deletedMember.id });
  expect(await levelOf(deletedMember.id)).toBe(fixtures.platinum);
});

test('a setting previews which members it would upgrade or revert, before it is saved', async () => {
  const { member: guest } = await member(10);
  const { member: upgradedMember } = await member(10);
  await visits(guest.id, 7);
  await visits(upgradedMember.id, 8);
  const previewChange = async (path: string, token = admin.token) =>
    (await call<{ data: TierChange }>(app, token, 'GET', `/api/${path}`)).body.data;
  const noMembers = { number: 0, members: [] };
  const gold = `membership/${fixtures.gold}/level_change?min_visit_to_upgrade`;
  expect(await previewChange(`${gold}=8`)).toEqual({ raised: noMembers, lowered: noMembers });
  const preview = await previewChange(`${gold}=7`);
  expect(preview.raised.members).toEqual([{ id: guest.id, name: expect.stringContaining('Dewi') }]);
  expect(preview.lowered).toEqual(noMembers);
  const foreignReader = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r2 }] });
  expect((await previewChange(`${gold}=7`, foreignReader.token)).raised).toEqual({ number: 1, members: [] });
  const perDay = `option_detail/${await findOptionDetail('per-day')}/level_change?value`;
  expect((await previewChange(`${perDay}=1`)).lowered.members.map(({ id }) => id)).toContain(upgradedMember.id);
  await expectDone(post(`option_detail/${await findOptionDetail('per-day')}`, { value: '1' }));
  expect((await previewChange(`${perDay}=0`)).raised.members.map(({ id }) => id)).toContain(upgradedMember.id);
  await expectDone(post(`option_detail/${await findOptionDetail('per-day')}`, { value: '0' }));
});
