import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Renewal } from './members.ts';

/** Tables whose rows the demonstration makes, with the columns that the log masks. */
const TABLES = [
  ['region', []],
  ['role_group', []],
  ['users', ['password']],
  ['hotel', []],
  ['region_users', []],
  ['membership', []],
  ['member', ['password']],
] as const;

/**
 * Runs `fill` without the triggers that would log every row as made just now by the program, and that would begin every
 * member at version 1; `writeHistory` says instead what happened when.
 */
export async function withoutLog(tx: Tx, fill: () => Promise<void>): Promise<void> {
  const turn = async (how: 'enable' | 'disable') => {
    for (const [table] of TABLES)
      await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger log_created`.execute(tx);
    await sql`alter table member ${sql.raw(how)} trigger stamp`.execute(tx);
  };
  await turn('disable');
  await fill();
  await turn('enable');
}

/** A member's renewal, for the log. */
export type RenewalOf = Renewal & { readonly id: number };

/** Writes the log of the rows that are newer than the last one logged, from their audit columns, in the order of time. */
export async function writeHistory(tx: Tx, renewals: readonly RenewalOf[]): Promise<void> {
  const isNew = (table: string) =>
    sql`t.id > (select coalesce(max(o.record_id), 0) from operation o where o.resource = ${table}::text)`;
  const made = TABLES.map(
    ([table, secrets]) => sql`
      select t.created_at as at, 1 as step, t.created_by_id as actor, ${table}::text as resource, t.id, 'create' as action, null::jsonb as before,
             logged(to_jsonb(t), ${secrets}::text[]) || coalesce(r.before, '{}') as after
      from ${sql.table(table)} t
      left join renewal r on r.id = t.id and ${table}::text = 'member'
      where ${isNew(table)}`,
  );
  const deleted = (['users', 'member'] as const).map(
    (table) => sql`
      select deleted_at, 3, deleted_by_id, ${table}::text, id, 'delete', '{}'::jsonb, '{}'::jsonb
      from ${sql.table(table)} t where deleted_at is not null and ${isNew(table)}`,
  );
  await sql`
    with renewal as (
      select * from json_to_recordset(${JSON.stringify(renewals)}::json) as r(id bigint, at timestamptz, by bigint, before jsonb)
    )
    insert into operation (at, actor_id, resource, record_id, action, before, after)
    select at, actor, resource, id, action, before, after from (
      ${sql.join([...made, ...deleted], sql` union all `)}
      union all
      select r.at, 2, r.by, 'member', r.id, 'update', r.before,
             jsonb_build_object('renew_date', m.renew_date, 'valid_until_date', m.valid_until_date)
      from renewal r join member m on m.id = r.id
    ) happened
    order by at, step, resource, id`.execute(tx);
}
