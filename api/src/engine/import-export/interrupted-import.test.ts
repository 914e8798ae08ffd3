import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { shareDatabase } from '../../testing/faults/shared-database.ts';
import { createFormBody } from '../../testing/call.ts';
import { csvFile } from './table-helpers.ts';

const ROWS = 1_200;

const { db, admin, startServer } = await shareDatabase();

const read = async (): Promise<unknown> =>
  (
    await sql`select (select count(*) from type_input where code like 'killed-%') as records,
      (select count(*) from import_run) as imports,
      (select count(*) from audit_log where resource = 'type_input') as operations,
      (select count(*) from idempotency_key) as answers`.execute(db.kysely)
  ).rows[0];
/** The rows written by the running import: a sequence shows its numbers before they are committed. */
const readLastId = async (): Promise<number> => {
  const { rows } = await sql<{ n: number | null }>`select pg_sequence_last_value('type_input_id_seq') as n`.execute(
    db.kysely,
  );
  return rows[0]?.n ?? 0;
};

test('a server killed during an import leaves no changes, and a retry imports everything', async () => {
  const file = csvFile([['name', 'code'], ...Array.from({ length: ROWS }, (_, n) => [`Killed ${n}`, `killed-${n}`])]);
  const form = createFormBody({ file: Buffer.from(file) });
  const send = (address: string) =>
    fetch(`${address}/api/type_input/import`, {
      method: 'POST',
      headers: { ...form.headers, authorization: `Bearer ${admin.token}`, 'idempotency-key': 'killed' },
      body: form.body,
    });
  const before = await read();
  for (const writtenRows of [0, ROWS / 4, ROWS / 2]) {
    const first = await readLastId();
    const server = await startServer();
    const response = send(server.address).catch(() => undefined);
    await expect.poll(readLastId, { interval: 5 }).toBeGreaterThan(first + writtenRows);
    await server.kill();
    expect(await response).toBeUndefined();
    expect(await read()).toEqual(before);
  }
  const server = await startServer();
  const reply = await send(server.address);
  expect(reply.status).toBe(201);
  expect(await read()).toMatchObject({ records: ROWS, imports: 1, answers: 1 });
  await server.stop();
}, 600_000);
