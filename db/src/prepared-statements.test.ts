import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { STALE_STATEMENT_CODE } from './connection.ts';
import { openDatabase } from './database.ts';
import { createTestDatabase } from './testing.ts';

test('the limit of prepared statements applies to each opened database separately', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  const [first, second] = [1, 2].map(() => openDatabase({ url: database.url, connections: 1 }));
  for (let n = 0; n < 600; n += 1) await first?.read({ sql: `select ${n} as n`, parameters: [] });
  const statement = `select count(*) as n from pg_prepared_statements`;
  const countPrepared = async (db = first) =>
    (await db?.read<{ n: number }>({ sql: statement, parameters: [] }))?.[0]?.n;
  // The limit applies per database: a session never releases its prepared statements.
  expect(await countPrepared(first)).toBe(500);
  expect(await countPrepared(second)).toBe(1);
  await first?.close();
  await second?.close();
  await database.drop();
});

test('a prepared statement with other columns since a later version migrated is prepared again', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  const db = openDatabase({ url: database.url, connections: 1 });
  await db.pool.query('create table guest (id integer)');
  await db.pool.query('insert into guest values (7)');
  const statement = { sql: 'select * from guest where id = $1', parameters: [7] };
  expect(await db.read(statement)).toEqual([{ id: 7 }]);
  await db.pool.query('alter table guest add column name text');
  expect(await db.read(statement)).toEqual([{ id: 7, name: null }]);

  // In a transaction it fails once, because PostgreSQL has aborted the transaction.
  const readInTransaction = () =>
    db.kysely.transaction().execute((tx) => sql`select * from guest where id = ${7}`.execute(tx));
  await readInTransaction();
  await db.pool.query('alter table guest add column phone text');
  await expect(readInTransaction()).rejects.toMatchObject({ code: STALE_STATEMENT_CODE });
  expect((await readInTransaction()).rows).toEqual([{ id: 7, name: null, phone: null }]);
  await db.close();
  await database.drop();
});
