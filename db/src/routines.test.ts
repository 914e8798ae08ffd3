import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { dumpSchema } from './schema-dump.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

let database: TestDatabase;
let db: Db;
const opened: { db: Db; database: TestDatabase }[] = [];

beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  opened.push({ db, database });
});
afterAll(async () => {
  for (const { db, database } of opened) {
    await db.close();
    await database.drop();
  }
});

const all = async (text: string): Promise<unknown[]> => (await db.pool.query<Record<string, unknown>>(text)).rows;
const values = async (text: string): Promise<unknown[]> =>
  (await db.pool.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);

const TABLE = { name: '0001_t', text: 'create table t (n integer)' };
const apply = (routines: Record<string, string>, migrations = [TABLE]): Promise<void> =>
  migrate(database.url, {
    files: { migrations, routines: Object.entries(routines).map(([name, text]) => ({ name, text })) },
  });

const DOUBLE =
  'create or replace function twice(n integer) returns integer language sql immutable as $$ select n * 2 $$;';
const TRIPLE = DOUBLE.replace('n * 2', 'n * 3');

test('a changed function is replaced, and the objects that depend on it remain', async () => {
  await apply({ a: DOUBLE });
  await all('create view somebodys as select twice(7) as n');
  await apply({ a: TRIPLE });
  expect(await values('select n from somebodys')).toEqual([21]);
});

test('triggers, views, functions and overloads that are no longer in any file are dropped', async () => {
  const trigger = `
    create or replace function refuse() returns trigger language plpgsql as $$ begin return null; end $$;
    do $$ begin execute 'create or replace trigger refuse before insert on t for each row execute function refuse()'; end $$;`;
  const view = `create or replace view doubled as select twice(n) as n from t;`;
  await apply({ a: DOUBLE + view, b: trigger });
  await all('create function somebodys() returns integer language sql as $$ select 1 $$');
  await apply({ a: DOUBLE.replace('n integer', 'n integer, m integer default 2') });
  expect(
    await values(`select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace order by 1`),
  ).toEqual(['somebodys()', 'twice(integer,integer)']);
  expect(await values(`select viewname from pg_views where schemaname = 'public'`)).toEqual([]);
  expect(await values(`select tgname from pg_trigger`)).toEqual([]);
});

test('an object that moves to another file remains', async () => {
  await apply({ a: DOUBLE, b: '' });
  await apply({ a: '', b: DOUBLE });
  await apply({ a: '-- nothing', b: DOUBLE });
  expect(await values('select twice(2)')).toEqual([4]);
});

test('nothing is applied if no file has changed, and everything is applied after a migration', async () => {
  const made = () => values(`select xmin::text from pg_proc where proname = 'twice'`);
  await apply({ a: DOUBLE });
  const first = await made();
  await apply({ a: DOUBLE });
  expect(await made()).toEqual(first);
  await apply({ a: DOUBLE }, [TABLE, { name: '0002_gone', text: 'drop function twice' }]);
  expect(await made()).not.toEqual(first);
  expect(await values('select twice(2)')).toEqual([4]);
});

test('a file that fails is named, and changes nothing', async () => {
  await apply({ a: DOUBLE });
  await expect(apply({ a: TRIPLE, b: 'create view v as select nothing' })).rejects.toMatchObject({
    message: 'The routines b failed',
    cause: { message: 'column "nothing" does not exist' },
  });
  expect(await values('select twice(2)')).toEqual([4]);
});

test('every file of db/routines is repeatable, and each function is created by exactly one', async () => {
  const migrated = await createTestDatabase();
  const migratedDb = openDatabase({ url: migrated.url });
  opened.push({ db: migratedDb, database: migrated });
  const before = await dumpSchema(migratedDb);
  await migratedDb.pool.query(`update routine_file set hash = 'of another version'`);
  await migrate(migrated.url);
  expect(await dumpSchema(migratedDb)).toBe(before);
  const twice = await migratedDb.pool.query(
    'select unnest(objects) as object from routine_file group by 1 having count(*) > 1',
  );
  expect(twice.rows).toEqual([]);
});
