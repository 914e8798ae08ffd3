import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { createTestDatabase } from './testing.ts';
import { isDatabaseUnavailable, isReadOnlyError } from './unavailable.ts';
import { assertWritable } from './writable.ts';

const codedError = (code: string): Error => Object.assign(new Error('failed'), { code });

const NETWORK_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'];
const NAME_CODES = ['EAI_AGAIN', 'ENOTFOUND'];
const SERVER_CODES = ['25006', '58030', '57P01', '57P03', '08006', '53300'];
const UNAVAILABLE_CODES = [...NETWORK_CODES, ...NAME_CODES, ...SERVER_CODES];

describe('the database is unavailable', () => {
  it.each(UNAVAILABLE_CODES)('by %s, also as a cause or as one of several errors', (code) => {
    const error = codedError(code);
    const circularError = new Error('circular');
    circularError.cause = circularError;
    const wrappedErrors = [
      error,
      new Error('query failed', { cause: error }),
      new AggregateError([circularError, error]),
    ];
    expect(wrappedErrors.map(isDatabaseUnavailable)).toEqual([true, true, true]);
    expect(isDatabaseUnavailable(new Error('start failed', { cause: new AggregateError([error]) }))).toBe(true);
  });

  it.each(['23505', '40001', '57014', 'ERR_INVALID_ARG_TYPE'])('not by %s', (code) => {
    expect(isDatabaseUnavailable(new Error('query failed', { cause: codedError(code) }))).toBe(false);
  });
});

describe('a server without writes', () => {
  let url: string;
  let db: Db;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ url } = database);
    db = openDatabase({ url });
    close = () => db.close().then(database.drop);
  });
  afterAll(() => close());

  const setReadOnly = (state: 'on' | 'off') =>
    sql`alter database ${sql.ref(new URL(url).pathname.slice(1))} set default_transaction_read_only = ${sql.raw(state)}`.execute(
      db.kysely,
    );
  const write = ({ kysely }: Db) => sql`create table if not exists written ()`.execute(kysely);
  const readPid = async (openedDb: Db) =>
    (await openedDb.read<{ pid: number }>({ sql: 'select pg_backend_pid() as pid', parameters: [] }))[0]?.pid;
  /** Makes the only connection of a pool read-only, like one to a standby. */
  async function openReadOnlyConnection(): Promise<Db> {
    const openedDb = openDatabase({ url, connections: 1 });
    await sql`set default_transaction_read_only = on`.execute(openedDb.kysely);
    return openedDb;
  }

  it('loses its connection with the first write that it rejects, alone or in a transaction', async () => {
    for (const writeRow of [
      write,
      ({ kysely }: Db) => kysely.transaction().execute((tx) => write({ ...db, kysely: tx })),
    ]) {
      const openedDb = await openReadOnlyConnection();
      const pid = await readPid(openedDb);
      const error: unknown = await writeRow(openedDb).catch((reason: unknown) => reason);
      expect([isReadOnlyError(error), isDatabaseUnavailable(error)]).toEqual([true, true]);
      await writeRow(openedDb);
      expect(await readPid(openedDb)).not.toBe(pid);
      await openedDb.close();
    }
  });

  it('loses a connection that the queue took from the pool, too', async () => {
    const openedDb = await openReadOnlyConnection();
    const client = await openedDb.pool.connect();
    await expect(client.query('create table if not exists written ()')).rejects.toMatchObject({ code: '25006' });
    client.release();
    await openedDb.pool.query('create table if not exists written ()');
    await openedDb.close();
  });

  it('retains a connection whose statement failed for another reason', async () => {
    const openedDb = openDatabase({ url, connections: 1 });
    const pid = await readPid(openedDb);
    await expect(sql`select 1 / 0`.execute(openedDb.kysely)).rejects.toMatchObject({ code: '22012' });
    expect(await readPid(openedDb)).toBe(pid);
    await openedDb.close();
  });

  it('fails the check for a writable server, and the check’s connection is closed', async () => {
    const openedDb = await openReadOnlyConnection();
    await expect(assertWritable(openedDb)).rejects.toMatchObject({ code: '25006' });
    await assertWritable(openedDb);
    await openedDb.close();
  });

  it('gets no connection, except from commands that only read', async () => {
    await setReadOnly('on');
    const openedDb = openDatabase({ url, connections: 1 });
    const readingDb = openDatabase({ url, connections: 1, isReadOnlyAllowed: true });
    try {
      await expect(readPid(openedDb)).rejects.toMatchObject({ code: '25006' });
      expect(openedDb.pool.totalCount).toBe(0);
      expect(await readPid(readingDb)).toBeGreaterThan(0);
    } finally {
      await sql`set default_transaction_read_only = off`.execute(db.kysely);
      await setReadOnly('off');
    }
    expect(await readPid(openedDb)).toBeGreaterThan(0);
    await Promise.all([openedDb.close(), readingDb.close()]);
  });
});

it('closes a connection at its maximum age, as soon as no work uses it', async () => {
  const database = await createTestDatabase();
  const openedDb = openDatabase({ url: database.url, connections: 1, maxAgeSeconds: 1 });
  const connection = await openedDb.connect();
  await expect.poll(() => openedDb.pool.expiredCount).toBe(1);
  expect((await connection.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
  connection.release();
  await expect.poll(() => openedDb.pool.totalCount).toBe(0);
  await openedDb.close();
  await database.drop();
});
