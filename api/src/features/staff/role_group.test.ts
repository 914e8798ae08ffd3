import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createRegion } from '../../testing/base-records.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const clerk = await createUser(db, {
  level: 'region',
  codes: ['VIEW_ROLE_GROUP', 'STORE_ROLE_GROUP', 'UPDATE_ROLE_GROUP', 'DELETE_ROLE_GROUP', 'VIEW_MEMBER'],
});

async function rolesOf(...codes: string[]): Promise<number[]> {
  const rows = await db.kysely.selectFrom('roles').select('id').where('name', 'in', codes).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
async function level(code: '1' | '2' | '3'): Promise<number> {
  const row = await db.kysely
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select('option_detail.id')
    .where('option.slug', '=', 'access-type')
    .where('option_detail.code', '=', code)
    .executeTakeFirstOrThrow();
  return row.id;
}
const body = async (code: '1' | '2' | '3', rolesId: number[]) => ({
  name: 'Night desk',
  description: 'At night',
  access_type_id: await level(code),
  rolesId,
});
const store = (token: string, sent: object) =>
  call<{ data: { id: number; rolesId: number[] } }>(app, token, 'POST', '/api/role_group', { body: sent });
const update = (token: string, id: number, sent: object) =>
  call<{ data: { rolesId: number[] } }>(app, token, 'POST', `/api/role_group/${id}`, { body: sent });

describe('granting codes and levels', () => {
  test('is allowed within one’s own codes and level', async () => {
    const rolesId = await rolesOf('VIEW_MEMBER', 'VIEW_ROLE_GROUP');
    const made = await store(clerk.token, await body('3', rolesId));
    expect([made.status, made.body.data.rolesId]).toEqual([201, rolesId]);
    expect(
      (await update(clerk.token, made.body.data.id, { access_type_id: await level('2'), rolesId: rolesId.slice(1) }))
        .status,
    ).toBe(200);
  });

  test('returns a 403 that names the field if they exceed one’s own', async () => {
    const foreign = await rolesOf('VIEW_MEMBER', 'VIEW_HOTEL');
    expect(expectError(await store(clerk.token, await body('3', foreign)), 403, 'forbidden').errors).toEqual({
      rolesId: ['You don’t have access to do this.'],
    });
    expect(expectError(await store(clerk.token, await body('1', [])), 403, 'forbidden').errors).toEqual({
      access_type_id: ['You don’t have access to do this.'],
    });
    const made = await store(clerk.token, await body('3', []));
    expectError(await update(clerk.token, made.body.data.id, { rolesId: foreign }), 403, 'forbidden');
    expectError(await update(clerk.token, made.body.data.id, { access_type_id: await level('1') }), 403, 'forbidden');
  });
});

describe('a role group with a code or level beyond one’s own', () => {
  test.each([
    ['a code', '3', ['VIEW_HOTEL'], 'id'],
    ['a level', '1', ['VIEW_MEMBER'], 'access_type_id'],
  ] as const)('%s: cannot be changed, emptied, lowered, deleted or restored', async (_, code, codes, field) => {
    const { id } = (await store(admin.token, await body(code, await rolesOf(...codes)))).body.data;
    const send = (path: string, sent: object = {}) =>
      call(app, clerk.token, 'POST', `/api/role_group/${path}`, { body: sent });
    const rejected = async (reply: Promise<Reply<unknown>>, named = 'id') =>
      expect(expectError(await reply, 403, 'forbidden').errors).toMatchObject({
        [named]: ['You don’t have access to do this.'],
      });
    for (const sent of [{ name: 'Mine' }, { rolesId: [] }, { access_type_id: await level('3') }, { _method: 'DELETE' }])
      await rejected(send(`${id}`, sent));
    await rejected(send('updateBulk', { ids: [id], set: { access_type_id: await level('3') } }));
    await rejected(send('destroyBulk', { ids: [id] }));
    expect((await call(app, admin.token, 'DELETE', `/api/role_group/${id}`)).status).toBe(200);
    await rejected(send(`${id}/restore`), field);
    await rejected(send('restoreBulk', { ids: [id] }), field);
  });
});

describe('a discount limit above one’s own', () => {
  const limited = async (discount_limit: number | null) => {
    const chief = await createUser(db, { level: 'group' });
    await sql`update role_group set discount_limit = ${discount_limit} where id = ${chief.roleGroupId}`.execute(
      db.kysely,
    );
    return chief;
  };
  const BEYOND_OWN_RIGHTS = ['You don’t have access to do this.'];
  const rejectedAt = async (field: string, reply: Promise<Reply<unknown>>) =>
    expect(expectError(await reply, 403, 'forbidden').errors).toEqual({ [field]: BEYOND_OWN_RIGHTS });
  const made = async (discount_limit: number | null, code: '1' | '2' | '3' = '3') =>
    (await store(admin.token, { ...(await body(code, [])), discount_limit })).body.data.id;

  test.each([
    ['typed', { discount_limit: 6 }],
    ['empty, which is 25', {}],
    ['emptied, which is 25', { discount_limit: null }],
  ])('cannot be added to a role group: %s', async (_, sent) => {
    const chief = await limited(5);
    await rejectedAt('discount_limit', store(chief.token, { ...(await body('3', [])), ...sent }));
    expect((await store(chief.token, { ...(await body('3', [])), discount_limit: 5 })).status).toBe(201);
    const id = await made(5);
    const set = { discount_limit: null, ...sent };
    await rejectedAt('discount_limit', update(chief.token, id, set));
    const many = await call(app, chief.token, 'POST', '/api/role_group/updateBulk', { body: { ids: [id], set } });
    expectError(many, 403, 'forbidden');
    const columns = { id: String(id), discount_limit: String(set.discount_limit ?? '') };
    const file = csvFile([Object.keys(columns), Object.values(columns)]);
    for (const dry_run of ['1', '0']) {
      const { status, body: reply } = await upload<{ data?: { rejected: number } }>(
        app,
        chief.token,
        'role_group',
        file,
        {
          dry_run,
        },
      );
      expect([status, reply.data?.rejected], dry_run).toEqual(dry_run === '1' ? [200, 1] : [422, undefined]);
    }
    expect((await call<{ data: object }>(app, admin.token, 'GET', `/api/role_group/${id}`)).body).toMatchObject({
      data: { data: { discount_limit: 5 } },
    });
  });

  test('cannot be added by a wider level, where an empty limit means 100', async () => {
    const chief = await limited(50);
    const id = await made(null);
    await rejectedAt('discount_limit', update(chief.token, id, { access_type_id: await level('1') }));
  });

  test.each([
    [100, '3'],
    [null, '3'],
    [null, '1'],
  ] as const)(
    '%s at level %s cannot be given, changed, deleted or restored, nor can its users',
    async (limit, code) => {
      const chief = await limited(5);
      const id = await made(limit, code);
      const send = (path: string, sent: object = {}) => call(app, chief.token, 'POST', `/api/${path}`, { body: sent });
      const user = await createUser(db, { level: 'property', codes: [] });
      await sql`update role_group set discount_limit = 5 where id = ${user.roleGroupId}`.execute(db.kysely);
      await rejectedAt('role_group_id', send(`users/${chief.id}`, { role_group_id: id }));
      await rejectedAt('role_group_id', send(`users/${user.id}`, { role_group_id: id }));
      await rejectedAt('id', send(`role_group/${id}`, { discount_limit: 5 }));
      await rejectedAt('id', send(`role_group/${id}`, { _method: 'DELETE' }));
      await db.kysely.updateTable('users').set({ role_group_id: id }).where('id', '=', user.id).execute();
      await rejectedAt('name', send(`users/${user.id}`, { name: 'Another' }));
      await rejectedAt('id', send('users/destroyBulk', { ids: [user.id] }));
      expect((await call(app, admin.token, 'DELETE', `/api/role_group/${id}`)).status).toBe(200);
      await rejectedAt('discount_limit', send(`role_group/${id}/restore`));
      await rejectedAt('discount_limit', send('role_group/restoreBulk', { ids: [id] }));
    },
  );
});

test('a role group with users of other places cannot be changed, because that would affect them', async () => {
  const [here, there] = [await createRegion(db), await createRegion(db)];
  const codes = ['VIEW_ROLE_GROUP', 'UPDATE_ROLE_GROUP', 'DELETE_ROLE_GROUP', 'VIEW_MEMBER'];
  const manager = await createUser(db, { level: 'region', codes, assignments: [{ region_id: here }] });
  const shared = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [{ region_id: here }],
  });
  const send = (sent: object) => update(manager.token, shared.roleGroupId, sent);
  expect((await send({ rolesId: [] })).status).toBe(200);
  await db.kysely.updateTable('region_users').set({ region_id: there }).where('user_id', '=', shared.id).execute();
  for (const sent of [{ rolesId: [] }, { description: 'Ours' }, { _method: 'DELETE' }])
    expect(expectError(await send(sent), 403, 'forbidden').errors).toEqual({
      id: ['This role group has users of hotels you cannot access.'],
    });
});

describe('one’s own role group', () => {
  test('cannot be changed or deleted by its users', async () => {
    const own = `/api/role_group/${clerk.roleGroupId}`;
    for (const sent of [{ name: 'Mine' }, { rolesId: [] }, { _method: 'DELETE' }]) {
      expect(expectError(await call(app, clerk.token, 'POST', own, { body: sent }), 403, 'forbidden').errors).toEqual({
        id: ['This is your own role group.'],
      });
    }
    expectError(
      await call(app, clerk.token, 'POST', '/api/role_group/destroyBulk', { body: { ids: [clerk.roleGroupId] } }),
      403,
      'forbidden',
    );
    expect((await call(app, admin.token, 'POST', own, { body: { name: 'Clerks' } })).status).toBe(200);
  });
});

test('the users of a deleted role group are guests until it is restored', async () => {
  const user = await createUser(db, { level: 'group' });
  const who = async () =>
    (await call<{ data: { role: string; roles: string[] } }>(app, user.token, 'GET', '/api/user')).body.data;
  expect((await call(app, admin.token, 'DELETE', `/api/role_group/${user.roleGroupId}`)).status).toBe(200);
  expect(await who()).toMatchObject({ role: 'guest', roles: [] });
  expectError(await call(app, user.token, 'GET', '/api/member'), 403, 'forbidden');
  expect((await call(app, admin.token, 'POST', `/api/role_group/${user.roleGroupId}/restore`)).status).toBe(200);
  expect((await who()).role).toBe('admin');
});

test('a code removed from a role group is revoked from its users immediately', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  expect((await call(app, user.token, 'GET', '/api/member')).status).toBe(200);
  expect((await update(admin.token, user.roleGroupId, { rolesId: [] })).status).toBe(200);
  expectError(await call(app, user.token, 'GET', '/api/member'), 403, 'forbidden');
});
