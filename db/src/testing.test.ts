import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './testing.ts';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('a test database has the schema and the reference data', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  expect(await query(database.url, 'select count(*) > 200 from country')).toEqual([true]);
  expect(await query(database.url, `select count(*) from option where slug = 'type-gender'`)).toEqual(['1']);
});

test('a change in one test database is not visible in another', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  onTestFinished(() => Promise.all([first.drop(), second.drop()]).then(() => {}));
  await query(first.url, 'create table here ()');
  expect(await query(second.url, `select to_regclass('here')`)).toEqual([null]);
});

test('a test database is dropped even while clients are connected', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {}); // the server ends its connection
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/);
});
