import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createRegion } from '../../testing/base-records.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const manager = await createUser(db, {
  level: 'group',
  codes: ['VIEW_MODULE', 'STORE_MODULE', 'UPDATE_MODULE', 'DELETE_MODULE'],
});
const group = await db.kysely.selectFrom('module_group').select('id').limit(1).executeTakeFirstOrThrow();

const createModule = (slug: string, token = manager.token, is_active = 1) =>
  call<{ data: { id: number } }>(app, token, 'POST', '/api/module', {
    body: { group_id: group.id, name: `The ${slug}`, slug, is_active },
  });
const updateModule = (id: number, body: object, token = manager.token) =>
  call(app, token, 'POST', `/api/module/${id}`, { body });
const findModuleId = async (slug: string) =>
  (await db.kysely.selectFrom('module').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
const readCodes = async (token: string) =>
  (await call<{ data: { roles: string[] } }>(app, token, 'GET', '/api/user')).body.data.roles;
const readAllCodes = async () => {
  const { body } = await call<{ data: { data: { name: string }[] } }>(
    app,
    admin.token,
    'GET',
    '/api/roles?per_page=500',
  );
  return body.data.data.map(({ name }) => name);
};

describe('a new module', () => {
  test('produces its codes immediately, for administrators only, who may grant them', async () => {
    const { status } = await createModule('spa-treatment');
    expect(status).toBe(201);
    const codes = ['DELETE_SPA_TREATMENT', 'STORE_SPA_TREATMENT', 'UPDATE_SPA_TREATMENT', 'VIEW_SPA_TREATMENT'];
    expect(await readAllCodes()).toEqual(expect.arrayContaining(codes));
    expect(await readCodes(admin.token)).toEqual(expect.arrayContaining(codes));
    expect((await readCodes(manager.token)).filter((code) => codes.includes(code))).toEqual([]);
    const { rows } = await db.pool.query(
      `select before, after from audit_log where resource = 'role_group' and record_id = $1 order by id desc limit 1`,
      [admin.roleGroupId],
    );
    expect(rows[0].after.rolesId.length - rows[0].before.rolesId.length).toBe(4);
  });

  test('produces no codes while it is inactive', async () => {
    const { body } = await createModule('pool', manager.token, 0);
    expect(await readCodes(admin.token)).not.toContain('VIEW_POOL');
    expect((await updateModule(body.data.id, { is_active: 1 })).status).toBe(200);
    expect(await readCodes(admin.token)).toContain('VIEW_POOL');
    expect(await readAllCodes()).toContain('VIEW_POOL');
    expect((await updateModule(body.data.id, { is_active: 0 })).status).toBe(200);
    expect(await readCodes(admin.token)).not.toContain('VIEW_POOL');
    expect(await readAllCodes()).not.toContain('VIEW_POOL');
  });

  test('cannot have a slug that produces the codes of another one', async () => {
    for (const slug of ['role-group', 'role_group'])
      expect(expectError(await createModule(slug), 422).errors).toEqual({ slug: ['Already in use.'] });
    const { body } = await createModule('beach-bar');
    expect(expectError(await updateModule(body.data.id, { slug: 'mail_log' }), 422).errors).toEqual({
      slug: ['Already in use.'],
    });
    expect((await updateModule(body.data.id, { slug: 'beach_bar' })).status).toBe(200);
  });

  test.each(['night-club', 'wine-bar', 'day-spa', 'kids-room'])(
    'is created once by concurrent requests with the same codes (%s)',
    async (slug) => {
      const responses = await Promise.all(
        [slug, slug.replace('-', '_'), slug, slug.replace('-', '_')].map((item) => createModule(item)),
      );
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422, 422]);
    },
  );

  test('cannot be restored if another one has its codes by now', async () => {
    const { body } = await createModule('tea-room');
    expect((await call(app, manager.token, 'DELETE', `/api/module/${body.data.id}`)).status).toBe(200);
    expect((await createModule('tea_room')).status).toBe(201);
    expect(
      expectError(await call(app, manager.token, 'POST', `/api/module/${body.data.id}/restore`), 409, 'conflict')
        .errors,
    ).toEqual({ slug: ['Already in use.'] });
  });
});

describe('a required module', () => {
  test.each(['module', 'users', 'role-group'])(
    '%s cannot be deactivated, given other codes or deleted',
    async (slug) => {
      const id = await findModuleId(slug);
      expect(expectError(await updateModule(id, { is_active: 0 }), 422).errors).toEqual({
        is_active: ['This module must stay active.'],
      });
      expect(expectError(await updateModule(id, { slug: 'something-else' }), 422).errors).toEqual({
        slug: ['Reserved by the system. Cannot be changed.'],
      });
      expectError(await call(app, admin.token, 'DELETE', `/api/module/${id}`), 409, 'conflict');
      expectError(
        await call(app, admin.token, 'POST', '/api/module/destroyBulk', { body: { ids: [id] } }),
        409,
        'conflict',
      );
      expect((await updateModule(id, { name: 'Renamed', is_active: 1, slug })).status).toBe(200);
    },
  );
});

test('a module is in use while role groups have its codes', async () => {
  const [usedModule, freeModule] = [
    (await createModule('bakery')).body.data.id,
    (await createModule('brewery')).body.data.id,
  ];
  const holder = await createUser(db, { level: 'group', codes: ['VIEW_BAKERY', 'STORE_BAKERY'] });
  const send = (method: 'POST' | 'DELETE', path: string, body = {}) =>
    call(app, manager.token, method, `/api/module/${path}`, { body });
  const previewReply = await send('POST', 'destroyBulk', { ids: [usedModule, freeModule], dry_run: 1 });
  expect(previewReply.body).toEqual({
    data: { matched: 2, deleted: 1, in_use: [usedModule], rejected: [], reasons: ['Still in use.'] },
  });
  for (const rejectedReply of [
    await send('DELETE', String(usedModule)),
    await send('POST', String(usedModule), { _method: 'DELETE' }),
    await send('POST', 'destroyBulk', { ids: [usedModule, freeModule] }),
  ]) {
    const error = expectError(rejectedReply, 409, 'in_use');
    expect(error.message).toBe('Module The bakery is still in use by 1 role group.');
    expect(error.errors).toEqual({ ids: [String(usedModule)] });
  }
  const takenReply = await call(app, admin.token, 'POST', `/api/role_group/${holder.roleGroupId}`, {
    body: { rolesId: [] },
  });
  expect(takenReply.status, takenReply.text).toBe(200);
  expect((await send('POST', 'destroyBulk', { ids: [usedModule, freeModule] })).status).toBe(200);
});

describe('changing the slug', () => {
  test('renames the codes in every role group', async () => {
    const { body } = await createModule('sauna');
    expect((await updateModule(body.data.id, { slug: 'steam-bath' })).status).toBe(200);
    expect(await readCodes(admin.token)).toContain('VIEW_STEAM_BATH');
    expect(await readCodes(admin.token)).not.toContain('VIEW_SAUNA');
  });

  test('is limited to administrators if the new codes grant something', async () => {
    const { body } = await createModule('karaoke');
    const moduleId = await findModuleId('type-input');
    expect((await updateModule(moduleId, { slug: 'input-kinds' }, admin.token)).status).toBe(200);
    expect(expectError(await updateModule(body.data.id, { slug: 'type-input' }), 403, 'forbidden').errors).toEqual({
      slug: ['You don’t have access to do this.'],
    });
    expect((await updateModule(moduleId, { slug: 'type-input' }, admin.token)).status).toBe(200);
  });
});

test('deactivating a module revokes its codes from everyone immediately', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  expect((await call(app, user.token, 'GET', '/api/member')).status).toBe(200);
  const id = await findModuleId('member');
  expect((await updateModule(id, { is_active: 0 })).status).toBe(200);
  expectError(await call(app, user.token, 'GET', '/api/member'), 403, 'forbidden');
  expectError(await call(app, admin.token, 'GET', '/api/member'), 403, 'forbidden');
  expect((await updateModule(id, { is_active: 1 })).status).toBe(200);
  expect((await call(app, user.token, 'GET', '/api/member')).status).toBe(200);
});

test('revoking or restoring the codes of a module for everyone requires group level', async () => {
  const { token } = await createUser(db, { level: 'region', assignments: [{ region_id: await createRegion(db) }] });
  const id = await findModuleId('report');
  const send = (path: string, body: object) => call(app, token, 'POST', `/api/module/${path}`, { body });
  for (const body of [{ is_active: 0 }, { slug: 'reports-of-old' }, { _method: 'DELETE' }])
    expectError(await send(`${id}`, body), 403, 'forbidden');
  expectError(await send('updateBulk', { ids: [id], set: { is_active: 0 } }), 403, 'forbidden');
  expectError(await send('destroyBulk', { ids: [id] }), 403, 'forbidden');
  // Deletes by SQL, because the call is rejected while a role group has the codes.
  await sql`update module set deleted_at = now() where id = ${id}`.execute(db.kysely);
  expectError(await send(`${id}/restore`, {}), 403, 'forbidden');
  expect((await call(app, admin.token, 'POST', `/api/module/${id}/restore`)).status).toBe(200);
});
