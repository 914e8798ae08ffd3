import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLogHead, sealLog } from './reconciliation/log-seal.ts';
import { reconcile } from './reconciliation.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { seedReference } from './seed/reference.ts';
import { readFormerRoutines } from './former-routines.ts';
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

async function rows<Row extends object>(text: string, of = db): Promise<Row[]> {
  return (await of.pool.query<Row>(text)).rows;
}
const lastLine = async (): Promise<number> =>
  (await rows<{ id: number }>('select max(id)::int as id from audit_log'))[0]?.id ?? 0;
const lastSealedLine = async (of = db): Promise<number> => {
  await sealLog(of);
  return (await rows<{ id: number }>('select coalesce(max(last_id), 0)::int as id from log_seal', of))[0]?.id ?? 0;
};
const found = async (of = db) =>
  (await reconcile(of, { sets: ['log'] })).differences.map(({ check, rows: broken }) => [
    check,
    broken.map(({ resource, id }) => `${resource} ${id}`),
  ]);

test('a seal waits for open transactions with earlier entries, and blocks no writers', async () => {
  const open = await db.pool.connect();
  await open.query('begin');
  await open.query(`insert into region (code, name) values ('OPEN', 'East')`);
  const before = await lastLine();
  await rows(`insert into region (code, name) values ('SHUT', 'West')`);
  const lineAtClose = await lastLine();
  expect(await lastSealedLine()).toBeLessThanOrEqual(before);
  expect(await lastSealedLine()).toBeLessThanOrEqual(before);
  await open.query('commit');
  open.release();
  expect(await lastSealedLine()).toBe(lineAtClose);
  const lines = await rows<{ n: number }>('select count(*)::int as n from audit_log');
  expect(await readLogHead(db)).toMatchObject({ lines: lines[0]?.n, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await found()).toEqual([]);
});

test('the log chains the entries of a record that several connections write concurrently', async () => {
  await rows(`insert into region (code, name) values ('BUSY', 'Busy')`);
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => rows(`update region set name = 'Busy ${n}' where code = 'BUSY'`)),
  );
  expect(await found()).toEqual([]);
});

test("the log has the rights of the reference data and every later change of a role group's rights", async () => {
  const change = async (text: string) => {
    await rows(text);
    expect(await found()).toEqual([]);
  };
  await change(`delete from role_group_role where roles_id in (select id from roles order by id limit 2)`);
  await change(
    `insert into role_group_role select min(g.id), r.id from role_group g, roles r
      where r.id = (select min(id) from roles) group by r.id`,
  );
  const logged = await rows<{ action: string; lost: number }>(`
    select action, jsonb_array_length(before -> 'rolesId') - jsonb_array_length(after -> 'rolesId') as lost
    from audit_log
    where resource = 'role_group' and after ? 'rolesId' order by id`);
  expect(logged.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
  expect(logged.slice(1).map(({ lost }) => lost)).toEqual([2, -1]);
});

test('the check accepts a saved log head and reports a different one', async () => {
  await sealLog(db);
  const head = await readLogHead(db);
  const compared = async (recordedHead: string) => (await reconcile(db, { sets: ['log'], recordedHead })).differences;
  await rows(`insert into region (code, name) values ('LATER', 'Later')`);
  await sealLog(db);
  expect(await compared(`${head?.seal}-${head?.hash}`)).toEqual([]);
  expect(await compared(`${head?.seal}-${'0'.repeat(64)}`)).toEqual([
    { check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: head?.seal, note: null }] },
  ]);
  await expect(compared('9f86d081')).rejects.toThrow('Not a head of the log');
});

test('a log that predates the chain is sealed without findings, and a later change is detected', async () => {
  const older = await createTestDatabase({ isEmpty: true });
  const old = openDatabase({ url: older.url });
  try {
    // Today's functions read today's columns, so the migrations that add those must run too.
    const migrations = (await readMigrations()).filter(
      ({ name }) => name < '0340' || /^0(35[012]|370|38[01]|390|400)/.test(name),
    );
    const routines = (await readFormerRoutines()).filter(({ name }) => name !== 'log-chain');
    await migrate(older.url, { files: { migrations, routines } });
    await seedReference(old);
    await rows(
      `
      insert into region (code, name) values ('R1', 'East');
      insert into country (region_id, name, cca2, cca3, ccn3, time_zone, currency, decimals)
        select id, 'Country', 'XA', 'XAA', '999', 'Asia/Jakarta', 'IDR', 0 from region where code = 'R1';
      insert into hotel (country_id, code, name, is_active, email) select id, 'H1', 'Hotel', true, 'h@innkeeper.test'
      from country where cca2 = 'XA';
      insert into users (name, username, email, password, role_group_id)
      select 'Ayu', 'ayu', 'ayu@innkeeper.test', 'hash', min(id) from role_group;
      insert into approval (kind, asked_at, asked_by_id, expires_at, reason, needs, hotel_id, call, path, body,
          time_zone, facts)
        select 'level', now(), u.id, now() + interval '7 days', 'A guest', 'STORE_MEMBER_CARD', h.id,
          'POST /api/member', '{}', '{}', 'UTC', '{}'
        from users u, hotel h`,
      old,
    );
    // A later migration of the same start logs a change before today's triggers exist.
    const later = { name: '9999_later', text: `update region set name = 'North' where code = 'R1'` };
    await migrate(older.url, {
      files: { migrations: [...(await readMigrations()), later], routines: await readRoutines() },
    });
    const [sealed] = await rows<object>(
      `select bool_and(s.is_unchained) as unchained, sum(s.last_id - s.after_id) >= (select count(*)
                  from audit_log) as whole,
              (select count(*)::int from audit_log where hash is not null) as hashed from log_seal s`,
      old,
    );
    expect(sealed).toEqual({ unchained: true, whole: true, hashed: 0 });
    await rows(
      `update region set name = 'West' where code = 'R1'; update approval set outcome = 'withdrawn', decided_at = now(),
          decided_by_id = requested_by_id`,
      old,
    );
    expect(await found(old)).toEqual([]);
    await rows(
      `grant update on audit_log to current_user; alter table audit_log disable trigger append_only;
      update audit_log set actor_id = 1 where resource = 'region' and action = 'create'`,
      old,
    );
    expect(await found(old)).toEqual([['log-seals', ['log_seal 1']]]);
  } finally {
    await old.close();
    await older.drop();
  }
});
