import type { LogHead } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Seals the audit log as far as it is complete. Does nothing on a standby, which gets the seals of its primary. */
export async function sealLog({ kysely }: Db): Promise<void> {
  await sql`select seal_log() where not pg_is_in_recovery()`.execute(kysely);
}

/** SQL: the newest seal of the log; no row before the first. */
export const LOG_HEAD_QUERY = `
  select id as seal, lines, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, encode(hash, 'hex') as hash
  from log_seal order by id desc limit 1`;

/** The newest seal of the log; null before the first. */
export async function readLogHead({ kysely }: Db): Promise<LogHead | null> {
  const { rows } = await sql.raw<LogHead>(LOG_HEAD_QUERY).execute(kysely);
  return rows[0] ?? null;
}
