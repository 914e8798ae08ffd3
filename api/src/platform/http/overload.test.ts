import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
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
  // The second after which the start is measured passes when the test says so, however long the machine takes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = await serve(1);
  onTestFinished(() => slow.close());
  await slow.ready();
  const statusAfterBusySecond = async () => {
    for (let times = 0; times < 3; times += 1) {
      block(100);
      await wait(20); // the delay is measured between two turns of the loop
    }
    vi.advanceTimersByTime(1_000);
    const { eventLoopDelay } = slow.memoryUsage();
    expect([eventLoopDelay > 1, Number.isFinite(eventLoopDelay)]).toEqual([true, true]);
    return (await slow.inject({ method: 'GET', url: '/api/region' })).statusCode;
  };
  expect(await statusAfterBusySecond()).toBe(401);
  // Behind the start it is the work that is measured.
  expect(await statusAfterBusySecond()).toBe(503);
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
