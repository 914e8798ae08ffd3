import { afterAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
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
