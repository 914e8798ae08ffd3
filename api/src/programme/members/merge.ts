import { MERGED_RESOURCES, type MergeSide, type MergedResource, message, resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Row, Values } from '../../engine/resources/behaviour.ts';
import { notFound } from '../../engine/resources/record.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { constraintError } from '../../engine/resources/refusals.ts';
import { lockRows } from '../../engine/resources/locks.ts';
import { deleteRecords, newReferences, refuseDelete } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { reconsiderLevels } from '../cards/levels.ts';
import { readMerges } from './merge-entries.ts';

/**
 * Two members that are one person. The kept one gets everything that the absorbed one has, and those fields that were chosen; the
 * absorbed one is deleted and says where it went. The moved records, and the fields before, are written down, so that the merge can be
 * undone (merge-undo.ts). Both are locked first, in the order of their ids: nothing can be sold or posted to either meanwhile,
 * and of two merges of one member the second finds it gone. See docs/decisions/0020-merging-members.md.
 */

export interface MergeAsked {
  readonly absorbedId: number;
  /** By field; a field that is not named stays the kept member's. */
  readonly sides: Readonly<Record<string, MergeSide | undefined>>;
}

const { member } = resources;

/** Throws 404 for a kept member out of sight, 409 for a deleted one, 422 on `member_id` or a field that cannot be taken over. */
export async function mergeMembers(
  write: Write,
  outbox: Outbox,
  keptId: number,
  asked: MergeAsked,
): Promise<MergeEntry> {
  const { context, services } = write;
  const { tx, actor, now } = context;
  const { absorbedId } = asked;
  const [kept, absorbed] = await lockBoth(write, keptId, absorbedId);
  const columns = chosenColumns(kept, absorbed, asked.sides);
  await checkReferences(context, services.behaviours, member, newReferences(columns, kept, null));
  if (context.check) return foretell(write, { ...kept, ...columns }, absorbedId);
  await keepLevels(tx);
  await deleteRecords({ ...write, d: member }, [absorbedId]);
  await sql`update member set merged_into_id = ${keptId} where id = ${absorbedId}`.execute(tx);
  const moved = await moveRecords(tx, absorbedId, keptId);
  const fields = await takeFields(tx, keptId, absorbedId, Object.keys(columns));
  const counts = Object.fromEntries(MERGED_RESOURCES.map((key) => [key, moved[key].live]));
  const ids = Object.fromEntries(MERGED_RESOURCES.map((key) => [key, moved[key].ids]));
  const { rows } = await sql<{ id: number }>`
    insert into member_merge (at, actor_id, kept_id, absorbed_id, moved, counts, fields)
    values (${now}, ${actor.userId}, ${keptId}, ${absorbedId}, ${JSON.stringify(ids)}::jsonb, ${JSON.stringify(counts)}::jsonb, ${fields}::jsonb)
    returning id`.execute(tx);
  const [entry] = await readMerges(tx, actor, now, sql`g.id = ${rows[0]?.id}`);
  if (!entry) throw new Error('A merge was not written down');
  // The visits of both are one person's now.
  await reconsiderLevels(context, outbox, [keptId]);
  return entry;
}

/** The answer that a merge would give, `kept` being the member that it would leave. */
async function foretell(write: Write, kept: Row, absorbedId: number): Promise<MergeEntry> {
  const { tx, actor, now } = write.context;
  await refuseDelete({ ...write, d: member }, [absorbedId]);
  const counts = MERGED_RESOURCES.flatMap((key) => [
    sql.lit(key),
    sql`(select count(*) from ${sql.table(key)} where member_id = ${absorbedId} and deleted_at is null)`,
  ]);
  const merge = sql`(select null::bigint as id, ${now}::timestamptz as at, ${actor.userId}::bigint as actor_id, ${kept.id}::bigint as kept_id,
    ${absorbedId}::bigint as absorbed_id, json_build_object(${sql.join(counts)}) as counts, null::timestamptz as undone_at, null::bigint as undone_by_id)`;
  const [entry] = await readMerges(tx, actor, now, sql`true`, merge);
  if (!entry) throw new Error('A merge was not foretold');
  const name = [kept['first_name'], kept['last_name']].filter((part) => typeof part === 'string').join(' ');
  return { ...entry, kept: { id: kept.id, name }, can_undo: false };
}

async function lockBoth(write: Write, keptId: number, absorbedId: number): Promise<[Row, Row]> {
  const { context, services } = write;
  if (keptId === absorbedId) throw invalid({ member_id: [message('reference')] });
  const rows = await lockRows(context, services.behaviours, member, [keptId, absorbedId]);
  const kept = rows.find(({ id }) => id === keptId);
  if (!kept) throw notFound(member, keptId);
  if (kept.deleted_at !== null) throw fail('conflict', { message: KEPT_DELETED });
  const absorbed = rows.find(({ id }) => id === absorbedId);
  if (!absorbed || absorbed.deleted_at !== null) throw invalid({ member_id: [message('reference')] });
  return [kept, absorbed];
}

const KEPT_DELETED = {
  en: 'This member is deleted: nothing can be merged into it.',
  id: 'Anggota ini telah dihapus: tidak ada yang dapat digabungkan ke dalamnya.',
};

/** The fields that the absorbed member gives. Whether an email was verified goes with the email. */
function chosenColumns(kept: Row, absorbed: Row, sides: MergeAsked['sides']): Values {
  const names = Object.entries(sides).flatMap(([name, side]) => (side === 'absorbed' ? [name] : []));
  const all = names.includes('email') ? [...names, 'email_verified_at'] : names;
  return Object.fromEntries(
    all.filter((name) => kept[name] !== absorbed[name]).map((name) => [name, absorbed[name] ?? null]),
  );
}

/** Visits that move with a merge, or back, keep the level at which the guest came; a trigger looks here. */
export const keepLevels = (tx: Tx) => sql`select set_config('innkeeper.merging', 'on', true)`.execute(tx);

interface Moved {
  readonly ids: readonly number[];
  readonly live: number;
}

/** Moved by themselves; vouchers follow their cards, and redemptions their vouchers. */
export const MOVED_TABLES = [
  'member_card',
  'transaction',
  'visit',
  'mail_log',
  'member_call',
] as const satisfies readonly MergedResource[];

async function moveRecords(tx: Tx, from: number, to: number): Promise<Record<MergedResource, Moved>> {
  const voucher = await countRecords(tx, 'member_voucher', from);
  const redemption = await countRecords(tx, 'voucher_redeem', from);
  const { member_card, ...others } = await eachTable(MOVED_TABLES, (table) => moveTable(tx, table, from, to));
  return { member_card, member_voucher: voucher, voucher_redeem: redemption, ...others };
}

async function eachTable<K extends string, T>(tables: readonly K[], work: (table: K) => Promise<T>) {
  const done: Partial<Record<K, T>> = {};
  for (const table of tables) done[table] = await work(table);
  return done as Record<K, T>; // each of them was set
}

const MOVED_ROWS = sql`coalesce(jsonb_agg(id order by id), '[]') as ids, count(*) filter (where deleted_at is null) as live`;

async function countRecords(tx: Tx, table: MergedResource, memberId: number): Promise<Moved> {
  const { rows } =
    await sql<Moved>`select ${MOVED_ROWS} from ${sql.table(table)} where member_id = ${memberId}`.execute(tx);
  return rows[0] ?? { ids: [], live: 0 };
}

async function moveTable(tx: Tx, table: MergedResource, from: number, to: number): Promise<Moved> {
  const { rows } = await sql<Moved>`
    with moved as (
      update ${sql.table(table)} m set member_id = ${to} ${table === 'member_card' ? besideOthers(from, to) : sql``}
      where m.member_id = ${from} returning m.id, m.deleted_at)
    select ${MOVED_ROWS} from moved`.execute(tx);
  return rows[0] ?? { ids: [], live: 0 };
}

/** A card that lies in the days of one of the kept member's says that a merge brought it there. */
const besideOthers = (from: number, to: number): RawBuilder<unknown> => sql`, merged_from_id = case when exists (
  select from member_card k
  where k.member_id = ${to} and k.deleted_at is null and k.is_active and k.upgraded_from_id is null and k.merged_from_id is null
    and k.start_date <= m.end_date and m.start_date <= k.end_date) then coalesce(m.merged_from_id, ${from}) else m.merged_from_id end`;

/** Gives the kept member the chosen fields, and the earlier of the days on which the two joined. Returns before and after, as JSON. */
async function takeFields(tx: Tx, keptId: number, absorbedId: number, names: readonly string[]): Promise<string> {
  const set = names.map((name) => sql`${sql.ref(name)} = a.${sql.ref(name)}`);
  const { rows } = await sql<{ fields: string }>`
    with before as (select to_jsonb(m) as r from member m where m.id = ${keptId}),
         changed as (
           update member k set ${sql.join([...set, sql`member_date = least(k.member_date, a.member_date)`, sql`merged_from_id = a.id`])}
           from member a where k.id = ${keptId} and a.id = ${absorbedId} returning to_jsonb(k) as r)
    select coalesce(jsonb_object_agg(name, jsonb_build_object('before', before.r -> name, 'after', changed.r -> name))
                      filter (where before.r -> name is distinct from changed.r -> name), '{}')::text as fields
    from before, changed, unnest(${[...names, 'member_date']}::text[]) name`
    .execute(tx)
    .catch((error: unknown) => {
      throw constraintError(member, error) ?? error;
    });
  return rows[0]?.fields ?? '{}';
}
