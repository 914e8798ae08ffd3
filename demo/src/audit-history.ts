import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '@innkeeper/db';
import { countLoaded } from './generate/bulk-load.ts';
import { runInTransaction } from './generate/run.ts';
import { LEDGER_TABLES } from './ledger-rows.ts';
import type { MemberChange } from './members.ts';

/** The tables that the demonstration fills, with the columns that the audit log masks. */
const TABLES = [
  ['region', []],
  ['role_group', []],
  ['users', ['password']],
  ['hotel', []],
  ['region_users', []],
  ['membership', []],
  ['voucher', []],
  ['integration', ['access_token']],
  ['member', ['password']],
  ['transaction', []],
  ['transaction_detail', []],
  ['member_card', []],
  ['member_voucher', []],
  ['voucher_redeem', []],
  ['visit', []],
  ['mail_log', []],
] as const;

/** Tables that are filled with their triggers enabled. */
const LOGGED_TABLES = TABLES.map(([table]) => table).filter(
  (table) => !LEDGER_TABLES.some((ledgerTable) => ledgerTable === table),
);

/** Tables with deleted rows. */
const SOFT_DELETED_TABLES = ['users', 'member', ...LEDGER_TABLES] as const;

/**
 * Runs `work` without two kinds of triggers: one would log every row as created now by the application, the other would
 * set every member and user to version 1. `writeHistory` then writes the log with the real times. The first kind would
 * also count the rows, so they are counted here.
 */
export async function withoutLogTriggers(tx: Tx, work: () => Promise<void>): Promise<void> {
  const switchTriggers = async (mode: 'enable' | 'disable') => {
    for (const table of LOGGED_TABLES)
      await sql`alter table ${sql.table(table)} ${sql.raw(mode)} trigger log_created`.execute(tx);
    for (const table of ['member', 'users'])
      await sql`alter table ${sql.table(table)} ${sql.raw(mode)} trigger stamp`.execute(tx);
    await sql`alter table role_group_role ${sql.raw(mode)} trigger log_added_rights`.execute(tx);
  };
  const run = runInTransaction(tx);
  const firstIds: [table: string, id: number][] = [];
  for (const table of LOGGED_TABLES) {
    const [next] = await run<{ id: string }>(`select coalesce(max(id), 0) + 1 as id from ${table}`);
    firstIds.push([table, Number(next?.id)]);
  }
  await switchTriggers('disable');
  await work();
  for (const [table, firstId] of firstIds) await countLoaded(run, table, firstId);
  await switchTriggers('enable');
}

/**
 * The SQL of a new record's log entry beyond its columns: earlier values for the member `t`, rights for the role group
 * `t`.
 */
const EXTRA_LOG_VALUES: Readonly<Record<string, RawBuilder<unknown>>> = {
  member: sql` || coalesce(i.initial, '{}')`,
  role_group: sql` || jsonb_build_object('rolesId', array(select roles_id from role_group_role
          where role_group_id = t.id order by 1))`,
};

/** A change of a member for the audit log. */
export type RecordedChange = MemberChange & { readonly id: number };

/**
 * Writes audit log entries for rows newer than the last logged one, from their audit columns, in chronological order.
 */
export async function writeHistory(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const isNew = (table: string) =>
    sql`t.id > (select coalesce(max(o.record_id), 0) from audit_log o where o.resource = ${table}::text)`;
  const createdEntries = TABLES.map(
    ([table, secrets]) => sql`
      select t.created_at as at, 1 as step, t.created_by_id as actor, ${table}::text as resource, t.id,
             'create' as action, null::jsonb as before,
             audit_json(to_jsonb(t) - 'void_reason', ${secrets}::text[])${EXTRA_LOG_VALUES[table] ?? sql``} as after
      from ${sql.table(table)} t
      ${table === 'member' ? sql`left join initial i on i.id = t.id` : sql``}
      where ${isNew(table)}`,
  );
  const deletedEntries = SOFT_DELETED_TABLES.map(
    (table) => sql`
      select deleted_at, 3, deleted_by_id, ${table}::text, id, 'delete',
             case when why is null then '{}' else '{"void_reason": null}' end::jsonb,
             jsonb_strip_nulls(jsonb_build_object('void_reason', why))
      from ${sql.table(table)} t, lateral (select to_jsonb(t) ->> 'void_reason' as why) r where deleted_at is not null
        and ${isNew(table)}`,
  );
  await sql`
    with change as (
      select * from json_to_recordset(${JSON.stringify(changes)}::json) as c(id bigint, at timestamptz, by bigint,
          before jsonb, after jsonb)
    ), initial as (
      select id, jsonb_object_agg(key, value) as initial from change, jsonb_each(before) group by id
    )
    insert into audit_log (at, actor_id, resource, record_id, action, before, after)
    select at, actor, resource, id, action, before, after from (
      ${sql.join([...createdEntries, ...deletedEntries], sql` union all `)}
      union all
      select at, 2, by, 'member', id, 'update', before, after from change
    ) happened
    order by at, step, resource, id`.execute(tx);
}
