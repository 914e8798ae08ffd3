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
 * Aims every documented call that writes users, their assignments or role groups at users beyond the caller's places,
 * level or codes.
 */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const [northPlace, southPlace] = [await createPlace(db, 2), await createPlace(db, 2)];
const [hotel = 0] = northPlace.hotels;
const wholeRegion = { region_id: northPlace.region };
const oneHotel = { region_id: northPlace.region, restrict_hotel_id: hotel };
const PEOPLE_CODES = ['USERS', 'ROLE_GROUP', 'REGION'].flatMap((key) =>
  ['VIEW', 'STORE', 'UPDATE', 'DELETE'].map((verb) => `${verb}_${key}`),
);

const actors: Record<string, TestUser> = {
  'a regional manager': await createUser(db, { level: 'region', codes: PEOPLE_CODES, assignments: [wholeRegion] }),
  'a front desk': await createUser(db, { level: 'property', codes: PEOPLE_CODES, assignments: [oneHotel] }),
};
const targets = {
  'somebody of another region': () =>
    createUser(db, { level: 'property', codes: [], assignments: [{ region_id: southPlace.region }] }),
  'somebody of another region as well': () =>
    createUser(db, { level: 'property', codes: [], assignments: [wholeRegion, { region_id: southPlace.region }] }),
  'somebody of group level': () => createUser(db, { level: 'group', codes: [], assignments: [oneHotel] }),
  'somebody with more codes': () =>
    createUser(db, { level: 'property', codes: [...PEOPLE_CODES, 'VIEW_MEMBER'], assignments: [oneHotel] }),
  'somebody who has no place as yet': () => createUser(db, { level: 'property', codes: [] }),
} satisfies Record<string, () => Promise<TestUser>>;

type Method = 'GET' | 'POST' | 'DELETE';
interface EntryPoint {
  readonly key: string;
  readonly method: Method;
  readonly path: string;
}

/** The documented calls of these resources that take a record id or a list of ids. */
async function listEntryPoints(): Promise<readonly EntryPoint[]> {
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
    role_group: [{ rolesId: [] }, { description: 'Taken' }, { access_type_id: await findPropertyLevel() }],
    region_users: [{ restrict_hotel_id: hotel }, { restrict_hotel_id: null }],
  };
  const ownChanges = changes[key] ?? [];
  if (path.endsWith('updateBulk')) return ownChanges.slice(-1).map((set) => ({ ids: [id], set }));
  return path.endsWith('{id}') && method === 'POST' ? [...ownChanges, { _method: 'DELETE' }] : [{}];
}
const findPropertyLevel = () => inputs.findOptionDetail('access-type', ACCESS_LEVEL.property);

/** The user's records, each before those that it references: assignments, user, role group. */
async function findRecords({ id, roleGroupId }: TestUser): Promise<readonly (readonly [string, number])[]> {
  const assignments = await db.kysely.selectFrom('region_users').select('id').where('user_id', '=', id).execute();
  return [
    ...assignments.map((place) => ['region_users', place.id] as const),
    ['users', id],
    ['role_group', roleGroupId],
  ];
}

const pairs = Object.keys(actors).flatMap((actor) => Object.keys(targets).map((target) => [actor, target] as const));

test.each(pairs)('%s cannot change anything of %s by any call', async (name, targetName) => {
  const { token } = actors[name] ?? admin;
  const target = await targets[targetName as keyof typeof targets]();
  const records = await findRecords(target);
  const callEntryPoints = async (expected: typeof records, isLive: boolean) => {
    const before = await readDatabaseState(db);
    for (const [key, id] of expected)
      for (const entryPoint of await listEntryPoints()) {
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
  await callEntryPoints(records, true);
  // Delete referencing records first, or nobody could restore them.
  for (const record of records) {
    await call(app, admin.token, 'DELETE', `/api/${record.join('/')}`);
    await callEntryPoints([record], false);
  }
});

test('a manager assigns and changes users they created or approved, within their places and rights', async () => {
  const { token } = actors['a regional manager'] ?? admin;
  const group = await inputs.create(resources.role_group, { access_type_id: await findPropertyLevel(), rolesId: [] });
  const body = await inputs.createRequired(resources.users, { role_group_id: group.id });
  const reply = await call<{ data: { id: number } }>(app, token, 'POST', '/api/users', { body });
  const pendingUser = await db.kysely
    .insertInto('users')
    .values({ name: 'Ask', username: 'ask.for.access', email: 'ask@example.test', password: '-', role_group_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const updateUser = (id: number, body: object) => call(app, token, 'POST', `/api/users/${id}`, { body });
  // Nobody else may change the sign-in fields of a pending user: another region may be the one that approves them.
  expect((await updateUser(pendingUser.id, { password: 'eleven grey herons' })).status).toBe(403);
  expect((await updateUser(pendingUser.id, { role_group_id: group.id })).status).toBe(200);
  for (const user_id of [reply.body.data.id, pendingUser.id]) {
    const assignmentReply = await call<{ data: { id: number } }>(app, token, 'POST', '/api/region_users', {
      body: { user_id, ...wholeRegion },
    });
    expect(assignmentReply.status).toBe(201);
    expect((await updateUser(user_id, { name: `Ours ${user_id}` })).status).toBe(200);
    // After a delete and restore, a user whose last place was here is still visible.
    const assignmentPath = `/api/region_users/${assignmentReply.body.data.id}`;
    expect((await call(app, token, 'DELETE', assignmentPath)).status).toBe(200);
    expect((await call(app, token, 'POST', `${assignmentPath}/restore`)).status).toBe(200);
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
