import { ACCESS_LEVEL, resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { readDatabaseState } from '../testing/database-state.ts';
import { call } from '../testing/call.ts';
import { createInputs } from '../testing/inputs.ts';
import { createPlace } from '../testing/places.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

/*
 * Runs every call of the OpenAPI document that writes users, their hotels and regions, or role groups, against users
 * outside the caller's own places, level or codes.
 */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const [north, south] = [await createPlace(db, 2), await createPlace(db, 2)];
const [hotel = 0] = north.hotels;
const all = { region_id: north.region };
const one = { region_id: north.region, restrict_hotel_id: hotel };
const PEOPLE = ['USERS', 'ROLE_GROUP', 'REGION'].flatMap((key) =>
  ['VIEW', 'STORE', 'UPDATE', 'DELETE'].map((verb) => `${verb}_${key}`),
);

const actors: Record<string, TestUser> = {
  'a regional manager': await createUser(db, { level: 'region', codes: PEOPLE, assignments: [all] }),
  'a front desk': await createUser(db, { level: 'property', codes: PEOPLE, assignments: [one] }),
};
const targets = {
  'somebody of another region': () =>
    createUser(db, { level: 'property', codes: [], assignments: [{ region_id: south.region }] }),
  'somebody of another region as well': () =>
    createUser(db, { level: 'property', codes: [], assignments: [all, { region_id: south.region }] }),
  'somebody of group level': () => createUser(db, { level: 'group', codes: [], assignments: [one] }),
  'somebody with more codes': () =>
    createUser(db, { level: 'property', codes: [...PEOPLE, 'VIEW_MEMBER'], assignments: [one] }),
  'somebody who has no place as yet': () => createUser(db, { level: 'property', codes: [] }),
} satisfies Record<string, () => Promise<TestUser>>;

type Method = 'GET' | 'POST' | 'DELETE';
interface EntryPoint {
  readonly key: string;
  readonly method: Method;
  readonly path: string;
}

/** The documented calls of these resources that take a record id or a list of ids. */
async function entryPoints(): Promise<readonly EntryPoint[]> {
  const document = await call<{ paths: Record<string, object> }>(app, null, 'GET', '/openapi.json');
  return Object.entries(document.body.paths).flatMap(([path, calls]) => {
    const key = /^\/api\/(users|role_group|region_users)\/(?:\{id\}|\w+Bulk)/.exec(path)?.[1];
    return key === undefined
      ? []
      : Object.keys(calls).map((method): EntryPoint => ({ key, path, method: method.toUpperCase() as Method }));
  });
}
/** The bodies of each call; a call that is not listed sends no body. */
async function bodiesFor({ key, path, method }: EntryPoint, id: number): Promise<readonly object[]> {
  if (path.endsWith('destroyBulk') || path.endsWith('restoreBulk')) return [{ ids: [id] }];
  if (path.endsWith('undoBulk')) return [{ request_id: crypto.randomUUID() }];
  const changes: Record<string, readonly object[]> = {
    users: [{ name: 'Taken' }, { password: 'eleven grey herons' }, { email: 'taken@example.test' }, { is_active: 0 }],
    role_group: [{ rolesId: [] }, { description: 'Taken' }, { access_type_id: await lowest() }],
    region_users: [{ restrict_hotel_id: hotel }, { restrict_hotel_id: null }],
  };
  const own = changes[key] ?? [];
  if (path.endsWith('updateBulk')) return own.slice(-1).map((set) => ({ ids: [id], set }));
  return path.endsWith('{id}') && method === 'POST' ? [...own, { _method: 'DELETE' }] : [{}];
}
const lowest = () => inputs.detail('access-type', ACCESS_LEVEL.property);

/** The user's records, each before those that it references: assignments, user, role group. */
async function recordsOf({ id, roleGroupId }: TestUser): Promise<readonly (readonly [string, number])[]> {
  const places = await db.kysely.selectFrom('region_users').select('id').where('user_id', '=', id).execute();
  return [...places.map((place) => ['region_users', place.id] as const), ['users', id], ['role_group', roleGroupId]];
}

const pairs = Object.keys(actors).flatMap((actor) => Object.keys(targets).map((target) => [actor, target] as const));

test.each(pairs)('%s cannot change anything of %s by any call', async (name, who) => {
  const { token } = actors[name] ?? admin;
  const target = await targets[who as keyof typeof targets]();
  const records = await recordsOf(target);
  const walk = async (expected: typeof records, isLive: boolean) => {
    const before = await readDatabaseState(db);
    for (const [key, id] of expected)
      for (const entryPoint of await entryPoints()) {
        if (entryPoint.key !== key || entryPoint.method === 'GET' || entryPoint.path.includes('estore') === isLive)
          continue;
        for (const body of await bodiesFor(entryPoint, id)) {
          const url = entryPoint.path.replace('{id}', String(id));
          const { status, text } = await call(app, token, entryPoint.method, url, { body });
          expect([403, 404], `${entryPoint.method} ${url} ${JSON.stringify(body)}: ${text}`).toContain(status);
        }
      }
    expect(await readDatabaseState(db)).toEqual(before);
  };
  await walk(records, true);
  // Delete referencing records first, or nobody could restore them.
  for (const record of records) {
    await call(app, admin.token, 'DELETE', `/api/${record.join('/')}`);
    await walk([record], false);
  }
});

test('a manager assigns and changes users they created or approved, within their places and rights', async () => {
  const { token } = actors['a regional manager'] ?? admin;
  const group = await inputs.create(resources.role_group, { access_type_id: await lowest(), rolesId: [] });
  const body = await inputs.required(resources.users, { role_group_id: group.id });
  const made = await call<{ data: { id: number } }>(app, token, 'POST', '/api/users', { body });
  const pending = await db.kysely
    .insertInto('users')
    .values({ name: 'Ask', username: 'ask.for.access', email: 'ask@example.test', password: '-', role_group_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = (id: number, sent: object) => call(app, token, 'POST', `/api/users/${id}`, { body: sent });
  // Nobody else may change the sign-in fields of a pending user: another region may be the one that approves them.
  expect((await change(pending.id, { password: 'eleven grey herons' })).status).toBe(403);
  expect((await change(pending.id, { role_group_id: group.id })).status).toBe(200);
  for (const user_id of [made.body.data.id, pending.id]) {
    const placed = await call<{ data: { id: number } }>(app, token, 'POST', '/api/region_users', {
      body: { user_id, ...all },
    });
    expect(placed.status).toBe(201);
    expect((await change(user_id, { name: `Ours ${user_id}` })).status).toBe(200);
    // After a delete and restore, a user whose last place was here is still visible.
    const place = `/api/region_users/${placed.body.data.id}`;
    expect((await call(app, token, 'DELETE', place)).status).toBe(200);
    expect((await call(app, token, 'POST', `${place}/restore`)).status).toBe(200);
  }
});

test('users of other places are hidden in lists, choices, filters, files and their own records', async () => {
  const { token } = actors['a regional manager'] ?? admin;
  const target = await targets['somebody of another region']();
  const { username = '' } =
    (await db.kysely.selectFrom('users').select('username').where('id', '=', target.id).executeTakeFirst()) ?? {};
  for (const url of [
    `/api/users?filter[username][exact]=${username}`,
    `/api/users/choices?id=${target.id}`,
    `/api/users/choices?search=${username}`,
    `/api/region_users?user_id=${target.id}`,
    `/api/region_users?filter[user.username][exact]=${username}`,
    `/api/role_group?filter[created_by.username][start]=staff`,
  ])
    expect(
      (await call<{ meta?: { total: number }; data: { meta?: unknown } }>(app, token, 'GET', url)).text,
      url,
    ).toMatch(/"total":0\b/);
  const file = await call(app, token, 'GET', '/api/users/export?format=csv');
  expect(file.text).not.toContain(username);
  expect((await call(app, token, 'GET', `/api/users/${target.id}/history`)).status).toBe(404);
});
