import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Writes that come while others of their kind are under way go together; each has its own answer. */

const AT_ONCE = 2;

/** A group commit whose transactions end when the test says so. */
function stage(together: (writes: readonly string[]) => readonly (string | Error | undefined)[] = (writes) => writes) {
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
    return together(writes);
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
    /** One that comes by itself. */
    addAlone: async (write: string, kind?: string) => {
      const answer = add(write, kind);
      await nextTurn();
      return { answer };
    },
    end: async (name: string) => {
      ends.get(name)?.resolve();
      await nextTurn();
    },
  };
}

/** Until what was asked for has begun. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

test('a write that comes alone goes at once, and those that come meanwhile go together', async () => {
  const { add, addAlone, begun, end } = stage();
  const alone = [await addAlone('a'), await addAlone('b')].map(({ answer }) => answer);
  const answers = [...alone, ...['c', 'd', 'e'].map((write) => add(write))];
  expect(begun).toEqual(['a', 'b']);
  expect(begun).toHaveLength(AT_ONCE);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c+d+e']);
  await end('c+d+e');
  await end('a');
  expect(await Promise.all(answers)).toEqual(['a alone', 'b alone', 'c', 'd', 'e']);
});

test('writes that come at the same moment go together, though none is under way', async () => {
  const { add, begun, end } = stage();
  const answers = ['a', 'b', 'c'].map((write) => add(write));
  await end('');
  expect(begun).toEqual(['a+b+c']);
  await end('a+b+c');
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
});

test('writes that a group leaves unanswered are written alone, and each error is its own', async () => {
  const outcomes = new Map<string, string | Error>([
    ['c', 'c'],
    ['f', new Error('refused f')],
  ]);
  const { add, addAlone, begun, end } = stage((writes) => writes.map((write) => outcomes.get(write)));
  const alone = [await addAlone('a'), await addAlone('b')].map(({ answer }) => answer);
  const all = Promise.allSettled([...alone, ...['c', 'bad d', 'e', 'f'].map((write) => add(write))]);
  await end('a');
  await end('c+bad d+e+f');
  expect(begun.slice(AT_ONCE)).toEqual(['c+bad d+e+f', 'bad d', 'e']);
  for (const name of ['b', 'bad d', 'e']) await end(name);
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'a alone',
    'b alone',
    'c',
    'Error: bad d',
    'e alone',
    'Error: refused f',
  ]);
});

test('kinds wait for each other in nothing', async () => {
  const { add, addAlone, begun } = stage();
  for (const write of ['a', 'b']) await addAlone(write);
  void add('c');
  for (const write of ['x', 'y']) await addAlone(write, 'others');
  expect(begun).toEqual(['a', 'b', 'x', 'y']);
});

test('a hundred go together at most', async () => {
  const { add, addAlone, begun, end } = stage();
  for (const write of ['a', 'b']) await addAlone(write);
  for (let n = 0; n < 150; n += 1) void add(`w${n}`);
  await end('a');
  await end('b');
  expect(begun.slice(AT_ONCE).map((name) => name.split('+').length)).toEqual([100, 50]);
});
