import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
await db.pool.query(`
  alter table type_input disable trigger user;
  insert into type_input (name, code) select case n when 1 then 'Zq old' else 'Any ' || n end, 'c' || n
  from generate_series(1, 100001) n;
  insert into type_input (name, code) values ('A zq new', 'new');
  alter table type_input enable trigger user;
  analyze type_input`);

interface ChoicesPage {
  readonly data: readonly { readonly name: string }[];
  readonly meta: { readonly total: number; readonly total_is_estimate: boolean };
}
const searchChoices = async (search: string) =>
  (await call<ChoicesPage>(app, admin.token, 'GET', `/api/type_input/choices?search=${search}`)).body;

test('a search for two letters covers the newest choices only, and a longer one covers all', async () => {
  expect((await searchChoices('zq')).data.map(({ name }) => name)).toEqual(['A zq new']);
  expect((await searchChoices('zq+old')).data).toHaveLength(1);
  expect((await searchChoices('zq+o')).data).toEqual([]);
});

test('more than 10,000 choices are sorted by the newest only, with an estimated total', async () => {
  const { data, meta } = await searchChoices('any');
  expect(meta).toMatchObject({ total: 10_001, total_is_estimate: true });
  expect(data.slice(0, 3).map(({ name }) => name)).toEqual(['Any 100000', 'Any 100001', 'Any 90001']);
});
