import { hasEffect } from '@innkeeper/contract';
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

async function findRoleIds(...codes: string[]): Promise<number[]> {
  const rows = await db.kysely.selectFrom('roles').select('id').where('name', 'in', codes).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
async function findAccessLevel(code: '1' | '2' | '3'): Promise<number> {
  const row = await db.kysely
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select('option_detail.id')
    .where('option.slug', '=', 'access-type')
    .where('option_detail.code', '=', code)
    .executeTakeFirstOrThrow();
  return row.id;
}
const toBody = async (code: '1' | '2' | '3', rolesId: number[]) => ({
  name: 'Night desk',
  description: 'At night',
  access_type_id: await findAccessLevel(code),
  rolesId,
});
const createGroup = (token: string, body: object) =>
  call<{ data: { id: number; rolesId: number[] } }>(app, token, 'POST', '/api/role_group', { body });
const updateGroup = (token: string, id: number, body: object) =>
  call<{ data: { rolesId: number[] } }>(app, token, 'POST', `/api/role_group/${id}`, { body });

describe('granting codes and levels', () => {
  test('is allowed within one’s own codes and level', async () => {
    const rolesId = await findRoleIds('VIEW_MEMBER', 'VIEW_ROLE_GROUP');
    const reply = await createGroup(clerk.token, await toBody('3', rolesId));
    expect([reply.status, reply.body.data.rolesId]).toEqual([201, rolesId]);
    expect(
      (
        await updateGroup(clerk.token, reply.body.data.id, {
          access_type_id: await findAccessLevel('2'),
          rolesId: rolesId.slice(1),
        })
      ).status,
    ).toBe(200);
  });

  test('returns a 403 that names the field if they exceed one’s own rights', async () => {
    const foreignRoleIds = await findRoleIds('VIEW_MEMBER', 'VIEW_HOTEL');
    expect(
      expectError(await createGroup(clerk.token, await toBody('3', foreignRoleIds)), 403, 'forbidden').errors,
    ).toEqual({
      rolesId: ['You don’t have access to do this.'],
    });
    expect(expectError(await createGroup(clerk.token, await toBody('1', [])), 403, 'forbidden').errors).toEqual({
      access_type_id: ['You don’t have access to do this.'],
    });
    const reply = await createGroup(clerk.token, await toBody('3', []));
    expectError(await updateGroup(clerk.token, reply.body.data.id, { rolesId: foreignRoleIds }), 403, 'forbidden');
    expectError(
      await updateGroup(clerk.token, reply.body.data.id, { access_type_id: await findAccessLevel('1') }),
      403,
      'forbidden',
    );
  });
});

describe('a role group with a code or level beyond one’s own', () => {
  test.each([
    ['a code', '3', ['VIEW_HOTEL'], 'id'],
    ['a level', '1', ['VIEW_MEMBER'], 'access_type_id'],
  ] as const)('%s: cannot be changed, emptied, lowered, deleted or restored', async (_, code, codes, field) => {
    const { id } = (await createGroup(admin.token, await toBody(code, await findRoleIds(...codes)))).body.data;
    const send = (path: string, body: object = {}) =>
      call(app, clerk.token, 'POST', `/api/role_group/${path}`, { body });
    const expectForbidden = async (reply: Promise<Reply<unknown>>, fieldName = 'id') =>
      expect(expectError(await reply, 403, 'forbidden').errors).toMatchObject({
        [fieldName]: ['You don’t have access to do this.'],
      });
    for (const body of [
      { name: 'Mine' },
      { rolesId: [] },
      { access_type_id: await findAccessLevel('3') },
      { _method: 'DELETE' },
    ])
      await expectForbidden(send(`${id}`, body));
    await expectForbidden(send('updateBulk', { ids: [id], set: { access_type_id: await findAccessLevel('3') } }));
    await expectForbidden(send('destroyBulk', { ids: [id] }));
    expect((await call(app, admin.token, 'DELETE', `/api/role_group/${id}`)).status).toBe(200);
    await expectForbidden(send(`${id}/restore`), field);
    await expectForbidden(send('restoreBulk', { ids: [id] }), field);
  });
});

test('a code that opens nothing is neither compared nor missing: the contract and the database agree', async () => {
  const { rows } = await sql<{ name: string; has_effect: boolean }>`
    select name, has_effect(name) from roles`.execute(db.kysely);
  expect(rows.filter(({ name, has_effect }) => hasEffect(name) !== has_effect)).toEqual([]);
  const codes = rows.filter(({ has_effect }) => !has_effect).map(({ name }) => name);
  expect(codes).toContain('STORE_SALES_REPORT');
  const group = await createGroup(clerk.token, await toBody('3', await findRoleIds(...codes)));
  expect(group.status, group.text).toBe(201);
  const { id } = (await createGroup(admin.token, await toBody('3', await findRoleIds(...codes)))).body.data;
  expect((await updateGroup(clerk.token, id, { name: 'Renamed' })).status).toBe(200);
});

describe('a discount limit above one’s own', () => {
  const createLimitedUser = async (discount_limit: number | null) => {
    const chief = await createUser(db, { level: 'group' });
    await sql`update role_group set discount_limit = ${discount_limit} where id = ${chief.roleGroupId}`.execute(
      db.kysely,
    );
    return chief;
  };
  const RIGHTS_ERROR = ['You don’t have access to do this.'];
  const expectRejectedAt = async (field: string, reply: Promise<Reply<unknown>>) =>
    expect(expectError(await reply, 403, 'forbidden').errors).toEqual({ [field]: RIGHTS_ERROR });
  const createRoleGroup = async (discount_limit: number | null, code: '1' | '2' | '3' = '3') =>
    (await createGroup(admin.token, { ...(await toBody(code, [])), discount_limit })).body.data.id;

  test.each([
    ['typed', { discount_limit: 6 }],
    ['empty, which is 25', {}],
    ['emptied, which is 25', { discount_limit: null }],
  ])('cannot be added to a role group: %s', async (_, body) => {
    const chief = await createLimitedUser(5);
    await expectRejectedAt('discount_limit', createGroup(chief.token, { ...(await toBody('3', [])), ...body }));
    expect((await createGroup(chief.token, { ...(await toBody('3', [])), discount_limit: 5 })).status).toBe(201);
    const id = await createRoleGroup(5);
    const set = { discount_limit: null, ...body };
    await expectRejectedAt('discount_limit', updateGroup(chief.token, id, set));
    const bulkReply = await call(app, chief.token, 'POST', '/api/role_group/updateBulk', { body: { ids: [id], set } });
    expectError(bulkReply, 403, 'forbidden');
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
    const chief = await createLimitedUser(50);
    const id = await createRoleGroup(null);
    await expectRejectedAt(
      'discount_limit',
      updateGroup(chief.token, id, { access_type_id: await findAccessLevel('1') }),
    );
  });

  test.each([
    [100, '3'],
    [null, '3'],
    [null, '1'],
  ] as const)(
    '%s at level %s cannot be given, changed, deleted or restored, and neither can its users',
    async (limit, code) => {
      const chief = await createLimitedUser(5);
      const id = await createRoleGroup(limit, code);
      const send = (path: string, body: object = {}) => call(app, chief.token, 'POST', `/api/${path}`, { body });
      const user = await createUser(db, { level: 'property', codes: [] });
      await sql`update role_group set discount_limit = 5 where id = ${user.roleGroupId}`.execute(db.kysely);
      await expectRejectedAt('role_group_id', send(`users/${chief.id}`, { role_group_id: id }));
      await expectRejectedAt('role_group_id', send(`users/${user.id}`, { role_group_id: id }));
      await expectRejectedAt('id', send(`role_group/${id}`, { discount_limit: 5 }));
      await expectRejectedAt('id', send(`role_group/${id}`, { _method: 'DELETE' }));
      await db.kysely.updateTable('users').set({ role_group_id: id }).where('id', '=', user.id).execute();
      await expectRejectedAt('name', send(`users/${user.id}`, { name: 'Another' }));
      await expectRejectedAt('id', send('users/destroyBulk', { ids: [user.id] }));
      expect((await call(app, admin.token, 'DELETE', `/api/role_group/${id}`)).status).toBe(200);
      await expectRejectedAt('discount_limit', send(`role_group/${id}/restore`));
      await expectRejectedAt('discount_limit', send('role_group/restoreBulk', { ids: [id] }));
    },
  );
});

test('a role group with users of other places cannot be changed, because that would affect them', async () => {
  const [ownRegion, otherRegion] = [await createRegion(db), await createRegion(db)];
  const codes = ['VIEW_ROLE_GROUP', 'UPDATE_ROLE_GROUP', 'DELETE_ROLE_GROUP', 'VIEW_MEMBER'];
  const manager = await createUser(db, { level: 'region', codes, assignments: [{ region_id: ownRegion }] });
  const shared = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [{ region_id: ownRegion }],
  });
  const send = (body: object) => updateGroup(manager.token, shared.roleGroupId, body);
  expect((await send({ rolesId: [] })).status).toBe(200);
  await db.kysely
    .updateTable('region_users')
    .set({ region_id: otherRegion })
    .where('user_id', '=', shared.id)
    .execute();
  for (const body of [{ rolesId: [] }, { description: 'Ours' }, { _method: 'DELETE' }])
    expect(expectError(await send(body), 403, 'forbidden').errors).toEqual({
      id: ['This role group has users of hotels you cannot access.'],
    });
});

describe('one’s own role group', () => {
  test('cannot be changed or deleted by its users', async () => {
    const ownGroupPath = `/api/role_group/${clerk.roleGroupId}`;
    for (const body of [{ name: 'Mine' }, { rolesId: [] }, { _method: 'DELETE' }]) {
      expect(
        expectError(await call(app, clerk.token, 'POST', ownGroupPath, { body }), 403, 'forbidden').errors,
      ).toEqual({
        id: ['This is your own role group.'],
      });
    }
    expectError(
      await call(app, clerk.token, 'POST', '/api/role_group/destroyBulk', { body: { ids: [clerk.roleGroupId] } }),
      403,
      'forbidden',
    );
    expect((await call(app, admin.token, 'POST', ownGroupPath, { body: { name: 'Clerks' } })).status).toBe(200);
  });
});

test('the users of a deleted role group are guests until it is restored', async () => {
  const user = await createUser(db, { level: 'group' });
  const readCurrentUser = async () =>
    (await call<{ data: { role: string; roles: string[] } }>(app, user.token, 'GET', '/api/user')).body.data;
  expect((await call(app, admin.token, 'DELETE', `/api/role_group/${user.roleGroupId}`)).status).toBe(200);
  expect(await readCurrentUser()).toMatchObject({ role: 'guest', roles: [] });
  expectError(await call(app, user.token, 'GET', '/api/member'), 403, 'forbidden');
  expect((await call(app, admin.token, 'POST', `/api/role_group/${user.roleGroupId}/restore`)).status).toBe(200);
  expect((await readCurrentUser()).role).toBe('admin');
});

test('a code removed from a role group is revoked from its users immediately', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  expect((await call(app, user.token, 'GET', '/api/member')).status).toBe(200);
  expect((await updateGroup(admin.token, user.roleGroupId, { rolesId: [] })).status).toBe(200);
  expectError(await call(app, user.token, 'GET', '/api/member'), 403, 'forbidden');
});
