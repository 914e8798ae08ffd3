import type pg from 'pg';
import { READ_ONLY_SQL, ReadOnlyServerError } from './unavailable.ts';

/**
 * Time limits for the statements of a connection: while a person waits, in the background, or unlimited for supervised
 * work such as migrations and loading. See
 * docs/decisions/0046-set-session-settings-on-every-connection.md.
 */
export type LockTimeout = keyof typeof LOCK_TIMEOUTS;

const LOCK_TIMEOUTS = {
  person: { statement_timeout: '15s', lock_timeout: '10s' },
  // At most the time after which a running job is considered abandoned.
  background: { statement_timeout: '10min', lock_timeout: '1min' },
  unbounded: { statement_timeout: '0', lock_timeout: '0' },
} as const;

/** Settings that every session needs, regardless of the defaults of server, database and role. */
const SETTINGS = {
  // JIT compilation takes longer than any statement here.
  jit: 'off',
  // SSD: an index is worth using early.
  random_page_cost: '1.1',
  work_mem: '16MB',
  // One CPU per query: otherwise an expensive request would take those of all other users.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  datestyle: 'ISO',
  idle_in_transaction_session_timeout: '60s',
  // Cancels a query soon after its client disconnected.
  client_connection_check_interval: '1s',
} as const;

/** Session settings for this time limit. */
export const sessionSettings = (lockTimeout: LockTimeout): Readonly<Record<string, string>> => ({
  ...SETTINGS,
  ...LOCK_TIMEOUTS[lockTimeout],
});

/** The same settings as SQL to run after `begin`, for one transaction. */
export const localSettings = (lockTimeout: LockTimeout): string =>
  Object.entries(sessionSettings(lockTimeout))
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ');

/** Columns of a `select` that give one transaction other time limits than its connection. */
export const lockTimeoutSql = (lockTimeout: LockTimeout): string =>
  Object.entries(LOCK_TIMEOUTS[lockTimeout])
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');

/**
 * Configures a new connection. Startup parameters would not work: poolers reject those they do not know.
 *
 * @returns whether a pooler is in between, which shows in a backend PID other than the announced one. A pooler may run
 * each transaction in another session, so no session settings are made there.
 * @throws ReadOnlyServerError if the server accepts no writes, unless that is allowed
 */
export async function setUpSession(
  client: pg.ClientBase,
  { lockTimeout, isReadOnlyAllowed }: { readonly lockTimeout: LockTimeout; readonly isReadOnlyAllowed: boolean },
): Promise<boolean> {
  const announcedPid = 'processID' in client ? Number(client.processID) : 0;
  const isPooledSql = `pg_backend_pid() <> ${announcedPid}`;
  const settings = Object.entries(sessionSettings(lockTimeout)).map(
    ([name, value]) => `set_config('${name}', '${value}', ${isPooledSql})`,
  );
  const { rows } = await client.query<{ is_pooled: boolean; is_read_only: boolean }>(
    `select ${isPooledSql} as is_pooled, ${READ_ONLY_SQL}, ${settings.join(', ')}`,
  );
  if (rows[0]?.is_read_only === true && !isReadOnlyAllowed) throw new ReadOnlyServerError();
  return rows[0]?.is_pooled === true;
}
