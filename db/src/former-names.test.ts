import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** Lines of the audit log from before tables and columns got their current names, as upgraded databases have them. */

let database: TestDatabase;
let db: Db;
const query = async (text: string): Promise<Record<string, unknown>[]> =>
  (await db.pool.query<Record<string, unknown>>(text)).rows;

const FORMER_LINES = `
  insert into audit_log (resource, record_id, action, before, after) values
    ('unusual_act', 1, 'create', null, '{"kind": "one_name", "happened_at": "2026-11-20T01:00:00+00:00", "looked_at": null,
      "looked_by_id": null}'),
    ('unusual_act', 1, 'update', '{"note": null, "looked_by_id": null}', '{"note": "A wedding", "looked_by_id": 7}'),
    ('member_card', 1, 'update', '{"is_by_hand": false}', '{"is_by_hand": true, "remark": "Promised"}'),
    ('approval', 1, 'create', null, '{"kind": "level", "asked_by_id": 7}'),
    ('approval', 1, 'update', '{"outcome": null}', '{"outcome": "refused"}')`;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  await query(FORMER_LINES);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('former entries of the log are read with the current names', async () => {
  const readLines = (resource: string) =>
    query(`select resource_of_log(resource) as resource, values_of_log(resource, after) as after from audit_log
      where resource = any(names_in_log('${resource}')) order by id`);
  expect(await readLines('flagged_activity')).toMatchObject([
    { resource: 'flagged_activity', after: { occurred_at: expect.any(String), reviewed_at: null } },
    { resource: 'flagged_activity', after: { note: 'A wedding', reviewed_by_id: expect.any(Number) } },
  ]);
  expect((await readLines('member_card')).at(-1)).toMatchObject({
    after: { is_tier_manual: true, remark: 'Promised' },
  });
  expect(await readLines('approval')).toMatchObject([
    { after: { kind: 'tier', requested_by_id: expect.any(Number) } },
    { after: { outcome: 'rejected' } },
  ]);
});

test('every former name of a column is translated', async () => {
  const columns = await query(`
    select n.column_name, values_of_log(x.name, jsonb_build_object(n.former, 1)) as translated from former_name n
    cross join lateral unnest(names_in_log(n.resource)) x (name) where n.value is null and x.name <> 'flagged_activity'`);
  expect(columns.length).toBeGreaterThan(10);
  for (const { column_name, translated } of columns) expect(translated).toEqual({ [String(column_name)]: 1 });
});
