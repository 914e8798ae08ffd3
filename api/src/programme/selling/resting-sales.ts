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
  const { rows } = await sql<{ transaction_no: string; later_no: string; is_paid: boolean }>`
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
    select pair.transaction_no, later.transaction_no as later_no,
           later.grand_total > refunded_of(later.id) as is_paid
    from pair
    join transaction later on later.id = pair.later_id and later.deleted_at is null
    join option_detail kind on kind.id = later.transaction_type_id
    where pair.ended_with_id = later.id
      or (kind.code = ${UPGRADE} and shares_term)
      or (is_later and (kind.code = ${RENEWAL} or is_next))
    order by later.id limit 1`.execute(tx);
  const [first] = rows;
  return first && restsOn(first.transaction_no, first.later_no, first.is_paid);
}

/** Throws a 409 while something rests on one of these sales that is not cancelled with it. */
export async function refuseUnderRenewal(tx: Tx, ids: readonly number[]): Promise<void> {
  const why = await restsOnSales(tx, ids);
  if (why) throw fail('conflict', { message: why });
}

/**
 * Throws a 409 where the memberships of these sales would run again, restored or with a refund that is cancelled, although nobody could sell them now:
 * the sale that one followed is off, or another one was sold in its place.
 */
export async function refuseOutOfOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  const why = (await followsSaleThatIsOff(tx, ids)) ?? (await isOvertaken(tx, ids));
  if (why) throw fail('conflict', { message: why });
}

/**
 * A renewal, an upgrade, or a sale that follows a card, needs the sale that it followed: not cancelled or reversed since, nor its membership ended by a
 * refund. Sales that were off before it was made were not what it followed.
 */
async function followsSaleThatIsOff(tx: Tx, ids: readonly number[]): Promise<Label | undefined> {
  const { rows } = await sql<{
    transaction_no: string;
    earlier_no: string;
    off: 'cancelled' | 'reversed' | 'refunded';
    off_no: string;
  }>`
    select t.transaction_no, earlier.transaction_no as earlier_no, off_with.transaction_no as off_no,
           case when off_with.id = earlier.id then 'cancelled' when off_with.refund_reason_id is null then 'reversed' else 'refunded' end as off
    from transaction t join option_detail kind on kind.id = t.transaction_type_id
    join member_card f on f.transaction_id = t.id
    join member_card c on c.member_id = f.member_id and c.id <> f.id and (c.deleted_at is not null or c.refunded_with_id is not null)
    join transaction earlier on earlier.id = c.transaction_id and earlier.id <> all(${ids}::bigint[])
    join transaction off_with on off_with.id = coalesce(c.cancelled_with_id, c.refunded_with_id, case when earlier.deleted_at is not null then earlier.id end)
    where t.id = any(${ids}::bigint[])
      and ((kind.code = ${UPGRADE} and c.id < f.id and term_of(f.id) = term_of(c.id))
           or (c.start_date < f.start_date and c.merged_from_id is not distinct from f.merged_from_id
               and (kind.code = ${RENEWAL} or f.start_date = c.end_date + 1)))
      and case when off_with.id <> earlier.id then off_with.id > t.id else exists (
        select from operation made join operation gone on gone.id > made.id
        where made.resource = 'transaction' and made.record_id = t.id and made.action = 'create'
          and gone.resource = 'transaction' and gone.record_id = earlier.id and gone.action = 'delete') end
    order by earlier.id`.execute(tx);
  const [first] = rows;
  return first && FOLLOWED[first.off](first.transaction_no, first.earlier_no, first.off_no);
}

/** An upgrade is overtaken by another one of its term, or by a renewal for the next one. */
async function isOvertaken(tx: Tx, ids: readonly number[]): Promise<Label | undefined> {
  const { rows } = await sql<{ transaction_no: string; other_no: string; is_paid: boolean }>`
    select t.transaction_no, other.transaction_no as other_no, other.grand_total > refunded_of(other.id) as is_paid
    from transaction t join option_detail kind on kind.id = t.transaction_type_id and kind.code = ${UPGRADE}
    join member_card f on f.transaction_id = t.id
    join member_card c on c.member_id = f.member_id and c.id > f.id and c.deleted_at is null and c.refunded_with_id is null
      and (term_of(c.id) = term_of(f.id) or c.start_date > f.end_date)
    join transaction other on other.id = c.transaction_id and other.deleted_at is null and other.id <> all(${ids}::bigint[])
    where t.id = any(${ids}::bigint[])
    order by other.id`.execute(tx);
  const [first] = rows;
  return first && overtaken(first.transaction_no, first.other_no, first.is_paid);
}

const UPGRADE = String(SALE_TYPE.upgrade);
const RENEWAL = String(SALE_TYPE.renewal);

/** What to do about a later sale: only one with an amount that is left can be refunded. */
const undo = (sale: string, isPaid: boolean): Label =>
  isPaid
    ? {
        en: `cancel ${sale} first, or refund it and end its membership.`,
        id: `batalkan ${sale} terlebih dahulu, atau kembalikan dananya dan akhiri keanggotaannya.`,
      }
    : { en: `cancel ${sale} first.`, id: `batalkan ${sale} terlebih dahulu.` };

const restsOn = (sale: string, later: string, isPaid: boolean): Label => ({
  en: `${later} followed ${sale} and rests on it: ${undo(later, isPaid).en}`,
  id: `${later} mengikuti ${sale} dan bergantung padanya: ${undo(later, isPaid).id}`,
});

const overtaken = (sale: string, other: string, isPaid: boolean): Label => ({
  en: `The membership of ${sale} was upgraded or renewed by ${other} since: ${undo(other, isPaid).en}`,
  id: `Keanggotaan ${sale} sudah dinaikkan atau diperpanjang dengan ${other}: ${undo(other, isPaid).id}`,
});

const FOLLOWED = {
  cancelled: (sale: string, earlier: string): Label => ({
    en: `${sale} followed ${earlier}, which is cancelled: restore ${earlier} first.`,
    id: `${sale} mengikuti ${earlier} yang telah dibatalkan: pulihkan ${earlier} terlebih dahulu.`,
  }),
  reversed: (sale: string, earlier: string): Label => ({
    en: `${sale} followed ${earlier}, which was reversed since: sell the membership again.`,
    id: `${sale} mengikuti ${earlier} yang sudah dibalik: jual lagi keanggotaannya.`,
  }),
  refunded: (sale: string, earlier: string, refund: string): Label => ({
    en: `${sale} followed ${earlier}, whose membership ended with the refund ${refund}: cancel ${refund} first.`,
    id: `${sale} mengikuti ${earlier} yang keanggotaannya berakhir dengan pengembalian dana ${refund}: batalkan ${refund} terlebih dahulu.`,
  }),
} as const;
