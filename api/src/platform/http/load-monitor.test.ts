import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createLoadMonitor } from './load-monitor.ts';

/**
 * A server that responds when the test lets it, and work that waits until the load ends, for at most the given
 * milliseconds.
 */
async function startServer(maxWaitMs: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  const whenIdle = createLoadMonitor(app, maxWaitMs);
  const gates: (() => void)[] = [];
  app.get('/', () => new Promise((resolve) => gates.push(() => resolve('done'))));
  const address = await app.listen({ port: 0 });
  let begun = 0;
  return {
    address,
    gates,
    request: (n: number) => Array.from({ length: n }, () => fetch(address)),
    untilActive: async (n: number) => expect.poll(() => gates.length).toBe(n),
    start: () => void whenIdle().then(() => (begun += 1)),
    begun: () => begun,
  };
}

test('background work starts alongside a single request, and after a load peak', async () => {
  const { address, gates, request, untilActive, start, begun } = await startServer(Infinity);
  const single = request(1);
  await untilActive(1);
  start();
  await expect.poll(begun).toBe(1);
  // One client disconnects before it gets its response.
  const leavingClient = new AbortController();
  const leaving = fetch(address, { signal: leavingClient.signal }).catch(() => undefined);
  const many = request(2);
  await untilActive(4);
  start();
  expect(begun()).toBe(1);
  leavingClient.abort();
  await leaving;
  for (const open of gates.splice(0, 3)) open();
  await expect.poll(begun).toBe(2);
  for (const open of gates) open();
  for (const response of await Promise.all([...single, ...many])) expect(response.status).toBe(200);
});

test('background work starts during a load that does not end', async () => {
  const { gates, request, untilActive, start, begun } = await startServer(50);
  const many = request(8);
  await untilActive(8);
  start();
  expect(begun()).toBe(0);
  await expect.poll(begun).toBe(1);
  for (const open of gates) open();
  for (const response of await Promise.all(many)) expect(response.status).toBe(200);
});
