import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Answered } from '../../testing/answers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import type { Input } from '../../testing/inputs.ts';
import { createUser } from '../../testing/user.ts';
import { startStanding } from './test-standing.ts';

/** Visits credited without a bill: a few a term, with a reason, and no way around the approval of a free member's level. */

const { app, db, admin, inputs, house, get, post, visits, member, cardsOf, standing } = await startStanding();
// So that a free member's visits show at once where they count.
await post(`option_detail/${await house.detail('free-upgrades', 'by-approval')}`, { value: '0' });
const clerk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: house.r1, restrict_hotel_id: house.h1 }],
});
const as = (token: string, path: string, body: Input) => call(app, token, 'POST', `/api/${path}`, { body });
const importRow = (id: number, fields: Input, dryRun: 0 | 1): Promise<Reply<unknown>> =>
  upload(
    app,
    clerk.token,
    'member',
    csvFile([
      ['id', ...Object.keys(fields)],
      [id, ...Object.values(fields).map(String)],
    ]),
    {
      dry_run: String(dryRun),
    },
  );
/** Each way in which a clerk changes fields of a member. */
const WAYS: Readonly<Record<string, (id: number, set: Input) => Promise<Reply<unknown>>>> = {
  'the form': (id, set) => as(clerk.token, `member/${id}`, set),
  'a bulk edit': (id, set) => as(clerk.token, 'member/updateBulk', { ids: [id], set }),
  'the dry run of a bulk edit': (id, set) => as(clerk.token, 'member/updateBulk', { ids: [id], set, dry_run: 1 }),
  'an import': (id, set) => importRow(id, set, 0),
  'the dry run of an import': (id, set) => importRow(id, set, 1),
};
const changesOf = async (cardId: number): Promise<readonly Answered[]> => {
  const reply = await call<{ data: Answered[] }>(
    app,
    admin.token,
    'GET',
    `/api/manual_change?member_card_id=${cardId}`,
  );
  return reply.body.data.filter(({ kind }) => kind === 'visits_credited');
};
/** A free member whose membership leads to Gold with 4 visits. */
let rank = 0;
const freeMember = async () => {
  rank += 1;
  const { id } = await inputs.create(getResource('membership'), {
    is_free: 1,
    price: '0.000',
    restrict_region_id: null,
    rank,
    min_visit: 0,
    min_visit_to_upgrade: 4,
    is_regional: 0,
  });
  const given = await house.give({ membership_id: id });
  expect(given.status, given.text).toBe(201);
  return { ...given.body.data, free: id };
};

test.each(Object.entries(WAYS))('by %s are at most as many as the option says, with a reason', async (_, by) => {
  const { member: guest } = await member(10);
  const refused = async (set: Input, words: string) => {
    expect((await by(guest.id, set)).text).toContain(words);
    expect((await get('member', guest.id)).comp_visits_period ?? 0).toBe(0);
  };
  await refused({ comp_visits_period: 6, comp_visits_reason: 'Power cut' }, 'At most 5');
  await refused({ comp_visits_period: 1000, comp_visits_reason: 'Power cut' }, 'At most 5');
  await refused({ comp_visits_period: 2 }, 'Give a reason');
  expect(
    (await as(clerk.token, `member/${guest.id}`, { comp_visits_period: 2, comp_visits_reason: 'Power cut' })).status,
  ).toBe(200);
  expect((await by(guest.id, { comp_visits_period: 3 })).text).toContain('Give a reason');
  expect((await by(guest.id, { comp_visits_period: 0, comp_visits_reason: 'Power cut' })).text).toContain(
    'Give a reason',
  );
});

test('are listed as manual changes, and so is taking them back', async () => {
  const { member: guest, card } = await member(10);
  await as(clerk.token, `member/${guest.id}`, { comp_visits_period: 5, comp_visits_reason: 'Power cut' });
  await as(clerk.token, `member/${guest.id}`, { comp_visits_period: 0, comp_visits_reason: 'Entered twice' });
  expect(await changesOf(card.id)).toMatchObject([
    { value_before: '5', value_after: '0', reason: 'Entered twice', created_by: { id: clerk.id } },
    { value_before: '0', value_after: '5', reason: 'Power cut', created_by: { id: clerk.id } },
  ]);
});

test('are credited to a term: not to a member without a card', async () => {
  const guest = { ...(await house.guest()), hotel_id: house.h1, membership_id: house.gold, is_active: 1 };
  const credit = { comp_visits_period: 1, comp_visits_reason: 'Power cut' };
  expectInvalid(await as(clerk.token, 'member', { ...guest, ...credit }), 'comp_visits_period');
  expectInvalid(await house.sell({ member: { ...(await house.guest()), ...credit } }), 'member.comp_visits_period');
  expect((await as(clerk.token, 'member', guest)).status).toBe(201);
});

test('lift a member who has paid, and no free one: there the level is set with an approval', async () => {
  const credit = (n: number) => ({ comp_visits_period: n, comp_visits_reason: 'Power cut' });
  const { member: paid } = await member(10);
  await visits(paid.id, 3);
  expect((await as(clerk.token, `member/${paid.id}`, credit(5))).status).toBe(200);
  expect(await get('member', paid.id)).toMatchObject({ membership_id: house.platinum });
  const { member: guest, member_card, free } = await freeMember();
  await visits(guest.id, 1);
  expect((await as(clerk.token, `member/${guest.id}`, credit(5))).status).toBe(200);
  expect(await cardsOf(guest.id)).toMatchObject([{ id: member_card.id }]);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: free });
  expect(await standing(guest.id)).toMatchObject({
    visits: { counted: 1, complimentary: 5 },
    upgrade: { required: 4, missing: 3 },
  });
  // A number that was lowered is judged by the same visits.
  await post(`membership/${free}`, { min_visit_to_upgrade: 2 });
  expect(await cardsOf(guest.id)).toHaveLength(1);
  expectError(
    await as(clerk.token, `member/${guest.id}/membership`, { membership_id: house.gold, remark: 'Friend' }),
    409,
    'approval_needed',
  );
  await visits(guest.id, 1);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
});

test('do not keep a level whose visits are gone, where nobody has paid', async () => {
  const { member: guest, free } = await freeMember();
  const made = await visits(guest.id, 4);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
  await as(clerk.token, `member/${guest.id}`, { comp_visits_period: 5, comp_visits_reason: 'Power cut' });
  expect((await call(app, admin.token, 'DELETE', `/api/visit/${made[0]?.id}`)).status).toBe(200);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: free });
});

test.each(Object.entries(WAYS))('the membership of a member whose card runs cannot be set by %s', async (_, by) => {
  const { member: guest } = await member(10);
  expect((await by(guest.id, { membership_id: house.platinum })).text).toContain('follows from the active card');
  expect(await get('member', guest.id)).toMatchObject({ membership_id: house.gold });
});

test('the membership of a member can be set where no card runs, and the database refuses it elsewhere', async () => {
  const { member: guest } = await member(400);
  expectInvalid(
    await as(clerk.token, `member/${(await member(10)).member.id}`, { membership_id: house.platinum }),
    'membership_id',
  );
  expect((await as(clerk.token, `member/${guest.id}`, { membership_id: house.platinum })).status).toBe(200);
  const { member: other } = await member(10);
  const set = (columns: string) =>
    db.kysely.transaction().execute(async (tx) => {
      await sql`select set_config('innkeeper.actor', ${String(admin.id)}, true)`.execute(tx);
      await sql.raw(`update member set ${columns} where id = ${other.id}`).execute(tx);
    });
  await expect(set(`membership_id = ${house.platinum}`)).rejects.toThrow(/membership_id/);
  await expect(set('comp_visits_period = 3')).rejects.toThrow(/comp_visits_reason/);
  await expect(set(`comp_visits_period = 6, comp_visits_reason = 'Power cut'`)).rejects.toThrow(/comp_visits_period/);
});
