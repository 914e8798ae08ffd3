import { MERGE_UNDO_DAYS, permission, resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { instantSql } from '../../access/named-records.ts';
import { type Actor, can } from '../../access/actor.ts';

/** Permissions for merging and undoing: the retained member is updated, the absorbed one deleted or restored. */
export const MERGE_PERMISSIONS = [
  permission('UPDATE', resources.member.permission),
  permission('DELETE', resources.member.permission),
] as const;

const namedMemberSql = (alias: 'retained' | 'absorbed') =>
  sql.raw(
    `json_build_object('id', ${alias}.id, 'name', concat_ws(' ', ${alias}.first_name, ${alias}.last_name)) as ${alias}`,
  );

/** SQL for the last moment at which the merge `g` can be undone. */
export const undoDeadlineSql = sql`(g.at + make_interval(days => ${sql.lit(MERGE_UNDO_DAYS)}))`;

/**
 * The merges `g` that match a condition, newest first. `merges` can be another table. The caller has checked that their
 * members are visible.
 */
export async function readMerges(
  tx: Tx | Db['kysely'],
  actor: Actor,
  now: Date,
  where: RawBuilder<unknown>,
  merges: RawBuilder<unknown> = sql`member_merge`,
): Promise<readonly MergeEntry[]> {
  const canUndo = MERGE_PERMISSIONS.every((code) => can(actor, code));
  const { rows } = await sql<MergeEntry>`
    select g.id, ${instantSql('g.at')} as at, json_build_object('id', u.id, 'name', u.name) as by, ${namedMemberSql('retained')}, ${namedMemberSql('absorbed')},
           g.counts as moved, ${instantSql(undoDeadlineSql)} as undo_until, ${instantSql('g.undone_at')} as undone_at,
           case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as undone_by,
           ${canUndo} and g.undone_at is null and retained.deleted_at is null and ${now}::timestamptz <= ${undoDeadlineSql} as can_undo
    from ${merges} g
    join member retained on retained.id = g.retained_id join member absorbed on absorbed.id = g.absorbed_id
    join users u on u.id = g.actor_id left join users d on d.id = g.undone_by_id
    where ${where} order by g.id desc`.execute(tx);
  return rows;
}
