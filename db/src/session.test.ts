import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AbandonedError, withRequestOwner } from './request-owner.ts';
import { type Db, openDatabase } from './database.ts';
import { type LockTimeout, lockTimeoutSql, sessionSettings } from './session.ts';
import { createTestDatabase } from './testing.ts';

/** Unsuitable defaults that an operator's own server may have. */
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

/** The current value of each setting, in the format of sessionSettings. */
async function readSettings({ read }: Pick<Db, 'read'>): Promise<Record<string, string>> {
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
      const openedDb = openDatabase({ url, lockTimeout });
      const expected = Object.entries(sessionSettings(lockTimeout)).map(([name, value]) => [
        name,
        value.replace('1min', '60s'),
      ]);
      const settings = await readSettings(openedDb);
      expect(settings).toEqual(Object.fromEntries(expected));
      // JIT compilation of trigger plans took more than 200 ms of every write.
      expect(settings).toMatchObject({ jit: 'off', timezone: 'UTC' });
      await openedDb.close();
    },
  );
});

it('a connection detects whether it goes through a pooler', async () => {
  const connection = await db.connect();
  connection.release();
  expect(connection.isPooled).toBe(process.env['TEST_POOLED'] === '1');
});

it("a transaction's longer timeout does not apply to the next transaction", async () => {
  const openedDb = openDatabase({ url, lockTimeout: 'person', connections: 1 });
  const timeout = sql<{ statement_timeout: string }>`show statement_timeout`;
  await openedDb.kysely.transaction().execute(async (tx) => {
    await sql`select ${sql.raw(lockTimeoutSql('background'))}`.execute(tx);
    expect((await timeout.execute(tx)).rows).toEqual([{ statement_timeout: '10min' }]);
  });
  expect((await timeout.execute(openedDb.kysely)).rows).toEqual([{ statement_timeout: '15s' }]);
  await openedDb.close();
});

it.each([
  ['read', (openedDb: Db) => openedDb.read({ sql: 'select 1', parameters: [] })],
  ['kysely', (openedDb: Db) => sql`select 1`.execute(openedDb.kysely)],
])('closing the database closes the connection that $0 opened', async (_, request) => {
  const openedDb = openDatabase({ url });
  await request(openedDb);
  expect(openedDb.pool.totalCount).toBe(1);
  await openedDb.close();
  expect(openedDb.pool.totalCount).toBe(0);
});

/** Requests a connection and returns the error, which must occur after exactly this time. */
async function captureFailureAfter(milliseconds: number, openedDb: Db): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const onError = vi.fn<(error: unknown) => void>();
    void openedDb.connect().catch(onError);
    await vi.advanceTimersByTimeAsync(milliseconds - 100);
    expect(onError).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await expect.poll(() => onError.mock.calls).toHaveLength(1);
    return onError.mock.calls[0]?.[0];
  } finally {
    vi.useRealTimers();
  }
}

it('a caller waits 15 seconds for a connection, like a statement while a person waits', async () => {
  const openedDb = openDatabase({ url, connections: 1 });
  const heldConnection = await openedDb.connect();
  expect(await captureFailureAfter(15_000, openedDb)).toEqual(new Error('timeout exceeded when trying to connect'));
  heldConnection.release();
  await openedDb.close();
});

it('a caller gives up after five seconds on a server that accepts connections but never responds', async () => {
  const silentServer = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const address = silentServer.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const openedDb = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none` });
  expect(await captureFailureAfter(5_000, openedDb)).toBeInstanceOf(Error);
  silentServer.close();
  await openedDb.close();
});

const createOwner = (signal: AbortSignal) => ({ signal, caller: () => 'somebody' });

describe('work whose client has disconnected', () => {
  /** Blocks the work on a lock, then aborts its request. Returns the result or error of the work. */
  async function abortWhileLocked(work: () => Promise<unknown>): Promise<unknown> {
    const openedDb = openDatabase({ url });
    const isWaiting = async () =>
      (
        await openedDb.read({
          sql: `select from pg_locks where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          parameters: [],
        })
      ).length > 0;
    const lockHolder = await openedDb.connect();
    await lockHolder.query({ text: 'begin' });
    await lockHolder.query({ text: 'select pg_advisory_xact_lock(1)' });
    const clientAbort = new AbortController();
    const pendingWork = withRequestOwner(createOwner(clientAbort.signal), work).catch((error: unknown) => error);
    while (!(await isWaiting()));
    clientAbort.abort(new AbandonedError());
    const outcome = await pendingWork;
    while (await isWaiting()); // the server cancels it although the lock is still held
    await lockHolder.query({ text: 'rollback' });
    lockHolder.release();
    await openedDb.close();
    return outcome;
  }

  it('cancels its statement on the server and does not reuse its connection', async () => {
    const target = openDatabase({ url, connections: 1 });
    const read = () => target.read({ sql: 'select pg_advisory_xact_lock(1)', parameters: [] });
    expect(await abortWhileLocked(read)).toBeInstanceOf(AbandonedError);
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
    expect(await abortWhileLocked(write)).toBeInstanceOf(AbandonedError);
    expect(await target.read({ sql: `select to_regclass('half_done') as made`, parameters: [] })).toEqual([
      { made: null },
    ]);
    await target.close();
  });

  it('does not start if the client has disconnected before', async () => {
    const aborted = AbortSignal.abort(new AbandonedError());
    const read = () => db.read({ sql: 'select 1', parameters: [] });
    await expect(withRequestOwner(createOwner(aborted), read)).rejects.toBeInstanceOf(AbandonedError);
  });

  it('does not affect later work on the connection if it had ended before', async () => {
    const controller = new AbortController();
    const target = openDatabase({ url, connections: 1 });
    const readBackendPid = () => target.read({ sql: 'select pg_backend_pid() as pid', parameters: [] });
    const first = await withRequestOwner(createOwner(controller.signal), readBackendPid);
    controller.abort(new AbandonedError());
    expect(await readBackendPid()).toEqual(first);
    await target.close();
  });
});
