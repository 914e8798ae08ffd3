import { sql } from 'kysely';
import {
  type Row,
  type RowChange,
  type Values,
  type WriteContext,
  ofAction,
} from '../engine/resources/resource-hooks.ts';

/*
 * Extensions of cards and vouchers: each can be extended once, by some days beyond the end of its card, and the list of
 * manual changes has each of them.
 */

const EXTENDED = {
  card_extended: { table: 'member_card', lastDay: 'end_date' },
  voucher_extended: { table: 'member_voucher', lastDay: 'valid_until_date' },
} as const;

/** A card's last day, and the latest to which it and its vouchers can be extended. `YYYY-MM-DD`. */
export interface LastDays {
  readonly end: string;
  readonly latest: string;
}

export async function readLastDays({ tx }: WriteContext, cardId: unknown): Promise<LastDays | undefined> {
  const { rows } = await sql<LastDays>`
    select end_date::text as end, (end_date + option_number('voucher-extension', 'days'))::text as latest
    from member_card where id = ${cardId}`.execute(tx);
  return rows[0];
}

type ExtensionKind = keyof typeof EXTENDED;

/**
 * The last day before an extension, to be stored with it; undefined if the last day does not become later. Reverting an
 * extension clears it, and reverting that restores it.
 */
export async function findExtendedFrom(
  { tx, isReverting }: WriteContext,
  kind: ExtensionKind,
  values: Values,
  before: Row,
): Promise<Values | undefined> {
  const { lastDay } = EXTENDED[kind];
  const [previousDay, newDay] = [before[lastDay], values[lastDay] ?? before[lastDay]];
  if (newDay === previousDay) return undefined;
  if (!isReverting) return String(newDay) > String(previousDay) ? { extended_from: previousDay } : undefined;
  const { rows } = await sql<{ extended_from: string | null }>`
    select extended_from_after_revert(${kind}, ${before.id}, ${before['extended_from']}::date, ${previousDay}::date,
      ${newDay}::date)::text as extended_from`.execute(tx);
  return { extended_from: rows[0]?.extended_from ?? null };
}

/** Lists the extensions among records that were just written; a reverted change is none. */
export async function listExtensions(
  { tx, isReverting }: WriteContext,
  kind: ExtensionKind,
  changes: readonly RowChange[],
): Promise<void> {
  const updatedRows = ofAction(changes, 'update').flatMap(({ before }) => before ?? []);
  if (isReverting || updatedRows.length === 0) return;
  const { table, lastDay } = EXTENDED[kind];
  const [cardId, voucherId] = kind === 'card_extended' ? ['t.id', 'null'] : ['t.member_card_id', 't.id'];
  await sql`
    insert into manual_change (kind, member_card_id, member_voucher_id, value_before, value_after, reason)
    select ${kind}::text, ${sql.raw(cardId)}, ${sql.raw(voucherId)}::bigint, b.last_day::text,
      ${sql.ref(`t.${lastDay}`)}::text, t.remark
    from ${sql.table(table)} t
    join unnest(${updatedRows.map(({ id }) => id)}::bigint[], ${updatedRows.map((row) => row[lastDay])}::date[])
      b (id, last_day) on b.id = t.id
    where ${sql.ref(`t.${lastDay}`)} > b.last_day order by t.id`.execute(tx);
}
