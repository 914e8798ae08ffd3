import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { watchRush } from './rush.ts';

const app = fastify();
afterAll(() => app.close());

test('work that nobody waits for begins at once beside a single request, and after a rush, or a second', async () => {
  const whenQuiet = watchRush(app);
  const gates: (() => void)[] = [];
  app.get('/', () => new Promise((resolve) => gates.push(() => resolve('done'))));
  const address = await app.listen({ port: 0 });
  const ask = (n: number) => Array.from({ length: n }, () => fetch(address));
  const asked = async (n: number) => expect.poll(() => gates.length).toBe(n);
  let begun = 0;
  const begin = () => void whenQuiet().then(() => (begun += 1));
  const single = ask(1);
  await asked(1);
  begin();
  await expect.poll(() => begun).toBe(1);
  // One of the many goes away before it has its answer.
  const gone = new AbortController();
  const leaving = fetch(address, { signal: gone.signal }).catch(() => undefined);
  const many = ask(2);
  await asked(4);
  begin();
  expect(begun).toBe(1);
  gone.abort();
  await leaving;
  for (const open of gates.splice(0, 3)) open();
  await expect.poll(() => begun).toBe(2);
  const more = ask(8);
  await asked(9);
  const from = performance.now();
  begin();
  await expect.poll(() => begun, { timeout: 5_000 }).toBe(3);
  expect(performance.now() - from).toBeGreaterThan(900);
  for (const open of gates.splice(0)) open();
  for (const answer of await Promise.all([...single, ...many, ...more])) expect(answer.status).toBe(200);
});
