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

const SECRET_FIELDS = [
  ['integration', 'access_token'],
  ['member', 'password'],
  ['users', 'password'],
] as const;

const post = <T = unknown>(path: string, body: object) => call<T>(app, admin.token, 'POST', `/api/${path}`, { body });
async function readStoredSecret(resource: string, field: string, id: number): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    select ${sql.ref(field)} as secret from ${sql.table(resource)} where id = ${id}`.execute(db.kysely);
  return rows[0]?.secret ?? '';
}
let count = 0;
const createSecret = (): string => `A quiet lake ${(count += 1)}-Xq7zVbN4kLmR2tYw9PcD`.replaceAll(' ', '-');

test.each(SECRET_FIELDS)('undoing a change of %s never writes its %s', async (key, field) => {
  const { id, name } = await inputs.create(resources[key]);
  const changeReply = await post(`${key}/${id}`, {
    [field]: createSecret(),
    ...(key !== 'member' && { name: `${String(name)} II` }),
    ...(key === 'member' && { first_name: 'Other' }),
  });
  expect(changeReply.status).toBe(200);
  const secret = await readStoredSecret(key, field, id);
  const undoReply = await post(`${key}/undoBulk`, { request_id: String(changeReply.headers['x-request-id']) });
  expect([undoReply.status, undoReply.body]).toEqual([
    200,
    { data: { updated: 1, deleted: 0, restored: 0, secrets_left: 1 } },
  ]);
  expect(await readStoredSecret(key, field, id)).toBe(secret);
});

test.each(SECRET_FIELDS)(
  'a change of %s that affects only its %s cannot be undone, with a message',
  async (key, field) => {
    const { id } = await inputs.create(resources[key]);
    const changeReply = await post(`${key}/${id}`, { [field]: createSecret() });
    expect(changeReply.status).toBe(200);
    const secret = await readStoredSecret(key, field, id);
    const undoReply = await post(`${key}/undoBulk`, { request_id: String(changeReply.headers['x-request-id']) });
    expect(expectError(undoReply, 409, 'conflict').message).toContain('cannot be restored');
    expect(await readStoredSecret(key, field, id)).toBe(secret);
  },
);

test('a replaced access token is not reverted, like any secret', async () => {
  const { id } = await inputs.create(resources.integration);
  const replaceReply = await post(`integration/${id}/token`, {});
  const secret = await readStoredSecret('integration', 'access_token', id);
  const undoReply = await post('integration/undoBulk', { request_id: String(replaceReply.headers['x-request-id']) });
  expectError(undoReply, 409, 'conflict');
  expect(await readStoredSecret('integration', 'access_token', id)).toBe(secret);
});
