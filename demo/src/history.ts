import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '@innkeeper/db';
import { BOOKS } from './books.ts';
import type { MemberChange } from './members.ts';

/** Tables whose rows the demonstration makes, with the columns that the log masks. */
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

/** Those of them that are filled through their triggers. */
const TRIGGERED = TABLES.map(([table]) => table).filter((table) => !BOOKS.some((book) => book === table));

/** Those of them with rows that were deleted since. */
const DELETED = ['users', 'member', ...BOOKS] as const;

/**
 * Runs `fill` without the triggers that would log every row as made just now by the program, and that would begin every member
 * and user at version 1; `writeHistory` writes the log with its true times instead.
 */
export async function withoutLog(tx: Tx, fill: () => Promise<void>): Promise<void> {
  const turn = async (how: 'enable' | 'disable') => {
    for (const table of TRIGGERED)
      await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger log_created`.execute(tx);
    for (const table of ['member', 'users'])
      await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger stamp`.execute(tx);
    await sql`alter table role_group_role ${sql.raw(how)} trigger log_added_rights`.execute(tx);
  };
  await turn('disable');
  await fill();
  await turn('enable');
}

/** SQL: what the line of a new record has beside its columns: earlier values of the member `t`, the rights of the role group `t`. */
const BESIDE_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  member: sql` || coalesce(i.initial, '{}')`,
  role_group: sql` || jsonb_build_object('rolesId', array(select roles_id from role_group_role where role_group_id = t.id order by 1))`,
};

/** A change of a member, for the log. */
export type ChangeOf = MemberChange & { readonly id: number };

/** Writes the log of the rows that are newer than the last one logged, from their audit columns, in the order of time. */
export async function writeHistory(tx: Tx, changes: readonly ChangeOf[]): Promise<void> {
  const isNew = (table: string) =>
    sql`t.id > (select coalesce(max(o.record_id), 0) from operation o where o.resource = ${table}::text)`;
  const made = TABLES.map(
    ([table, secrets]) => sql`
      select t.created_at as at, 1 as step, t.created_by_id as actor, ${table}::text as resource, t.id, 'create' as action, null::jsonb as before,
             logged(to_jsonb(t) - 'void_reason', ${secrets}::text[])${BESIDE_COLUMNS[table] ?? sql``} as after
      from ${sql.table(table)} t
      ${table === 'member' ? sql`left join initial i on i.id = t.id` : sql``}
      where ${isNew(table)}`,
  );
  const deleted = DELETED.map(
    (table) => sql`
      select deleted_at, 3, deleted_by_id, ${table}::text, id, 'delete',
             case when why is null then '{}' else '{"void_reason": null}' end::jsonb, jsonb_strip_nulls(jsonb_build_object('void_reason', why))
      from ${sql.table(table)} t, lateral (select to_jsonb(t) ->> 'void_reason' as why) r where deleted_at is not null and ${isNew(table)}`,
  );
  await sql`
    with change as (
      select * from json_to_recordset(${JSON.stringify(changes)}::json) as c(id bigint, at timestamptz, by bigint, before jsonb, after jsonb)
    ), initial as (
      select id, jsonb_object_agg(key, value) as initial from change, jsonb_each(before) group by id
    )
    insert into operation (at, actor_id, resource, record_id, action, before, after)
    select at, actor, resource, id, action, before, after from (
      ${sql.join([...made, ...deleted], sql` union all `)}
      union all
      select at, 2, by, 'member', id, 'update', before, after from change
    ) happened
    order by at, step, resource, id`.execute(tx);
}
