import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { dumpSchema } from './schema-dump.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

let database: TestDatabase;
let db: Db;
const openDatabases: { db: Db; database: TestDatabase }[] = [];

beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  openDatabases.push({ db, database });
});
afterAll(async () => {
  for (const { db, database } of openDatabases) {
    await db.close();
    await database.drop();
  }
});

const query = async (text: string): Promise<unknown[]> => (await db.pool.query<Record<string, unknown>>(text)).rows;
const queryValues = async (text: string): Promise<unknown[]> =>
  (await db.pool.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);

const TABLE_MIGRATION = { name: '0001_t', text: 'create table t (n integer)' };
const applyFiles = (routines: Record<string, string>, migrations = [TABLE_MIGRATION]): Promise<void> =>
  migrate(database.url, {
    files: { migrations, routines: Object.entries(routines).map(([name, text]) => ({ name, text })) },
  });

const DOUBLE_FUNCTION =
  'create or replace function twice(n integer) returns integer language sql immutable as $$ select n * 2 $$;';
const TRIPLE_FUNCTION = DOUBLE_FUNCTION.replace('n * 2', 'n * 3');

test('a changed function is replaced, and the objects that depend on it remain', async () => {
  await applyFiles({ a: DOUBLE_FUNCTION });
  await query('create view operators_own as select twice(7) as n');
  await applyFiles({ a: TRIPLE_FUNCTION });
  expect(await queryValues('select n from operators_own')).toEqual([21]);
});

test('triggers, views, functions and overloads that are no longer in any file are dropped', async () => {
  const trigger = `
    create or replace function reject() returns trigger language plpgsql as $$ begin return null; end $$;
    do $$ begin execute 'create or replace trigger reject before insert on t for each row execute function reject()'; end $$;`;
  const view = `create or replace view doubled as select twice(n) as n from t;`;
  await applyFiles({ a: DOUBLE_FUNCTION + view, b: trigger });
  await query('create function operators_own() returns integer language sql as $$ select 1 $$');
  await applyFiles({ a: DOUBLE_FUNCTION.replace('n integer', 'n integer, m integer default 2') });
  expect(
    await queryValues(
      `select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    ),
  ).toEqual(['operators_own()', 'twice(integer,integer)']);
  expect(await queryValues(`select viewname from pg_views where schemaname = 'public'`)).toEqual([]);
  expect(await queryValues(`select tgname from pg_trigger`)).toEqual([]);
});

test('an object that moves to another file remains', async () => {
  await applyFiles({ a: DOUBLE_FUNCTION, b: '' });
  await applyFiles({ a: '', b: DOUBLE_FUNCTION });
  await applyFiles({ a: '-- nothing', b: DOUBLE_FUNCTION });
  expect(await queryValues('select twice(2)')).toEqual([4]);
});

test('nothing is applied if no file has changed, and everything is applied after a migration', async () => {
  const readVersion = () => queryValues(`select xmin::text from pg_proc where proname = 'twice'`);
  await applyFiles({ a: DOUBLE_FUNCTION });
  const first = await readVersion();
  await applyFiles({ a: DOUBLE_FUNCTION });
  expect(await readVersion()).toEqual(first);
  await applyFiles({ a: DOUBLE_FUNCTION }, [TABLE_MIGRATION, { name: '0002_gone', text: 'drop function twice' }]);
  expect(await readVersion()).not.toEqual(first);
  expect(await queryValues('select twice(2)')).toEqual([4]);
});

test('a file that fails is named, and changes nothing', async () => {
  await applyFiles({ a: DOUBLE_FUNCTION });
  await expect(applyFiles({ a: TRIPLE_FUNCTION, b: 'create view v as select nothing' })).rejects.toMatchObject({
    message: 'The routines b failed',
    cause: { message: 'column "nothing" does not exist' },
  });
  expect(await queryValues('select twice(2)')).toEqual([4]);
});

test('every file of db/routines is repeatable, and each function is created by exactly one', async () => {
  const migrated = await createTestDatabase();
  const migratedDb = openDatabase({ url: migrated.url });
  openDatabases.push({ db: migratedDb, database: migrated });
  const schemaBefore = await dumpSchema(migratedDb);
  await migratedDb.pool.query(`update routine_file set hash = 'of another version'`);
  await migrate(migrated.url);
  expect(await dumpSchema(migratedDb)).toBe(schemaBefore);
  const duplicates = await migratedDb.pool.query(
    'select unnest(objects) as object from routine_file group by 1 having count(*) > 1',
  );
  expect(duplicates.rows).toEqual([]);
});
