import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Writes that arrive while others of their kind run are batched; each gets its own response. */

const MAX_CONCURRENT = 2;

/** A group commit whose transactions end when the test decides. */
function createQueue(
  batch: (writes: readonly string[]) => readonly (string | Error | undefined)[] = (writes) => writes,
) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = async (name: string) => {
    begun.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    await end.promise;
  };
  const commit = createGroupCommit<string, string>(async (writes) => {
    await run(writes.join('+'));
    return batch(writes);
  });
  const add = (write: string, kind = 'bills') =>
    commit(kind, write, async () => {
      await run(write);
      if (write.startsWith('bad')) throw new Error(write);
      return `${write} alone`;
    });
  return {
    begun,
    add,
    /** Adds a single write. */
    addSingle: async (write: string, kind?: string) => {
      const response = add(write, kind);
      await nextTick();
      return { response };
    },
    end: async (name: string) => {
      ends.get(name)?.resolve();
      await nextTick();
    },
  };
}

/** Waits until pending work has started. */
async function nextTick(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

test('a single write starts immediately, and those that arrive meanwhile are batched', async () => {
  const { add, addSingle, begun, end } = createQueue();
  const alone = [await addSingle('a'), await addSingle('b')].map(({ response }) => response);
  const responses = [...alone, ...['c', 'd', 'e'].map((write) => add(write))];
  expect(begun).toEqual(['a', 'b']);
  expect(begun).toHaveLength(MAX_CONCURRENT);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c+d+e']);
  await end('c+d+e');
  await end('a');
  expect(await Promise.all(responses)).toEqual(['a alone', 'b alone', 'c', 'd', 'e']);
});

test('writes that arrive at the same moment are batched, even if none is running', async () => {
  const { add, begun, end } = createQueue();
  const responses = ['a', 'b', 'c'].map((write) => add(write));
  await end('');
  expect(begun).toEqual(['a+b+c']);
  await end('a+b+c');
  expect(await Promise.all(responses)).toEqual(['a', 'b', 'c']);
});

test('writes without a result in the batch run alone, and each error affects only its write', async () => {
  const outcomes = new Map<string, string | Error>([
    ['c', 'c'],
    ['f', new Error('rejected f')],
  ]);
  const { add, addSingle, begun, end } = createQueue((writes) => writes.map((write) => outcomes.get(write)));
  const alone = [await addSingle('a'), await addSingle('b')].map(({ response }) => response);
  const all = Promise.allSettled([...alone, ...['c', 'bad d', 'e', 'f'].map((write) => add(write))]);
  await end('a');
  await end('c+bad d+e+f');
  expect(begun.slice(MAX_CONCURRENT)).toEqual(['c+bad d+e+f', 'bad d', 'e']);
  for (const name of ['b', 'bad d', 'e']) await end(name);
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'a alone',
    'b alone',
    'c',
    'Error: bad d',
    'e alone',
    'Error: rejected f',
  ]);
});

test('different kinds do not wait for each other', async () => {
  const { add, addSingle, begun } = createQueue();
  for (const write of ['a', 'b']) await addSingle(write);
  void add('c');
  for (const write of ['x', 'y']) await addSingle(write, 'others');
  expect(begun).toEqual(['a', 'b', 'x', 'y']);
});

test('a batch has at most a hundred writes', async () => {
  const { add, addSingle, begun, end } = createQueue();
  for (const write of ['a', 'b']) await addSingle(write);
  for (let n = 0; n < 150; n += 1) void add(`w${n}`);
  await end('a');
  await end('b');
  expect(begun.slice(MAX_CONCURRENT).map((name) => name.split('+').length)).toEqual([100, 50]);
});
