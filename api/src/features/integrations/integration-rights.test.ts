import { INTEGRATION_PERMISSIONS, getResource, resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { readDocument } from '../../testing/openapi-document.ts';
import { parseList } from '../../testing/responses.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** An integration reads under /api what its rights and hotels allow, and nobody grants it more than they have. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { region, hotels } = await createPlace(db, 3);
const [ownHotel = 0, secondHotel = 0, thirdHotel = 0] = hotels;
const memberIds = new Map<number, number>();
for (const hotel of hotels) {
  const { id } = await inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel });
  memberIds.set(hotel, id);
}

const request = (token: string, path: string) => call(app, token, 'GET', `/api/${path}`);
const edit = (token: string, id: number, body: object) => call(app, token, 'POST', `/api/integration/${id}`, { body });
const findRoleIds = async (...codes: string[]) => {
  const { rows } = await sql<{ id: number }>`select id from roles where name = any(${codes}::text[])
    order by id`.execute(db.kysely);
  return rows.map(({ id }) => id);
};
const readMemberIds = async (token: string) =>
  parseList(resources.member, await request(token, 'member?per_page=500'))
    .map(({ id }) => id)
    .filter((id) => [...memberIds.values()].includes(id))
    .toSorted((a, b) => a - b);
const idsAt = (...places: number[]) => places.map((hotel) => memberIds.get(hotel) ?? 0).toSorted((a, b) => a - b);

describe('an integration with rights', () => {
  test('reads lists, records, files, choices and reports of its hotel', async () => {
    const { token } = await createSystem(api, ownHotel, {}, { codes: ['VIEW_MEMBER', 'VIEW_SALES_REPORT'] });
    expect(await readMemberIds(token)).toEqual(idsAt(ownHotel));
    for (const path of [
      `member/${memberIds.get(ownHotel)}`,
      'member/export?format=csv',
      'member/choices',
      'country/choices',
      'report/run/sales-report',
      'report/run/sales-report/export?format=csv',
      'hotel',
      'option',
    ]) {
      const reply = await request(token, path);
      expect(reply.status, `${path}: ${reply.text}`).toBe(200);
      expect(reply.headers, path).toHaveProperty('ratelimit-remaining');
    }
    expectError(await request(token, `member/${memberIds.get(secondHotel)}`), 404, 'record_not_found');
    const { text } = await request(token, 'member/export?format=csv&columns=id');
    expect(text).not.toContain(String(memberIds.get(secondHotel)));
    const { rows } = await sql<{ actor_id: number }>`select actor_id from export_log where resource = 'member'
      order by id desc limit 1`.execute(db.kysely);
    expect(rows[0]?.actor_id).toBeLessThan(0);
  });

  test('sees other hotels that it is given, or all of them', async () => {
    const both = await createSystem(api, ownHotel, {}, { codes: ['VIEW_MEMBER'], hotels: [secondHotel] });
    expect(await readMemberIds(both.token)).toEqual(idsAt(ownHotel, secondHotel));
    const all = await createSystem(api, ownHotel, { sees_all_hotels: true }, { codes: ['VIEW_MEMBER'] });
    expect(await readMemberIds(all.token)).toEqual(idsAt(ownHotel, secondHotel, thirdHotel));
  });

  test('is told which right it lacks', async () => {
    const { token, request: callHotel } = await createSystem(api, ownHotel, {}, { codes: ['VIEW_VISIT'] });
    for (const [path, code] of [
      ['member', 'VIEW_MEMBER'],
      ['member/export?format=csv', 'VIEW_MEMBER'],
      ['report/run/sales-report', 'VIEW_SALES_REPORT'],
    ] as const)
      expect(expectError(await request(token, path), 403, 'forbidden').message, path).toContain(code);
    const reply = await callHotel('POST', 'members', {});
    expect(expectError(reply, 403, 'forbidden').message).toContain('STORE_MEMBER');
    expect(expectError(await callHotel('POST', 'sales', {}), 403, 'forbidden').message).toContain('STORE_TRANSACTION');
  });

  test('reaches no other call under /api, whatever its rights are', async () => {
    const codes = [...INTEGRATION_PERMISSIONS];
    const { token } = await createSystem(api, ownHotel, { sees_all_hotels: true }, { codes });
    const { paths } = await readDocument(app);
    const served = new Set<string>();
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith('/api/')) continue;
      for (const method of Object.keys(operations).filter((name) => ['get', 'post', 'delete'].includes(name))) {
        const url = path.replace(/\{report-name\}|\{name\}/, 'sales-report').replace(/\{\w+\}/g, '1');
        const { statusCode } = await app.inject({
          method: method.toUpperCase() as 'GET',
          url,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': `${method} ${path}` },
          ...(method !== 'get' && { payload: {} }),
        });
        if (statusCode === 401) continue;
        if (method === 'post' && /^\/api\/user\/password|^\/api\/password/.test(path)) continue;
        if (statusCode !== 403) served.add(`${method} ${path}`);
      }
    }
    expect([...served].filter((name) => !name.startsWith('get '))).toEqual([]);
    const readers = [...served].map((name) => name.slice('get /api/'.length));
    const READS = /^[a-z_]+(\/export|\/choices|\/\{id\})?$|^report\/run\/\{[\w-]+\}(\/export)?$/;
    const ADMINISTRATION =
      /^(user|users|role_group|roles|region_users|integration|webhook|audit|mail|report_column|module)\b/;
    const foreign = readers.filter((path) => !READS.test(path) || ADMINISTRATION.test(path));
    // Names of integrations belong to the postings that they hold.
    expect(foreign.filter((path) => path !== 'integration/choices')).toEqual([]);
    expect(readers).toEqual(expect.arrayContaining(['member', 'member/{id}', 'visit/export', 'transaction']));
  });

  test('loses a right with its module, and a hotel at once', async () => {
    const system = await createSystem(api, ownHotel, {}, { codes: ['VIEW_MEMBER'], hotels: [secondHotel] });
    expect(await readMemberIds(system.token)).toEqual(idsAt(ownHotel, secondHotel));
    await edit(admin.token, system.id, { hotelsId: [] });
    expect(await readMemberIds(system.token)).toEqual(idsAt(ownHotel));
    await sql`update roles set deleted_at = now() where name = 'VIEW_MEMBER'`.execute(db.kysely);
    expectError(await request(system.token, 'member'), 403, 'forbidden');
    await sql`update roles set deleted_at = null where name = 'VIEW_MEMBER'`.execute(db.kysely);
    expect(await readMemberIds(system.token)).toEqual(idsAt(ownHotel));
    await edit(admin.token, system.id, { is_active: 0 });
    expectError(await request(system.token, 'member'), 401, 'unauthenticated');
  });

  test('is limited per minute also under /api', async () => {
    const { token } = await createSystem(api, ownHotel, { calls_per_minute: 2 }, { codes: ['VIEW_MEMBER'] });
    expect((await request(token, 'member')).status).toBe(200);
    expect((await request(token, 'member')).status).toBe(200);
    expectError(await request(token, 'member'), 429, 'too_many_requests');
  });
});

describe('the rights and hotels of an integration', () => {
  const create = async (token: string, overrides: object) =>
    call<{ data: { id: number; rolesId: number[]; hotelsId: number[] } }>(app, token, 'POST', '/api/integration', {
      body: await inputs.createRequired(resources.integration, { hotel_id: ownHotel, ...overrides }),
    });

  test('are stored, listed and logged under the name of who set them', async () => {
    const rolesId = await findRoleIds('VIEW_MEMBER', 'VIEW_VISIT');
    const reply = await create(admin.token, { rolesId, hotelsId: [secondHotel] });
    expect(reply.status, reply.text).toBe(201);
    const { id } = reply.body.data;
    expect(reply.body.data).toMatchObject({ rolesId, hotelsId: [secondHotel] });
    expect((await edit(admin.token, id, { rolesId: rolesId.slice(1), hotelsId: [] })).status).toBe(200);
    const history = await call<{ data: { changes: object }[] }>(
      app,
      admin.token,
      'GET',
      `/api/integration/${id}/history`,
    );
    expect(history.body.data[0]?.changes).toMatchObject({
      rolesId: [rolesId, rolesId.slice(1)],
      hotelsId: [[secondHotel], []],
    });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('are only those that integrations can have', async () => {
    const reply = await create(admin.token, { rolesId: await findRoleIds('VIEW_USERS') });
    expect(expectInvalid(reply, 'rolesId').errors).toEqual({
      rolesId: ['Integrations cannot have the right VIEW_USERS.'],
    });
  });

  test('are at most those of whoever sets them', async () => {
    const manager = await createUser(db, {
      level: 'property',
      codes: ['VIEW_INTEGRATION', 'STORE_INTEGRATION', 'UPDATE_INTEGRATION', 'DELETE_INTEGRATION', 'VIEW_VISIT'],
      assignments: [{ region_id: region, restrict_hotel_id: ownHotel }],
    });
    const expectForbidden = async (reply: ReturnType<typeof create>, field: string) =>
      expect(Object.keys(expectError(await reply, 403, 'forbidden').errors ?? {})).toEqual([field]);
    await expectForbidden(create(manager.token, { rolesId: await findRoleIds('VIEW_MEMBER') }), 'rolesId');
    await expectForbidden(create(manager.token, { sees_all_hotels: 1 }), 'sees_all_hotels');
    expectInvalid(await create(manager.token, { hotelsId: [secondHotel] }), 'hotelsId');
    const own = await create(manager.token, { rolesId: await findRoleIds('VIEW_VISIT') });
    expect(own.status, own.text).toBe(201);
    expect((await request(manager.token, 'roles')).status).toBe(200);
  });

  test('protect it from whoever has less: they could take over its token', async () => {
    const manager = await createUser(db, {
      level: 'property',
      codes: ['VIEW_INTEGRATION', 'UPDATE_INTEGRATION', 'DELETE_INTEGRATION'],
      assignments: [{ region_id: region, restrict_hotel_id: ownHotel }],
    });
    for (const [overrides, rights] of [
      [{}, { codes: ['VIEW_MEMBER'] }],
      [{}, { hotels: [secondHotel] }],
      [{ sees_all_hotels: true }, {}],
    ] as const) {
      const { id } = await createSystem(api, ownHotel, overrides, rights);
      for (const path of [`integration/${id}`, `integration/${id}/token`]) {
        const reply = await call(app, manager.token, 'POST', `/api/${path}`, {
          body: path.endsWith('token') ? {} : { name: 'Mine' },
        });
        expect(Object.keys(expectError(reply, 403, 'forbidden').errors ?? {}), path).toEqual(['id']);
      }
      expect((await call(app, manager.token, 'DELETE', `/api/integration/${id}`)).status).toBe(200);
      expectError(await call(app, manager.token, 'POST', `/api/integration/${id}/restore`), 403, 'forbidden');
    }
    const { id } = await createSystem(api, ownHotel);
    expect((await edit(manager.token, id, { name: 'Mine' })).status).toBe(200);
  });
});

test('the codes that an integration can have exist, and none belongs to a page of administration', async () => {
  const { rows } = await sql<{ name: string }>`select name from roles`.execute(db.kysely);
  const known = new Set(rows.map(({ name }) => name));
  expect(INTEGRATION_PERMISSIONS.filter((code) => !known.has(code))).toEqual([]);
  for (const key of ['users', 'role_group', 'region_users', 'integration', 'webhook'])
    expect(INTEGRATION_PERMISSIONS.filter((code) => code.endsWith(`_${getResource(key).permission}`))).toEqual([]);
});
