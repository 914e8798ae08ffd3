import type pg from 'pg';

/**
 * How long the statements of a connection may take: while a person waits, or many do together, in the background, or as long as they
 * like, as migrations and loading do, at which somebody looks. See docs/decisions/0046-session-settings.md.
 */
export type Patience = keyof typeof PATIENCE;

const PATIENCE = {
  person: { statement_timeout: '15s', lock_timeout: '10s' },
  // A row that somebody holds keeps none of the others waiting that are written beside it.
  together: { statement_timeout: '15s', lock_timeout: '1s' },
  // No longer than a job may be at work before it is taken for left.
  background: { statement_timeout: '10min', lock_timeout: '1min' },
  unbounded: { statement_timeout: '0', lock_timeout: '0' },
} as const;

/** The settings that every session needs, whatever the defaults of server, database and role are. */
const SETTINGS = {
  // Compiling a plan costs more than any statement here runs.
  jit: 'off',
  // Disks without heads: an index is worth using at once.
  random_page_cost: '1.1',
  work_mem: '16MB',
  // One query, one processor: a user who asks for much would have those of all others.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  datestyle: 'ISO',
  idle_in_transaction_session_timeout: '60s',
  // A query ends soon after its connection was broken off: nobody waits for its rows.
  client_connection_check_interval: '1s',
} as const;

/** The settings of a session of this patience. */
export const sessionSettings = (patience: Patience): Readonly<Record<string, string>> => ({
  ...SETTINGS,
  ...PATIENCE[patience],
});

/** The same for a single transaction, as statements to follow its `begin`. */
export const localSettings = (patience: Patience): string =>
  Object.entries(sessionSettings(patience))
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ');

/** For a transaction that may take longer than its connection: as columns of a `select`. */
export const patienceSql = (patience: Patience): string =>
  Object.entries(PATIENCE[patience])
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');

/**
 * Sets up a new connection. Not by parameters of the connection's start: poolers refuse those that they do not know.
 *
 * @returns whether a pooler is in between: the process that answers is not the one that was announced. It may hand each
 *   transaction to another session, so nothing is set there that would stay.
 */
export async function setUpSession(client: pg.ClientBase, patience: Patience): Promise<boolean> {
  const announced = 'processID' in client ? Number(client.processID) : 0;
  const isPooled = `pg_backend_pid() <> ${announced}`;
  const settings = Object.entries(sessionSettings(patience)).map(
    ([name, value]) => `set_config('${name}', '${value}', ${isPooled})`,
  );
  const { rows } = await client.query<{ is_pooled: boolean }>(
    `select ${isPooled} as is_pooled, ${settings.join(', ')}`,
  );
  return rows[0]?.is_pooled === true;
}
