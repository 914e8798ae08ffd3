import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createServer } from '../../server.ts';

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
const config = { ...readConfig({ LOG_LEVEL: 'fatal' }), databaseUrl: database.url, isDemo: false };
const startServer = (maxDelay: number) => createServer({ config, db, outbox: async () => undefined, maxDelay });
const app = await startServer(50);
await app.ready();
afterAll(async () => {
  await app.close();
  await db.close();
  await database.drop();
});

/** Blocks the event loop for the given milliseconds. */
function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a slow start does not cause rejected requests', async () => {
  // The test controls when the second passes after which the startup delay is ignored, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slowServer = await startServer(1);
  onTestFinished(() => slowServer.close());
  await slowServer.ready();
  const getStatusAfterBusySecond = async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      blockEventLoop(100);
      await wait(20); // the delay is measured between two turns of the loop
    }
    vi.advanceTimersByTime(1_000);
    const { eventLoopDelay } = slowServer.memoryUsage();
    expect([eventLoopDelay > 1, Number.isFinite(eventLoopDelay)]).toEqual([true, true]);
    return (await slowServer.inject({ method: 'GET', url: '/api/region' })).statusCode;
  };
  expect(await getStatusAfterBusySecond()).toBe(401);
  // After startup the delay comes from actual work.
  expect(await getStatusAfterBusySecond()).toBe(503);
});

test('requests are rejected with Retry-After while the server is overloaded, until it has caught up', async () => {
  const request = () => app.inject({ method: 'GET', url: '/api/region' });
  const requestUntil = async (status: number, between: () => Promise<void>) => {
    let reply = await request();
    while (reply.statusCode !== status) {
      await between();
      reply = await request();
    }
    return reply;
  };
  const rejectedRequest = await requestUntil(503, async () => {
    blockEventLoop(200);
    await wait(1);
  });
  expect(rejectedRequest.headers['retry-after']).toBe('2');
  expect(rejectedRequest.json()).toMatchObject({
    error: 'unavailable',
    message: 'The server is busy. Try again in a moment.',
  });
  await requestUntil(401, () => wait(20));
});
