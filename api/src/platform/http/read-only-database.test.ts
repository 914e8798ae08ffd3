import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createServer } from '../../server.ts';
import { TEST_PASSWORD, createUser } from '../../testing/user.ts';
import { readConfig } from '../config/config.ts';

const database = await createTestDatabase();
/** The database of the tests themselves, whose sessions always may write. */
const db = openDatabase({ url: database.url, connections: 1 });
/** The application's only connection. */
const appDb = openDatabase({ url: database.url, connections: 1, lockTimeout: 'person' });
const { username, token } = await createUser(db, { level: 'group' });
const app = await createServer({
  config: { ...readConfig({ LOG_LEVEL: 'silent', DEMO: '0' }), databaseUrl: database.url },
  db: appDb,
  outbox: async () => undefined,
});
afterAll(async () => {
  await app.close();
  await appDb.close();
  await db.close();
  await database.drop();
});

const signIn = () =>
  app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { grant_type: 'password', client_id: '1', username, password: TEST_PASSWORD },
  });
const headers = { authorization: `Bearer ${token}` };
const createType = (code: string) =>
  app.inject({ method: 'POST', url: '/api/type_input', headers, payload: { name: code, code } });
const readTypes = () => app.inject({ method: 'GET', url: '/api/type_input', headers });
const readReadiness = () => app.inject({ method: 'GET', url: '/readyz' });
/** Makes the application's connection like one to a standby. */
const makeConnectionReadOnly = () => sql`set default_transaction_read_only = on`.execute(appDb.kysely);
/** Makes the server like a standby for every connection that is opened from now on. */
const setReadOnly = (state: 'on' | 'off') =>
  sql`alter database ${sql.ref(new URL(database.url).pathname.slice(1))}
    set default_transaction_read_only = ${sql.raw(state)}`.execute(db.kysely);

test('a sign-in over a read-only connection is a 503 with Retry-After, the next one gets a new connection', async () => {
  expect((await signIn()).statusCode).toBe(200);
  await makeConnectionReadOnly();
  const rejectedReply = await signIn();
  expect([rejectedReply.statusCode, rejectedReply.headers['retry-after']]).toEqual([503, '2']);
  expect(rejectedReply.json()).toMatchObject({ error: 'unavailable' });
  expect((await signIn()).statusCode).toBe(200);
});

test('/readyz requires a writable server, and closes a connection to another one', async () => {
  await makeConnectionReadOnly();
  const rejectedReply = await readReadiness();
  expect([rejectedReply.statusCode, rejectedReply.headers['retry-after']]).toEqual([503, '2']);
  expect(rejectedReply.json()).toEqual({ status: 'unavailable', reason: 'The database accepts no writes.' });
  expect((await readReadiness()).json()).toEqual({ status: 'ready', failing: [] });
});

test('every call is a 503 while the server accepts no writes, and succeeds as soon as it does', async () => {
  await makeConnectionReadOnly();
  await setReadOnly('on');
  const rejectedReplies = [];
  for (const request of [() => createType('a'), () => createType('b'), readTypes, signIn, readReadiness])
    rejectedReplies.push(await request());
  await setReadOnly('off');
  expect(rejectedReplies.map(({ statusCode, headers: { 'retry-after': after } }) => [statusCode, after])).toEqual(
    rejectedReplies.map(() => [503, '2']),
  );
  const replies = [await createType('a'), await readTypes(), await signIn(), await readReadiness()];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200]);
});
