import { Abandoned, whileAsked } from '@innkeeper/db';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

/** Works that begin and end when they are told to; `begun` names those that have begun, in order. */
function play(limits: Parameters<typeof createSlots>[0]) {
  const inSlot = createSlots(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, asker = name.slice(0, 1), signal?: AbortSignal) =>
    whileAsked({ signal, asker: () => asker }, () =>
      inSlot(
        () =>
          new Promise<string>((resolve) => {
            begun.push(name);
            ends.set(name, () => resolve(name));
          }),
      ),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve(); // waiting work has begun by then
  };
  return { begun, enter, end };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('one work of somebody goes before the many of somebody else that came before', async () => {
  const { begun, enter, end } = play({ size: 2, queue: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void enter(name);
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('nobody has more at work than each may, whatever is free', async () => {
  const { begun, enter, end } = play({ size: 3, each: 1, queue: 10 });
  for (const name of ['a1', 'a2', 'b1', 'c1']) void enter(name);
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a full queue of one is a 429 for that one, and nobody else’s', async () => {
  const { enter, begun, end } = play({ size: 1, queue: 1 });
  void enter('a1');
  void enter('a2');
  await expect(enter('a3')).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
  void enter('b1');
  await end('a1');
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('a work that has waited for the longest time is refused, to come back later', async () => {
  const { enter } = play({ size: 1, queue: 1, longest: 1 });
  void enter('a1');
  await expect(enter('b1')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { headers: { 'retry-after': '2' } },
  });
});

test('an asker who is gone waits no longer, and begins nothing', async () => {
  const { begun, enter, end } = play({ size: 1, queue: 2 });
  const leaving = new AbortController();
  void enter('a1');
  const gone = enter('b1', 'b', leaving.signal);
  void enter('c1');
  leaving.abort(new Abandoned());
  await expect(gone).rejects.toBeInstanceOf(Abandoned);
  await end('a1');
  expect(begun).toEqual(['a1', 'c1']);
});

test('a work that fails gives its slot on', async () => {
  const inSlot = createSlots({ size: 1, queue: 1 });
  await expect(inSlot(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await inSlot(async () => 'next')).toBe('next');
});
