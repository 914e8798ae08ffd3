import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createTestDatabase } from './testing.ts';

test('many statements to one database do not use up the prepared statements of another', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  const [one, other] = [1, 2].map(() => openDatabase({ url: database.url, connections: 1 }));
  for (let n = 0; n < 600; n += 1) await one?.read({ sql: `select ${n} as n`, parameters: [] });
  const statement = `select count(*) as n from pg_prepared_statements`;
  const countOf = async (db = one) => (await db?.read<{ n: number }>({ sql: statement, parameters: [] }))?.[0]?.n;
  // The limit applies per database: a session never releases its prepared statements.
  expect(await countOf(one)).toBe(500);
  expect(await countOf(other)).toBe(1);
  await one?.close();
  await other?.close();
  await database.drop();
});
