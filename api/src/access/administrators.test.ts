// Core test: who may do what.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Reply, call } from '../testing/call.ts';
import { expectError } from '../testing/expectations.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';

const { app, db } = await startTestApp();
const CODES = ['UPDATE_USERS', 'UPDATE_ROLE_GROUP'];

/** The only administrator, and a regional clerk who may change users and role groups but is not an administrator. */
let lastAdministrator: TestUser;
let clerk: TestUser;
beforeEach(async () => {
  await db.kysely.updateTable('users').set({ is_active: false }).execute();
  lastAdministrator = await createUser(db, { level: 'group' });
  clerk = await createUser(db, { level: 'region' });
});

const updateRecord = (token: string, resource: 'users' | 'role_group', id: number, body: object) =>
  call(app, token, 'POST', `/api/${resource}/${id}`, { body });
const isSignedIn = async (token: string) => (await call(app, token, 'GET', '/api/user')).status === 200;

async function findAccessLevel(code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select d.id from option_detail d join option o on o.id = d.option_id
    where o.slug = 'access-type' and d.code = ${code}`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}
async function findRoleIds(codes: readonly string[]): Promise<number[]> {
  const rows = await db.kysely.selectFrom('roles').select('id').where('name', 'in', codes).execute();
  return rows.map(({ id }) => id);
}
/** A role group whose only user is inactive. */
async function emptyGroup(level: 'group' | 'region', codes: readonly string[]): Promise<number> {
  const { id, roleGroupId } = await createUser(db, { level, codes });
  await db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
  return roleGroupId;
}

describe('the last administrator', () => {
  test('cannot be deactivated, deleted or moved to another role group', async () => {
    const plainRoleGroup = await emptyGroup('group', ['UPDATE_USERS']);
    const region = await emptyGroup('region', CODES);
    const attempts = [
      updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, { is_active: 0 }),
      updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, { role_group_id: plainRoleGroup }),
      updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, { role_group_id: region }),
      call(app, lastAdministrator.token, 'DELETE', `/api/users/${lastAdministrator.id}`),
      call(app, lastAdministrator.token, 'POST', '/api/users/destroyBulk', {
        body: { ids: [clerk.id, lastAdministrator.id] },
      }),
    ];
    for (const attempt of attempts) expectError(await attempt, 409, 'last_administrator');
    expect([await isSignedIn(lastAdministrator.token), await isSignedIn(clerk.token)]).toEqual([true, true]);
  });

  test('cannot be removed by a user who is not an administrator, nor can the role group', async () => {
    for (const { token } of [
      clerk,
      await createUser(db, { level: 'group', codes: ['UPDATE_ROLE_GROUP', 'DELETE_USERS'] }),
    ])
      for (const body of [
        { rolesId: await findRoleIds(CODES.slice(1)) },
        { rolesId: [] },
        { access_type_id: await findAccessLevel('2') },
        { _method: 'DELETE' },
      ])
        expectError(await updateRecord(token, 'role_group', lastAdministrator.roleGroupId, body), 403, 'forbidden');
  });

  test('can be changed as long as an administrator remains', async () => {
    const otherRoleGroup = await emptyGroup('group', CODES);
    expect(
      (
        await updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, {
          name: 'Still here',
          is_active: 1,
          role_group_id: lastAdministrator.roleGroupId,
        })
      ).status,
    ).toBe(200);
    expect((await updateRecord(lastAdministrator.token, 'role_group', otherRoleGroup, { rolesId: [] })).status).toBe(
      200,
    );
  });

  test('can move to another role group of administrators', async () => {
    expect(
      (
        await updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, {
          role_group_id: await emptyGroup('group', CODES),
        })
      ).status,
    ).toBe(200);
    expectError(
      await updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, { is_active: 0 }),
      409,
      'last_administrator',
    );
  });
});

describe('two administrators', () => {
  test.each<[string, (token: string) => Promise<Reply<unknown>>]>([
    ['deactivated', (token) => updateRecord(token, 'users', lastAdministrator.id, { is_active: 0 })],
    ['deleted', (token) => call(app, token, 'DELETE', `/api/users/${lastAdministrator.id}`)],
    [
      'demoted',
      async (token) =>
        updateRecord(token, 'users', lastAdministrator.id, { role_group_id: await emptyGroup('region', []) }),
    ],
    [
      'deprived of the codes',
      (token) => updateRecord(token, 'role_group', lastAdministrator.roleGroupId, { rolesId: [] }),
    ],
    [
      'deprived of the role group',
      (token) => call(app, token, 'DELETE', `/api/role_group/${lastAdministrator.roleGroupId}`),
    ],
  ])('allow one of them to be %s', async (_, dismiss) => {
    expect((await dismiss((await createUser(db, { level: 'group' })).token)).status).toBe(200);
  });

  test.each([
    ['is inactive', { is_active: false }],
    ['was deleted', { deleted_at: new Date() }],
  ])('keep the last active one if the other %s', async (_, change) => {
    const otherUser = await createUser(db, { level: 'group' });
    await db.kysely.updateTable('users').set(change).where('id', '=', otherUser.id).execute();
    expectError(
      await updateRecord(lastAdministrator.token, 'users', lastAdministrator.id, { is_active: 0 }),
      409,
      'last_administrator',
    );
  });

  test.each([1, 2, 3, 4, 5])('remain at least one when both deactivate themselves concurrently (%i)', async () => {
    const otherUser = await createUser(db, { level: 'group' });
    const deactivateSelf = ({ token, id }: TestUser) => updateRecord(token, 'users', id, { is_active: 0 });
    const responses = await Promise.all([deactivateSelf(lastAdministrator), deactivateSelf(otherUser)]);
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test('remain at least one when both deactivate each other concurrently', async () => {
    const otherUser = await createUser(db, { level: 'group' });
    await Promise.all([
      updateRecord(lastAdministrator.token, 'users', otherUser.id, { is_active: 0 }),
      updateRecord(otherUser.token, 'users', lastAdministrator.id, { is_active: 0 }),
    ]);
    const signedIn = [await isSignedIn(lastAdministrator.token), await isSignedIn(otherUser.token)];
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });
});

describe('a role group of administrators', () => {
  test('keeps passwords until one of its users has signed in otherwise', async () => {
    const other = await createUser(db, { level: 'group' });
    const forbid = (actor: TestUser, target: TestUser) =>
      updateRecord(actor.token, 'role_group', target.roleGroupId, { is_password_allowed: 0 });
    expect((await forbid(lastAdministrator, other)).status).toBe(200);
    expectError(await forbid(other, lastAdministrator), 409, 'last_administrator');
    expectError(
      await updateRecord(other.token, 'users', lastAdministrator.id, { is_active: 0 }),
      409,
      'last_administrator',
    );
    expectError(
      await updateRecord(other.token, 'users', lastAdministrator.id, { role_group_id: other.roleGroupId }),
      409,
      'last_administrator',
    );
    await db.kysely
      .insertInto('user_identity')
      .values({ issuer: 'https://login.test', subject: 'one', user_id: lastAdministrator.id, linked_at: new Date() })
      .execute();
    expect((await forbid(other, lastAdministrator)).status).toBe(200);
  });
});
