import { MERGED_RESOURCES, type MergeSide, type MergedResource, message, resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Row, Values } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import { lockRows } from '../../engine/resources/row-locks.ts';
import { newReferences } from '../../engine/resources/write-rows.ts';
import { deleteRecords, assertDeletable } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { reevaluateTiers } from '../../domain/tier-changes.ts';
import { readMerges } from './merge-entries.ts';
import { memberTexts } from '../../texts/members.ts';

/**
 * Merges two members that are one person. The retained one gets all records of the absorbed one and the chosen fields;
 * the absorbed one is deleted and refers to it. The moved records and the previous field values are stored, so that the
 * merge can be undone (merge-undo.ts). Both members are locked first, in id order: nothing can be sold or posted to
 * either meanwhile, and the second of two concurrent merges finds its member gone. See
 * docs/decisions/0020-merge-two-members-of-one-person-and-allow-undo.md.
 */

export interface MergeRequest {
  readonly absorbedId: number;
  /** By field. A field that is not listed keeps the retained member's value. */
  readonly sides: Readonly<Record<string, MergeSide | undefined>>;
}

const { member } = resources;

/**
 * Throws a 404 if the retained member is not visible, a 409 if it is deleted, and a 422 on `member_id` or on a field
 * that cannot be taken over.
 */
export async function mergeMembers(
  write: Write,
  outbox: Outbox,
  retainedId: number,
  mergeRequest: MergeRequest,
): Promise<MergeEntry> {
  const { context, services } = write;
  const { tx, actor, now } = context;
  const { absorbedId } = mergeRequest;
  const [retained, absorbed] = await lockBothMembers(write, retainedId, absorbedId);
  const columns = selectColumns(retained, absorbed, mergeRequest.sides);
  await checkReferences(context, services.hooksByResource, member, newReferences(columns, retained, null));
  if (context.isDryRun) return previewMerge(write, { ...retained, ...columns }, absorbedId);
  await deleteRecords({ ...write, d: member }, [absorbedId]);
  await sql`update member set merged_into_id = ${retainedId} where id = ${absorbedId}`.execute(tx);
  const movedRows = await moveRecords(tx, absorbedId, retainedId);
  const fields = await copyFields(tx, retainedId, absorbedId, Object.keys(columns));
  const counts = Object.fromEntries(MERGED_RESOURCES.map((key) => [key, movedRows[key].live]));
  const ids = Object.fromEntries(MERGED_RESOURCES.map((key) => [key, movedRows[key].ids]));
  const { rows } = await sql<{ id: number }>`
    insert into member_merge (at, actor_id, retained_id, absorbed_id, moved, counts, fields)
    values (${now}, ${actor.userId}, ${retainedId}, ${absorbedId}, ${JSON.stringify(ids)}::jsonb,
        ${JSON.stringify(counts)}::jsonb, ${fields}::jsonb)
    returning id`.execute(tx);
  const [entry] = await readMerges(tx, actor, now, sql`g.id = ${rows[0]?.id}`);
  if (!entry) throw new Error('A merge was not recorded');
  // The visits of both now count for one person.
  await reevaluateTiers(context, outbox, [retainedId]);
  return entry;
}

/** The response that a merge would give; `retained` is the member as it would be afterwards. */
async function previewMerge(write: Write, retained: Row, absorbedId: number): Promise<MergeEntry> {
  const { tx, actor, now } = write.context;
  await assertDeletable({ ...write, d: member }, [absorbedId]);
  const counts = MERGED_RESOURCES.flatMap((key) => [
    sql.lit(key),
    sql`(select count(*) from ${sql.table(key)} where member_id = ${absorbedId} and deleted_at is null)`,
  ]);
  const merge = sql`(select null::bigint as id, ${now}::timestamptz as at, ${actor.userId}::bigint as actor_id,
    ${retained.id}::bigint as retained_id,
    ${absorbedId}::bigint as absorbed_id, json_build_object(${sql.join(counts)}) as counts,
    null::timestamptz as undone_at, null::bigint as undone_by_id)`;
  const [entry] = await readMerges(tx, actor, now, sql`true`, merge);
  if (!entry) throw new Error('A merge was not previewed');
  const name = [retained['first_name'], retained['last_name']].filter((part) => typeof part === 'string').join(' ');
  return { ...entry, retained: { id: retained.id, name }, can_undo: false };
}

async function lockBothMembers(write: Write, retainedId: number, absorbedId: number): Promise<[Row, Row]> {
  const { context, services } = write;
  if (retainedId === absorbedId) throw validationError({ member_id: [message('reference')] });
  const rows = await lockRows(context, services.hooksByResource, member, [retainedId, absorbedId]);
  const retained = rows.find(({ id }) => id === retainedId);
  if (!retained) throw recordNotFoundError(member, retainedId);
  if (retained.deleted_at !== null) throw apiError('conflict', { message: memberTexts.mergeIntoDeleted });
  const absorbed = rows.find(({ id }) => id === absorbedId);
  if (!absorbed || absorbed.deleted_at !== null) throw validationError({ member_id: [message('reference')] });
  return [retained, absorbed];
}

/** Columns that belong to a chosen one. */
const DEPENDENT_COLUMNS: Readonly<Record<string, string>> = { email: 'email_verified_at', phone_no: 'phone_e164' };

/** The columns taken from the absorbed member. */
function selectColumns(retained: Row, absorbed: Row, sides: MergeRequest['sides']): Values {
  const names = Object.entries(sides).flatMap(([name, side]) => (side === 'absorbed' ? [name] : []));
  const columnNames = names.flatMap((name) => [name, ...(DEPENDENT_COLUMNS[name] ? [DEPENDENT_COLUMNS[name]] : [])]);
  return Object.fromEntries(
    columnNames.filter((name) => retained[name] !== absorbed[name]).map((name) => [name, absorbed[name] ?? null]),
  );
}

interface MovedRows {
  readonly ids: readonly number[];
  readonly live: number;
}

/** Tables that are moved explicitly. Vouchers follow their cards, and redemptions their vouchers. */
export const MOVED_TABLES = [
  'member_card',
  'transaction',
  'visit',
  'mail_log',
  'member_call',
] as const satisfies readonly MergedResource[];

async function moveRecords(tx: Tx, from: number, to: number): Promise<Record<MergedResource, MovedRows>> {
  const vouchers = await countRecords(tx, 'member_voucher', from);
  const redemptions = await countRecords(tx, 'voucher_redeem', from);
  const { member_card, ...otherRows } = await mapTables(MOVED_TABLES, (table) => reassignRows(tx, table, from, to));
  return { member_card, member_voucher: vouchers, voucher_redeem: redemptions, ...otherRows };
}

async function mapTables<K extends string, T>(tables: readonly K[], mapTable: (table: K) => Promise<T>) {
  const results: Partial<Record<K, T>> = {};
  for (const table of tables) results[table] = await mapTable(table);
  return results as Record<K, T>; // each of them was set
}

const MOVED_ROWS = sql`coalesce(jsonb_agg(id order by id), '[]') as ids,
    count(*) filter (where deleted_at is null) as live`;

async function countRecords(tx: Tx, table: MergedResource, memberId: number): Promise<MovedRows> {
  const { rows } =
    await sql<MovedRows>`select ${MOVED_ROWS} from ${sql.table(table)} where member_id = ${memberId}`.execute(tx);
  return rows[0] ?? { ids: [], live: 0 };
}

async function reassignRows(tx: Tx, table: MergedResource, from: number, to: number): Promise<MovedRows> {
  const { rows } = await sql<MovedRows>`
    with moved as (
      update ${sql.table(table)} m set member_id = ${to} ${table === 'member_card' ? mergedFromSql(from, to) : sql``}
      where m.member_id = ${from} returning m.id, m.deleted_at)
    select ${MOVED_ROWS} from moved`.execute(tx);
  return rows[0] ?? { ids: [], live: 0 };
}

/** A moved card that overlaps one of the retained member's cards is marked as coming from a merge. */
const mergedFromSql = (from: number, to: number): RawBuilder<unknown> => sql`, merged_from_id = case when exists (
  select from member_card k
  where k.member_id = ${to} and k.deleted_at is null and k.is_active and k.upgraded_from_id is null
    and k.merged_from_id is null
    and k.start_date <= m.end_date and m.start_date <= k.end_date) then coalesce(m.merged_from_id, ${from})
      else m.merged_from_id end`;

/**
 * Gives the retained member the chosen fields and the earlier of both joining dates. Returns the values before and
 * after as JSON.
 */
async function copyFields(tx: Tx, retainedId: number, absorbedId: number, names: readonly string[]): Promise<string> {
  const assignments = names.map((name) => sql`${sql.ref(name)} = a.${sql.ref(name)}`);
  const { rows } = await sql<{ fields: string }>`
    with before as (select to_jsonb(m) as r from member m where m.id = ${retainedId}),
         changed as (
           update member k
           set ${sql.join([...assignments, sql`member_date = least(k.member_date, a.member_date)`, sql`merged_from_id = a.id`])}
           from member a where k.id = ${retainedId} and a.id = ${absorbedId} returning to_jsonb(k) as r)
    select coalesce(jsonb_object_agg(name, jsonb_build_object('before', before.r -> name, 'after', changed.r -> name))
                      filter (where before.r -> name is distinct from changed.r -> name), '{}')::text as fields
    from before, changed, unnest(${[...names, 'member_date']}::text[]) name`
    .execute(tx)
    .catch((error: unknown) => {
      throw constraintError(member, error) ?? error;
    });
  return rows[0]?.fields ?? '{}';
}
