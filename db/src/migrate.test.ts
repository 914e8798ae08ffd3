import { afterAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { BASE_MIGRATIONS, FORMER_MIGRATIONS } from './former-migrations.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './sql-files.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

const databases: TestDatabase[] = [];
const openDatabases: Db[] = [];

/** Creates an empty database. Returns its URL and a query function. */
async function createEmptyDatabase(): Promise<{ url: string; query: (text: string) => Promise<unknown[]> }> {
  const database = await createTestDatabase({ isEmpty: true });
  databases.push(database);
  const db = openDatabase({ url: database.url });
  openDatabases.push(db);
  return { url: database.url, query: async (text) => (await db.pool.query(text)).rows };
}

afterAll(async () => {
  for (const db of openDatabases) await db.close();
  for (const database of databases) await database.drop();
});

const createFiles = (...migrations: [name: string, text: string][]) => ({
  migrations: migrations.map(([name, text]) => ({ name, text })),
  routines: [],
});

test('a migration is applied once, even if several processes start at the same time', async () => {
  const { url, query } = await createEmptyDatabase();
  const migrationFiles = createFiles(['0001_a', 'create table a (n integer); insert into a values (1)']);
  await Promise.all([1, 2, 3].map(() => migrate(url, { files: migrationFiles })));
  expect(await query('select n from a')).toEqual([{ n: 1 }]);
});

test('a failed migration names its file and the cause, and changes nothing', async () => {
  const { url, query } = await createEmptyDatabase();
  const failingRun = migrate(url, {
    files: createFiles(['0001_a', 'create table a ()'], ['0002_b', 'create table a ()']),
  });
  await expect(failingRun).rejects.toMatchObject({
    message: 'The migration 0002_b failed',
    cause: { message: 'relation "a" already exists' },
  });
  expect(await query(`select to_regclass('a') as a, to_regclass('migration') as migration`)).toEqual([
    { a: null, migration: null },
  ]);
});

test('a migration and a transaction that holds what it needs do not fail each other', async () => {
  const { url } = await createEmptyDatabase();
  const first: [string, string] = ['0001_a', 'create table a (n integer); create table b (n integer)'];
  await migrate(url, { files: createFiles(first) });
  const db = openDatabase({ url });
  openDatabases.push(db);
  const client = await db.pool.connect();
  await client.query('begin');
  await client.query('insert into b values (1)');
  const migrated = migrate(url, {
    files: createFiles(first, ['0002_b', 'alter table a add column m integer; alter table b add column m integer']),
  });
  const countWaiting = async () =>
    (await db.pool.query('select from pg_locks where not granted and database is not null')).rowCount ?? 0;
  await expect.poll(countWaiting).toBeGreaterThan(0); // for b, with a lock on a
  await client.query('insert into a values (1)');
  await client.query('commit');
  client.release();
  await migrated;
  expect((await db.pool.query('select a.m, b.m from a, b')).rows).toHaveLength(1);
});

test('the notices of a migration are logged line by line, and nothing else', async () => {
  const { url } = await createEmptyDatabase();
  const lines: string[] = [];
  const text = `
    create table if not exists a (); create table if not exists a (); drop view if exists b;
    do $$ begin raise notice E'3 members were changed\\nand 2 visits'; raise debug 'that'; end $$`;
  await migrate(url, { files: createFiles(['0001_a', text]), log: (line) => lines.push(line) });
  expect(lines).toEqual(['3 members were changed', 'and 2 visits']);
});

test('a database with the old migration numbering is rejected, with a one-line remedy', async () => {
  const { url, query } = await createEmptyDatabase();
  await query('create table kysely_migration (name text)');
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'DatabaseStartError',
    message: expect.stringMatching(
      /^The database was made by .* start with an empty one .* or export .* import them here$/,
    ),
  });
  expect(await query(`select to_regclass('member') as member`)).toEqual([{ member: null }]);
});

test('a database of a newer Innkeeper is rejected, with a one-line remedy', async () => {
  const { url } = await createEmptyDatabase();
  await migrate(url, { files: createFiles(['0001_a', 'create table a ()'], ['0002_b', 'create table b ()']) });
  await expect(migrate(url, { files: createFiles(['0001_a', 'create table a ()']) })).rejects.toMatchObject({
    name: 'DatabaseStartError',
    message: expect.stringMatching(/0002_b.*start the newer one that made it$/),
  });
});

/** A migrated database whose table of migrations has these names. */
async function createDatabaseWithNames(names: readonly string[]) {
  const database = await createEmptyDatabase();
  await migrate(database.url, { files: { migrations: await readBaseMigrations(), routines: [] } });
  await database.query(`delete from migration;
    insert into migration (name) select unnest('{${names.join(',')}}'::text[])`);
  return database;
}
const baseNames: readonly string[] = BASE_MIGRATIONS;
const readBaseMigrations = async () => (await readMigrations()).filter(({ name }) => baseNames.includes(name));
const NAMES_QUERY = 'select name from migration order by name collate "C"';

test('a database with all former migrations has the base migrations, and later ones are applied', async () => {
  const { url, query } = await createDatabaseWithNames(FORMER_MIGRATIONS);
  await query(`insert into region (code, name) values ('R1', 'East');
    update migration set at = '2026-11-01'`);
  const laterMigration = { name: '20261130_later', text: `create table later as select name from region` };
  await migrate(url, { files: { migrations: [...(await readBaseMigrations()), laterMigration], routines: [] } });
  expect(await query(NAMES_QUERY)).toEqual([...BASE_MIGRATIONS, laterMigration.name].map((name) => ({ name })));
  expect(await query('select name from later')).toEqual([{ name: 'East' }]);
  expect(await query(`select count(*)::int as number from migration where at = '2026-11-01'`)).toEqual([
    { number: BASE_MIGRATIONS.length },
  ]);
});

test('a database with only some former migrations is rejected, with a one-line remedy', async () => {
  const names = FORMER_MIGRATIONS.slice(0, -2);
  const { url, query } = await createDatabaseWithNames(names);
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'DatabaseStartError',
    message:
      'The database does not have the migration 0500_standard_names: start the version of 29 November 2026 on it once, then this one',
  });
  expect(await query(NAMES_QUERY)).toEqual(names.map((name) => ({ name })));
});

test('a new database has the base migrations first, and each later one is named by its date', async () => {
  const { url, query } = await createEmptyDatabase();
  await migrate(url);
  const names = ((await query(NAMES_QUERY)) as { name: string }[]).map(({ name }) => name);
  expect(names.slice(0, BASE_MIGRATIONS.length)).toEqual(BASE_MIGRATIONS);
  for (const name of names.slice(BASE_MIGRATIONS.length)) {
    expect(name).toMatch(/^\d{8}[b-z]?_[a-z0-9_]+$/);
    const [year, month, day] = [name.slice(0, 4), name.slice(4, 6), name.slice(6, 8)];
    expect(new Date(`${year}-${month}-${day}`).toISOString()).toMatch(`${year}-${month}-${day}`);
    expect(name >= '20261129').toBe(true);
  }
});
