import { expect, test } from 'vitest';
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
