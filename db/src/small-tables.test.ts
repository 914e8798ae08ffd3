import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('PostgreSQL counts the records of a table after a few changes, however few records it has', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    select r.name from record_table r join pg_class c on c.oid = quote_ident(r.name)::regclass
    where not exists (select from pg_options_to_table(c.reloptions) o
                      where o.option_name = 'autovacuum_analyze_threshold' and o.option_value::int <= 5)`);
  expect(rows).toEqual([]);
});
