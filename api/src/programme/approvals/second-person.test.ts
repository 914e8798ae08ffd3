import { resources } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { listIn } from '../../testing/answers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { TEST_PASSWORD, type TestUser, createUser, signIn } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { findUnusual } from '../audit/unusual-acts.ts';

/** The user who decides is another person than the one who asks, and may do it without asking. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post, remove, visit } = createProgramme(api, admin, inputs, house.h1);
const here = [{ region_id: house.r1, restrict_hotel_id: house.h1 }];
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
/** A clerk who may take everything off. */
async function createSenior(): Promise<TestUser> {
  const senior = await createClerk();
  await limit(senior, 100);
  return senior;
}
async function ask(user: TestUser, off = '750000'): Promise<Approval> {
  const body = { call: SALE, path: {}, body: await house.order({ discount: off }), reason: 'A regular guest' };
  const reply = await send(user, 'approval', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
const decide = (user: TestUser, { id }: Approval, what: 'approve' | 'refuse' = 'approve') =>
  send(user, `approval/${id}/${what}`, { decision: 'Seen' });
const ok = async (reply: Promise<Reply<unknown>>, status = 200) => {
  const { status: actual, text } = await reply;
  expect(actual, text).toBe(status);
};
const again = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await signIn(db, user.id) });

/** What a user who acts as `by` does to a clerk, to be the clerk afterwards. */
const ways: Record<string, (by: TestUser) => Promise<TestUser>> = {
  'set the password of': async (by) => {
    const clerk = await createClerk();
    await ok(send(by, `users/${clerk.id}`, { password: SET }));
    const signedIn = await again(clerk);
    const chosen = { current_password: SET, password: CHOSEN, password_confirmation: CHOSEN };
    await ok(send(signedIn, 'user/password', chosen));
    return signedIn;
  },
  'gave another email to': async (by) => {
    const clerk = await createClerk();
    await ok(send(by, `users/${clerk.id}`, { email: `mine-${clerk.id}@innkeeper.test` }));
    return again(clerk);
  },
  'switched on': async (by) => {
    const clerk = await createClerk();
    await ok(send(admin, `users/${clerk.id}`, { is_active: 0 }));
    await ok(send(by, `users/${clerk.id}`, { is_active: 1 }));
    return again(clerk);
  },
  'switched on, in an edit of many': async (by) => {
    const clerk = await createClerk();
    await ok(send(admin, `users/${clerk.id}`, { is_active: 0 }));
    await ok(send(by, 'users/updateBulk', { ids: [clerk.id], set: { is_active: 1 } }));
    return again(clerk);
  },
  'brought back': async (by) => {
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
  'made, by a file': async (by) => {
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
  'let in': async (by) => {
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
  test.each(Object.keys(ways))('is not decided by the user who %s the clerk, for 30 days', async (way) => {
    const maker = await createUser(db, { level: 'group' });
    const clerk = (await ways[way]?.(maker)) ?? maker;
    const approval = await ask(clerk);
    for (const what of ['approve', 'refuse'] as const)
      expectError(await decide(maker, approval, what), 403, 'forbidden');
    const waiting = await call<{ data: Approval[] }>(app, maker.token, 'GET', '/api/approval');
    expect(waiting.body.data.map(({ id }) => id)).not.toContain(approval.id);
    await ok(decide(await createUser(db, { level: 'group' }), approval));

    api.setClock(new Date(Date.now() + 31 * DAY));
    await ok(decide(maker, await ask(clerk)));
  });

  test('is not decided by the user whose password the asker has set', async () => {
    const [asker, senior] = [await createClerk(), await createSenior()];
    await limit(asker, 100);
    await ok(send(asker, `users/${senior.id}`, { password: SET }));
    await limit(asker, 25);
    const other = await again(senior);
    await ok(send(other, 'user/password', { current_password: SET, password: CHOSEN, password_confirmation: CHOSEN }));
    const approval = await ask(asker);
    expectError(await decide(other, approval), 403, 'forbidden');
    await ok(decide(await createSenior(), approval));
  });

  test('to open a month again is not decided by the user who switched on the asker', async () => {
    const maker = await createUser(db, { level: 'group' });
    const asker = await createUser(db, { level: 'group' });
    await ok(send(admin, `users/${asker.id}`, { is_active: 0 }));
    await ok(send(maker, `users/${asker.id}`, { is_active: 1 }));
    const body = { country_id: house.country, month: '2024-03' };
    const closed = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/month_close', { body });
    const reason = 'A bill is missing';
    const reopen = {
      call: 'POST /api/month_close/{id}/reopen',
      path: { id: closed.body.data.id },
      body: { reason },
      reason,
    };
    const approval = (await send(await again(asker), 'approval', reopen)).body.data;
    expectError(await decide(maker, approval), 403, 'forbidden');
    await ok(decide(admin, approval));
  });

  test('of a discount is decided by users whose own limit covers it, and nobody else', async () => {
    const [clerk, colleague, senior] = [await createClerk(), await createClerk(), await createClerk()];
    await limit(senior, 50);
    const half = await ask(clerk);
    for (const what of ['approve', 'refuse'] as const)
      expectError(await decide(colleague, half, what), 403, 'forbidden');
    await ok(decide(senior, half));
    const all = await ask(clerk, '1500000');
    expectError(await decide(senior, all), 403, 'forbidden');
    await limit(senior, null);
    expectError(await decide(senior, await ask(clerk)), 403, 'forbidden');
    // Empty, the limit is 100 at group level.
    await ok(decide(admin, all));
  });

  test('of a level by hand for a free member is decided by users who set it without asking', async () => {
    const given = await house.give({ hotel_id: house.h1 });
    const { id } = given.body.data.member;
    const level = { membership_id: house.gold, remark: 'Knows the owner' };
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

describe('two who approve for each other', () => {
  const acts = async () => {
    await findUnusual(db, 15);
    const path = '/api/unusual_act?filter[kind][includes]=mutual_approval&sort=id';
    return listIn(resources.unusual_act, await call(app, admin.token, 'GET', path));
  };
  test('are an unusual act, once for each decision that answers another, and judge neither', async () => {
    const [one, other] = [await createUser(db, { level: 'group' }), await createUser(db, { level: 'group' })];
    await sql`update users set name = 'Made Wirawan' where id = ${one.id}`.execute(db.kysely);
    await sql`update users set name = ${'Putu '.repeat(40)} where id = ${other.id}`.execute(db.kysely);
    await limit(one, 25);
    await limit(other, 25);
    const first = await ask(one);
    await limit(other, 100);
    await ok(decide(other, first));
    expect(await acts()).toEqual([]);
    await limit(other, 25);
    const second = await ask(other);
    await limit(one, 100);
    await ok(decide(one, second));
    await acts();
    const [act, ...more] = await acts();
    expect(more).toEqual([]);
    expect(act).toMatchObject({
      kind: 'mutual_approval',
      hotel: { id: house.h1 },
      amount: '750000.000',
      currency: 'IDR',
      times: 2,
      member: null,
      note: null,
      staff_name: expect.stringMatching(
        new RegExp(`^Made Wirawan · ${one.username}, (Putu )+\\S* ?· ${other.username}$`),
      ),
    });
    const look = (user: TestUser) => send(user, `unusual_act/${act?.id}/look_into`, { note: 'Both were on duty' });
    for (const user of [one, other]) expectError(await look(user), 403, 'forbidden');
    await ok(look(admin));
  });
});

describe('a finding about an unusual act', () => {
  const bill = async (by: TestUser) => {
    const guest = (await house.sell()).body.data.member;
    const visit_date = new Date(`${await house.day(-1)}T03:00:00+07:00`).toISOString();
    const posted = await visit({ member_id: guest.id, hotel_id: house.h1, visit_date, staff_name: 'Ayu' }, by.token);
    expect(posted.status, posted.text).toBe(201);
    await findUnusual(db, 15);
    const path = `/api/unusual_act?filter[kind][includes]=after_shift&member_id=${guest.id}`;
    const [act] = listIn(resources.unusual_act, await call(app, admin.token, 'GET', path));
    return act?.id ?? 0;
  };
  const look = (user: TestUser, id: number) => send(user, `unusual_act/${id}/look_into`, { note: 'A late check-out' });

  test('is not written by its author, nor by the user who set the password of its author', async () => {
    const maker = await createUser(db, { level: 'group' });
    const clerk = (await ways['set the password of']?.(maker)) ?? maker;
    const act = await bill(clerk);
    expectError(await look(clerk, act), 403, 'forbidden');
    expectError(await look(maker, act), 403, 'forbidden');
    await ok(look(admin, act));
  });
});
