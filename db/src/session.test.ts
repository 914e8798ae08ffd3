import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Abandoned, whileAsked } from './asked.ts';
import { type Db, openDatabase } from './database.ts';
import { type Patience, patienceSql, sessionSettings } from './session.ts';
import { createTestDatabase } from './testing.ts';

/** As a server of one's own may have them, and none of them fits. */
const DEFAULTS = {
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
  for (const [name, value] of Object.entries(DEFAULTS))
    await sql`alter database ${sql.ref(new URL(url).pathname.slice(1))} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(
      db.kysely,
    );
});
afterAll(() => close());

/** The value of each setting, in the words in which it was set. */
async function settingsOf({ read }: Pick<Db, 'read'>): Promise<Record<string, string>> {
  const columns = Object.keys(DEFAULTS).map((name) => `split_part(current_setting('${name}'), ',', 1) as ${name}`);
  const [row] = await read<Record<string, string>>({ sql: `select ${columns.join(', ')}`, parameters: [] });
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, value.replace('1min', '60s')]));
}

describe('a connection has what the program needs, whatever the defaults of the server are', () => {
  it.each<Patience>(['person', 'background', 'unbounded'])('for %s', async (patience) => {
    const opened = openDatabase({ url, patience });
    const wanted = Object.entries(sessionSettings(patience)).map(([name, value]) => [
      name,
      value.replace('1min', '60s'),
    ]);
    const settings = await settingsOf(opened);
    expect(settings).toEqual(Object.fromEntries(wanted));
    // Compiling the plans of triggers took more than 200 ms of every write.
    expect(settings).toMatchObject({ jit: 'off', timezone: 'UTC' });
    await opened.close();
  });
});

it('a connection through a pooler is known for one, and a direct one too', async () => {
  const connection = await db.connect();
  connection.release();
  expect(connection.isPooled).toBe(process.env['TEST_POOLED'] === '1');
});

it('a transaction may take longer than its connection, and the next may not', async () => {
  const opened = openDatabase({ url, patience: 'person', connections: 1 });
  const timeout = sql<{ statement_timeout: string }>`show statement_timeout`;
  await opened.kysely.transaction().execute(async (tx) => {
    await sql`select ${sql.raw(patienceSql('background'))}`.execute(tx);
    expect((await timeout.execute(tx)).rows).toEqual([{ statement_timeout: '10min' }]);
  });
  expect((await timeout.execute(opened.kysely)).rows).toEqual([{ statement_timeout: '15s' }]);
  await opened.close();
});

it.each([
  ['read', (opened: Db) => opened.read({ sql: 'select 1', parameters: [] })],
  ['kysely', (opened: Db) => sql`select 1`.execute(opened.kysely)],
])('closing ends the connection that $0 opened', async (_, ask) => {
  const opened = openDatabase({ url });
  await ask(opened);
  expect(opened.pool.totalCount).toBe(1);
  await opened.close();
  expect(opened.pool.totalCount).toBe(0);
});

/** Asks for a connection, and returns how that fails after so many milliseconds, neither sooner nor later. */
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

it('work waits for a connection as long as a person waits for a statement', async () => {
  const opened = openDatabase({ url, connections: 1 });
  const taken = await opened.connect();
  expect(await failureAfter(15_000, opened)).toEqual(new Error('timeout exceeded when trying to connect'));
  taken.release();
  await opened.close();
});

it('a server that accepts lines and says nothing is given up after five seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const opened = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none` });
  expect(await failureAfter(5_000, opened)).toBeInstanceOf(Error);
  silent.close();
  await opened.close();
});

const by = (signal: AbortSignal) => ({ signal, asker: () => 'somebody' });

describe('work for which nobody waits any more', () => {
  /** Holds a lock on which the work waits until it is broken off. */
  async function whileLocked(work: () => Promise<unknown>): Promise<unknown> {
    const opened = openDatabase({ url });
    const isWaiting = async () =>
      (
        await opened.read({
          sql: `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
          parameters: [],
        })
      ).length > 0;
    const holder = await opened.connect();
    await holder.query({ text: 'begin' });
    await holder.query({ text: 'select pg_advisory_xact_lock(1)' });
    const leaving = new AbortController();
    const done = whileAsked(by(leaving.signal), work).catch((error: unknown) => error);
    while (!(await isWaiting()));
    leaving.abort(new Abandoned());
    const outcome = await done;
    while (await isWaiting()); // the server notices by itself, while the lock is still held
    await holder.query({ text: 'rollback' });
    holder.release();
    await opened.close();
    return outcome;
  }

  it('ends its statement on the server, and its connection serves nobody else', async () => {
    const asked = openDatabase({ url, connections: 1 });
    const read = () => asked.read({ sql: 'select pg_advisory_xact_lock(1)', parameters: [] });
    expect(await whileLocked(read)).toBeInstanceOf(Abandoned);
    expect(await asked.read({ sql: 'select 1 as one', parameters: [] })).toEqual([{ one: 1 }]);
    await asked.close();
  });

  it('undoes its transaction', async () => {
    const asked = openDatabase({ url, connections: 1 });
    const write = () =>
      asked.kysely.transaction().execute(async (tx) => {
        await sql`create table half_done ()`.execute(tx);
        await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      });
    expect(await whileLocked(write)).toBeInstanceOf(Abandoned);
    expect(await asked.read({ sql: `select to_regclass('half_done') as made`, parameters: [] })).toEqual([
      { made: null },
    ]);
    await asked.close();
  });

  it('begins nothing', async () => {
    const left = AbortSignal.abort(new Abandoned());
    const read = () => db.read({ sql: 'select 1', parameters: [] });
    await expect(whileAsked(by(left), read)).rejects.toBeInstanceOf(Abandoned);
  });

  it('leaves nothing behind where it had ended before', async () => {
    const staying = new AbortController();
    const asked = openDatabase({ url, connections: 1 });
    const backend = () => asked.read({ sql: 'select pg_backend_pid() as pid', parameters: [] });
    const first = await whileAsked(by(staying.signal), backend);
    staying.abort(new Abandoned());
    expect(await backend()).toEqual(first);
    await asked.close();
  });
});
