import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { readFormerRoutines } from './former-routines.ts';
import { migrate } from './migrate.ts';
import { dumpSchema } from './schema-dump.ts';
import { seedReference } from './seed/reference.ts';
import { readRoutines, readMigrations } from './sql-files.ts';
import { type TestDatabase, checkIntegrity, createTestDatabase } from './testing.ts';

/** An upgrade from before migration 0500 preserves all rows and the log, and leads to the schema of a new database. */

let database: TestDatabase;
let db: Db;
let formerLog: unknown[];

const query = async (text: string): Promise<Record<string, unknown>[]> =>
  (await db.pool.query<Record<string, unknown>>(text)).rows;

const FORMER_RECORDS = `
  insert into region (code, name) values ('R1', 'East');
  insert into country (region_id, name, cca2, cca3, ccn3, time_zone, currency, decimals, usd_rate)
    select id, 'Country', 'XA', 'XAA', '999', 'Asia/Jakarta', 'IDR', 0, 15500.5 from region where code = 'R1';
  insert into hotel (country_id, code, name, is_active, email)
    select id, 'H1', 'Hotel', true, 'h@innkeeper.test' from country where cca2 = 'XA';
  insert into membership (code, name, price, renewal_price, min_visit, min_visit_to_upgrade, is_free, is_regional, rank)
    values ('A', 'A', 1, 1, 2, 3, false, false, 1);
  insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email, phone_no)
    select m.id, 'Ratna', d.id, c.id, h.id, true, 'ratna@innkeeper.test', '1' from membership m, country c, hotel h,
      (select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'type-gender' order by 1 limit 1) d
    where c.cca2 = 'XA';
  insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
    select id, membership_id, hotel_id, current_date - 30, current_date + 300, true from member;
  insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
    select hotel_id, id, 'INV-1', 'Ayu', 500000 from member;
  insert into users (name, username, email, password, role_group_id)
    select 'Ayu', 'ayu', 'ayu@innkeeper.test', 'hash', min(id) from role_group;
  insert into unusual_act (kind, happened_at, hotel_id, staff_name, times, amount, currency)
    select 'one_name', now(), id, 'Ayu', 41, 1, 'IDR' from hotel;
  update unusual_act set note = 'A wedding', looked_by_id = (select id from users where username = 'ayu'), looked_at = now();
  update member_card set is_by_hand = true, remark = 'Promised';
  insert into approval (kind, asked_at, asked_by_id, expires_at, reason, needs, hotel_id, call, path, body, time_zone, facts)
    select 'level', now(), u.id, now() + interval '7 days', 'A guest', 'STORE_MEMBER_CARD', h.id, 'POST /api/member', '{}',
      '{}', 'UTC', '{}' from users u, hotel h where u.username = 'ayu';
  insert into users (name, username, email, password, role_group_id)
    select 'Budi', 'budi', 'budi@innkeeper.test', 'hash', min(id) from role_group;
  update approval set outcome = 'refused', decision = 'No', decided_at = now(),
    decided_by_id = (select id from users where username = 'budi');
  insert into saved_view (user_id, resource, name, state, shared)
    select u.id, v.resource, 'Mine', v.state::jsonb, 'me' from users u, (values
      ('unusual_act', '{"columns": "kind,happened_at,looked_by.name", "sort": "note,-happened_at",
        "filter[looked_at][preset]": "today", "search": "happened_at"}'),
      ('manual_change', '{"filter[kind][includes]": "card_made,level_set"}'),
      ('audit_entry', '{"filter[resource][includes]": "unusual_act"}')) v (resource, state) where u.username = 'ayu';
  insert into audit_run (actor_id, ended_at, result)
    select id, now(), '{"differences": [{"check": "kept-counts", "count": 1, "rows": []}]}' from users where username = 'ayu';
  insert into user_preference (user_id, shortcuts) select id, '["/others/unusual-act"]' from users where username = 'ayu';`;

/**
 * A migration that changes records before the current routines exist, so the former triggers log, count and sum the
 * changes.
 */
const LATER_MIGRATION = {
  name: '9999_later',
  text: `
    update region set name = 'North' where code = 'R1';
    insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
      select hotel_id, id, 'INV-2', 'Ayu', 500000 from member;
    update visit set remark = 'late' where reference_no = 'INV-1'`,
};

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  const migrations = await readMigrations();
  const formerMigrations = migrations.filter(({ name }) => name < '0500');
  await migrate(database.url, { files: { migrations: formerMigrations, routines: await readFormerRoutines() } });
  await seedReference(db);
  await query(FORMER_RECORDS);
  // The former version had another name for the table of routines, too.
  await query('alter table routine_file rename to living; alter table living rename column objects to made');
  formerLog = await query('select id, hash from operation order by id');
  await migrate(database.url, {
    files: { migrations: [...migrations, LATER_MIGRATION], routines: await readRoutines() },
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the log has every line with its hash, and later changes continue the chain', async () => {
  const lines = await query('select id, hash from audit_log order by id');
  expect(lines.slice(0, formerLog.length)).toEqual(formerLog);
  const laterLines = await query(
    `select resource, action from audit_log where id > (select max(id) from (select id from audit_log order by id limit ${formerLog.length}) l) order by id`,
  );
  expect(laterLines.map(({ resource, action }) => `${String(resource)} ${String(action)}`)).toEqual([
    'region update',
    'visit create',
    'visit update',
  ]);
});

test('rollups and status include records written between the migration and the routines', async () => {
  expect(await query(`select sum(number)::int as visits from visit_rollup`)).toEqual([{ visits: 2 }]);
  expect(await query('select visits from member_standing')).toEqual([{ visits: 2 }]);
});

test('stored values, saved views and shortcuts get the current names', async () => {
  expect(await query('select kind, outcome from approval')).toEqual([{ kind: 'tier', outcome: 'rejected' }]);
  expect(await query('select resource, state from saved_view order by id')).toEqual([
    {
      resource: 'flagged_activity',
      state: {
        columns: 'kind,occurred_at,reviewed_by.name',
        sort: 'note,-occurred_at',
        'filter[reviewed_at][preset]': 'today',
        search: 'happened_at',
      },
    },
    { resource: 'manual_change', state: { 'filter[kind][includes]': 'card_made,tier_set' } },
    { resource: 'audit_entry', state: { 'filter[resource][includes]': 'unusual_act' } },
  ]);
  expect(await query('select result from reconciliation_run')).toEqual([
    { result: { differences: [{ check: 'stored-counts', count: 1, rows: [] }] } },
  ]);
  expect(await query('select shortcuts from user_preference')).toEqual([{ shortcuts: ['/others/flagged-activity'] }]);
  expect(await query(`select sum(live)::int as live from row_count where resource = 'flagged_activity'`)).toEqual([
    { live: 1 },
  ]);
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

test('the upgraded data passes the reconciliation', async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});

test('the upgraded schema equals that of a new database', async () => {
  const newDatabase = await createTestDatabase();
  const newDb = openDatabase({ url: newDatabase.url });
  try {
    expect(await dumpSchema(db)).toBe(await dumpSchema(newDb));
  } finally {
    await newDb.close();
    await newDatabase.drop();
  }
});
