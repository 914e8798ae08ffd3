import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createUser } from '../../testing/user.ts';
import { startStanding } from './test-standing.ts';

/** A level above the one that was paid for the term is a discount of the difference, whichever way sets it. */

const { app, db, inputs, house, get } = await startStanding();
const at = [{ region_id: house.r1, restrict_hotel_id: house.h1 }];
const clerk = await createUser(db, { level: 'property', assignments: at });
const manager = await createUser(db, { level: 'property', assignments: at });
await sql`update role_group set discount_limit = 50 where id = ${manager.roleGroupId}`.execute(db.kysely);
const as = (token: string, path: string, body: Input) => call(app, token, 'POST', `/api/${path}`, { body });
const level = (token: string, id: number, membership_id: number) =>
  as(token, `member/${id}/membership`, { membership_id, remark: 'Promised' });
const priced = async (price: string, rank: number) =>
  (
    await inputs.create(getResource('membership'), {
      price,
      rank,
      is_free: 0,
      restrict_region_id: null,
      currency_country_id: null,
    })
  ).id;
/** Each way in which a user gives a card another membership. */
const WAYS: Readonly<Record<string, (token: string, id: number, set: Input) => Promise<Reply<unknown>>>> = {
  'the form': (token, id, set) => as(token, `member_card/${id}`, set),
  'a bulk edit': (token, id, set) => as(token, 'member_card/updateBulk', { ids: [id], set }),
  'the dry run of a bulk edit': (token, id, set) => as(token, 'member_card/updateBulk', { ids: [id], set, dry_run: 1 }),
  'an import': (token, id, set) =>
    upload(
      app,
      token,
      'member_card',
      csvFile([
        ['id', ...Object.keys(set)],
        [id, ...Object.values(set).map(String)],
      ]),
    ),
};

test('is set within the limit of the role group, and above it with an approval', async () => {
  const { member, member_card } = (await house.sell({}, { token: clerk.token })).body.data;
  expectError(await level(clerk.token, member.id, house.platinum), 409, 'approval_needed');
  expect(await get('member', member.id)).toMatchObject({ membership_id: house.gold });
  // 1.8 million for 1.5 that were paid: 17 %.
  const near = await priced('1800000.000', 15);
  expect((await level(clerk.token, member.id, near)).status).toBe(200);
  // Judged by what was paid, not by the level that was set before.
  expectError(await level(clerk.token, member.id, house.platinum), 409, 'approval_needed');
  expect((await level(manager.token, member.id, house.platinum)).status).toBe(200);
  expect((await level(clerk.token, member.id, house.gold)).status).toBe(200);
  expect(await get('member_card', member_card.id)).toMatchObject({ membership_id: house.gold });
});

test('counts what was taken off the price already', async () => {
  const off = { discount: '375000' };
  const { member } = (await house.sell(off, { token: clerk.token })).body.data;
  const near = await priced('1700000.000', 14);
  expectError(await level(clerk.token, member.id, near), 409, 'approval_needed');
  const paid = (await house.sell({}, { token: clerk.token })).body.data.member;
  expect((await level(clerk.token, paid.id, near)).status).toBe(200);
});

test.each(Object.entries(WAYS))('is judged alike when its card is changed by %s', async (_, by) => {
  const { member_card } = (await house.sell({}, { token: clerk.token })).body.data;
  const set = { membership_id: house.platinum, remark: 'Promised' };
  expect((await by(clerk.token, member_card.id, set)).text).toContain('page of the member');
  expect(await get('member_card', member_card.id)).toMatchObject({ membership_id: house.gold });
  expect((await by(manager.token, member_card.id, set)).text).not.toContain('page of the member');
});
