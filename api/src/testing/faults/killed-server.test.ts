import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Serving } from './process.ts';
import { inTurn } from '../turn.ts';
import { shareDatabase } from './shared-database.ts';

const LANES = 4;
/** Each kills at another moment. */
const ROUNDS = inTurn(
  Array.from({ length: 13 }, (_, round) => round),
  4,
);
const WRITES_AT_ONCE = 8;

const { db, admin, startServer: start } = await shareDatabase();

interface Write {
  /** Names the write: its code, and its Idempotency-Key. */
  readonly name: string;
  /** The id that was answered; null where no answer came. */
  id: number | null;
}

async function create({ address }: Serving, write: Write): Promise<void> {
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
  if (response.status !== 201 || !data) throw new Error(`${write.name} was answered ${response.status}`);
  write.id = data.id;
}

/** Writes and kills in each round; the next process starts while the last one works. */
async function lane(n: number): Promise<Write[]> {
  const writes: Write[] = [];
  let next = start();
  for (const round of ROUNDS) {
    const serving = await next;
    if (round !== ROUNDS.at(-1)) next = start();
    const batch = Array.from({ length: WRITES_AT_ONCE }, (_, i) => ({ name: `w${n}-${round}-${i}`, id: null }));
    writes.push(...batch);
    const answers = batch.map((write) => create(serving, write));
    const settled = Promise.allSettled(answers);
    // Each round at another moment: in every other one before the first answer, else between the first and the last.
    if (round % 2 === 1) await Promise.any(answers).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, (round * 7 + n * 3) % (round % 2 === 1 ? 8 : 45)));
    await serving.kill();
    await settled;
  }
  return writes;
}

/** The writes in the books, each by another witness. */
async function readBooks() {
  const { rows } = await sql<{ records: string[]; logged: string[]; answered: string[]; kept: number; live: number }>`
    select (select array_agg(code order by code) from type_input where code like 'w%') as records,
           (select array_agg(after ->> 'code' order by after ->> 'code') from operation
            where resource = 'type_input' and action = 'create' and after ->> 'code' like 'w%') as logged,
           (select array_agg(key order by key) from idempotency_key where status = 201) as answered,
           (select sum(live)::bigint from row_count where resource = 'type_input') as kept,
           (select count(*) from type_input where deleted_at is null) as live`.execute(db.kysely);
  return rows[0];
}

test('kills in the middle of writes lose nothing that was answered and leave nothing half done', async () => {
  const writes = (await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)))).flat();
  const answered = writes.filter((write) => write.id !== null);
  const unanswered = writes.filter((write) => write.id === null);
  // A run in which every write got through, or none, would have shown nothing.
  expect(answered.length).toBeGreaterThan(0);
  expect(unanswered.length).toBeGreaterThan(0);

  const before = await readBooks();
  expect(before?.logged).toEqual(before?.records);
  expect(before?.answered).toEqual(before?.records);
  expect(before?.kept).toBe(before?.live);
  expect(before?.records).toEqual(expect.arrayContaining(answered.map((write) => write.name)));

  // A client without an answer asks again with the same key: done now, or done then and answered now, but once.
  const serving = await start();
  const ids = new Map(answered.map((write) => [write.name, write.id]));
  for (const write of writes) await create(serving, write);
  await serving.kill();
  expect(answered.every((write) => write.id === ids.get(write.name))).toBe(true);
  const after = await readBooks();
  expect(after?.records).toEqual(writes.map((write) => write.name).toSorted());
  expect(after?.logged).toEqual(after?.records);
  expect(after?.kept).toBe(after?.live);
}, 600_000);
