import { createTestDatabase } from '../testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '../database.ts';
import { ensureAdministrator, hasUsers } from './administrator.ts';

let url: string;
let drop: () => Promise<void>;
let db: Db;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  db = openDatabase({ url });
});
afterAll(async () => {
  await db.close();
  await drop();
});

it('the first start creates one administrator, even from several processes', async () => {
  expect(await hasUsers(db)).toBe(false);
  const results = await Promise.all(
    ['a', 'b', 'c'].map((n) => ensureAdministrator(db, { email: `${n}@example.com`, passwordHash: 'hash' })),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await hasUsers(db)).toBe(true);
  const { rows } = await db.pool.query<object>(
    `select u.username, u.is_active, u.password, g.name from users u join role_group g on g.id = u.role_group_id`,
  );
  expect(rows).toEqual([{ username: 'administrator', is_active: true, password: 'hash', name: 'Administrator' }]);
});
