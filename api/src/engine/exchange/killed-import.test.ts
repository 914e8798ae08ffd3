import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { shareDatabase } from '../../testing/faults/shared-database.ts';
import { formBody } from '../../testing/call.ts';
import { csvFile } from './test-tables.ts';

const ROWS = 1_200;

const { db, admin, startServer } = await shareDatabase();

const read = async (): Promise<unknown> =>
  (
    await sql`select (select count(*) from type_input where code like 'killed-%') as records, (select count(*) from import_run) as imports,
      (select count(*) from operation where resource = 'type_input') as operations, (select count(*) from idempotency_key) as answers`.execute(
      db.kysely,
    )
  ).rows[0];
/** The count of rows that the import under way has written: a sequence shows its numbers before they are committed. */
const given = async (): Promise<number> => {
  const { rows } = await sql<{ n: number | null }>`select pg_sequence_last_value('type_input_id_seq') as n`.execute(
    db.kysely,
  );
  return rows[0]?.n ?? 0;
};

test('a server killed in the middle of an import leaves nothing of it, and the next one does it all', async () => {
  const file = csvFile([['name', 'code'], ...Array.from({ length: ROWS }, (_, n) => [`Killed ${n}`, `killed-${n}`])]);
  const form = formBody({ file: Buffer.from(file) });
  const send = (address: string) =>
    fetch(`${address}/api/type_input/import`, {
      method: 'POST',
      headers: { ...form.headers, authorization: `Bearer ${admin.token}`, 'idempotency-key': 'killed' },
      body: form.body,
    });
  const before = await read();
  for (const reached of [0, ROWS / 4, ROWS / 2]) {
    const first = await given();
    const serving = await startServer();
    const answer = send(serving.address).catch(() => undefined);
    await expect.poll(given, { interval: 5 }).toBeGreaterThan(first + reached);
    await serving.kill();
    expect(await answer).toBeUndefined();
    expect(await read()).toEqual(before);
  }
  const serving = await startServer();
  const reply = await send(serving.address);
  expect(reply.status).toBe(201);
  expect(await read()).toMatchObject({ records: ROWS, imports: 1, answers: 1 });
  await serving.stop();
}, 600_000);
