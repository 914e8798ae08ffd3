import { OPTION_NUMBERS, type OptionNumber } from '@innkeeper/contract';
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

const cases = Object.entries(OPTION_NUMBERS).flatMap(([slug, details]) =>
  Object.entries<OptionNumber>(details).map(([code, number]) => ({ slug, code, number })),
);

test.each(cases)('the database has the range and default of the contract for $slug $code', async (testCase) => {
  const { slug, code, number } = testCase;
  await db.pool.query(`update option_detail set deleted_at = now() where code = $1`, [code]);
  const { rows } = await db.pool.query(
    `select lower(allowed) as min, upper(allowed) - 1 as max, otherwise, option_number($1, $2) as counts
      from option_rule($1, $2)`,
    [slug, code],
  );
  expect(rows).toEqual([{ ...number, counts: number.otherwise }]);
});
