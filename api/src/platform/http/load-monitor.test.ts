import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createLoadMonitor } from './load-monitor.ts';

/** A server whose responses the test releases, with work that waits for the load to end, up to `maxWaitMs`. */
async function startServer(maxWaitMs: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  const whenIdle = createLoadMonitor(app, maxWaitMs);
  const releases: (() => void)[] = [];
  app.get('/', () => new Promise((resolve) => releases.push(() => resolve('done'))));
  const address = await app.listen({ port: 0 });
  let startedCount = 0;
  return {
    address,
    releases,
    request: (n: number) => Array.from({ length: n }, () => fetch(address)),
    untilActive: async (n: number) => expect.poll(() => releases.length).toBe(n),
    start: () => void whenIdle().then(() => (startedCount += 1)),
    countStarted: () => startedCount,
  };
}

test('background work starts alongside a single request, and after a load peak', async () => {
  const { address, releases, request, untilActive, start, countStarted } = await startServer(Infinity);
  const singleRequest = request(1);
  await untilActive(1);
  start();
  await expect.poll(countStarted).toBe(1);
  // One client disconnects before it gets its response.
  const leavingClient = new AbortController();
  const abortedRequest = fetch(address, { signal: leavingClient.signal }).catch(() => undefined);
  const requests = request(2);
  await untilActive(4);
  start();
  expect(countStarted()).toBe(1);
  leavingClient.abort();
  await abortedRequest;
  for (const release of releases.splice(0, 3)) release();
  await expect.poll(countStarted).toBe(2);
  for (const release of releases) release();
  for (const response of await Promise.all([...singleRequest, ...requests])) expect(response.status).toBe(200);
});

test('background work starts during a load that does not end', async () => {
  const { releases, request, untilActive, start, countStarted } = await startServer(50);
  const requests = request(8);
  await untilActive(8);
  start();
  expect(countStarted()).toBe(0);
  await expect.poll(countStarted).toBe(1);
  for (const release of releases) release();
  for (const response of await Promise.all(requests)) expect(response.status).toBe(200);
});
