// Core test: a sale is complete or does not exist.
import { type Db, openDatabase } from '@innkeeper/db';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createFixtures } from '../fixtures.ts';
import { createInputs } from '../inputs.ts';
import { startTestApp } from '../test-app.ts';
import { createUser } from '../user.ts';
import { createBaseRecords } from '../base-records.ts';
import { startServer } from './process.ts';

/**
 * The writes of a sale, in order. A trigger pauses it there, the server is killed, and nothing of the sale may remain.
 */
const KILL_POINTS = [
  ['member', 'insert'],
  ['transaction', 'insert'],
  ['transaction_detail', 'insert'],
  ['member_card', 'insert'],
  ['member_voucher', 'insert'],
  ['mail_log', 'insert'],
  ['idempotency_key', 'update'],
] as const;
/** Advisory lock that the test holds while a sale must pause. */
const LOCK_KEY = 7_001;

const api = await startTestApp({ isMailQueued: true });
let db: Db;
let order: Record<string, unknown>;
let token: string;
beforeAll(async () => {
  db = api.db;
  const admin = await createUser(db, { level: 'group' });
  token = admin.token;
  const fixtures = await createFixtures(api, admin, createInputs(api, admin, await createBaseRecords(db)));
  order = await fixtures.createSaleInput();
});

const countRows = async () => {
  const tables = [
    'member',
    'transaction',
    'transaction_detail',
    'member_card',
    'member_voucher',
    'mail_log',
    'audit_log',
    'idempotency_key',
  ];
  const { rows } = await sql<Record<string, number>>`select ${sql.join(
    tables.map((table) => sql`(select count(*) from ${sql.table(table)})::int as ${sql.ref(table)}`),
  )}`.execute(db.kysely);
  return rows[0];
};
const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks l where l.locktype = 'advisory' and l.objid = ${LOCK_KEY}
      and not l.granted`.execute(db.kysely);
  return rows[0]?.n ?? 0;
};

test('a server killed between two statements of a sale stores none of it; the next one sells once', async () => {
  const url = String((await sql<{ url: string }>`select current_database() as url`.execute(db.kysely)).rows[0]?.url);
  const address = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  address.pathname = `/${url}`;
  const environment = { DATABASE_URL: address.href, LOG_LEVEL: 'silent', DEMO: '0', QUEUES_MAIL: '1' };
  const sell = (server: string) =>
    fetch(`${server}/api/transaction/wizard`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': 'killed-sale',
      },
      body: JSON.stringify(order),
    });
  const gate = openDatabase({ url: address.href, connections: 1 });
  await sql`create function stand_still() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(LOCK_KEY)}); return new; end $$`.execute(db.kysely);
  const before = await countRows();
  for (const [table, event] of KILL_POINTS) {
    const runningServer = await startServer('serve', environment);
    await sql`create trigger stand_still before ${sql.raw(event)}
        on ${sql.table(table)} for each row execute function stand_still()`.execute(db.kysely);
    await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(gate.kysely);
    const response = sell(runningServer.address).catch(() => undefined);
    await expect.poll(countWaiting, { interval: 20 }).toBe(1);
    await runningServer.kill();
    expect(await response, table).toBeUndefined();
    await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(gate.kysely);
    // The statement continues when the lock is released, finds no client, and rolls everything back.
    await expect
      .poll(
        async () =>
          (await sql`select from pg_locks where locktype = 'advisory' and objid = ${LOCK_KEY}`.execute(db.kysely)).rows
            .length,
        { timeout: 60_000 },
      )
      .toBe(0);
    await sql`drop trigger stand_still on ${sql.table(table)}`.execute(db.kysely);
    expect(await countRows(), table).toEqual(before);
    expect(await checkIntegrity(db), table).toEqual([]);
  }
  const runningServer = await startServer('serve', environment);
  const first = await sell(runningServer.address);
  const secondSale = await sell(runningServer.address);
  expect([first.status, secondSale.status]).toEqual([201, 201]);
  expect(await secondSale.text()).toBe(await first.text());
  expect(await countRows()).toMatchObject({
    transaction: Number(before?.['transaction']) + 1,
    member_card: Number(before?.['member_card']) + 1,
  });
  expect(await checkIntegrity(db)).toEqual([]);
  await runningServer.stop();
  await gate.close();
}, 600_000);
