import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createUser } from '../../testing/user.ts';
import { startStatusServer } from './member-status-helpers.ts';

/** Setting a tier above the paid one counts as a discount of the price difference at every entry point. */

const { app, db, inputs, fixtures, get } = await startStatusServer();
const assignments = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
const clerk = await createUser(db, { level: 'property', assignments });
const manager = await createUser(db, { level: 'property', assignments });
await sql`update role_group set discount_limit = 50 where id = ${manager.roleGroupId}`.execute(db.kysely);
const postAs = (token: string, path: string, body: Input) => call(app, token, 'POST', `/api/${path}`, { body });
const setTier = (token: string, id: number, membership_id: number) =>
  postAs(token, `member/${id}/membership`, { membership_id, remark: 'Promised' });
const createMembership = async (price: string, rank: number) =>
  (
    await inputs.create(getResource('membership'), {
      price,
      rank,
      is_free: 0,
      restrict_region_id: null,
      currency_country_id: null,
    })
  ).id;
/** Entry points where a user gives a card another membership. */
const ENTRY_POINTS: Readonly<Record<string, (token: string, id: number, set: Input) => Promise<Reply<unknown>>>> = {
  'the form': (token, id, set) => postAs(token, `member_card/${id}`, set),
  'a bulk edit': (token, id, set) => postAs(token, 'member_card/updateBulk', { ids: [id], set }),
  'the dry run of a bulk edit': (token, id, set) =>
    postAs(token, 'member_card/updateBulk', { ids: [id], set, dry_run: 1 }),
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

test('an unpaid tier is set within the limit of the role group, and above it with an approval', async () => {
  const { member, member_card } = (await fixtures.sell({}, { token: clerk.token })).body.data;
  expectError(await setTier(clerk.token, member.id, fixtures.platinum), 409, 'approval_needed');
  expect(await get('member', member.id)).toMatchObject({ membership_id: fixtures.gold });
  // Costs 1.8 million, of which 1.5 million was paid: a discount of 17 %.
  const belowLimit = await createMembership('1800000.000', 15);
  expect((await setTier(clerk.token, member.id, belowLimit)).status).toBe(200);
  // The discount is relative to the paid amount, not to the tier set before.
  expectError(await setTier(clerk.token, member.id, fixtures.platinum), 409, 'approval_needed');
  expect((await setTier(manager.token, member.id, fixtures.platinum)).status).toBe(200);
  expect((await setTier(clerk.token, member.id, fixtures.gold)).status).toBe(200);
  expect(await get('member_card', member_card.id)).toMatchObject({ membership_id: fixtures.gold });
});

test('the limit of unpaid tiers includes discounts already given on the price', async () => {
  const discountInput = { discount: '375000' };
  const { member } = (await fixtures.sell(discountInput, { token: clerk.token })).body.data;
  const belowLimit = await createMembership('1700000.000', 14);
  expectError(await setTier(clerk.token, member.id, belowLimit), 409, 'approval_needed');
  const paidMember = (await fixtures.sell({}, { token: clerk.token })).body.data.member;
  expect((await setTier(clerk.token, paidMember.id, belowLimit)).status).toBe(200);
});

test.each(Object.entries(ENTRY_POINTS))(
  'an unpaid tier follows the same rule when its card is changed by %s',
  async (_, write) => {
    const { member_card } = (await fixtures.sell({}, { token: clerk.token })).body.data;
    const set = { membership_id: fixtures.platinum, remark: 'Promised' };
    expect((await write(clerk.token, member_card.id, set)).text).toContain('Set it on the member’s page');
    expect(await get('member_card', member_card.id)).toMatchObject({ membership_id: fixtures.gold });
    expect((await write(manager.token, member_card.id, set)).text).not.toContain('Set it on the member’s page');
  },
);
