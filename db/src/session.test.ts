import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AbandonedError, withRequestOwner } from './request-owner.ts';
import { type Db, openDatabase } from './database.ts';
import { type LockTimeout, lockTimeoutSql, sessionSettings } from './session.ts';
import { createTestDatabase } from './testing.ts';

/** Defaults that an operator's own server may have, all unsuitable. */
const SERVER_DEFAULTS = {
  jit: 'on',
  random_page_cost: '4',
  work_mem: '1MB',
  max_parallel_workers_per_gather: '4',
  timezone: 'Asia/Jakarta',
  datestyle: 'German',
  idle_in_transaction_session_timeout: '0',
  client_connection_check_interval: '0',
  statement_timeout: '1h',
  lock_timeout: '1h',
};

let url: string;
let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ url } = database);
  db = openDatabase({ url });
  close = () => db.close().then(database.drop);
  for (const [name, value] of Object.entries(SERVER_DEFAULTS))
    await sql`alter database ${sql.ref(new URL(url).pathname.slice(1))}
      set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db.kysely);
});
afterAll(() => close());

/** The value of each setting, formatted as it was set. */
async function settingsOf({ read }: Pick<Db, 'read'>): Promise<Record<string, string>> {
  const columns = Object.keys(SERVER_DEFAULTS).map(
    (name) => `split_part(current_setting('${name}'), ',', 1) as ${name}`,
  );
  const [row] = await read<Record<string, string>>({ sql: `select ${columns.join(', ')}`, parameters: [] });
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, value.replace('1min', '60s')]));
}

describe('a connection', () => {
  it.each<LockTimeout>(['person', 'background', 'unbounded'])(
    'has the required settings for %s, whatever the server’s defaults',
    async (lockTimeout) => {
      const opened = openDatabase({ url, lockTimeout });
      const expected = Object.entries(sessionSettings(lockTimeout)).map(([name, value]) => [
        name,
        value.replace('1min', '60s'),
      ]);
      const settings = await settingsOf(opened);
      expect(settings).toEqual(Object.fromEntries(expected));
      // JIT compilation of trigger plans took more than 200 ms of every write.
      expect(settings).toMatchObject({ jit: 'off', timezone: 'UTC' });
      await opened.close();
    },
  );
});

it('a connection detects whether it goes through a pooler', async () => {
  const connection = await db.connect();
  connection.release();
  expect(connection.isPooled).toBe(process.env['TEST_POOLED'] === '1');
});

it("a transaction's longer timeout does not apply to the next transaction", async () => {
  const opened = openDatabase({ url, lockTimeout: 'person', connections: 1 });
  const timeout = sql<{ statement_timeout: string }>`show statement_timeout`;
  await opened.kysely.transaction().execute(async (tx) => {
    await sql`select ${sql.raw(lockTimeoutSql('background'))}`.execute(tx);
    expect((await timeout.execute(tx)).rows).toEqual([{ statement_timeout: '10min' }]);
  });
  expect((await timeout.execute(opened.kysely)).rows).toEqual([{ statement_timeout: '15s' }]);
  await opened.close();
});

it.each([
  ['read', (opened: Db) => opened.read({ sql: 'select 1', parameters: [] })],
  ['kysely', (opened: Db) => sql`select 1`.execute(opened.kysely)],
])('the connection opened by $0 is closed', async (_, request) => {
  const opened = openDatabase({ url });
  await request(opened);
  expect(opened.pool.totalCount).toBe(1);
  await opened.close();
  expect(opened.pool.totalCount).toBe(0);
});

/**
 * Requests a connection and returns its error, which must come after this many milliseconds, neither earlier nor later.
 */
async function failureAfter(milliseconds: number, opened: Db): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ends = vi.fn<(error: unknown) => void>();
    void opened.connect().catch(ends);
    await vi.advanceTimersByTimeAsync(milliseconds - 100);
    expect(ends).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await expect.poll(() => ends.mock.calls).toHaveLength(1);
    return ends.mock.calls[0]?.[0];
  } finally {
    vi.useRealTimers();
  }
}

it('a caller waits 15 seconds for a connection, like a statement while a person waits', async () => {
  const opened = openDatabase({ url, connections: 1 });
  const taken = await opened.connect();
  expect(await failureAfter(15_000, opened)).toEqual(new Error('timeout exceeded when trying to connect'));
  taken.release();
  await opened.close();
});

it('a caller gives up after five seconds on a server that accepts connections but never responds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const opened = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none` });
  expect(await failureAfter(5_000, opened)).toBeInstanceOf(Error);
  silent.close();
  await opened.close();
});

const by = (signal: AbortSignal) => ({ signal, caller: () => 'somebody' });

describe('work whose client has disconnected', () => {
  /** Blocks the work on a lock until it is aborted. */
  async function whileLocked(work: () => Promise<unknown>): Promise<unknown> {
    const opened = openDatabase({ url });
    const isWaiting = async () =>
      (
        await opened.read({
          sql: `select from pg_locks where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          parameters: [],
        })
      ).length > 0;
    const holder = await opened.connect();
    await holder.query({ text: 'begin' });
    await holder.query({ text: 'select pg_advisory_xact_lock(1)' });
    const leaving = new AbortController();
    const done = withRequestOwner(by(leaving.signal), work).catch((error: unknown) => error);
    while (!(await isWaiting()));
    leaving.abort(new AbandonedError());
    const outcome = await done;
    while (await isWaiting()); // the server notices it without a signal, while the lock is still held
    await holder.query({ text: 'rollback' });
    holder.release();
    await opened.close();
    return outcome;
  }

  it('cancels its statement on the server and does not reuse its connection', async () => {
    const target = openDatabase({ url, connections: 1 });
    const read = () => target.read({ sql: 'select pg_advisory_xact_lock(1)', parameters: [] });
    expect(await whileLocked(read)).toBeInstanceOf(AbandonedError);
    expect(await target.read({ sql: 'select 1 as one', parameters: [] })).toEqual([{ one: 1 }]);
    await target.close();
  });

  it('rolls back its transaction', async () => {
    const target = openDatabase({ url, connections: 1 });
    const write = () =>
      target.kysely.transaction().execute(async (tx) => {
        await sql`create table half_done ()`.execute(tx);
        await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      });
    expect(await whileLocked(write)).toBeInstanceOf(AbandonedError);
    expect(await target.read({ sql: `select to_regclass('half_done') as made`, parameters: [] })).toEqual([
      { made: null },
    ]);
    await target.close();
  });

  it('does not start', async () => {
    const left = AbortSignal.abort(new AbandonedError());
    const read = () => db.read({ sql: 'select 1', parameters: [] });
    await expect(withRequestOwner(by(left), read)).rejects.toBeInstanceOf(AbandonedError);
  });

  it('has no effect on later work if it had ended before', async () => {
    const staying = new AbortController();
    const target = openDatabase({ url, connections: 1 });
    const readBackendPid = () => target.read({ sql: 'select pg_backend_pid() as pid', parameters: [] });
    const first = await withRequestOwner(by(staying.signal), readBackendPid);
    staying.abort(new AbandonedError());
    expect(await readBackendPid()).toEqual(first);
    await target.close();
  });
});
