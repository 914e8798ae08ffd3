import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { RunningServer } from './process.ts';
import { caseShare } from '../case-share.ts';
import { shareDatabase } from './shared-database.ts';

const WRITER_COUNT = 4;
/** Each round kills the server at another moment. */
const ROUNDS = caseShare(
  Array.from({ length: 13 }, (_, round) => round),
  4,
);
const PARALLEL_WRITES = 8;

const { db, admin, startServer: start } = await shareDatabase();

interface Write {
  /** Identifies the write: its code and its Idempotency-Key. */
  readonly name: string;
  /** The id in the response; null without a response. */
  id: number | null;
}

async function create({ address }: RunningServer, write: Write): Promise<void> {
  const response = await fetch(`${address}/api/type_input`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'idempotency-key': write.name,
    },
    body: JSON.stringify({ name: write.name, code: write.name }),
  });
  const { data } = (await response.json()) as { data?: { id: number } };
  if (response.status !== 201 || !data) throw new Error(`${write.name} got status ${response.status}`);
  write.id = data.id;
}

/** Writes in each round and kills the server; the next one starts while the last one is still working. */
async function runWriter(n: number): Promise<Write[]> {
  const writes: Write[] = [];
  let next = start();
  for (const [index, round] of ROUNDS.entries()) {
    const server = await next;
    if (round !== ROUNDS.at(-1)) next = start();
    const batch = Array.from({ length: PARALLEL_WRITES }, (_, i) => ({ name: `w${n}-${round}-${i}`, id: null }));
    writes.push(...batch);
    const responses = batch.map((write) => create(server, write));
    const results = Promise.allSettled(responses);
    // Kills alternately before the first response, or between the first and the last. By index, because a share of the
    // rounds may have only even numbers.
    const isAfterResponse = index % 2 === 1;
    if (isAfterResponse) await Promise.any(responses).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, (round * 7 + n * 3) % (isAfterResponse ? 8 : 45)));
    await server.kill();
    await results;
  }
  return writes;
}

/** The stored writes, each from an independent source. */
async function readDatabaseState() {
  const { rows } = await sql<{ records: string[]; logged: string[]; answered: string[]; stored: number; live: number }>`
    select (select array_agg(code order by code) from type_input where code like 'w%') as records,
           (select array_agg(after ->> 'code' order by after ->> 'code') from audit_log
            where resource = 'type_input' and action = 'create' and after ->> 'code' like 'w%') as logged,
           (select array_agg(key order by key) from idempotency_key where status = 201) as answered,
           (select sum(live)::bigint from row_count where resource = 'type_input') as stored,
           (select count(*) from type_input where deleted_at is null) as live`.execute(db.kysely);
  return rows[0];
}

test('kills during writes lose no acknowledged write and leave no partial one', async () => {
  const writes = (await Promise.all(Array.from({ length: WRITER_COUNT }, (_, n) => runWriter(n)))).flat();
  const confirmed = writes.filter((write) => write.id !== null);
  const unconfirmed = writes.filter((write) => write.id === null);
  // A run in which every write succeeded, or none, would prove nothing.
  expect(confirmed.length).toBeGreaterThan(0);
  expect(unconfirmed.length).toBeGreaterThan(0);

  const before = await readDatabaseState();
  expect(before?.logged).toEqual(before?.records);
  expect(before?.answered).toEqual(before?.records);
  expect(before?.stored).toBe(before?.live);
  expect(before?.records).toEqual(expect.arrayContaining(confirmed.map((write) => write.name)));

  // A client without a response retries with the same key: executed now or already before, but once.
  const server = await start();
  const ids = new Map(confirmed.map((write) => [write.name, write.id]));
  for (const write of writes) await create(server, write);
  await server.kill();
  expect(confirmed.every((write) => write.id === ids.get(write.name))).toBe(true);
  const after = await readDatabaseState();
  expect(after?.records).toEqual(writes.map((write) => write.name).toSorted());
  expect(after?.logged).toEqual(after?.records);
  expect(after?.stored).toBe(after?.live);
}, 600_000);
