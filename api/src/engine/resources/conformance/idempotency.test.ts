import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { metaIn, writtenIn, withoutSecrets } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, call, formBody } from '../../../testing/call.ts';
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
const newKey = (): string => `key-${(count += 1)}`;
const post = (token: string, path: string, body: object, key: string) =>
  call(app, token, 'POST', `/api/${path}`, { body, headers: { 'idempotency-key': key } });

describe.each(everyWritable)('an Idempotency-Key on %s', (resource, d) => {
  test('returns the first response again and does nothing twice', async () => {
    const key = newKey();
    const body = await inputs.full(d);
    const first = await post(admin.token, resource, body, key);
    expect(first.status, first.text).toBe(201);
    const before = await readDatabaseState(db);
    const again = await post(admin.token, resource, body, key);
    expect([again.status, again.text]).toEqual([first.status, withoutSecrets(first.text)]);
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('rejects the same key with another body or another path', async () => {
    const key = newKey();
    const body = await inputs.full(d);
    const first = await post(admin.token, resource, body, key);
    const { id } = writtenIn(first);
    const another = await inputs.full(d);
    const before = await readDatabaseState(db);
    expectInvalid(await post(admin.token, resource, another, key), 'Idempotency-Key');
    expectInvalid(await post(admin.token, `${resource}/${id}`, body, key), 'Idempotency-Key');
    expectInvalid(await post(admin.token, `${resource}/destroyBulk`, { ids: [id] }, key), 'Idempotency-Key');
    expect((await readDatabaseState(db)).operations).toBe(before.operations);
  });

  test('creates one record for ten concurrent requests and returns ten equal responses', async () => {
    const key = newKey();
    const body = await inputs.full(d);
    const total = async () =>
      metaIn(d, await call(app, admin.token, 'GET', `/api/${resource}?per_page=1&deleted=1`)).total;
    const before = await total();
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(admin.token, resource, body, key)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${withoutSecrets(text)}`)).size).toBe(1);
    expect(replies[0]?.status, replies[0]?.text).toBe(201);
    expect(await total()).toBe(before + 1);
  });

  test('applies to updates, deletes, restores and bulk calls too', async () => {
    const { id } = await inputs.create(d);
    const calls: readonly (readonly [string, object])[] = [
      [`${resource}/${id}`, await inputs.change(d)],
      [`${resource}/${id}`, { _method: 'DELETE', ...REASON.body }],
      [`${resource}/${id}/restore`, {}],
      [`${resource}/destroyBulk`, { ids: [id], ...REASON.body }],
      [`${resource}/restoreBulk`, { ids: [id] }],
    ];
    for (const [path, body] of calls) {
      const key = newKey();
      const first = await post(admin.token, path, body, key);
      expect(first.status, first.text).toBe(200);
      const before = await readDatabaseState(db);
      const again = await post(admin.token, path, body, key);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(await readDatabaseState(db)).toEqual(before);
    }
  });
});

const region = getResource('region');

test('an error is not stored: the corrected request succeeds with the same key', async () => {
  const key = newKey();
  expectInvalid(await post(admin.token, 'region', { code: '' }, key), 'code', 'name');
  const body = await inputs.full(region);
  expect((await post(admin.token, 'region', body, key)).status).toBe(201);
});

test('equal keys of two users are independent', async () => {
  const other = await createUser(db, { level: 'group' });
  const key = newKey();
  const [one, two] = [await inputs.full(region), await inputs.full(region)];
  const replies = [await post(admin.token, 'region', one, key), await post(other.token, 'region', two, key)];
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  expect(replies.map((reply) => writtenIn(reply).code)).toEqual([one.code, two.code]);
});

test('a stored response is not returned to a user who has lost the permission', async () => {
  const key = newKey();
  const body = await inputs.full(region);
  const clerk = await createUser(db, { level: 'group', codes: ['STORE_REGION'] });
  expect((await post(clerk.token, 'region', body, key)).status).toBe(201);
  await db.kysely.deleteFrom('role_group_role').where('role_group_id', '=', clerk.roleGroupId).execute();
  expectError(await post(clerk.token, 'region', body, key), 403, 'forbidden');
});

test('an invalid Idempotency-Key is rejected', async () => {
  for (const key of ['', ' ', 'x'.repeat(256), 'ä', 'a b', 'tab\tkey']) {
    expectInvalid(await post(admin.token, 'region', await inputs.full(region), key), 'Idempotency-Key');
  }
});

test('a key distinguishes two different forms', async () => {
  const key = newKey();
  const send = async (values: Record<string, unknown>) => {
    const { body, headers } = formBody(values);
    return call(app, admin.token, 'POST', '/api/region', { body, headers: { ...headers, 'idempotency-key': key } });
  };
  const values = await inputs.full(region);
  const first = await send(values);
  expect(first.status, first.text).toBe(201);
  expect((await send(values)).text).toBe(first.text);
  expectInvalid(await send({ ...values, name: 'Another' }), 'Idempotency-Key');
});

test('a key can be used again after a day', async () => {
  const key = newKey();
  const body = await inputs.full(region);
  expect((await post(admin.token, 'region', body, key)).status).toBe(201);
  await db.kysely
    .updateTable('idempotency_key')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('key', '=', key)
    .execute();
  const again = expectError(await post(admin.token, 'region', body, key), 422, 'validation_failed');
  expect(Object.keys(again.errors ?? {})).toEqual(['code']);
});
