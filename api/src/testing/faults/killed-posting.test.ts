import { resources } from '@innkeeper/contract';
import { openDatabase } from '@innkeeper/db';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createInputs } from '../inputs.ts';
import { createProgramme } from '../test-programme.ts';
import { createSystem } from '../system.ts';
import { startTestApp } from '../test-app.ts';
import { createUser } from '../user.ts';
import { createBaseRecords } from '../base-records.ts';
import { startServer } from './process.ts';

/** Advisory lock that the test holds while a transaction must wait in its commit. */
const LOCK_KEY = 7_002;

/** A guest with a card, a hotel's own system, and the environment of a server on their database. */
async function startPosting() {
  const api = await startTestApp();
  const { db } = api;
  const admin = await createUser(db, { level: 'group' });
  const baseRecords = await createBaseRecords(db);
  const inputs = createInputs(api, admin, baseRecords);
  const { card } = createProgramme(api, admin, inputs, baseRecords.hotel);
  const member = await inputs.create(resources.member, {
    hotel_id: baseRecords.hotel,
    register_hotel_id: baseRecords.hotel,
  });
  const { sbec_no: card_no } = await card({ member_id: member.id, hotel_id: baseRecords.hotel });
  const { token } = await createSystem(api, baseRecords.hotel);
  const name = (await sql<{ name: string }>`select current_database() as name`.execute(db.kysely)).rows[0]?.name;
  const address = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  address.pathname = `/${name}`;
  const post = (server: string, path: string, body: object, key: string) =>
    fetch(`${server}/integration/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  return { db, card_no, address, post, environment: { DATABASE_URL: address.href, LOG_LEVEL: 'silent', DEMO: '0' } };
}

test('a server killed between commit and response has posted once; the same key gets the response', async () => {
  const { db, card_no, address, post: postTo, environment } = await startPosting();
  const bill = { card_no, reference_no: 'KILLED-1', total_fb: '120000', staff_name: 'POS 3' };
  const unknownCardBill = { ...bill, card_no: '4000 1000', reference_no: 'KILLED-2' };
  const calls = [
    { path: 'visits?hold=1', body: bill, table: 'visit' },
    { path: 'visits/batch?hold=1', body: { visits: [bill, { ...bill, reference_no: 'KILLED-3' }] }, table: 'visit' },
    { path: 'visits?hold=1', body: unknownCardBill, table: 'held_posting' },
  ] as const;
  /** Retries as long as a busy server requests it. */
  const post = async (server: string, n: number): Promise<Response> => {
    const { path = '', body = {} } = calls[n] ?? {};
    const reply = await postTo(server, path, body, `killed-${n}`);
    return reply.status === 503 ? post(server, n) : reply;
  };
  const countAtLock = async (isGranted: boolean): Promise<number> => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = ${LOCK_KEY}
          and granted = ${isGranted}`.execute(db.kysely);
    return rows.length;
  };
  // Disables the check of the client's connection, which rolls back a commit that waits more than a second.
  await sql`create function stand_still() returns trigger language plpgsql set client_connection_check_interval = 0 as
    $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(LOCK_KEY)}); return null; end $$`.execute(db.kysely);
  const gate = openDatabase({ url: address.href, connections: 1 });
  for (const [n, { table }] of calls.entries()) {
    const runningServer = await startServer('serve', environment);
    await sql`create constraint trigger stand_still after insert on ${sql.table(table)} deferrable initially deferred
      for each row execute function stand_still()`.execute(db.kysely);
    await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(gate.kysely);
    const reply = post(runningServer.address, n).catch(() => undefined);
    await expect.poll(() => countAtLock(false), { interval: 20 }).toBe(1);
    await runningServer.kill();
    expect(await reply).toBeUndefined();
    await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(gate.kysely);
    await expect.poll(() => countAtLock(true), { interval: 20 }).toBe(0);
    await sql`drop trigger stand_still on ${sql.table(table)}`.execute(db.kysely);
    const readResponse = async () =>
      (
        await sql<{
          status: number;
          response: string;
        }>`select status, response from idempotency_key where key = ${`killed-${n}`}`.execute(db.kysely)
      ).rows[0];
    await expect.poll(readResponse, { interval: 20 }).toBeDefined();

    const nextServer = await startServer('serve', environment);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const reply = await post(nextServer.address, n);
      expect({ status: reply.status, response: await reply.text() }).toEqual(await readResponse());
    }
    await nextServer.stop();
  }
  await gate.close();
  const { rows } = await sql<{ visits: number; held: number }>`
    select (select count(*) from visit where reference_no like 'KILLED-%')::int as visits,
           (select count(*) from held_posting where reference_no like 'KILLED-%')::int as held`.execute(db.kysely);
  expect(rows).toEqual([{ visits: 2, held: 1 }]);
}, 600_000);

test('a server killed while a dozen connections post has each bill once after they retry', async () => {
  const { db, card_no, post, environment } = await startPosting();
  const BILLS = 120;
  const createBillInput = (n: number) => ({
    card_no,
    reference_no: `DOZEN-${n}`,
    total_fb: '120000',
    staff_name: 'POS 3',
  });
  const postAll = async (server: string, replyTexts: Map<number, string>) => {
    const remainingBills = Array.from({ length: BILLS }, (_, n) => n).values();
    const postRemaining = async () => {
      for (const n of remainingBills) {
        const reply = await post(server, 'visits', createBillInput(n), `dozen-${n}`);
        replyTexts.set(n, await reply.text());
        expect(reply.status, replyTexts.get(n)).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: 12 }, postRemaining));
  };
  const before = new Map<number, string>();
  const runningServer = await startServer('serve', environment);
  const interruptedPosts = postAll(runningServer.address, before).catch(() => undefined);
  await expect.poll(() => before.size, { interval: 5 }).toBeGreaterThan(30);
  await runningServer.kill();
  await interruptedPosts;
  expect(before.size).toBeLessThan(BILLS);

  const nextServer = await startServer('serve', environment);
  const after = new Map<number, string>();
  await postAll(nextServer.address, after);
  for (const [n, text] of before) expect(after.get(n)).toBe(text);
  await nextServer.stop();
  const { rows } = await sql<{ visits: number; bills: number }>`
    select count(*)::int as visits, count(distinct reference_no)::int as bills
    from visit where reference_no like 'DOZEN-%'`.execute(db.kysely);
  expect(rows).toEqual([{ visits: BILLS, bills: BILLS }]);
});
