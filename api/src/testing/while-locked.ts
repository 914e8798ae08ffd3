import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { expect } from 'vitest';

/**
 * The number of sessions that wait for a lock in this database, row locks included; other files test on the same
 * server.
 */
export const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`.execute(db.kysely);
  return rows[0]?.n ?? 0;
};

/**
 * Sends a request while another session locks all records, the log and the rule locks, so that others can only read.
 * Fails unless the response arrives meanwhile, which shows that the request wrote and locked nothing.
 */
export async function respondsWhileLocked<T>(db: Db, request: () => Promise<T>): Promise<T> {
  const { isAnswered, response } = await db.kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from (
        select c.relname as name from pg_class c join pg_trigger g on g.tgrelid = c.oid and g.tgname = 'log_created'
        union values ('audit_log'), ('import_run'), ('row_count'), ('member_standing'), ('idempotency_key')) t
      -- PostgreSQL 15 does not allow locking an append-only table.
      where has_table_privilege(name, 'update') or current_setting('server_version_num')::integer >= 160000`.execute(
      tx,
    );
    await sql`lock table ${sql.join(rows.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext(l))
      from unnest(array['innkeeper.administrator', 'innkeeper.module']) l`.execute(tx);
    let isAnswered = false;
    const response = request().finally(() => (isAnswered = true));
    await expect.poll(async () => isAnswered || (await countWaiting(db)) > 0).toBe(true);
    return { isAnswered, response };
  });
  const reply = await response;
  expect(isAnswered, 'answered while everything was locked').toBe(true);
  return reply;
}
