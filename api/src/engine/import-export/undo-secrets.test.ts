import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const SECRETS = [
  ['integration', 'access_token'],
  ['member', 'password'],
  ['users', 'password'],
] as const;

const post = <T = unknown>(path: string, body: object) => call<T>(app, admin.token, 'POST', `/api/${path}`, { body });
async function stored(resource: string, field: string, id: number): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    select ${sql.ref(field)} as secret from ${sql.table(resource)} where id = ${id}`.execute(db.kysely);
  return rows[0]?.secret ?? '';
}
let count = 0;
const newSecret = (): string => `A quiet lake ${(count += 1)}-Xq7zVbN4kLmR2tYw9PcD`.replaceAll(' ', '-');

test.each(SECRETS)('undoing a change of %s never writes its %s', async (key, field) => {
  const { id, name } = await inputs.create(resources[key]);
  const changed = await post(`${key}/${id}`, {
    [field]: newSecret(),
    ...(key !== 'member' && { name: `${String(name)} II` }),
    ...(key === 'member' && { first_name: 'Other' }),
  });
  expect(changed.status).toBe(200);
  const secret = await stored(key, field, id);
  const undone = await post(`${key}/undoBulk`, { request_id: String(changed.headers['x-request-id']) });
  expect([undone.status, undone.body]).toEqual([
    200,
    { data: { updated: 1, deleted: 0, restored: 0, secrets_left: 1 } },
  ]);
  expect(await stored(key, field, id)).toBe(secret);
});

test.each(SECRETS)('a change of %s that affects only its %s cannot be undone, with a message', async (key, field) => {
  const { id } = await inputs.create(resources[key]);
  const changed = await post(`${key}/${id}`, { [field]: newSecret() });
  expect(changed.status).toBe(200);
  const secret = await stored(key, field, id);
  const undone = await post(`${key}/undoBulk`, { request_id: String(changed.headers['x-request-id']) });
  expect(expectError(undone, 409, 'conflict').message).toContain('cannot be restored');
  expect(await stored(key, field, id)).toBe(secret);
});

test('a replaced access token is not reverted, like any secret', async () => {
  const { id } = await inputs.create(resources.integration);
  const replaced = await post(`integration/${id}/token`, {});
  const secret = await stored('integration', 'access_token', id);
  const undone = await post('integration/undoBulk', { request_id: String(replaced.headers['x-request-id']) });
  expectError(undone, 409, 'conflict');
  expect(await stored('integration', 'access_token', id)).toBe(secret);
});
