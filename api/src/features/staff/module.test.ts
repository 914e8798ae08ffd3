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

const store = (slug: string, token = manager.token, is_active = 1) =>
  call<{ data: { id: number } }>(app, token, 'POST', '/api/module', {
    body: { group_id: group.id, name: `The ${slug}`, slug, is_active },
  });
const update = (id: number, body: object, token = manager.token) =>
  call(app, token, 'POST', `/api/module/${id}`, { body });
const idOf = async (slug: string) =>
  (await db.kysely.selectFrom('module').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
const codesOf = async (token: string) =>
  (await call<{ data: { roles: string[] } }>(app, token, 'GET', '/api/user')).body.data.roles;
const allCodes = async () => {
  const { body } = await call<{ data: { data: { name: string }[] } }>(
    app,
    admin.token,
    'GET',
    '/api/roles?per_page=500',
  );
  return body.data.data.map(({ name }) => name);
};

describe('a new module', () => {
  test('produces its codes immediately: for administrators, who may grant them, and nobody else', async () => {
    const { status } = await store('spa-treatment');
    expect(status).toBe(201);
    const codes = ['DELETE_SPA_TREATMENT', 'STORE_SPA_TREATMENT', 'UPDATE_SPA_TREATMENT', 'VIEW_SPA_TREATMENT'];
    expect(await allCodes()).toEqual(expect.arrayContaining(codes));
    expect(await codesOf(admin.token)).toEqual(expect.arrayContaining(codes));
    expect((await codesOf(manager.token)).filter((code) => codes.includes(code))).toEqual([]);
    const { rows } = await db.pool.query(
      `select before, after from audit_log where resource = 'role_group' and record_id = $1 order by id desc limit 1`,
      [admin.roleGroupId],
    );
    expect(rows[0].after.rolesId.length - rows[0].before.rolesId.length).toBe(4);
  });

  test('produces no codes while it is inactive', async () => {
    const { body } = await store('pool', manager.token, 0);
    expect(await codesOf(admin.token)).not.toContain('VIEW_POOL');
    expect((await update(body.data.id, { is_active: 1 })).status).toBe(200);
    expect(await codesOf(admin.token)).toContain('VIEW_POOL');
    expect(await allCodes()).toContain('VIEW_POOL');
    expect((await update(body.data.id, { is_active: 0 })).status).toBe(200);
    expect(await codesOf(admin.token)).not.toContain('VIEW_POOL');
    expect(await allCodes()).not.toContain('VIEW_POOL');
  });

  test('cannot have a slug that produces the codes of another one', async () => {
    for (const slug of ['role-group', 'role_group'])
      expect(expectError(await store(slug), 422).errors).toEqual({ slug: ['Already in use.'] });
    const { body } = await store('beach-bar');
    expect(expectError(await update(body.data.id, { slug: 'mail_log' }), 422).errors).toEqual({
      slug: ['Already in use.'],
    });
    expect((await update(body.data.id, { slug: 'beach_bar' })).status).toBe(200);
  });

  test.each(['night-club', 'wine-bar', 'day-spa', 'kids-room'])(
    'is created once by concurrent requests with the same codes (%s)',
    async (slug) => {
      const responses = await Promise.all(
        [slug, slug.replace('-', '_'), slug, slug.replace('-', '_')].map((one) => store(one)),
      );
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422, 422]);
    },
  );

  test('cannot be restored if another one has its codes by now', async () => {
    const { body } = await store('tea-room');
    expect((await call(app, manager.token, 'DELETE', `/api/module/${body.data.id}`)).status).toBe(200);
    expect((await store('tea_room')).status).toBe(201);
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
      const id = await idOf(slug);
      expect(expectError(await update(id, { is_active: 0 }), 422).errors).toEqual({
        is_active: ['This module must stay active.'],
      });
      expect(expectError(await update(id, { slug: 'something-else' }), 422).errors).toEqual({
        slug: ['Reserved by the system. Cannot be changed.'],
      });
      expectError(await call(app, admin.token, 'DELETE', `/api/module/${id}`), 409, 'conflict');
      expectError(
        await call(app, admin.token, 'POST', '/api/module/destroyBulk', { body: { ids: [id] } }),
        409,
        'conflict',
      );
      expect((await update(id, { name: 'Renamed', is_active: 1, slug })).status).toBe(200);
    },
  );
});

test('a module is in use while role groups have its codes', async () => {
  const [inUse, free] = [(await store('bakery')).body.data.id, (await store('brewery')).body.data.id];
  const holder = await createUser(db, { level: 'group', codes: ['VIEW_BAKERY', 'STORE_BAKERY'] });
  const send = (method: 'POST' | 'DELETE', path: string, body = {}) =>
    call(app, manager.token, method, `/api/module/${path}`, { body });
  const counted = await send('POST', 'destroyBulk', { ids: [inUse, free], dry_run: 1 });
  expect(counted.body).toEqual({
    data: { matched: 2, deleted: 1, in_use: [inUse], rejected: [], reasons: ['Still in use.'] },
  });
  for (const rejected of [
    await send('DELETE', String(inUse)),
    await send('POST', String(inUse), { _method: 'DELETE' }),
    await send('POST', 'destroyBulk', { ids: [inUse, free] }),
  ]) {
    const error = expectError(rejected, 409, 'in_use');
    expect(error.message).toBe('Module The bakery is still in use by 1 role group.');
    expect(error.errors).toEqual({ ids: [String(inUse)] });
  }
  const taken = await call(app, admin.token, 'POST', `/api/role_group/${holder.roleGroupId}`, {
    body: { rolesId: [] },
  });
  expect(taken.status, taken.text).toBe(200);
  expect((await send('POST', 'destroyBulk', { ids: [inUse, free] })).status).toBe(200);
});

describe('changing the slug', () => {
  test('renames the codes in every role group', async () => {
    const { body } = await store('sauna');
    expect((await update(body.data.id, { slug: 'steam-bath' })).status).toBe(200);
    expect(await codesOf(admin.token)).toContain('VIEW_STEAM_BATH');
    expect(await codesOf(admin.token)).not.toContain('VIEW_SAUNA');
  });

  test('is limited to administrators if the new codes grant something', async () => {
    const { body } = await store('karaoke');
    const freed = await idOf('type-input');
    expect((await update(freed, { slug: 'input-kinds' }, admin.token)).status).toBe(200);
    expect(expectError(await update(body.data.id, { slug: 'type-input' }), 403, 'forbidden').errors).toEqual({
      slug: ['You don’t have access to do this.'],
    });
    expect((await update(freed, { slug: 'type-input' }, admin.token)).status).toBe(200);
  });
});

test('deactivating a module revokes its codes from everyone immediately', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  expect((await call(app, user.token, 'GET', '/api/member')).status).toBe(200);
  const id = await idOf('member');
  expect((await update(id, { is_active: 0 })).status).toBe(200);
  expectError(await call(app, user.token, 'GET', '/api/member'), 403, 'forbidden');
  expectError(await call(app, admin.token, 'GET', '/api/member'), 403, 'forbidden');
  expect((await update(id, { is_active: 1 })).status).toBe(200);
  expect((await call(app, user.token, 'GET', '/api/member')).status).toBe(200);
});

test('revoking or restoring the codes of a module for everyone requires group level', async () => {
  const { token } = await createUser(db, { level: 'region', assignments: [{ region_id: await createRegion(db) }] });
  const id = await idOf('report');
  const send = (path: string, body: object) => call(app, token, 'POST', `/api/module/${path}`, { body });
  for (const body of [{ is_active: 0 }, { slug: 'reports-of-old' }, { _method: 'DELETE' }])
    expectError(await send(`${id}`, body), 403, 'forbidden');
  expectError(await send('updateBulk', { ids: [id], set: { is_active: 0 } }), 403, 'forbidden');
  expectError(await send('destroyBulk', { ids: [id] }), 403, 'forbidden');
  // Deleted by SQL: the call would be rejected while their role group has the codes.
  await sql`update module set deleted_at = now() where id = ${id}`.execute(db.kysely);
  expectError(await send(`${id}/restore`, {}), 403, 'forbidden');
  expect((await call(app, admin.token, 'POST', `/api/module/${id}/restore`)).status).toBe(200);
});
