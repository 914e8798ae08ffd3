import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createServer } from '../../server.ts';

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
const config = { ...readConfig({ LOG_LEVEL: 'fatal' }), databaseUrl: database.url, isDemo: false };
const serve = (maxDelay: number) => createServer({ config, db, outbox: async () => undefined, maxDelay });
const app = await serve(50);
await app.ready();
afterAll(async () => {
  await app.close();
  await db.close();
  await database.drop();
});

/** Nothing else happens for so many milliseconds. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a process that took long to start refuses nobody for that', async () => {
  const slow = await serve(1);
  block(1_200);
  await slow.ready();
  const statuses = new Set<number>();
  for (let times = 0; times < 40; times += 1) {
    statuses.add((await slow.inject({ method: 'GET', url: '/api/region' })).statusCode);
    await wait(20);
  }
  await slow.close();
  expect([...statuses]).toEqual([401]);
});

test('a process that is far behind tells who comes to come back, until it has caught up', async () => {
  const ask = () => app.inject({ method: 'GET', url: '/api/region' });
  const until = async (status: number, between: () => Promise<void>) => {
    let reply = await ask();
    while (reply.statusCode !== status) {
      await between();
      reply = await ask();
    }
    return reply;
  };
  const behind = await until(503, async () => {
    block(200);
    await wait(1);
  });
  expect(behind.headers['retry-after']).toBe('2');
  expect(behind.json()).toMatchObject({
    error: 'unavailable',
    message: 'There is too much to do at the moment, please try again.',
  });
  await until(401, () => wait(20));
});
