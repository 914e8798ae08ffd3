import { MERGE_UNDO_DAYS, resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Row } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { targetsLiveSql } from '../../engine/resources/references.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import { lockRows } from '../../engine/resources/row-locks.ts';
import { restoreRows } from '../../engine/resources/restore.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { resumeUnmergedTermsSql } from '../../domain/free-term.ts';
import { reevaluateTiers } from '../../domain/tier-changes.ts';
import { MOVED_TABLES } from './merge.ts';
import { readMerges, undoDeadlineSql } from './merge-entries.ts';
import { memberTexts } from '../../texts/members.ts';

/**
 * Undoes a merge. The absorbed member gets back exactly the records that moved, if the retained member still has them.
 * Fields that nobody changed since get their old values. Later records stay with the retained member. All or nothing: a
 * 409 names the obstacle.
 */

const { member } = resources;

interface Merge {
  readonly id: number;
  readonly retained_id: number;
  readonly absorbed_id: number;
  readonly is_undone: boolean;
  readonly is_late: boolean;
}

/**
 * Throws a 404 if the merge or member does not exist or is not visible, and a 409 with the reason if it cannot be
 * undone.
 */
export async function undoMerge(
  write: Write,
  outbox: Outbox,
  retainedId: number,
  mergeId: number,
): Promise<MergeEntry> {
  const { context } = write;
  const { tx, actor, now } = context;
  const { merge, absorbed } = await lockMerge(write, retainedId, mergeId);
  const { absorbed_id: absorbedId } = merge;
  if (merge.is_undone) throw apiError('conflict', { message: memberTexts.mergeUndone });
  if (merge.is_late) throw apiError('conflict', { message: memberTexts.mergeTooOld({ days: MERGE_UNDO_DAYS }) });
  await sql`update member_merge set undone_at = ${now}, undone_by_id = ${actor.userId} where id = ${mergeId}`.execute(
    tx,
  );
  try {
    await restoreFields(tx, retainedId, mergeId);
    await sql`update member set merged_into_id = null where id = ${absorbedId}`.execute(tx);
    // This adds no new member: the absorbed one was checked when it was created.
    await restoreRows({ ...write, d: member }, [absorbed]);
    for (const table of MOVED_TABLES) await moveRecordsBack(tx, table, merge);
    await resumeUnmergedTermsSql([retainedId, absorbedId]).execute(tx);
  } catch (error) {
    throw toConflictError(error);
  }
  await reevaluateTiers(context, outbox, [retainedId, absorbedId]);
  const [entry] = await readMerges(tx, actor, now, sql`g.id = ${mergeId}`);
  if (!entry) throw new Error('A merge is gone');
  return entry;
}

/** Loads the merge with both members locked. The members are locked first, in id order, as merging does. */
async function lockMerge({ context, services }: Write, retainedId: number, mergeId: number) {
  const { tx, now } = context;
  const readMerge = (lock: string) =>
    sql<Merge>`
      select g.id, g.retained_id, g.absorbed_id, g.undone_at is not null as is_undone, ${now}::timestamptz > ${undoDeadlineSql} as is_late
      from member_merge g where g.id = ${mergeId} and g.retained_id = ${retainedId} ${sql.raw(lock)}`.execute(tx);
  const [storedMerge] = (await readMerge('')).rows;
  const ids = storedMerge ? [storedMerge.retained_id, storedMerge.absorbed_id] : [retainedId];
  const members = await lockRows(context, services.hooksByResource, member, ids);
  const retained = members.find(({ id }) => id === retainedId);
  if (!retained) throw recordNotFoundError(member, retainedId);
  const [merge] = (await readMerge('for update')).rows;
  const absorbed = members.find(({ id }) => id === merge?.absorbed_id);
  if (!merge || !absorbed) throw apiError('record_not_found', { params: { label: memberTexts.merge, id: mergeId } });
  if (retained.deleted_at !== null && !merge.is_undone) throw await createDeletedError(tx, retained);
  return { merge, absorbed };
}

async function createDeletedError(tx: Tx, { merged_into_id }: Row): Promise<ApiError> {
  if (merged_into_id === null) return apiError('conflict', { message: memberTexts.deletedSince });
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from member where id = ${merged_into_id}`.execute(tx);
  return apiError('conflict', { message: memberTexts.mergedSince({ member: rows[0]?.name ?? '' }) });
}

/** Resets the fields that the merge changed, if they still have the values from the merge. */
async function restoreFields(tx: Tx, retainedId: number, mergeId: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select f.key as name from member m, member_merge g, jsonb_each(g.fields) f
    where m.id = ${retainedId} and g.id = ${mergeId} and to_jsonb(m) -> f.key is not distinct from f.value -> 'after' order by 1`.execute(
    tx,
  );
  const names = rows.map(({ name }) => name);
  const assignments = names.map((name) => sql`${sql.ref(name)} = o.${sql.ref(name)}`);
  const mergedFromAssignment = sql`merged_from_id = (select r.absorbed_id from member_merge r where r.retained_id = m.id and r.undone_at is null order by r.id desc limit 1)`;
  await sql`
    update member m set ${sql.join([...assignments, mergedFromAssignment])}
    from member_merge g
    cross join lateral (select jsonb_object_agg(f.key, f.value -> 'before') as r from jsonb_each(g.fields) f) b
    cross join lateral jsonb_populate_record(null::member, coalesce(b.r, '{}')) o
    where m.id = ${retainedId} and g.id = ${mergeId}`.execute(tx);
  const { rows: targets } = await sql<{ is_intact: boolean }>`
    select ${targetsLiveSql(member, names, { isNew: false })} as is_intact from member t where t.id = ${retainedId}`.execute(
    tx,
  );
  if (!targets[0]?.is_intact) throw apiError('conflict', { message: memberTexts.targetDeleted });
}

const movedIdsSql = (table: string, mergeId: number) =>
  sql`(select i.id::bigint from member_merge g, jsonb_array_elements_text(g.moved -> ${table}) i (id) where g.id = ${mergeId})`;

/**
 * Later rows that derive from a moved row go back with it: an upgraded card takes its period and tier from the card
 * before it, and a reversal reverts its guest's sale.
 */
const PARENT_COLUMNS: Partial<Record<(typeof MOVED_TABLES)[number], string>> = {
  member_card: 'upgraded_from_id',
  transaction: 'reverses_id',
};

async function moveRecordsBack(tx: Tx, table: (typeof MOVED_TABLES)[number], merge: Merge): Promise<void> {
  const { id, retained_id, absorbed_id } = merge;
  const parentColumn = PARENT_COLUMNS[table];
  const derivedRowsSql =
    parentColumn && sql`union select c.id from ${sql.table(table)} c join back on c.${sql.ref(parentColumn)} = back.id`;
  // The cards have already moved: the sale of an upgrade since the merge follows its card.
  const soldRowsSql =
    table === 'transaction'
      ? sql`union select s.transaction_id from member_card s where s.member_id = ${absorbed_id} and s.transaction_id is not null`
      : sql``;
  const clearMarkSql =
    table === 'member_card' ? sql`, merged_from_id = nullif(c.merged_from_id, ${absorbed_id})` : sql``;
  await sql`
    with recursive back as ((select id from ${movedIdsSql(table, id)} moved (id) ${soldRowsSql}) ${derivedRowsSql ?? sql``})
    update ${sql.table(table)} c set member_id = ${absorbed_id} ${clearMarkSql}
    from back where c.id = back.id and c.member_id = ${retained_id}`.execute(tx);
}

/** Translates errors of the database guards and of restoring into messages about the undo. */
function toConflictError(error: unknown): unknown {
  const rejection = error instanceof ApiError ? error : constraintError(member, error);
  if (rejection?.details.message) return apiError('conflict', { message: rejection.details.message, cause: error });
  if (rejection?.details.errors?.['email'])
    return apiError('conflict', { message: memberTexts.emailTaken, cause: error });
  return rejection?.code === 'conflict'
    ? apiError('conflict', { message: memberTexts.targetDeleted, cause: error })
    : error;
}
