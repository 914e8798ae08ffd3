import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T03:00:00Z');
/**
 * The number of rows above which a table counts as large. Large tables grow with the programme, so changing one record
 * must not read them entirely.
 */
const LARGE_TABLE_ROWS = 700;
/** Maximum number of rows of large tables, in total, that the triggers of one change may read. */
const MAX_RECORDS_READ = 300;

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  db = openDatabase({ url });
  close = () => db.close().then(drop);
  await seedDemo(db, { members: 600, passwordHash: '$argon2id$for-tests', now: NOW });
  await db.pool.query('analyze');
});
afterAll(() => close());

interface ChangeableColumn {
  readonly table: string;
  readonly column: string;
  /** The SQL of a value that differs from the current one. */
  readonly expression: string;
}

/** Every changeable column of every large table with versioned records. */
async function findLargeTableColumns(): Promise<ChangeableColumn[]> {
  const { rows } = await db.pool.query<ChangeableColumn>(`
    select c.table_name as table, c.column_name as column,
      case when f.target is not null then format('(select id from %I where id is distinct from %I order by id limit 1)',
          f.target, c.column_name)
           when c.data_type = 'boolean' then format('not coalesce(%I, false)', c.column_name)
           when c.data_type = 'date' then format('coalesce(%I, current_date) + 1', c.column_name)
           when c.data_type like 'timestamp%' then format('coalesce(%I, now()) - interval ''1 hour''', c.column_name)
           when c.data_type in ('text', 'character varying') then format('coalesce(%I, '''') || ''x''', c.column_name)
           else format('coalesce(%I, 0) + 1', c.column_name) end as expression
    from information_schema.columns c
    join pg_class r on r.oid = format('%I', c.table_name)::regclass and r.reltuples > ${LARGE_TABLE_ROWS}
    left join lateral (
      select k.confrelid::regclass::text as target from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid
        and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.conrelid = r.oid and cardinality(k.conkey) = 1 and a.attname = c.column_name
      limit 1) f on true
    where c.table_schema = 'public' and c.is_generated = 'NEVER'
      and c.data_type not in ('jsonb', 'json', 'ARRAY', 'bytea')
      and c.column_name not in ('id', 'created_at', 'created_by_id', 'updated_at', 'updated_by_id')
      and exists (select from information_schema.columns v where v.table_name = c.table_name
          and v.column_name = 'version')
    order by 1, 2`);
  return rows;
}

/**
 * The number of large-table rows read by the transaction that changed one column of one record; null if the change was
 * rejected.
 */
async function countRecordsRead({ table, column, expression }: ChangeableColumn): Promise<number | null> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    // Makes the planner behave as on production servers: docs/decisions/0071-make-the-test-database-plan-less.md.
    await client.query(
      `set local plan_cache_mode = auto; set local join_collapse_limit = 8; set local from_collapse_limit = 8`,
    );
    const row = await client.query<{ id: string }>(
      `select id from ${table} where deleted_at is null order by id desc offset 5 limit 1`,
    );
    const countReads = `
      select coalesce(sum(s.seq_tup_read + coalesce(s.idx_tup_fetch, 0)), 0)::int as n
      from pg_stat_xact_user_tables s join pg_class r on r.oid = s.relid where r.reltuples > ${LARGE_TABLE_ROWS}`;
    const before = await client.query<{ n: number }>(countReads);
    await client.query(`update ${table} set ${column} = ${expression} where id = ${row.rows[0]?.id}`);
    const after = await client.query<{ n: number }>(countReads);
    return (after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0);
  } catch {
    return null;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('changing any column of one record reads no large table completely', async () => {
  const columns = await findLargeTableColumns();
  expect(new Set(columns.map(({ table }) => table))).toContain('member_voucher');
  const readCounts: { change: string; records: number | null }[] = [];
  for (const column of columns)
    readCounts.push({ change: `${column.table}.${column.column}`, records: await countRecordsRead(column) });
  expect(readCounts.filter(({ records }) => records !== null).length).toBeGreaterThan(columns.length / 3);
  expect(readCounts.filter(({ records }) => (records ?? 0) > MAX_RECORDS_READ)).toEqual([]);
});
