import { AbandonedError, withRequestOwner } from '@innkeeper/db';
import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Tasks that start and end on command; `started` lists the started ones in order. */
function createSimulation(limits: Parameters<typeof createLimiter>[0]) {
  const limiter = createLimiter(limits);
  const started: string[] = [];
  const endByName = new Map<string, () => void>();
  const acquire = (name: string, caller = name.slice(0, 1), signal?: AbortSignal) =>
    withRequestOwner({ signal, caller: () => caller }, () =>
      limiter(
        () =>
          new Promise<string>((resolve) => {
            started.push(name);
            endByName.set(name, () => resolve(name));
          }),
      ),
    );
  const endWork = async (name: string) => {
    endByName.get(name)?.();
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve(); // waiting work has started by then
  };
  return { started, acquire, end: endWork };
}

const flushMicrotasks = async () => {
  for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
};

test("an owner's single task runs before another owner's many earlier ones", async () => {
  const { started, acquire, end } = createSimulation({ size: 2, queue: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void acquire(name);
  await flushMicrotasks();
  expect(started).toEqual(['a1', 'a2']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('the running tasks per owner are limited even if slots are free', async () => {
  const { started, acquire, end } = createSimulation({ size: 3, perCaller: 1, queue: 10 });
  for (const name of ['a1', 'a2', 'b1', 'c1']) void acquire(name);
  await flushMicrotasks();
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('returns a 429 only to the owner whose queue is full', async () => {
  const { acquire, started, end } = createSimulation({ size: 1, queue: 1 });
  void acquire('a1');
  void acquire('a2');
  await expect(acquire('a3')).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
  void acquire('b1');
  await end('a1');
  expect(started).toEqual(['a1', 'a2']);
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('a task that waited too long is rejected with Retry-After', async () => {
  const { acquire } = createSimulation({ size: 1, queue: 1, maxWaitMs: 1 });
  void acquire('a1');
  await expect(acquire('b1')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { headers: { 'retry-after': '2' } },
  });
});

test('the tasks of a disconnected client are removed from the queue', async () => {
  const { started, acquire, end } = createSimulation({ size: 1, queue: 2 });
  const abortController = new AbortController();
  void acquire('a1');
  const aborted = acquire('b1', 'b', abortController.signal);
  void acquire('c1');
  abortController.abort(new AbandonedError());
  await expect(aborted).rejects.toBeInstanceOf(AbandonedError);
  await end('a1');
  expect(started).toEqual(['a1', 'c1']);
});

test('a failed task releases its slot', async () => {
  const limiter = createLimiter({ size: 1, queue: 1 });
  await expect(limiter(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limiter(async () => 'next')).toBe('next');
});
