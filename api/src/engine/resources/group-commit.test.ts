import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Writes that arrive while others of their kind run are batched; each gets its own response. */

const MAX_CONCURRENT = 2;

/** A group commit whose transactions end when the test decides. */
function createQueue(
  batch: (writes: readonly string[]) => readonly (string | Error | undefined)[] = (writes) => writes,
) {
  const startedWrites: string[] = [];
  const endByWrite = new Map<string, PromiseWithResolvers<void>>();
  const runWrite = async (name: string) => {
    startedWrites.push(name);
    const end = Promise.withResolvers<void>();
    endByWrite.set(name, end);
    await end.promise;
  };
  const commit = createGroupCommit<string, string>(async (writes) => {
    await runWrite(writes.join('+'));
    return batch(writes);
  });
  const addWrite = (write: string, kind = 'bills') =>
    commit(kind, write, async () => {
      await runWrite(write);
      if (write.startsWith('bad')) throw new Error(write);
      return `${write} alone`;
    });
  return {
    startedWrites,
    add: addWrite,
    /** Adds a write that no other write joins. */
    addSingle: async (write: string, kind?: string) => {
      const response = addWrite(write, kind);
      await nextTick();
      return { response };
    },
    end: async (name: string) => {
      endByWrite.get(name)?.resolve();
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
  const { add, addSingle, startedWrites, end } = createQueue();
  const singleResponses = [await addSingle('a'), await addSingle('b')].map(({ response }) => response);
  const responses = [...singleResponses, ...['c', 'd', 'e'].map((write) => add(write))];
  expect(startedWrites).toEqual(['a', 'b']);
  expect(startedWrites).toHaveLength(MAX_CONCURRENT);
  await end('b');
  expect(startedWrites).toEqual(['a', 'b', 'c+d+e']);
  await end('c+d+e');
  await end('a');
  expect(await Promise.all(responses)).toEqual(['a alone', 'b alone', 'c', 'd', 'e']);
});

test('writes that arrive at the same moment are batched, even if none is running', async () => {
  const { add, startedWrites, end } = createQueue();
  const responses = ['a', 'b', 'c'].map((write) => add(write));
  await end('');
  expect(startedWrites).toEqual(['a+b+c']);
  await end('a+b+c');
  expect(await Promise.all(responses)).toEqual(['a', 'b', 'c']);
});

test('writes without a result in the batch run alone, and each error affects only its write', async () => {
  const outcomes = new Map<string, string | Error>([
    ['c', 'c'],
    ['f', new Error('rejected f')],
  ]);
  const { add, addSingle, startedWrites, end } = createQueue((writes) => writes.map((write) => outcomes.get(write)));
  const singleResponses = [await addSingle('a'), await addSingle('b')].map(({ response }) => response);
  const allResults = Promise.allSettled([...singleResponses, ...['c', 'bad d', 'e', 'f'].map((write) => add(write))]);
  await end('a');
  await end('c+bad d+e+f');
  expect(startedWrites.slice(MAX_CONCURRENT)).toEqual(['c+bad d+e+f', 'bad d', 'e']);
  for (const name of ['b', 'bad d', 'e']) await end(name);
  expect(
    (await allResults).map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual(['a alone', 'b alone', 'c', 'Error: bad d', 'e alone', 'Error: rejected f']);
});

test('different kinds do not wait for each other', async () => {
  const { add, addSingle, startedWrites } = createQueue();
  for (const write of ['a', 'b']) await addSingle(write);
  void add('c');
  for (const write of ['x', 'y']) await addSingle(write, 'others');
  expect(startedWrites).toEqual(['a', 'b', 'x', 'y']);
});

test('a batch has at most a hundred writes', async () => {
  const { add, addSingle, startedWrites, end } = createQueue();
  for (const write of ['a', 'b']) await addSingle(write);
  for (let n = 0; n < 150; n += 1) void add(`w${n}`);
  await end('a');
  await end('b');
  expect(startedWrites.slice(MAX_CONCURRENT).map((name) => name.split('+').length)).toEqual([100, 50]);
});
