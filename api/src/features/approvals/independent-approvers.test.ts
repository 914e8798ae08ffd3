import { resources } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseList } from '../../testing/responses.ts';
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
const assignments = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
const SALE_CALL = 'POST /api/transaction/wizard';
const TEMPORARY_PASSWORD = 'eleven grey herons fly';
const NEW_PASSWORD = 'nine blue whales swim';
const DAY = 86_400_000;

afterEach(() => {
  api.setClock(new Date());
});

const send = (user: TestUser, path: string, body: Input = {}) =>
  call<{ data: Approval }>(app, user.token, 'POST', `/api/${path}`, { body });
const setLimit = (user: TestUser, percent: number | null) =>
  sql`update role_group set discount_limit = ${percent} where id = ${user.roleGroupId}`.execute(db.kysely);
const createClerk = () => createUser(db, { level: 'property', assignments });
/** A clerk without a discount limit. */
async function createSeniorUser(): Promise<TestUser> {
  const senior = await createClerk();
  await setLimit(senior, 100);
  return senior;
}
async function requestApproval(user: TestUser, discount = '750000'): Promise<Approval> {
  const body = {
    call: SALE_CALL,
    path: {},
    body: await fixtures.createSaleInput({ discount }),
    reason: 'A regular guest',
  };
  const reply = await send(user, 'approval', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
const decide = (user: TestUser, { id }: Approval, decisionKind: 'approve' | 'reject' = 'approve') =>
  send(user, `approval/${id}/${decisionKind}`, { decision: 'Seen' });
const expectOk = async (reply: Promise<Reply<unknown>>, status = 200) => {
  const { status: actual, text } = await reply;
  expect(actual, text).toBe(status);
};
const signInAgain = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await signIn(db, user.id) });

/** Actions of the user `by` on a clerk's account that would let `by` act as the clerk afterwards. */
const passwordChanges: Record<string, (by: TestUser) => Promise<TestUser>> = {
  'set the password of': async (maker) => {
    const clerk = await createClerk();
    await expectOk(send(maker, `users/${clerk.id}`, { password: TEMPORARY_PASSWORD }));
    const signedIn = await signInAgain(clerk);
    const passwordBody = {
      current_password: TEMPORARY_PASSWORD,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    };
    await expectOk(send(signedIn, 'user/password', passwordBody));
    return signedIn;
  },
  'changed the email of': async (maker) => {
    const clerk = await createClerk();
    await expectOk(send(maker, `users/${clerk.id}`, { email: `mine-${clerk.id}@innkeeper.test` }));
    return signInAgain(clerk);
  },
  activated: async (maker) => {
    const clerk = await createClerk();
    await expectOk(send(admin, `users/${clerk.id}`, { is_active: 0 }));
    await expectOk(send(maker, `users/${clerk.id}`, { is_active: 1 }));
    return signInAgain(clerk);
  },
  'activated, by a bulk edit,': async (maker) => {
    const clerk = await createClerk();
    await expectOk(send(admin, `users/${clerk.id}`, { is_active: 0 }));
    await expectOk(send(maker, 'users/updateBulk', { ids: [clerk.id], set: { is_active: 1 } }));
    return signInAgain(clerk);
  },
  restored: async (maker) => {
    const clerk = await createClerk();
    await expectOk(remove('users', clerk.id));
    await expectOk(send(maker, `users/${clerk.id}/restore`));
    return signInAgain(clerk);
  },
  made: async (maker) => {
    const { roleGroupId } = await createClerk();
    const username = `made.${roleGroupId}`;
    const email = `${username}@innkeeper.test`;
    const values = { name: username, username, email, password: TEST_PASSWORD, role_group_id: roleGroupId };
    const reply = await send(maker, 'users', values);
    return assignUser(reply.body.data.id, username, roleGroupId);
  },
  imported: async (maker) => {
    const { roleGroupId } = await createClerk();
    const username = `filed.${roleGroupId}`;
    const email = `${username}@innkeeper.test`;
    const values = { name: username, username, email, password: TEST_PASSWORD, role_group_id: String(roleGroupId) };
    const file = csvFile([Object.keys(values), Object.values(values)]);
    await expectOk(upload(app, maker.token, 'users', file, { dry_run: '0' }), 201);
    const { id } = await db.kysely
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return assignUser(id, username, roleGroupId);
  },
  admitted: async (maker) => {
    const clerk = await createClerk();
    await sql`update users set role_group_id = null where id = ${clerk.id}`.execute(db.kysely);
    await expectOk(send(maker, `users/${clerk.id}`, { role_group_id: clerk.roleGroupId }));
    return signInAgain(clerk);
  },
};
async function assignUser(id: number, username: string, roleGroupId: number): Promise<TestUser> {
  await expectOk(post('region_users', { user_id: id, ...assignments[0] }), 201);
  return signInAgain({ id, username, roleGroupId, token: '' });
}

describe('an approval', () => {
  test.each(Object.keys(passwordChanges))(
    'cannot be decided for 30 days by the user who %s the clerk',
    async (changeName) => {
      const maker = await createUser(db, { level: 'group' });
      const clerk = (await passwordChanges[changeName]?.(maker)) ?? maker;
      const approval = await requestApproval(clerk);
      for (const decisionKind of ['approve', 'reject'] as const)
        expectError(await decide(maker, approval, decisionKind), 403, 'forbidden');
      const pendingReply = await call<{ data: Approval[] }>(app, maker.token, 'GET', '/api/approval');
      expect(pendingReply.body.data.map(({ id }) => id)).not.toContain(approval.id);
      await expectOk(decide(await createUser(db, { level: 'group' }), approval));

      api.setClock(new Date(Date.now() + 31 * DAY));
      await expectOk(decide(maker, await requestApproval(clerk)));
    },
  );

  test('cannot be decided by the user whose password the requester has set', async () => {
    const [requester, senior] = [await createClerk(), await createSeniorUser()];
    await setLimit(requester, 100);
    await expectOk(send(requester, `users/${senior.id}`, { password: TEMPORARY_PASSWORD }));
    await setLimit(requester, 25);
    const otherSenior = await signInAgain(senior);
    await expectOk(
      send(otherSenior, 'user/password', {
        current_password: TEMPORARY_PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      }),
    );
    const approval = await requestApproval(requester);
    expectError(await decide(otherSenior, approval), 403, 'forbidden');
    await expectOk(decide(await createSeniorUser(), approval));
  });

  test('cannot be decided by the user who activated the requester if it reopens a month', async () => {
    const maker = await createUser(db, { level: 'group' });
    const requester = await createUser(db, { level: 'group' });
    await expectOk(send(admin, `users/${requester.id}`, { is_active: 0 }));
    await expectOk(send(maker, `users/${requester.id}`, { is_active: 1 }));
    const body = { country_id: fixtures.country, month: '2024-03' };
    const closeReply = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/month_close', { body });
    const reason = 'A bill is missing';
    const reopen = {
      call: 'POST /api/month_close/{id}/reopen',
      path: { id: closeReply.body.data.id },
      body: { reason },
      reason,
    };
    const approval = (await send(await signInAgain(requester), 'approval', reopen)).body.data;
    expectError(await decide(maker, approval), 403, 'forbidden');
    await expectOk(decide(admin, approval));
  });

  test('can be decided only by users whose own limit covers the discount', async () => {
    const [clerk, colleague, senior] = [await createClerk(), await createClerk(), await createClerk()];
    await setLimit(senior, 50);
    const halfDiscountReply = await requestApproval(clerk);
    for (const decisionKind of ['approve', 'reject'] as const)
      expectError(await decide(colleague, halfDiscountReply, decisionKind), 403, 'forbidden');
    await expectOk(decide(senior, halfDiscountReply));
    const fullDiscountReply = await requestApproval(clerk, '1500000');
    expectError(await decide(senior, fullDiscountReply), 403, 'forbidden');
    await setLimit(senior, null);
    expectError(await decide(senior, await requestApproval(clerk)), 403, 'forbidden');
    // At group level, an empty limit means 100.
    await expectOk(decide(admin, fullDiscountReply));
  });

  test('is decided by users who may set a manual tier of a free member without approval', async () => {
    const freeMembership = await fixtures.giveMembership({ hotel_id: fixtures.h1 });
    const { id } = freeMembership.body.data.member;
    const level = { membership_id: fixtures.gold, remark: 'Knows the owner' };
    const reply = await send(await createClerk(), 'approval', {
      call: 'POST /api/member/{id}/membership',
      path: { id },
      body: level,
      reason: 'Knows the owner',
    });
    expect(reply.status, reply.text).toBe(201);
    expectError(await decide(await createSeniorUser(), reply.body.data), 403, 'forbidden');
    await expectOk(decide(admin, reply.body.data));
  });
});

describe("two users who approve each other's requests", () => {
  const actions = async () => {
    await detectFlaggedActivity(db);
    const path = '/api/flagged_activity?filter[kind][includes]=mutual_approval&sort=id';
    return parseList(resources.flagged_activity, await call(app, admin.token, 'GET', path));
  };
  test('are flagged once for each reciprocal decision, and cannot review that flag', async () => {
    const [firstUser, otherUser] = [await createUser(db, { level: 'group' }), await createUser(db, { level: 'group' })];
    await sql`update users set name = 'Made Wirawan' where id = ${firstUser.id}`.execute(db.kysely);
    await sql`update users set name = ${'Putu '.repeat(40)} where id = ${otherUser.id}`.execute(db.kysely);
    await setLimit(firstUser, 25);
    await setLimit(otherUser, 25);
    const first = await requestApproval(firstUser);
    await setLimit(otherUser, 100);
    await expectOk(decide(otherUser, first));
    expect(await actions()).toEqual([]);
    await setLimit(otherUser, 25);
    const second = await requestApproval(otherUser);
    await setLimit(firstUser, 100);
    await expectOk(decide(firstUser, second));
    await actions();
    const [activity, ...otherActivity] = await actions();
    expect(otherActivity).toEqual([]);
    expect(activity).toMatchObject({
      kind: 'mutual_approval',
      hotel: { id: fixtures.h1 },
      amount: '750000.000',
      currency: 'IDR',
      times: 2,
      member: null,
      note: null,
      staff_name: expect.stringMatching(
        new RegExp(`^Made Wirawan · ${firstUser.username}, (Putu )+\\S* ?· ${otherUser.username}$`),
      ),
    });
    const postReview = (user: TestUser) =>
      send(user, `flagged_activity/${activity?.id}/review`, { note: 'Both were on duty' });
    for (const user of [firstUser, otherUser]) expectError(await postReview(user), 403, 'forbidden');
    await expectOk(postReview(admin));
  });
});

describe('a note on flagged activity', () => {
  const postBill = async (author: TestUser) => {
    const guest = (await fixtures.sell()).body.data.member;
    const visit_date = new Date(`${await fixtures.dayFromNow(-1)}T03:00:00+07:00`).toISOString();
    const postedVisit = await visit(
      { member_id: guest.id, hotel_id: fixtures.h1, visit_date, staff_name: 'Ayu' },
      author.token,
    );
    expect(postedVisit.status, postedVisit.text).toBe(201);
    await detectFlaggedActivity(db);
    const path = `/api/flagged_activity?filter[kind][includes]=after_shift&member_id=${guest.id}`;
    const [activity] = parseList(resources.flagged_activity, await call(app, admin.token, 'GET', path));
    return activity?.id ?? 0;
  };
  const postReview = (user: TestUser, id: number) =>
    send(user, `flagged_activity/${id}/review`, { note: 'A late check-out' });

  test("cannot be written by the person responsible or the user who set that person's password", async () => {
    const maker = await createUser(db, { level: 'group' });
    const clerk = (await passwordChanges['set the password of']?.(maker)) ?? maker;
    const bill = await postBill(clerk);
    expectError(await postReview(clerk, bill), 403, 'forbidden');
    expectError(await postReview(maker, bill), 403, 'forbidden');
    await expectOk(postReview(admin, bill));
  });
});
