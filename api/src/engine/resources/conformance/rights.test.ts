import { type ResourceDefinition, VERBS, type Verb, getResource, permission, resourceKeys } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { choicePermissions } from '../choices.ts';
import { parseList, parseRecord } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, type CallOptions, type Method, type Reply, call } from '../../../testing/call.ts';
import { expectError } from '../../../testing/expectations.ts';
import { createRotation } from '../../../testing/rotation.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { createReadOnlyRows } from '../../../testing/read-only-rows.ts';
import { everyResource, everyWritable, selectResources } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const unprivilegedUser = await createUser(db, { level: 'group', codes: [] });
const inputs = createInputs(api, admin, await createBaseRecords(db));
/** Nobody can grant permissions beyond their own, so a user with a single code only gets role groups without any. */
const createValidInput = (d: ResourceDefinition): object =>
  d.key === 'users' ? { role_group_id: unprivilegedUser.roleGroupId } : d.key === 'role_group' ? { rolesId: [] } : {};

const invalidTokens = createRotation<Record<string, string>>([
  {},
  { authorization: '' },
  { authorization: 'Bearer nonsense' },
  { authorization: 'Basic YTpi' },
  { authorization: `Token ${admin.token}` },
]);

interface Call {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** Any one of these permissions allows the call. */
  readonly verbs: readonly Verb[];
  readonly status: number;
  readonly body?: object;
}

/** Every record call of a resource, and the verbs that allow it. */
async function callsOf(d: ResourceDefinition, id: number, trashedId: number): Promise<readonly Call[]> {
  const readCalls: readonly Call[] = [
    { name: 'the list', method: 'GET', path: '', verbs: ['VIEW'], status: 200 },
    { name: 'a record', method: 'GET', path: `/${id}`, verbs: ['VIEW', 'UPDATE', 'STORE'], status: 200 },
    { name: 'the history', method: 'GET', path: `/${id}/history`, verbs: ['VIEW'], status: 200 },
    { name: 'the choices', method: 'GET', path: '/choices', verbs: ['VIEW', 'UPDATE', 'STORE'], status: 200 },
  ];
  if (d.readOnly) return readCalls;
  const writeCalls: readonly Call[] = [
    {
      name: 'a create',
      method: 'POST',
      path: '',
      verbs: ['STORE'],
      status: 201,
      body: await inputs.createRequired(d, { ...createValidInput(d) }),
    },
    {
      name: 'an update',
      method: 'POST',
      path: `/${id}`,
      verbs: ['UPDATE'],
      status: 200,
      body: await inputs.createChange(d),
    },
    { name: 'a restore', method: 'POST', path: `/${trashedId}/restore`, verbs: ['DELETE'], status: 200 },
    {
      name: 'a bulk edit',
      method: 'POST',
      path: '/updateBulk',
      verbs: ['UPDATE'],
      status: 200,
      body: { ids: [id], set: await inputs.createShared(d) },
    },
    {
      name: 'a bulk restore',
      method: 'POST',
      path: '/restoreBulk',
      verbs: ['DELETE'],
      status: 200,
      body: { ids: [trashedId] },
    },
    { name: 'a delete', method: 'DELETE', path: `/${id}`, verbs: ['DELETE'], status: 200, ...REASON },
    {
      name: 'a delete by _method',
      method: 'POST',
      path: `/${id}`,
      verbs: ['DELETE'],
      status: 200,
      body: { _method: 'DELETE', ...REASON.body },
    },
    {
      name: 'a bulk delete',
      method: 'POST',
      path: '/destroyBulk',
      verbs: ['DELETE'],
      status: 200,
      body: { ids: [id], ...REASON.body },
    },
  ];
  return [...readCalls, ...writeCalls];
}

const PUBLIC_LISTS = new Set(['option', 'region', 'hotel']);
const isOpen = (d: ResourceDefinition, { name }: Call): boolean => PUBLIC_LISTS.has(d.key) && name === 'the list';

async function createRecord(d: ResourceDefinition, isTrashed: boolean): Promise<number> {
  if (d.readOnly) {
    await createReadOnlyRows(api, admin, inputs, d, 1);
    const [first] = parseList(d, await call(app, admin.token, 'GET', `/api/${d.key}`));
    return first?.id ?? 0;
  }
  const { id } = await inputs.create(d, { ...createValidInput(d) });
  if (isTrashed) expect((await call(app, admin.token, 'DELETE', `/api/${d.key}/${id}`, REASON)).status).toBe(200);
  return id;
}

describe.each(everyResource)('the permissions on %s', (key, d) => {
  const send = (
    token: string | null,
    { method, path, body }: Call,
    headers?: CallOptions['headers'],
  ): Promise<Reply<unknown>> =>
    call(app, token, method, `/api/${key}${path}`, { ...(body && { body }), ...(headers && { headers }) });
  // A role is readable with any permission on role groups.
  const isAllowed = (call: Call, verb: Verb): boolean =>
    call.verbs.includes(verb) ||
    (d.key === 'roles' && !call.path.endsWith('history') && !call.path.endsWith('choices'));

  test('rejects requests without a token or with an invalid one', async () => {
    const calls = await callsOf(d, 1, 1);
    const before = await readDatabaseState(db);
    for (const request of calls) {
      for (const headers of invalidTokens(2)) {
        expectError(await send(null, request, headers), 401, 'unauthenticated');
      }
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('rejects every call of a user without any code', async () => {
    const id = await createRecord(d, false);
    const trashedId = await createRecord(d, true);
    const calls = await callsOf(d, id, trashedId);
    const before = await readDatabaseState(db);
    for (const request of calls.filter((c) => !isOpen(d, c)))
      expectError(await send(unprivilegedUser.token, request), 403, 'forbidden');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test.each(VERBS)('%s allows its own calls and no others', async (verb) => {
    // A change log shows only changes of resources that the user may view.
    const permissions = resourceKeys.map((item) => getResource(item).permission);
    const viewPermissions = d.scope?.kind === undefined ? [] : permissions.filter((item) => item !== d.permission);
    const codes = [permission(verb, d.permission), ...viewPermissions.map((item) => permission('VIEW', item))];
    const user = await createUser(db, { level: 'group', codes });
    const id = await createRecord(d, false);
    const trashedId = await createRecord(d, true);
    for (const shared of await callsOf(d, id, trashedId)) {
      const { name, path, body } = shared;
      // A successful delete uses up its record; the next call needs another.
      const isSpent = verb === 'DELETE' && shared.verbs.includes('DELETE');
      const ownId = isSpent ? await createRecord(d, path.includes('restore')) : 0;
      const ownCall = isSpent
        ? {
            ...shared,
            path: path.replace(/\d+/, String(ownId)),
            ...(body && 'ids' in body && { body: { ...body, ids: [ownId] } }),
          }
        : shared;
      const reply = await send(user.token, ownCall);
      if (isAllowed(ownCall, verb) || isOpen(d, ownCall))
        expect([name, reply.status, reply.status === ownCall.status ? '' : reply.text]).toEqual([
          name,
          ownCall.status,
          '',
        ]);
      else if (name === 'the choices') expect([200, 403]).toContain(reply.status);
      else expectError(reply, 403, 'forbidden');
    }
  });

  test('the code of another resource allows nothing here', async () => {
    const openingCodes = d.readableWithAny ? choicePermissions(d) : [];
    const otherPermissions = resourceKeys
      .map((other) => getResource(other).permission)
      .filter((other) => other !== d.permission && !openingCodes.includes(permission('VIEW', other)));
    const user = await createUser(db, {
      level: 'group',
      codes: otherPermissions.flatMap((other) => VERBS.map((verb) => permission(verb, other))),
    });
    const calls = await callsOf(d, await createRecord(d, false), await createRecord(d, true));
    for (const request of calls.filter((c) => !isOpen(d, c) && c.name !== 'the choices'))
      expectError(await send(user.token, request), 403, 'forbidden');
  });
});

describe('the permissions on open and read-only resources', () => {
  test.each([...PUBLIC_LISTS])('show only the names of the records in the list of %s without VIEW_', async (key) => {
    const d = getResource(key);
    await inputs.create(d);
    const reply = await call(app, unprivilegedUser.token, 'GET', `/api/${key}`);
    const names = new Set(['id', 'code', 'name', ...(key === 'option' ? ['slug', 'option_detail'] : [])]);
    expect(parseList(d, reply).length).toBeGreaterThan(0);
    for (const row of parseList(d, reply)) expect(Object.keys(row).filter((name) => !names.has(name))).toEqual([]);
    // It cannot be filtered or sorted by a hidden column either.
    for (const queryText of ['filter[created_by.name][contains]=a', 'sort=created_at', 'search=a', 'deleted=1']) {
      expect((await call(app, unprivilegedUser.token, 'GET', `/api/${key}?${queryText}`)).status).toBe(403);
    }
    expect(
      (await call(app, unprivilegedUser.token, 'GET', `/api/${key}?sort=-name&filter[name][contains]=a`)).status,
    ).toBe(200);
  });

  test.each(selectResources((d) => d.readOnly === true))(
    '%s rejects every write with a 405 that lists the allowed methods',
    async (key, d) => {
      const [record] = parseList(d, await call(app, admin.token, 'GET', `/api/${key}`));
      const before = await readDatabaseState(db);
      const calls: readonly (readonly [Method, string])[] = [
        ['POST', ''],
        ['POST', `/${record?.id}`],
        ['DELETE', `/${record?.id}`],
        ['PUT', `/${record?.id}`],
        ['PATCH', `/${record?.id}`],
      ];
      for (const [method, path] of calls) {
        const reply = await call(app, admin.token, method, `/api/${key}${path}`, {
          ...(method === 'POST' && { body: {} }),
        });
        expectError(reply, 405, 'method_not_allowed');
        expect(reply.headers.allow).toMatch(/^GET(, HEAD)?$/);
      }
      expect(parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${record?.id}`))).toEqual(record);
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test.each(everyWritable)('%s rejects an unknown method with a 405', async (key) => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await call(app, admin.token, method, `/api/${key}`);
      expectError(reply, 405, 'method_not_allowed');
      expect(reply.headers.allow).toMatch(/^GET(, HEAD)?, POST$/);
    }
  });

  test('an unknown resource returns 404 to signed-in users, and 401 to others', async () => {
    for (const path of [
      '/api/nonsense',
      '/api/nonsense/1',
      '/api',
      '/api/',
      '/api/member/1/nonsense',
      '/api//member',
      '/api/MEMBER',
    ]) {
      expectError(await call(app, admin.token, 'GET', path), 404, 'route_not_found');
      expectError(await call(app, null, 'GET', path), 401, 'unauthenticated');
    }
  });
});
