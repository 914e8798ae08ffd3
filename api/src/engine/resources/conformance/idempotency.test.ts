import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { parseMeta, parseWritten, withoutSecrets } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, call, createFormBody } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { everyWritable } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

let count = 0;
const createKey = (): string => `key-${(count += 1)}`;
const post = (token: string, path: string, body: object, key: string) =>
  call(app, token, 'POST', `/api/${path}`, { body, headers: { 'idempotency-key': key } });

describe.each(everyWritable)('an Idempotency-Key on %s', (resource, d) => {
  test('returns the first response again and does nothing twice', async () => {
    const key = createKey();
    const body = await inputs.createFull(d);
    const first = await post(admin.token, resource, body, key);
    expect(first.status, first.text).toBe(201);
    const before = await readDatabaseState(db);
    const secondReply = await post(admin.token, resource, body, key);
    expect([secondReply.status, secondReply.text]).toEqual([first.status, withoutSecrets(first.text)]);
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('rejects the same key with another body or another path', async () => {
    const key = createKey();
    const body = await inputs.createFull(d);
    const first = await post(admin.token, resource, body, key);
    const { id } = parseWritten(first);
    const anotherInput = await inputs.createFull(d);
    const before = await readDatabaseState(db);
    expectInvalid(await post(admin.token, resource, anotherInput, key), 'Idempotency-Key');
    expectInvalid(await post(admin.token, `${resource}/${id}`, body, key), 'Idempotency-Key');
    expectInvalid(await post(admin.token, `${resource}/destroyBulk`, { ids: [id] }, key), 'Idempotency-Key');
    expect((await readDatabaseState(db)).audit_entries).toBe(before.audit_entries);
  });

  test('creates one record for ten concurrent requests and returns ten equal responses', async () => {
    const key = createKey();
    const body = await inputs.createFull(d);
    const countRecords = async () =>
      parseMeta(d, await call(app, admin.token, 'GET', `/api/${resource}?per_page=1&deleted=1`)).total;
    const before = await countRecords();
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(admin.token, resource, body, key)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${withoutSecrets(text)}`)).size).toBe(1);
    expect(replies[0]?.status, replies[0]?.text).toBe(201);
    expect(await countRecords()).toBe(before + 1);
  });

  test('applies to updates, deletes, restores and bulk calls too', async () => {
    const { id } = await inputs.create(d);
    const calls: readonly (readonly [string, object])[] = [
      [`${resource}/${id}`, await inputs.createChange(d)],
      [`${resource}/${id}`, { _method: 'DELETE', ...REASON.body }],
      [`${resource}/${id}/restore`, {}],
      [`${resource}/destroyBulk`, { ids: [id], ...REASON.body }],
      [`${resource}/restoreBulk`, { ids: [id] }],
    ];
    for (const [path, body] of calls) {
      const key = createKey();
      const first = await post(admin.token, path, body, key);
      expect(first.status, first.text).toBe(200);
      const before = await readDatabaseState(db);
      const secondReply = await post(admin.token, path, body, key);
      expect([secondReply.status, secondReply.text]).toEqual([200, first.text]);
      expect(await readDatabaseState(db)).toEqual(before);
    }
  });
});

const region = getResource('region');

test('an error is not stored: the corrected request succeeds with the same key', async () => {
  const key = createKey();
  expectInvalid(await post(admin.token, 'region', { code: '' }, key), 'code', 'name');
  const body = await inputs.createFull(region);
  expect((await post(admin.token, 'region', body, key)).status).toBe(201);
});

test('equal keys of two users are independent', async () => {
  const otherUser = await createUser(db, { level: 'group' });
  const key = createKey();
  const [firstInput, secondInput] = [await inputs.createFull(region), await inputs.createFull(region)];
  const replies = [
    await post(admin.token, 'region', firstInput, key),
    await post(otherUser.token, 'region', secondInput, key),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  expect(replies.map((reply) => parseWritten(reply).code)).toEqual([firstInput.code, secondInput.code]);
});

test('a stored response is not returned to a user who has lost the permission', async () => {
  const key = createKey();
  const body = await inputs.createFull(region);
  const clerk = await createUser(db, { level: 'group', codes: ['STORE_REGION'] });
  expect((await post(clerk.token, 'region', body, key)).status).toBe(201);
  await db.kysely.deleteFrom('role_group_role').where('role_group_id', '=', clerk.roleGroupId).execute();
  expectError(await post(clerk.token, 'region', body, key), 403, 'forbidden');
});

test('an invalid Idempotency-Key is rejected', async () => {
  for (const key of ['', ' ', 'x'.repeat(256), 'ä', 'a b', 'tab\tkey']) {
    expectInvalid(await post(admin.token, 'region', await inputs.createFull(region), key), 'Idempotency-Key');
  }
});

test('a key distinguishes two different forms', async () => {
  const key = createKey();
  const send = async (values: Record<string, unknown>) => {
    const { body, headers } = createFormBody(values);
    return call(app, admin.token, 'POST', '/api/region', { body, headers: { ...headers, 'idempotency-key': key } });
  };
  const values = await inputs.createFull(region);
  const first = await send(values);
  expect(first.status, first.text).toBe(201);
  expect((await send(values)).text).toBe(first.text);
  expectInvalid(await send({ ...values, name: 'Another' }), 'Idempotency-Key');
});

test('a key can be used again after a day', async () => {
  const key = createKey();
  const body = await inputs.createFull(region);
  expect((await post(admin.token, 'region', body, key)).status).toBe(201);
  await db.kysely
    .updateTable('idempotency_key')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('key', '=', key)
    .execute();
  const secondReply = expectError(await post(admin.token, 'region', body, key), 422, 'validation_failed');
  expect(Object.keys(secondReply.errors ?? {})).toEqual(['code']);
});
