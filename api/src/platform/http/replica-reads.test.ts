import { setTimeout as wait } from 'node:timers/promises';
import { createReplica, migrate, openDatabase, seedReference } from '@innkeeper/db';
import { startReplication } from '@innkeeper/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testingFolder } from '../../../../scripts/testing-folder.mjs';
import { createServer } from '../../server.ts';
import { createUser } from '../../testing/user.ts';
import { readConfig } from '../config/config.ts';

/** Reading from a real standby, whose replay a test can pause. */

const replication = await startReplication({ folder: testingFolder(), standbys: 1, settings: { fsync: 'off' } });
const { primary: primaryServer } = replication;
const [standbyServer] = replication.standbys;
if (!standbyServer) throw new Error('There is one standby');
await migrate(primaryServer.url);
const primary = openDatabase({ url: primaryServer.url, connections: 4, lockTimeout: 'person' });
await seedReference(primary);
const admin = await createUser(primary, { level: 'group' });
const standby = openDatabase({ url: standbyServer.url, connections: 4, isReadOnlyAllowed: true, primary });
let secondsLater = 0;
const replica = createReplica({
  primary,
  standby,
  maxLagSeconds: 5,
  now: () => Date.now() + secondsLater * 1000,
});
const app = await createServer({
  config: { ...readConfig({ LOG_LEVEL: 'silent', DEMO: '0' }), databaseUrl: primaryServer.url },
  db: replica.db,
  replica,
  outbox: async () => undefined,
});
afterAll(async () => {
  await app.close();
  await replica.close();
  await primary.close();
  await replication.stop();
});

const request = (method: 'GET' | 'POST', url: string, position?: string, payload?: object) =>
  app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(position !== undefined && { 'x-write-position': position }),
    },
    ...(payload && { payload }),
  });
/** Creates an input type and returns the position of that write. */
async function create(code: string): Promise<string> {
  const reply = await request('POST', '/api/type_input', undefined, { name: code, code });
  expect(reply.statusCode, reply.body).toBe(201);
  return String(reply.headers['x-write-position']);
}
async function readCodes(position?: string): Promise<string[]> {
  const reply = await request('GET', '/api/type_input?per_page=100', position);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { code: string }[] }>().data.map(({ code }) => code);
}
const setReplay = (state: 'pause' | 'resume') => standbyServer.run(`select pg_wal_replay_${state}()`);
async function catchUp(position: string): Promise<void> {
  do {
    await wait(20);
    await replica.poll();
  } while (!replica.canServe(position));
}

let before = '';
beforeEach(async () => {
  secondsLater = 0;
  await setReplay('resume');
  before = await create(`before-${Math.random().toString(36).slice(2, 8)}`);
  await catchUp(before);
});

test('a list is read from the standby, which does not have the newest write of others yet', async () => {
  await setReplay('pause');
  const after = await create('newest');
  await replica.poll();
  expect(await readCodes(before)).not.toContain('newest');
  expect(await readCodes(after)).toContain('newest'); // one's own
  expect(await readCodes()).toContain('newest'); // nothing is known of this client
  await setReplay('resume');
  await catchUp(after);
  expect(await readCodes(after)).toContain('newest');
});

test('a record is read from the primary, because it may be about to be changed', async () => {
  await setReplay('pause');
  const reply = await request('POST', '/api/type_input', undefined, { name: 'Record', code: 'record' });
  const { id } = reply.json<{ data: { id: number } }>().data;
  await replica.poll();
  expect((await request('GET', `/api/type_input/${id}`, before)).statusCode).toBe(200);
  await setReplay('resume');
});

test('the first read of a client returns the position that it sends from then on', async () => {
  const reply = await request('GET', '/api/type_input');
  expect(reply.headers['x-write-position']).toMatch(/^[\dA-F]+\/[\dA-F]+$/);
  expect((await request('GET', '/api/type_input', before)).headers['x-write-position']).toBeUndefined();
  expect((await request('GET', '/api/type_input', 'nonsense')).statusCode).toBe(200);
});

test('a standby that is behind by more than the limit serves nobody, until it has caught up', async () => {
  await setReplay('pause');
  const after = await create('late');
  await replica.poll();
  expect(replica.canServe(before)).toBe(true);
  secondsLater = 6;
  await replica.poll();
  expect(replica.lagSeconds()).toBeGreaterThanOrEqual(6);
  expect(replica.canServe(before)).toBe(false);
  expect(await readCodes(before)).toContain('late');
  await setReplay('resume');
  await catchUp(after);
  expect(replica.lagSeconds()).toBe(0);
});

test('rights that the standby does not have yet are read from the primary', async () => {
  await setReplay('pause');
  await replica.poll();
  const { token } = await createUser(primary, { level: 'group' });
  const reply = await app.inject({
    url: '/api/type_input',
    headers: { authorization: `Bearer ${token}`, 'x-write-position': before },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  await setReplay('resume');
});

test('a dead standby costs no request: the primary answers, and the standby is not asked again', async () => {
  expect(replica.canServe(before)).toBe(true);
  await standbyServer.kill();
  const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => request('GET', '/api/type_input', before)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await request('GET', '/api/type_input/export?format=csv', before)).statusCode).toBe(200);
  await replica.poll();
  expect(replica.canServe(before)).toBe(false);
  expect(await readCodes(before)).toEqual(expect.arrayContaining(['late']));
});
