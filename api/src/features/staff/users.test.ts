import { describe, expect, test } from 'vitest';
import { TEST_PASSWORD, createUser, signIn } from '../../testing/user.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createRegion } from '../../testing/base-records.ts';

const { app, db } = await startTestApp({ isHashReal: true });
const admin = await createUser(db, { level: 'group' });
const region_id = await createRegion(db);
const clerk = await createUser(db, {
  level: 'region',
  assignments: [{ region_id }],
  codes: ['VIEW_USERS', 'STORE_USERS', 'UPDATE_USERS', 'DELETE_USERS', 'VIEW_MEMBER'],
});

let count = 0;
function userInput(role_group_id: number, overrides: object = {}): object {
  count += 1;
  const username = `new.person.${count}`;
  return {
    name: `New Person ${count}`,
    username,
    email: `${username}@example.test`,
    password: 'seven brown otters',
    role_group_id,
    ...overrides,
  };
}
const createUserAs = (token: string, body: object) =>
  call<{ data: { id: number } }>(app, token, 'POST', '/api/users', { body });
const updateUser = (token: string, id: number, body: object) => call(app, token, 'POST', `/api/users/${id}`, { body });
const isSignedIn = async (token: string) => (await call(app, token, 'GET', '/api/user')).status === 200;
const requestToken = async (username: string, password: string) =>
  (
    await call(app, null, 'POST', '/oauth/token', {
      body: { grant_type: 'password', client_id: '1', username, password },
    })
  ).status;
/** A user of the clerk's region with more permissions than the clerk. */
const createStrongerUser = () => createUser(db, { level: 'region', assignments: [{ region_id }] });
const createRoleGroup = async (level: 'group' | 'region' | 'property', codes: readonly string[]) =>
  (await createUser(db, { level, codes })).roleGroupId;

describe('giving a role group', () => {
  test('is allowed within one’s own codes and level, on create and on update', async () => {
    const weakerRoleGroup = await createRoleGroup('property', ['VIEW_MEMBER']);
    const reply = await createUserAs(clerk.token, userInput(weakerRoleGroup));
    expect(reply.status).toBe(201);
    expect(
      (
        await updateUser(clerk.token, reply.body.data.id, {
          role_group_id: await createRoleGroup('region', ['VIEW_USERS']),
        })
      ).status,
    ).toBe(200);
  });

  test.each([
    ['a code that one does not hold', 'property', ['VIEW_MEMBER', 'VIEW_HOTEL']],
    ['a wider level', 'group', ['VIEW_MEMBER']],
  ] as const)('returns a 403 that names the field if it has %s', async (_, level, codes) => {
    const strongerRoleGroup = await createRoleGroup(level, codes);
    expect(expectError(await createUserAs(clerk.token, userInput(strongerRoleGroup)), 403, 'forbidden').errors).toEqual(
      {
        role_group_id: ['You don’t have access to do this.'],
      },
    );
    const reply = await createUserAs(clerk.token, userInput(await createRoleGroup('property', [])));
    expectError(
      await updateUser(clerk.token, reply.body.data.id, { role_group_id: strongerRoleGroup }),
      403,
      'forbidden',
    );
    expectError(await updateUser(clerk.token, clerk.id, { role_group_id: strongerRoleGroup }), 403, 'forbidden');
  });

  test('returns a 403 for a code of an inactive module, which may be activated again', async () => {
    const inactiveGroup = await createRoleGroup('property', ['VIEW_TYPE_INPUT']);
    await db.kysely.updateTable('module').set({ is_active: false }).where('slug', '=', 'type-input').execute();
    expectError(await createUserAs(clerk.token, userInput(inactiveGroup)), 403, 'forbidden');
    await db.kysely.updateTable('module').set({ is_active: true }).where('slug', '=', 'type-input').execute();
  });
});

describe('a stronger user', () => {
  test.each([
    ['name', 'Renamed'],
    ['password', 'eleven grey herons'],
    ['email', 'mine@example.test'],
    ['username', 'mine.now'],
    ['is_active', 0],
  ])('cannot be changed by a user with fewer rights: %s returns a 403 that names the field', async (field, value) => {
    const strongerUser = await createStrongerUser();
    expect(
      expectError(await updateUser(clerk.token, strongerUser.id, { [field]: value }), 403, 'forbidden').errors,
    ).toEqual({
      [field]: ['You don’t have access to do this.'],
    });
    expect((await updateUser(admin.token, strongerUser.id, { [field]: value })).status).toBe(200);
  });

  test('cannot be given a role group, even one within the limits, or be deleted or restored', async () => {
    const strongerUser = await createStrongerUser();
    const role_group_id = await createRoleGroup('property', ['VIEW_MEMBER']);
    expectError(await updateUser(clerk.token, strongerUser.id, { role_group_id }), 403, 'forbidden');
    const send = (path: string, body: object = {}) => call(app, clerk.token, 'POST', `/api/users/${path}`, { body });
    const ids = [strongerUser.id];
    expectError(await send('updateBulk', { ids, set: { role_group_id } }), 403, 'forbidden');
    expectError(await send(`${strongerUser.id}`, { _method: 'DELETE' }), 403, 'forbidden');
    expectError(await send('destroyBulk', { ids }), 403, 'forbidden');
    expect((await call(app, admin.token, 'DELETE', `/api/users/${strongerUser.id}`)).status).toBe(200);
    expectError(await send(`${strongerUser.id}/restore`), 403, 'forbidden');
    expectError(await send('restoreBulk', { ids }), 403, 'forbidden');
  });
});

describe('a password', () => {
  test('is hashed, and can be used to sign in', async () => {
    const body = userInput(admin.roleGroupId);
    const { id } = (await createUserAs(admin.token, body)).body.data;
    const { username, password } = await db.kysely
      .selectFrom('users')
      .select(['username', 'password'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await requestToken(username, 'seven brown otters')).toBe(200);
  });

  test.each([
    ['password1234', 'This password is too common.'],
    ['short', 'Min character length is 12'],
    ['New.Person.2026', 'This password is too common.'],
  ])('cannot be %s, on create and on update', async (password, text) => {
    const body = userInput(admin.roleGroupId, { name: 'New Person', password });
    expect(expectError(await createUserAs(admin.token, body), 422).errors).toEqual({ password: [text] });
    const { id } = (await createUserAs(admin.token, userInput(admin.roleGroupId))).body.data;
    expect(expectError(await updateUser(admin.token, id, { password }), 422).errors).toEqual({ password: [text] });
  });

  test('ends its user’s sessions when changed, except the one that changes its own', async () => {
    const user = await createUser(db, { level: 'group' });
    const [firstToken, secondToken] = [user.token, await signIn(db, user.id)];
    const body = {
      current_password: TEST_PASSWORD,
      password: 'eleven grey herons',
      password_confirmation: 'eleven grey herons',
    };
    expect((await call(app, firstToken, 'POST', '/api/user/password', { body })).status).toBe(200);
    expect([await isSignedIn(firstToken), await isSignedIn(secondToken)]).toEqual([true, false]);
    expect((await updateUser(admin.token, user.id, { password: 'nine blue whales swim' })).status).toBe(200);
    expect(await isSignedIn(firstToken)).toBe(false);
  });

  test('does not change if none is sent', async () => {
    const user = await createUser(db, { level: 'group' });
    expect((await updateUser(admin.token, user.id, { name: 'Renamed Once More' })).status).toBe(200);
    expect(await isSignedIn(user.token)).toBe(true);
    const { username } = await db.kysely
      .selectFrom('users')
      .select('username')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(await requestToken(username, TEST_PASSWORD)).toBe(200);
  });
});

describe('user names', () => {
  test('never equal another user’s email, nor the email a user name, in any case', async () => {
    const { id } = (
      await createUserAs(
        admin.token,
        userInput(admin.roleGroupId, { username: 'first@example.test', email: 'second@example.test' }),
      )
    ).body.data;
    expect(
      expectError(
        await createUserAs(admin.token, userInput(admin.roleGroupId, { username: 'Second@example.test' })),
        422,
      ).errors,
    ).toEqual({ username: ['Already in use.'] });
    expect(
      expectError(await createUserAs(admin.token, userInput(admin.roleGroupId, { email: 'FIRST@example.test' })), 422)
        .errors,
    ).toEqual({ email: ['Already in use.'] });
    expect((await updateUser(admin.token, id, { email: 'first@example.test' })).status).toBe(200);
  });
});

test.each([
  ['deactivated', (id: number) => updateUser(admin.token, id, { is_active: 0 })],
  ['deleted', (id: number) => call(app, admin.token, 'DELETE', `/api/users/${id}`)],
])('a user who is %s is signed out immediately and cannot sign in', async (_, dismiss) => {
  const user = await createUser(db, { level: 'property' });
  expect(await isSignedIn(user.token)).toBe(true);
  expect((await dismiss(user.id)).status).toBe(200);
  expect(await isSignedIn(user.token)).toBe(false);
  const { username } = await db.kysely
    .selectFrom('users')
    .select('username')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(await requestToken(username, TEST_PASSWORD)).toBe(400);
});
