import { type Label, MERGE_UNDO_DAYS, resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { ApiError, fail } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Row } from '../../engine/resources/behaviour.ts';
import { notFound } from '../../engine/resources/record.ts';
import { intactSql } from '../../engine/resources/references.ts';
import { constraintError } from '../../engine/resources/refusals.ts';
import { lockRows } from '../../engine/resources/locks.ts';
import { bringBack } from '../../engine/resources/restore.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { resumePartedSql } from '../cards/free-term.ts';
import { reconsiderLevels } from '../cards/levels.ts';
import { MOVED_TABLES, keepLevels } from './merge.ts';
import { readMerges, undoUntil } from './merge-entries.ts';

/**
 * Undoing a merge: the absorbed member comes back with exactly the records that moved, as far as they are still the kept
 * member's, and fields that nobody changed since get their old values. Records that came later stay. All or nothing: a
 * 409 names the obstacle.
 */

const { member } = resources;

interface Merge {
  readonly id: number;
  readonly kept_id: number;
  readonly absorbed_id: number;
  readonly is_undone: boolean;
  readonly is_late: boolean;
}

/** Throws 404 for a merge or member that is not there or out of sight, and 409 with words where it cannot be undone. */
export async function undoMerge(write: Write, outbox: Outbox, keptId: number, mergeId: number): Promise<MergeEntry> {
  const { context } = write;
  const { tx, actor, now } = context;
  const { merge, absorbed } = await lockMerge(write, keptId, mergeId);
  const { absorbed_id: absorbedId } = merge;
  if (merge.is_undone) throw fail('conflict', { message: UNDONE });
  if (merge.is_late) throw fail('conflict', { message: TOO_LATE });
  await keepLevels(tx);
  await sql`update member_merge set undone_at = ${now}, undone_by_id = ${actor.userId} where id = ${mergeId}`.execute(
    tx,
  );
  try {
    await putBackFields(tx, keptId, mergeId);
    await sql`update member set merged_into_id = null where id = ${absorbedId}`.execute(tx);
    // No new member comes in: what the merge took apart from the kept one was judged when it was made.
    await bringBack({ ...write, d: member }, [absorbed]);
    for (const table of MOVED_TABLES) await moveBack(tx, table, merge);
    await resumePartedSql([keptId, absorbedId]).execute(tx);
  } catch (error) {
    throw inTheWay(error);
  }
  await reconsiderLevels(context, outbox, [keptId, absorbedId]);
  const [entry] = await readMerges(tx, actor, now, sql`g.id = ${mergeId}`);
  if (!entry) throw new Error('A merge is gone');
  return entry;
}

const MERGE: Label = { en: 'Merge', id: 'Penggabungan' };
const UNDONE = { en: 'This merge was undone already.', id: 'Penggabungan ini sudah diurungkan.' };
const TOO_LATE = {
  en: `A merge can be undone for ${MERGE_UNDO_DAYS} days; these have passed.`,
  id: `Penggabungan dapat diurungkan selama ${MERGE_UNDO_DAYS} hari; waktunya sudah lewat.`,
};
const EMAIL_TAKEN = {
  en: 'Another member has the email by now that one of the two had before the merge: change it there first.',
  id: 'Email yang dimiliki salah satu anggota sebelum digabung kini dipakai anggota lain: ubah di sana terlebih dahulu.',
};
const TARGET_GONE = {
  en: 'Something that one of the two pointed to before the merge is deleted by now: restore it first.',
  id: 'Sesuatu yang dirujuk salah satu anggota sebelum digabung kini telah dihapus: pulihkan terlebih dahulu.',
};
const mergedOn = (name: string): Label => ({
  en: `This member was merged into ${name} since: undo that merge first.`,
  id: `Anggota ini kemudian digabung ke ${name}: urungkan penggabungan itu terlebih dahulu.`,
});
const KEPT_DELETED = {
  en: 'This member was deleted since: restore it first.',
  id: 'Anggota ini kemudian dihapus: pulihkan terlebih dahulu.',
};

/** The merge with both its members locked, these first and in the order of their ids, as merging locks them. */
async function lockMerge({ context, services }: Write, keptId: number, mergeId: number) {
  const { tx, now } = context;
  const read = (lock: string) =>
    sql<Merge>`
      select g.id, g.kept_id, g.absorbed_id, g.undone_at is not null as is_undone, ${now}::timestamptz > ${undoUntil} as is_late
      from member_merge g where g.id = ${mergeId} and g.kept_id = ${keptId} ${sql.raw(lock)}`.execute(tx);
  const [known] = (await read('')).rows;
  const ids = known ? [known.kept_id, known.absorbed_id] : [keptId];
  const members = await lockRows(context, services.behaviours, member, ids);
  const kept = members.find(({ id }) => id === keptId);
  if (!kept) throw notFound(member, keptId);
  const [merge] = (await read('for update')).rows;
  const absorbed = members.find(({ id }) => id === merge?.absorbed_id);
  if (!merge || !absorbed) throw fail('record_not_found', { params: { label: MERGE, id: mergeId } });
  if (kept.deleted_at !== null && !merge.is_undone) throw await whyGone(tx, kept);
  return { merge, absorbed };
}

async function whyGone(tx: Tx, { merged_into_id }: Row): Promise<ApiError> {
  if (merged_into_id === null) return fail('conflict', { message: KEPT_DELETED });
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from member where id = ${merged_into_id}`.execute(tx);
  return fail('conflict', { message: mergedOn(rows[0]?.name ?? '') });
}

/** Fields that the merge changed get their old values, where they still have those of the merge. */
async function putBackFields(tx: Tx, keptId: number, mergeId: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select f.key as name from member m, member_merge g, jsonb_each(g.fields) f
    where m.id = ${keptId} and g.id = ${mergeId} and to_jsonb(m) -> f.key is not distinct from f.value -> 'after' order by 1`.execute(
    tx,
  );
  const names = rows.map(({ name }) => name);
  const set = names.map((name) => sql`${sql.ref(name)} = o.${sql.ref(name)}`);
  const last = sql`merged_from_id = (select r.absorbed_id from member_merge r where r.kept_id = m.id and r.undone_at is null order by r.id desc limit 1)`;
  await sql`
    update member m set ${sql.join([...set, last])}
    from member_merge g
    cross join lateral (select jsonb_object_agg(f.key, f.value -> 'before') as r from jsonb_each(g.fields) f) b
    cross join lateral jsonb_populate_record(null::member, coalesce(b.r, '{}')) o
    where m.id = ${keptId} and g.id = ${mergeId}`.execute(tx);
  const { rows: intact } = await sql<{ intact: boolean }>`
    select ${intactSql(member, names, { isNew: false })} as intact from member t where t.id = ${keptId}`.execute(tx);
  if (!intact[0]?.intact) throw fail('conflict', { message: TARGET_GONE });
}

const movedIds = (table: string, mergeId: number) =>
  sql`(select i.id::bigint from member_merge g, jsonb_array_elements_text(g.moved -> ${table}) i (id) where g.id = ${mergeId})`;

/**
 * Later consequences of a record go back with it: the card of an upgrade has its period and its place on the ladder from the one before, and a
 * reversal takes back the sale of its guest.
 */
const CAME_OF: Partial<Record<(typeof MOVED_TABLES)[number], string>> = {
  member_card: 'upgraded_from_id',
  transaction: 'reverses_id',
};

async function moveBack(tx: Tx, table: (typeof MOVED_TABLES)[number], merge: Merge): Promise<void> {
  const { id, kept_id, absorbed_id } = merge;
  const cameOf = CAME_OF[table];
  const later = cameOf && sql`union select c.id from ${sql.table(table)} c join back on c.${sql.ref(cameOf)} = back.id`;
  // The cards have moved already: an upgrade that was sold since goes with its card.
  const sold =
    table === 'transaction'
      ? sql`union select s.transaction_id from member_card s where s.member_id = ${absorbed_id} and s.transaction_id is not null`
      : sql``;
  const unmarked = table === 'member_card' ? sql`, merged_from_id = nullif(c.merged_from_id, ${absorbed_id})` : sql``;
  await sql`
    with recursive back as ((select id from ${movedIds(table, id)} moved (id) ${sold}) ${later ?? sql``})
    update ${sql.table(table)} c set member_id = ${absorbed_id} ${unmarked}
    from back where c.id = back.id and c.member_id = ${kept_id}`.execute(tx);
}

/** The database's own guards, and those of restoring, in the words of an undo. */
function inTheWay(error: unknown): unknown {
  const refusal = error instanceof ApiError ? error : constraintError(member, error);
  if (refusal?.details.message) return fail('conflict', { message: refusal.details.message, cause: error });
  if (refusal?.details.errors?.['email']) return fail('conflict', { message: EMAIL_TAKEN, cause: error });
  return refusal?.code === 'conflict' ? fail('conflict', { message: TARGET_GONE, cause: error }) : error;
}
