import { resources } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { listIn } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { TEST_PASSWORD, type TestUser, createUser, signIn } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { detectFlaggedActivity } from '../flagged-activity/handlers.ts';

/** The decider must be another person than the requester and allowed to make the change without approval. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove, visit } = createProgramme(api, admin, inputs, fixtures.h1);
const here = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
const SALE = 'POST /api/transaction/wizard';
const SET = 'eleven grey herons fly';
const CHOSEN = 'nine blue whales swim';
const DAY = 86_400_000;

afterEach(() => {
  api.setClock(new Date());
});

const send = (user: TestUser, path: string, body: Input = {}) =>
  call<{ data: Approval }>(app, user.token, 'POST', `/api/${path}`, { body });
const limit = (user: TestUser, percent: number | null) =>
  sql`update role_group set discount_limit = ${percent} where id = ${user.roleGroupId}`.execute(db.kysely);
const createClerk = () => createUser(db, { level: 'property', assignments: here });
/** A clerk without a discount limit. */
async function createSenior(): Promise<TestUser> {
  const senior = await createClerk();
  await limit(senior, 100);
  return senior;
}
async function requestApproval(user: TestUser, off = '750000'): Promise<Approval> {
  const body = { call: SALE, path: {}, body: await fixtures.order({ discount: off }), reason: 'A regular guest' };
  const reply = await send(user, 'approval', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
const decide = (user: TestUser, { id }: Approval, decisionKind: 'approve' | 'reject' = 'approve') =>
  send(user, `approval/${id}/${decisionKind}`, { decision: 'Seen' });
const ok = async (reply: Promise<Reply<unknown>>, status = 200) => {
  const { status: actual, text } = await reply;
  expect(actual, text).toBe(status);
};
const again = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await signIn(db, user.id) });

/** Actions of the user `by` on a clerk's account that would let `by` act as the clerk afterwards. */
const ways: Record<string, (by: TestUser) => Promise<TestUser>> = {
  'set the password of': async (by) => {
    const clerk = await createClerk();
    await ok(send(by, `users/${clerk.id}`, { password: SET }));
    const signedIn = await again(clerk);
    const chosen = { current_password: SET, password: CHOSEN, password_confirmation: CHOSEN };
    await ok(send(signedIn, 'user/password', chosen));
    return signedIn;
  },
  'changed the email of': async (by) => {
    const clerk = await createClerk();
    await ok(send(by, `users/${clerk.id}`, { email: `mine-${clerk.id}@innkeeper.test` }));
    return again(clerk);
  },
  activated: async (by) => {
    const clerk = await createClerk();
    await ok(send(admin, `users/${clerk.id}`, { is_active: 0 }));
    await ok(send(by, `users/${clerk.id}`, { is_active: 1 }));
    return again(clerk);
  },
  'activated, by a bulk edit,': async (by) => {
    const clerk = await createClerk();
    await ok(send(admin, `users/${clerk.id}`, { is_active: 0 }));
    await ok(send(by, 'users/updateBulk', { ids: [clerk.id], set: { is_active: 1 } }));
    return again(clerk);
  },
  restored: async (by) => {
    const clerk = await createClerk();
    await ok(remove('users', clerk.id));
    await ok(send(by, `users/${clerk.id}/restore`));
    return again(clerk);
  },
  made: async (by) => {
    const { roleGroupId } = await createClerk();
    const username = `made.${roleGroupId}`;
    const email = `${username}@innkeeper.test`;
    const values = { name: username, username, email, password: TEST_PASSWORD, role_group_id: roleGroupId };
    const made = await send(by, 'users', values);
    return placed(made.body.data.id, username, roleGroupId);
  },
  imported: async (by) => {
    const { roleGroupId } = await createClerk();
    const username = `filed.${roleGroupId}`;
    const email = `${username}@innkeeper.test`;
    const values = { name: username, username, email, password: TEST_PASSWORD, role_group_id: String(roleGroupId) };
    const file = csvFile([Object.keys(values), Object.values(values)]);
    await ok(upload(app, by.token, 'users', file, { dry_run: '0' }), 201);
    const { id } = await db.kysely
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return placed(id, username, roleGroupId);
  },
  admitted: async (by) => {
    const clerk = await createClerk();
    await sql`update users set role_group_id = null where id = ${clerk.id}`.execute(db.kysely);
    await ok(send(by, `users/${clerk.id}`, { role_group_id: clerk.roleGroupId }));
    return again(clerk);
  },
};
async function placed(id: number, username: string, roleGroupId: number): Promise<TestUser> {
  await ok(post('region_users', { user_id: id, ...here[0] }), 201);
  return again({ id, username, roleGroupId, token: '' });
}

describe('an approval', () => {
  test.each(Object.keys(ways))('cannot be decided for 30 days by the user who %s the clerk', async (way) => {
    const maker = await createUser(db, { level: 'group' });
    const clerk = (await ways[way]?.(maker)) ?? maker;
    const approval = await requestApproval(clerk);
    for (const decisionKind of ['approve', 'reject'] as const)
      expectError(await decide(maker, approval, decisionKind), 403, 'forbidden');
    const waiting = await call<{ data: Approval[] }>(app, maker.token, 'GET', '/api/approval');
    expect(waiting.body.data.map(({ id }) => id)).not.toContain(approval.id);
    await ok(decide(await createUser(db, { level: 'group' }), approval));

    api.setClock(new Date(Date.now() + 31 * DAY));
    await ok(decide(maker, await requestApproval(clerk)));
  });

  test('cannot be decided by the user whose password the requester has set', async () => {
    const [requester, senior] = [await createClerk(), await createSenior()];
    await limit(requester, 100);
    await ok(send(requester, `users/${senior.id}`, { password: SET }));
    await limit(requester, 25);
    const other = await again(senior);
    await ok(send(other, 'user/password', { current_password: SET, password: CHOSEN, password_confirmation: CHOSEN }));
    const approval = await requestApproval(requester);
    expectError(await decide(other, approval), 403, 'forbidden');
    await ok(decide(await createSenior(), approval));
  });

  test('cannot be decided by the user who activated the requester if it reopens a month', async () => {
    const maker = await createUser(db, { level: 'group' });
    const requester = await createUser(db, { level: 'group' });
    await ok(send(admin, `users/${requester.id}`, { is_active: 0 }));
    await ok(send(maker, `users/${requester.id}`, { is_active: 1 }));
    const body = { country_id: fixtures.country, month: '2024-03' };
    const closed = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/month_close', { body });
    const reason = 'A bill is missing';
    const reopen = {
      call: 'POST /api/month_close/{id}/reopen',
      path: { id: closed.body.data.id },
      body: { reason },
      reason,
    };
    const approval = (await send(await again(requester), 'approval', reopen)).body.data;
    expectError(await decide(maker, approval), 403, 'forbidden');
    await ok(decide(admin, approval));
  });

  test('can be decided only by users whose own limit covers the discount', async () => {
    const [clerk, colleague, senior] = [await createClerk(), await createClerk(), await createClerk()];
    await limit(senior, 50);
    const half = await requestApproval(clerk);
    for (const decisionKind of ['approve', 'reject'] as const)
      expectError(await decide(colleague, half, decisionKind), 403, 'forbidden');
    await ok(decide(senior, half));
    const all = await requestApproval(clerk, '1500000');
    expectError(await decide(senior, all), 403, 'forbidden');
    await limit(senior, null);
    expectError(await decide(senior, await requestApproval(clerk)), 403, 'forbidden');
    // If empty, the limit is 100 at group level.
    await ok(decide(admin, all));
  });

  test('is decided by users who may set a manual tier of a free member without approval', async () => {
    const given = await fixtures.give({ hotel_id: fixtures.h1 });
    const { id } = given.body.data.member;
    const level = { membership_id: fixtures.gold, remark: 'Knows the owner' };
    const reply = await send(await createClerk(), 'approval', {
      call: 'POST /api/member/{id}/membership',
      path: { id },
      body: level,
      reason: 'Knows the owner',
    });
    expect(reply.status, reply.text).toBe(201);
    expectError(await decide(await createSenior(), reply.body.data), 403, 'forbidden');
    await ok(decide(admin, reply.body.data));
  });
});

describe("two users who approve each other's requests", () => {
  const actions = async () => {
    await detectFlaggedActivity(db, 15);
    const path = '/api/flagged_activity?filter[kind][includes]=mutual_approval&sort=id';
    return listIn(resources.flagged_activity, await call(app, admin.token, 'GET', path));
  };
  test('are flagged once for each reciprocal decision, and cannot review it', async () => {
    const [one, other] = [await createUser(db, { level: 'group' }), await createUser(db, { level: 'group' })];
    await sql`update users set name = 'Made Wirawan' where id = ${one.id}`.execute(db.kysely);
    await sql`update users set name = ${'Putu '.repeat(40)} where id = ${other.id}`.execute(db.kysely);
    await limit(one, 25);
    await limit(other, 25);
    const first = await requestApproval(one);
    await limit(other, 100);
    await ok(decide(other, first));
    expect(await actions()).toEqual([]);
    await limit(other, 25);
    const second = await requestApproval(other);
    await limit(one, 100);
    await ok(decide(one, second));
    await actions();
    const [act, ...more] = await actions();
    expect(more).toEqual([]);
    expect(act).toMatchObject({
      kind: 'mutual_approval',
      hotel: { id: fixtures.h1 },
      amount: '750000.000',
      currency: 'IDR',
      times: 2,
      member: null,
      note: null,
      staff_name: expect.stringMatching(
        new RegExp(`^Made Wirawan · ${one.username}, (Putu )+\\S* ?· ${other.username}$`),
      ),
    });
    const review = (user: TestUser) => send(user, `flagged_activity/${act?.id}/review`, { note: 'Both were on duty' });
    for (const user of [one, other]) expectError(await review(user), 403, 'forbidden');
    await ok(review(admin));
  });
});

describe('a note on flagged activity', () => {
  const bill = async (by: TestUser) => {
    const guest = (await fixtures.sell()).body.data.member;
    const visit_date = new Date(`${await fixtures.day(-1)}T03:00:00+07:00`).toISOString();
    const posted = await visit({ member_id: guest.id, hotel_id: fixtures.h1, visit_date, staff_name: 'Ayu' }, by.token);
    expect(posted.status, posted.text).toBe(201);
    await detectFlaggedActivity(db, 15);
    const path = `/api/flagged_activity?filter[kind][includes]=after_shift&member_id=${guest.id}`;
    const [act] = listIn(resources.flagged_activity, await call(app, admin.token, 'GET', path));
    return act?.id ?? 0;
  };
  const review = (user: TestUser, id: number) =>
    send(user, `flagged_activity/${id}/review`, { note: 'A late check-out' });

  test("cannot be written by the person responsible or the user who set that person's password", async () => {
    const maker = await createUser(db, { level: 'group' });
    const clerk = (await ways['set the password of']?.(maker)) ?? maker;
    const act = await bill(clerk);
    expectError(await review(clerk, act), 403, 'forbidden');
    expectError(await review(maker, act), 403, 'forbidden');
    await ok(review(admin, act));
  });
});
