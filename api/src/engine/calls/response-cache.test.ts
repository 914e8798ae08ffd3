import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { StalePermissionsError } from '../../access/permissions-version.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { SNAPSHOT_SQL, createResponseCache, toMinute } from './response-cache.ts';

const { db } = await startTestApp({ connections: 2 });

// The only part of an actor that a permissions version needs.
const actor = { userId: 1, tokenHash: Buffer.alloc(32), stamp: 'all:1' } as Actor;

/** Answers whose snapshots and permissions versions are given, one after the other. */
function createAnswers(size?: number) {
  const current = { stamp: 'all:1' as string | null, snapshot: '1:1:' as string | null };
  const reader: Pick<Db, 'kysely' | 'read'> = {
    kysely: db.kysely,
    read: async <Row>() => [{ ...current }] as Row[],
  };
  const responseCache = createResponseCache({ ...db, ...reader }, size);
  let count = 0;
  const read = (...key: unknown[]) =>
    responseCache({ actor, now: new Date(), key }, async () => ({
      text: `answer ${++count}`,
      snapshot: current.snapshot,
    }));
  return { current, read };
}

test('an answer is cached for its own key while the snapshot is the same', async () => {
  const { current, read } = createAnswers();
  expect([await read([1]), await read([1]), await read([2]), await read(null), await read([1])]).toEqual([
    'answer 1',
    'answer 1',
    'answer 2',
    'answer 3',
    'answer 1',
  ]);
  current.snapshot = '1:2:1';
  expect([await read([1]), await read([1])]).toEqual(['answer 4', 'answer 4']);
});

test('a standby caches no answer', async () => {
  const { current, read } = createAnswers();
  current.snapshot = null;
  expect([await read(1), await read(1)]).toEqual(['answer 1', 'answer 2']);
});

test('the oldest answers are dropped', async () => {
  const { read } = createAnswers(2);
  for (const key of [1, 2, 3]) await read(key);
  expect([await read(3), await read(2), await read(1)]).toEqual(['answer 3', 'answer 2', 'answer 4']);
});

test('a cached answer is for users whose permissions are unchanged', async () => {
  const { current, read } = createAnswers();
  await read(1);
  current.stamp = 'all:2';
  await expect(read(1)).rejects.toBeInstanceOf(StalePermissionsError);
  current.stamp = null;
  await expect(read(1)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a snapshot changes with every commit of a transaction that wrote', async () => {
  const readSnapshot = async () => {
    const { rows } = await sql<{ snapshot: string }>`select ${SNAPSHOT_SQL} as snapshot`.execute(db.kysely);
    return rows[0]?.snapshot;
  };
  const before = await db.kysely.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    return readSnapshot();
  });
  expect(before).toMatch(/^\d+:\d+:/);
  expect(await readSnapshot()).not.toBe(before);
});

test('a minute begins with its first second', () => {
  expect(toMinute(new Date('2026-03-01T10:15:59.999Z'))).toEqual(new Date('2026-03-01T10:15:00Z'));
});
