import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLogHead, sealLog } from './reconciliation/log-seal.ts';
import { reconcile } from './reconciliation.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { readRoutines, readMigrations } from './sql-files.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** The hash chain of the audit log. demo/src/tampered-log.test.ts tests that corruption is detected. */

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

async function query<Row extends object>(text: string, target = db): Promise<Row[]> {
  return (await target.pool.query<Row>(text)).rows;
}
const readLastLine = async (): Promise<number> =>
  (await query<{ id: number }>('select max(id)::int as id from audit_log'))[0]?.id ?? 0;
const sealAndReadLastLine = async (target = db): Promise<number> => {
  await sealLog(target);
  return (await query<{ id: number }>('select coalesce(max(last_id), 0)::int as id from log_seal', target))[0]?.id ?? 0;
};
const findDifferences = async (target = db) =>
  (await reconcile(target, { sets: ['log'] })).differences.map(({ check, rows: records }) => [
    check,
    records.map(({ resource, id }) => `${resource} ${id}`),
  ]);

test('a seal waits for open transactions with earlier entries, and blocks no writers', async () => {
  const openClient = await db.pool.connect();
  await openClient.query('begin');
  await openClient.query(`insert into region (code, name) values ('OPEN', 'East')`);
  const before = await readLastLine();
  await query(`insert into region (code, name) values ('SHUT', 'West')`);
  const lineAtClose = await readLastLine();
  expect(await sealAndReadLastLine()).toBeLessThanOrEqual(before);
  expect(await sealAndReadLastLine()).toBeLessThanOrEqual(before);
  await openClient.query('commit');
  openClient.release();
  expect(await sealAndReadLastLine()).toBe(lineAtClose);
  const lines = await query<{ count: number }>('select count(*)::int as count from audit_log');
  expect(await readLogHead(db)).toMatchObject({
    lines: lines[0]?.count,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await findDifferences()).toEqual([]);
});

test('the log chains the entries of a record that several connections write concurrently', async () => {
  await query(`insert into region (code, name) values ('BUSY', 'Busy')`);
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => query(`update region set name = 'Busy ${n}' where code = 'BUSY'`)),
  );
  expect(await findDifferences()).toEqual([]);
});

test("the log has the rights of the reference data and every later change of a role group's rights", async () => {
  const changeRights = async (text: string) => {
    await query(text);
    expect(await findDifferences()).toEqual([]);
  };
  await changeRights(`delete from role_group_role where roles_id in (select id from roles order by id limit 2)`);
  await changeRights(
    `insert into role_group_role select min(g.id), r.id from role_group g, roles r
      where r.id = (select min(id) from roles) group by r.id`,
  );
  const loggedChanges = await query<{ action: string; removed: number }>(`
    select action, jsonb_array_length(before -> 'rolesId') - jsonb_array_length(after -> 'rolesId') as removed
    from audit_log
    where resource = 'role_group' and after ? 'rolesId' order by id`);
  expect(loggedChanges.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
  expect(loggedChanges.slice(1).map(({ removed }) => removed)).toEqual([2, -1]);
});

test('reconciliation accepts a recorded log head and reports a different one', async () => {
  await sealLog(db);
  const head = await readLogHead(db);
  const compareHead = async (recordedHead: string) =>
    (await reconcile(db, { sets: ['log'], recordedHead })).differences;
  await query(`insert into region (code, name) values ('LATER', 'Later')`);
  await sealLog(db);
  expect(await compareHead(`${head?.seal}-${head?.hash}`)).toEqual([]);
  expect(await compareHead(`${head?.seal}-${'0'.repeat(64)}`)).toEqual([
    { check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: head?.seal, note: null }] },
  ]);
  await expect(compareHead('9f86d081')).rejects.toThrow('Not a head of the log');
});

test('an upgrade seals a log that predates the chain, and a later manipulation of it is detected', async () => {
  const oldDatabase = await createTestDatabase();
  const oldDb = openDatabase({ url: oldDatabase.url });
  try {
    await query(
      `
      insert into region (code, name) values ('R1', 'East');
      insert into country (region_id, name, cca2, cca3, ccn3, time_zone, currency, decimals)
        select id, 'Country', 'XA', 'XAA', '999', 'Asia/Jakarta', 'IDR', 0 from region where code = 'R1';
      insert into hotel (country_id, code, name, is_active, email) select id, 'H1', 'Hotel', true, 'h@innkeeper.test'
      from country where cca2 = 'XA';
      insert into users (name, username, email, password, role_group_id)
      select 'Ayu', 'ayu', 'ayu@innkeeper.test', 'hash', min(id) from role_group;
      insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, call, path, body,
          time_zone, facts)
        select 'tier', now(), u.id, now() + interval '7 days', 'A guest', 'STORE_MEMBER_CARD', h.id,
          'POST /api/member', '{}', '{}', 'UTC', '{}'
        from users u, hotel h`,
      oldDb,
    );
    // The log as it was before the chain: without seals, without the trigger that sets hashes, and without hashes.
    await query(
      `grant update on audit_log to current_user; grant delete on log_seal to current_user;
      alter table audit_log disable trigger user; alter table log_seal disable trigger user;
      update audit_log set hash = null; delete from log_seal;
      alter table audit_log enable trigger user; alter table log_seal enable trigger user;
      revoke update on audit_log from current_user; revoke delete on log_seal from current_user;
      drop trigger set_log_hash on audit_log`,
      oldDb,
    );
    // A later migration of the same start logs a change before the current triggers exist.
    const laterMigration = { name: '99991231_later', text: `update region set name = 'North' where code = 'R1'` };
    await migrate(oldDatabase.url, {
      files: { migrations: [...(await readMigrations()), laterMigration], routines: await readRoutines() },
    });
    const [seals] = await query<object>(
      `select bool_and(s.is_unchained) as unchained, sum(s.last_id - s.after_id) >= (select count(*)
                  from audit_log) as whole,
              (select count(*)::int from audit_log where hash is not null) as hashed from log_seal s`,
      oldDb,
    );
    expect(seals).toEqual({ unchained: true, whole: true, hashed: 0 });
    await query(
      `update region set name = 'West' where code = 'R1'; update approval set outcome = 'withdrawn', decided_at = now(),
          decided_by_id = requested_by_id`,
      oldDb,
    );
    expect(await findDifferences(oldDb)).toEqual([]);
    await query(
      `grant update on audit_log to current_user; alter table audit_log disable trigger append_only;
      update audit_log set actor_id = 1 where resource = 'region' and action = 'create'`,
      oldDb,
    );
    expect(await findDifferences(oldDb)).toEqual([['log-seals', ['log_seal 1']]]);
  } finally {
    await oldDb.close();
    await oldDatabase.drop();
  }
});
