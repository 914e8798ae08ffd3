import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { deferStatement } from './deferred-statements.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** A deferred statement travels with the next one; for the caller it runs in its place. */

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url, connections: 1 });
  await db.pool.query('create table note (id integer primary key, text text not null)');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const insert = (id: number): RawBuilder<unknown> => sql`insert into note values (${id}, ${`Note ${id}`})`;
const listIds = async (): Promise<number[]> =>
  (await db.pool.query<{ id: number }>('select id from note order by id')).rows.map(({ id }) => id);

test('the next statement of the transaction sees what a deferred one wrote', async () => {
  const seen = await db.kysely.transaction().execute(async (tx) => {
    await deferStatement(tx, insert(1));
    await deferStatement(tx, insert(2));
    return (await sql<{ n: number }>`select count(*) as n from note where id > ${0}`.execute(tx)).rows[0]?.n;
  });
  expect(seen).toBe(2);
  expect(await listIds()).toEqual([1, 2]);
});

test('a transaction of deferred statements alone commits them', async () => {
  await db.kysely.transaction().execute((tx) => deferStatement(tx, insert(3)));
  expect(await listIds()).toEqual([1, 2, 3]);
});

test('a transaction without statements commits nothing, and one that fails writes nothing', async () => {
  await db.kysely.transaction().execute(async () => undefined);
  const failing = db.kysely.transaction().execute(async (tx) => {
    await deferStatement(tx, insert(4));
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  const failingLater = db.kysely.transaction().execute(async (tx) => {
    await insert(4).execute(tx);
    await deferStatement(tx, insert(5));
    throw new Error('stop');
  });
  await expect(failingLater).rejects.toThrow('stop');
  expect(await listIds()).toEqual([1, 2, 3]);
});

test('the error of a deferred statement is thrown by the next one or by the commit', async () => {
  const withNext = db.kysely.transaction().execute(async (tx) => {
    await deferStatement(tx, insert(1));
    await sql`select ${1}::integer`.execute(tx);
  });
  await expect(withNext).rejects.toMatchObject({ code: '23505', constraint: 'note_pkey' });
  const withCommit = db.kysely.transaction().execute(async (tx) => {
    await insert(4).execute(tx);
    await deferStatement(tx, insert(1));
  });
  await expect(withCommit).rejects.toMatchObject({ code: '23505' });
  expect(await listIds()).toEqual([1, 2, 3]);
});

test('a statement that was skipped after an error is prepared the next time', async () => {
  const read = sql<{ text: string }>`select text as skipped_before from note where id = ${1}`;
  const failing = db.kysely.transaction().execute(async (tx) => {
    await deferStatement(tx, sql`select ${0}::integer / ${0}::integer`);
    await read.execute(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  for (let n = 0; n < 2; n += 1) {
    const { rows } = await db.kysely.transaction().execute((tx) => read.execute(tx));
    expect(rows).toEqual([{ skipped_before: 'Note 1' }]);
  }
});

test('a savepoint that was deferred is rolled back to after the error of its statement', async () => {
  await db.kysely.transaction().execute(async (tx) => {
    await insert(4).execute(tx);
    await deferStatement(tx, sql`savepoint attempt`);
    await expect(insert(1).execute(tx)).rejects.toMatchObject({ code: '23505' });
    await sql`rollback to savepoint attempt`.execute(tx);
    await deferStatement(tx, sql`release savepoint attempt`);
  });
  expect(await listIds()).toEqual([1, 2, 3, 4]);
});

test('several commands in one text run after the deferred statements', async () => {
  await db.kysely.transaction().execute(async (tx) => {
    await deferStatement(tx, insert(5));
    await sql.raw('delete from note where id = 5; insert into note values (6, $$six; seven$$)').execute(tx);
  });
  expect(await listIds()).toEqual([1, 2, 3, 4, 6]);
});

test('outside a transaction a statement runs at once', async () => {
  await deferStatement(db.kysely as never, insert(7));
  expect(await listIds()).toEqual([1, 2, 3, 4, 6, 7]);
});
