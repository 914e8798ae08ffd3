import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { watchRush } from './rush.ts';

/** A server that answers when it is let, and work that waits for its rush to end, for so many milliseconds at most. */
async function startServer(patience: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  const whenQuiet = watchRush(app, patience);
  const gates: (() => void)[] = [];
  app.get('/', () => new Promise((resolve) => gates.push(() => resolve('done'))));
  const address = await app.listen({ port: 0 });
  let begun = 0;
  return {
    address,
    gates,
    ask: (n: number) => Array.from({ length: n }, () => fetch(address)),
    untilUnderWay: async (n: number) => expect.poll(() => gates.length).toBe(n),
    begin: () => void whenQuiet().then(() => (begun += 1)),
    begun: () => begun,
  };
}

test('work that nobody waits for begins beside a single request, and after a rush', async () => {
  const { address, gates, ask, untilUnderWay, begin, begun } = await startServer(Infinity);
  const single = ask(1);
  await untilUnderWay(1);
  begin();
  await expect.poll(begun).toBe(1);
  // One of the many goes away before it has its answer.
  const gone = new AbortController();
  const leaving = fetch(address, { signal: gone.signal }).catch(() => undefined);
  const many = ask(2);
  await untilUnderWay(4);
  begin();
  expect(begun()).toBe(1);
  gone.abort();
  await leaving;
  for (const open of gates.splice(0, 3)) open();
  await expect.poll(begun).toBe(2);
  for (const open of gates) open();
  for (const answer of await Promise.all([...single, ...many])) expect(answer.status).toBe(200);
});

test('work that nobody waits for begins during a rush that lasts', async () => {
  const { gates, ask, untilUnderWay, begin, begun } = await startServer(50);
  const many = ask(8);
  await untilUnderWay(8);
  begin();
  expect(begun()).toBe(0);
  await expect.poll(begun).toBe(1);
  for (const open of gates) open();
  for (const answer of await Promise.all(many)) expect(answer.status).toBe(200);
});
