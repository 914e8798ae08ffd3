import { type Label, SALE_TYPE } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';

/**
 * Why sales are neither cancelled nor ended by a refund: a renewal, an upgrade, or a card that was given or sold to follow or end theirs, rests on one
 * of them.
 */
export async function restsOnSales(tx: Db['kysely'] | Tx, ids: readonly number[]): Promise<Label | undefined> {
  const { rows } = await sql<{ transaction_no: string; later_no: string }>`
    select t.transaction_no, later.transaction_no as later_no
    from member_card c join transaction t on t.id = c.transaction_id
    join member_card f on f.member_id = c.member_id and f.deleted_at is null and f.refunded_with_id is null
    join transaction later on later.id = f.transaction_id and later.deleted_at is null and later.id <> all(${ids}::bigint[])
    join option_detail kind on kind.id = later.transaction_type_id
    where t.id = any(${ids}::bigint[]) and c.deleted_at is null
      and (c.ended_with_id = later.id or (kind.code = ${String(SALE_TYPE.upgrade)} and f.id > c.id and term_of(f.id) = term_of(c.id))
           or (f.start_date > c.start_date and f.merged_from_id is not distinct from c.merged_from_id
               and (kind.code = '2' or f.start_date = c.end_date + 1)))
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
