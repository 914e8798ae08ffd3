import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { reconcile } from './reconciliation.ts';
import { sealLog } from './reconciliation/log-seal.ts';
import { readMigrations } from './sql-files.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** The audit log has a partition for each month; an entry never needs one that does not exist. */

const MIGRATION = '20261202b_audit_log_by_month';

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

/** Runs `work` while entries get the time in so many months. */
async function inMonths(months: number, work: () => Promise<unknown>, target = db): Promise<void> {
  const setDefault = (value: string) => query(`alter table audit_log alter at set default ${value}`, target);
  await setDefault(`clock_timestamp() + interval '${months} months'`);
  try {
    await work();
  } finally {
    await setDefault('clock_timestamp()');
  }
}

interface Partition {
  readonly name: string;
  readonly starts: string;
  readonly ends: string;
}
const readPartitions = (target = db) =>
  query<Partition>(
    `select name, starts_at::text as starts, ends_at::text as ends from log_partition order by ends_at`,
    target,
  );
const findDifferences = async (target = db) => {
  await sealLog(target);
  return (await reconcile(target, { sets: ['log'] })).differences;
};
/** The partitions that a query reads, by its plan. */
const readPlannedPartitions = async (text: string): Promise<string[]> => {
  const plan = JSON.stringify(await query(`explain (format json) ${text}`));
  return [...new Set([...plan.matchAll(/"Relation Name":\s*"(audit_log\w*)"/g)].map(([, name = '']) => name))].sort();
};

test('the migration makes the table so far a partition, without moving a row', async () => {
  const oldDatabase = await createTestDatabase({ isEmpty: true });
  const oldDb = openDatabase({ url: oldDatabase.url });
  try {
    const oldMigrations = (await readMigrations()).filter(({ name }) => name < MIGRATION);
    await migrate(oldDatabase.url, { files: { migrations: oldMigrations, routines: [] } });
    await query(
      `insert into audit_log (at, resource, record_id, action, after)
       select clock_timestamp() - n * interval '1 day', 'region', n, 'create', '{"name": "East"}'
       from generate_series(1000, 1200) n`,
      oldDb,
    );
    const [before] = await query<{ file: number; sum: string; next: string }>(
      `select pg_relation_filenode('audit_log') as file, (select sum(hashtext(o::text))::text from audit_log o) as sum,
         (select (last_value + is_called::integer)::text from audit_log_id_seq) as next`,
      oldDb,
    );
    await migrate(oldDatabase.url);
    const [after] = await query<object>(
      `select pg_relation_filenode('audit_log_before') as file,
         (select sum(hashtext(o::text))::text from audit_log o) as sum`,
      oldDb,
    );
    expect(after).toEqual({ file: before?.file, sum: before?.sum });
    const [line] = await query<{ id: string; is_hashed: boolean }>(
      `with line as (insert into audit_log (resource, record_id, action) values ('region', 9, 'create') returning *)
       select id::text, hash is not null as is_hashed from line`,
      oldDb,
    );
    expect(line?.is_hashed).toBe(true);
    expect(Number(line?.id)).toBeGreaterThanOrEqual(Number(before?.next));
    expect(await query(`select create_log_partitions() > 0 as is_created`, oldDb)).toEqual([{ is_created: true }]);
  } finally {
    await oldDb.close();
    await oldDatabase.drop();
  }
});

test('several processes make the months up to three months ahead once, without a gap', async () => {
  const calls = await Promise.all(
    Array.from({ length: 6 }, () => query<{ created: number }>('select create_log_partitions() as created')),
  );
  const partitions = await readPartitions();
  expect(calls.reduce((sum, [row]) => sum + (row?.created ?? 0), 0)).toBe(partitions.length - 1);
  expect(partitions[0]).toMatchObject({ name: 'audit_log_before', starts: '-infinity' });
  expect(partitions.slice(1).map(({ starts }) => starts)).toEqual(partitions.slice(0, -1).map(({ ends }) => ends));
  const [days] = await query<{ days: number }>(
    `select extract(epoch from max(ends_at) - now())::float8 / 86400 as days from log_partition`,
  );
  expect(days?.days).toBeGreaterThan(89);
  expect(await query('select create_log_partitions() as created')).toEqual([{ created: 0 }]);
});

test('a partition has the indexes, the chain and the guards of the log', async () => {
  for (const name of ['audit_log_before', 'audit_log_default', (await readPartitions()).at(-1)?.name]) {
    const rows = await query<{ definition: string }>(
      `select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') as definition from pg_index
       where indrelid = '${name}'::regclass order by 1`,
    );
    expect(rows.map(({ definition }) => definition)).toEqual([
      'btree (id)',
      'btree (request_id)',
      'btree (resource, record_id, id DESC)',
    ]);
    const triggers = await query<{ tgname: string }>(
      `select tgname from pg_trigger where tgrelid = '${name}'::regclass and tgenabled = 'O' order by 1`,
    );
    expect(triggers.map(({ tgname }) => tgname)).toEqual(['append_only', 'set_log_hash']);
    for (const statement of [
      `insert into ${name} (id, at, resource, record_id, action) values (0, now(), 'region', 1, 'create')`,
      `update ${name} set actor_id = 1`,
      `delete from ${name}`,
      `truncate ${name}`,
    ])
      await expect(query(statement), statement).rejects.toThrow('permission denied');
  }
});

test('entries a year ahead find a partition, and their months follow without a gap', async () => {
  await query(`insert into region (code, name) values ('NEXT', 'Next'), ('FAR', 'Far')`);
  await inMonths(2, () => query(`update region set name = 'In two months' where code = 'NEXT'`));
  await inMonths(14, () => query(`update region set name = 'In fourteen months' where code in ('NEXT', 'FAR')`));
  expect(await query('select resource from audit_log_default')).toHaveLength(2);
  expect(await findDifferences()).toEqual([]);

  await query(`select create_log_partitions(clock_timestamp() + interval '14 months')`);
  expect(await query('select from audit_log_default')).toEqual([]);
  const partitions = await readPartitions();
  expect(partitions.slice(1).map(({ starts }) => starts)).toEqual(partitions.slice(0, -1).map(({ ends }) => ends));
  await inMonths(14, () => query(`update region set name = 'And again' where code = 'NEXT'`));
  expect(await query('select from audit_log_default')).toEqual([]);
  expect(await findDifferences()).toEqual([]);
});

test('a query of a period reads the partitions of its months only', async () => {
  const [month] = (await readPartitions()).slice(2);
  const period = `created_at >= '${month?.starts}' and created_at < '${month?.ends}'`;
  for (const statement of [
    `select id, changes, hotel_id from audit_entry where ${period} order by id desc limit 50`,
    `select count(*) from audit_entry where ${period} and actor_kind = 'user'`,
    `select * from audit_log where ${period.replaceAll('created_at', 'at')} and resource = 'region'`,
  ])
    expect(await readPlannedPartitions(statement)).toEqual([month?.name]);
});

test('the last entry of a record is found in its month, without a look into the others', async () => {
  await query(`insert into region (code, name) values ('SOON', 'Soon')`);
  // The statistics of a session may still have its earlier transactions.
  const newDb = openDatabase({ url: database.url });
  const client = await newDb.pool.connect();
  try {
    await client.query('begin');
    await client.query(`update region set name = 'Sooner' where code = 'SOON'`);
    const { rows } = await client.query<{ relname: string }>(
      `select relname from pg_stat_xact_user_tables where relname like 'audit_log%' and idx_scan + seq_scan > 0`,
    );
    const readPartitionNames = rows.map(({ relname }) => relname);
    const [line] = await query<{ partition: string }>(
      `select tableoid::regclass::text as partition from audit_log order by id desc limit 1`,
    );
    expect(readPartitionNames).toContain(line?.partition);
    const others = await query<{ name: string }>(
      `select name from log_partition where starts_at > now() + interval '1 hour' or ends_at < now()`,
    );
    expect(others.length).toBeGreaterThan(1);
    expect(others.map(({ name }) => name).filter((name) => readPartitionNames.includes(name))).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
    await newDb.close();
  }
});

test('a long query of the log delays new partitions and no writer', async () => {
  const reader = await db.pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select count(*) from audit_log');
    const later = `clock_timestamp() + interval '30 months'`;
    expect(await query(`select create_log_partitions(${later}) as created`)).toEqual([{ created: 0 }]);
    await query(`update region set name = 'Meanwhile' where code = 'FAR'`);
    await reader.query('commit');
    const [row] = await query<{ created: number }>(`select create_log_partitions(${later}) as created`);
    expect(row?.created).toBeGreaterThan(10);
  } finally {
    reader.release();
  }
});
