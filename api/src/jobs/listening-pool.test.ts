import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, expect, test } from 'vitest';
import { createListeningPool } from './listening-pool.ts';

const database = await createTestDatabase();
const db = openDatabase({ url: database.url, connections: 1 });
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('releasing a connection twice releases it once', async () => {
  const pool = createListeningPool(db.pool);
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (error || !client) return reject(error ?? new Error('no connection'));
      release();
      release();
      resolve();
    });
  });
  expect([db.pool.totalCount, db.pool.idleCount]).toEqual([1, 1]);
});

test('connections and single queries work like those of the pool', async () => {
  const pool = createListeningPool(db.pool);
  const client = await pool.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});
