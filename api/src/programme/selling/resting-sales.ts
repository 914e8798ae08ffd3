import { type Label, SALE_TYPE } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';

/**
 * Why sales are neither cancelled nor ended by a refund: a renewal, an upgrade, or a card that was given or sold to follow or end theirs, rests on one
 * of them.
 */
export async function restsOnSales(tx: Db['kysely'] | Tx, ids: readonly number[]): Promise<Label | undefined> {
  // Materialized: with statistics of a smaller table, the planner reads all transactions in order of id until one matches, and that took seconds.
  const { rows } = await sql<{ transaction_no: string; later_no: string }>`
    with ended as materialized (
      select c.*, t.transaction_no from transaction t join member_card c on c.transaction_id = t.id
      where t.id = any(${ids}::bigint[]) and c.deleted_at is null
    ), pair as materialized (
      select c.transaction_no, c.ended_with_id, f.transaction_id as later_id,
        f.id > c.id and term_of(f.id) = term_of(c.id) as shares_term,
        f.start_date > c.start_date and f.merged_from_id is not distinct from c.merged_from_id as is_later,
        f.start_date = c.end_date + 1 as is_next
      from ended c join member_card f on f.member_id = c.member_id
      where f.deleted_at is null and f.refunded_with_id is null and f.transaction_id <> all(${ids}::bigint[])
    )
    select pair.transaction_no, later.transaction_no as later_no
    from pair
    join transaction later on later.id = pair.later_id and later.deleted_at is null
    join option_detail kind on kind.id = later.transaction_type_id
    where pair.ended_with_id = later.id
      or (kind.code = ${String(SALE_TYPE.upgrade)} and shares_term)
      or (is_later and (kind.code = ${String(SALE_TYPE.renewal)} or is_next))
    order by later.id limit 1`.execute(tx);
  const [first] = rows;
  return first && restsOn(first.transaction_no, first.later_no);
}

/** Throws a 409 while something rests on one of these sales that is not cancelled with it. */
export async function refuseUnderRenewal(tx: Tx, ids: readonly number[]): Promise<void> {
  const why = await restsOnSales(tx, ids);
  if (why) throw fail('conflict', { message: why });
}

const restsOn = (sale: string, later: string): Label => ({
  en: `${later} followed ${sale} and rests on it: cancel ${later} first.`,
  id: `${later} mengikuti ${sale} dan bergantung padanya: batalkan ${later} terlebih dahulu.`,
});
