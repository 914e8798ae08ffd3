import { reconcile, openDatabase, readLogHead, sealLog } from '@innkeeper/db';
import { type TestDatabase, createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from './seed-demo.ts';

/**
 * The attacker has full database rights, bypasses the triggers to rewrite history, and adjusts all rollups and counts
 * accordingly.
 */

let demoDatabase: TestDatabase;
/** The head of the audit log, saved outside the database. */
let savedHead: string;

const INSERT_DECISIONS = `
  insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, call, path, body,
      time_zone, facts)
  select 'discount', now() - interval '1 hour', 1, now() + interval '7 days', 'A regular guest', 'STORE_TRANSACTION', 1,
         'POST /api/transaction/wizard',
         '{}', '{}', 'UTC', '{"sub_total": "1.000", "discount": "0.500", "currency": "IDR"}' from generate_series(1, 2);
  update approval set outcome = 'rejected', decided_at = now(), decided_by_id = 2, decision = 'Too much'
  where id = (select min(id) from approval);
  insert into member_merge (at, actor_id, retained_id, absorbed_id, moved, counts, fields)
  values (now(), 1, 1, 2, '{"visit": [7]}', '{"visit": 1}', '{}');
  insert into rate_correction (country_id, wrong_rate, right_rate, reason, transactions, lines, visits, left_closed,
      is_rate_of_country, corrected_at, corrected_by_id)
  select country_id, 1550, 15500, 'A digit was missing', 0, 0, 0, 0, false, now(), 1 from hotel where id = 1;
  insert into sale_dispute (transaction_id, reason, disputed_at, disputed_by_id)
  select min(id), 'The bank asks', now(), 1 from transaction`;

beforeAll(async () => {
  demoDatabase = await createTestDatabase();
  const db = openDatabase(demoDatabase);
  await seedDemo(db, { members: 100, passwordHash: 'hash', now: new Date('2026-11-21T03:00:00Z') });
  await db.pool.query(INSERT_DECISIONS);
  await sealLog(db);
  const head = await readLogHead(db);
  savedHead = `${head?.seal}-${head?.hash}`;
  await db.pool.query('analyze');
  await db.close();
});
afterAll(() => demoDatabase.drop());

const PROTECTED_TABLES = 'audit_log, log_seal, approval, member_merge, rate_correction, sale_dispute';

/** The rules that a copy of the demonstration violates after these statements, with the violating records. */
async function findDifferencesAfter(tamperingSql: string): Promise<Record<string, string[]>> {
  const copy = await createTestDatabase({ from: demoDatabase });
  const db = openDatabase({ url: copy.url, connections: 2 });
  try {
    // The test user is not a superuser, so triggers are disabled one by one instead of with `session_replication_role`.
    for (const table of [...PROTECTED_TABLES.split(', '), 'visit', 'role_group', 'role_group_role'])
      await db.pool.query(`alter table ${table} disable trigger user`);
    await db.pool.query(`grant update, delete on ${PROTECTED_TABLES} to current_user`);
    await db.pool.query(tamperingSql);
    const { differences } = await reconcile(db, { recordedHead: savedHead });
    return Object.fromEntries(
      differences.map(({ check, rows }) => [check, rows.map(({ resource, id }) => `${resource} ${id}`)]),
    );
  } finally {
    await db.close();
    await copy.drop();
  }
}

const NEWEST_VISIT = `(select max(id) from visit where grand_total is not null and deleted_at is null)`;
/** One role group of the demonstration, and the one of every database. */
const CLERK_ROLE_GROUP = `(select max(id) from role_group)`;
const ADMINISTRATOR_ROLE_GROUP = `(select min(id) from role_group)`;
const RECOMPUTED_HASH = `sha256(decode(repeat('00', 32), 'hex') || int8send(id) || timestamptz_send(at) || convert_to(coalesce(actor_id::text, '-') || ' ' ||
  coalesce(text(ip), '-') || ' ' || resource || ' ' || record_id || ' ' || action || ' ' || coalesce(length(request_id) || ':' || request_id, '-') || ' ' ||
  coalesce(before::text, '-') || ' ' || after::text, 'UTF8'))`;
const RAISE_VISIT_AMOUNT = `
  update visit set total_fb = total_fb + 1000 where id = ${NEWEST_VISIT};
  update audit_log o set after = o.after || (select jsonb_object_agg(k.key, to_jsonb(v) -> k.key)
      from jsonb_object_keys(to_jsonb(v)) k (key) where o.after ? k.key)
  from visit v where o.resource = 'visit' and o.record_id = v.id and o.action = 'create' and v.id = ${NEWEST_VISIT};
  select rebuild_rollups();`;

it('the check reports nothing if nothing was rewritten', async () => {
  expect(await findDifferencesAfter('select')).toEqual({});
});

const TAMPERINGS: readonly (readonly [what: string, sql: string, rule: string, record: string])[] = [
  [
    'the user is replaced',
    `update audit_log set actor_id = 3 where resource = 'visit' and record_id = ${NEWEST_VISIT} and action = 'create'`,
    'log-lines',
    `select 'visit ' || ${NEWEST_VISIT}`,
  ],
  [
    'the day is replaced',
    `update audit_log set at = at - interval '1 day' where resource = 'visit' and record_id = ${NEWEST_VISIT}
        and action = 'create'`,
    'log-lines',
    `select 'visit ' || ${NEWEST_VISIT}`,
  ],
  [
    'a visit gets a higher amount, in its line and the rollups too',
    RAISE_VISIT_AMOUNT,
    'log-lines',
    `select 'visit ' || ${NEWEST_VISIT}`,
  ],
  [
    'a role group gains a right',
    `insert into role_group_role select ${CLERK_ROLE_GROUP}, min(id) from roles
      where id not in (select roles_id from role_group_role where role_group_id = ${CLERK_ROLE_GROUP})`,
    'log-of-rights',
    `select 'role_group ' || ${CLERK_ROLE_GROUP}`,
  ],
  [
    'a role group loses a right',
    `delete from role_group_role where role_group_id = ${ADMINISTRATOR_ROLE_GROUP}
        and roles_id = (select min(roles_id) from role_group_role where role_group_id = ${ADMINISTRATOR_ROLE_GROUP})`,
    'log-of-rights',
    `select 'role_group ' || ${ADMINISTRATOR_ROLE_GROUP}`,
  ],
  [
    'an approval is forged',
    `insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, call, path, body,
         time_zone, facts, outcome, decided_at, decided_by_id)
     select kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, call, path, body, time_zone,
       facts, 'approved', requested_at, 2 from approval limit 1`,
    'log-of-decisions',
    `select 'approval ' || max(id) + 1 from approval`,
  ],
  [
    'the decider of an approval is replaced',
    'update approval set decided_by_id = 3 where decided_by_id is not null',
    'log-of-decisions',
    `select 'approval ' || id from approval where decided_by_id is not null`,
  ],
  [
    'a merge is deleted',
    'delete from member_merge',
    'log-of-decisions',
    `select 'member_merge ' || id from member_merge`,
  ],
  [
    'a corrected rate is replaced',
    'update rate_correction set right_rate = 15501',
    'log-of-decisions',
    `select 'rate_correction ' || id from rate_correction`,
  ],
  [
    'a dispute is ended without a user',
    `update sale_dispute set resolved_at = now(), resolved_by_id = 2, resolution = 'It was wrong'`,
    'log-of-decisions',
    `select 'sale_dispute ' || id from sale_dispute`,
  ],
];

it.each(TAMPERINGS)(
  'the check reports one rule and one record if $0',
  async (_tampering, tamperingSql, rule, record) => {
    const db = openDatabase({ url: demoDatabase.url, connections: 1 });
    const { rows } = await db.pool.query<{ record: string }>(`select (${record}) as record`);
    await db.close();
    expect(await findDifferencesAfter(tamperingSql)).toEqual({ [rule]: [rows[0]?.record] });
  },
);

it('the check finds a rewritten line by its seal if the hash was recomputed', async () => {
  const rehashedVisit = `${RAISE_VISIT_AMOUNT} update audit_log set hash = ${RECOMPUTED_HASH}
    where resource = 'visit' and record_id = ${NEWEST_VISIT} and action = 'create'`;
  expect(await findDifferencesAfter(rehashedVisit)).toEqual({ 'log-seals': ['log_seal 1'] });
});

it('a saved head detects seals that were recomputed, too', async () => {
  const recomputedSeals = `
    ${RAISE_VISIT_AMOUNT} update audit_log set hash = ${RECOMPUTED_HASH}
      where resource = 'visit' and record_id = ${NEWEST_VISIT} and action = 'create';
    create temporary table sealed as select * from log_seal;
    delete from log_seal;
    select add_seal(last_id, false) from sealed order by id`;
  expect(await findDifferencesAfter(recomputedSeals)).toEqual({ 'log-heads': [`log_seal ${savedHead.split('-')[0]}`] });
});

it('the check detects removed last log entries, even if the record that they describe was removed too', async () => {
  const removedEnd = `delete from audit_log where resource = 'member_merge'; delete from member_merge`;
  expect(await findDifferencesAfter(removedEnd)).toEqual({ 'log-seals': ['log_seal 1'] });
});
