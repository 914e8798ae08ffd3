import { type Label, SALE_TYPE } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError } from '../../platform/http/api-error.ts';
import { saleTexts } from '../../texts/sales.ts';

/**
 * Why sales can be neither cancelled nor ended by a refund: another sale depends on one of them. It is a renewal, an
 * upgrade, or the sale of a card that follows or ended one of their cards. `endedIds` are all sales that end now.
 */
export async function findDependentSale(
  tx: Db['kysely'] | Tx,
  ids: readonly number[],
  endedIds = ids,
): Promise<Label | undefined> {
  // Materialized: with statistics of a smaller table, the planner read all transactions by id until one matched, which
  // took seconds.
  const { rows } = await sql<{ transaction_no: string; later_no: string; is_paid: boolean }>`
    with ended as materialized (
      select c.*, t.transaction_no from transaction t join member_card c on c.transaction_id = t.id
      where t.id = any(${ids}::bigint[]) and c.deleted_at is null
    ), pair as materialized (
      select c.transaction_no, c.ended_with_id, f.transaction_id as later_id,
        f.id > c.id and first_card_of_term(f.id) = first_card_of_term(c.id) as shares_term,
        f.start_date > c.start_date and f.merged_from_id is not distinct from c.merged_from_id as is_later,
        f.start_date = c.end_date + 1 as is_next
      from ended c join member_card f on f.member_id = c.member_id
      where f.deleted_at is null and f.refunded_with_id is null and f.transaction_id <> all(${endedIds}::bigint[])
    )
    select pair.transaction_no, later.transaction_no as later_no,
           later.grand_total > refunded_amount(later.id) as is_paid
    from pair
    join transaction later on later.id = pair.later_id and later.deleted_at is null
    join option_detail kind on kind.id = later.transaction_type_id
    where pair.ended_with_id = later.id
      or (kind.code = ${UPGRADE} and shares_term)
      or (is_later and (kind.code = ${RENEWAL} or is_next))
    order by later.id limit 1`.execute(tx);
  const [row] = rows;
  return row && dependentSaleMessage(row.transaction_no, row.later_no, row.is_paid);
}

/** Throws a 409 if something depends on one of these sales and is not cancelled with it. */
export async function assertNoDependentSale(
  tx: Tx,
  ids: readonly number[],
  endedIds: readonly number[],
): Promise<void> {
  const reason = await findDependentSale(tx, ids, endedIds);
  if (reason) throw apiError('conflict', { message: reason });
}

/**
 * Throws a 409 if restoring these sales, or cancelling their refunds, would reactivate memberships that could not be
 * sold now: the sale before one of them is inactive, or another upgrade or renewal was sold since.
 */
export async function assertSaleOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  const reason = (await findEndedPredecessor(tx, ids)) ?? (await findLaterUpgrade(tx, ids));
  if (reason) throw apiError('conflict', { message: reason });
}

/**
 * Finds an inactive sale on which one of these sales depends. A renewal, an upgrade, or the sale of a card that follows
 * another needs the sale before it: that sale must not be cancelled or reversed since, nor its membership ended by a
 * refund. Sales that were already inactive when it was made do not count.
 */
async function findEndedPredecessor(tx: Tx, ids: readonly number[]): Promise<Label | undefined> {
  const { rows } = await sql<{
    transaction_no: string;
    earlier_no: string;
    ended_by: 'cancelled' | 'reversed' | 'refunded';
    ended_no: string;
  }>`
    select t.transaction_no, earlier.transaction_no as earlier_no, ending.transaction_no as ended_no,
           case when ending.id = earlier.id then 'cancelled' when ending.refund_reason_id is null then 'reversed'
             else 'refunded' end as ended_by
    from transaction t join option_detail kind on kind.id = t.transaction_type_id
    join member_card f on f.transaction_id = t.id
    join member_card c on c.member_id = f.member_id and c.id <> f.id
      and (c.deleted_at is not null or c.refunded_with_id is not null)
    join transaction earlier on earlier.id = c.transaction_id and earlier.id <> all(${ids}::bigint[])
    join transaction ending on ending.id = coalesce(c.cancelled_with_id, c.refunded_with_id,
        case when earlier.deleted_at is not null then earlier.id end)
    where t.id = any(${ids}::bigint[])
      and ((kind.code = ${UPGRADE} and c.id < f.id and first_card_of_term(f.id) = first_card_of_term(c.id))
           or (c.start_date < f.start_date and c.merged_from_id is not distinct from f.merged_from_id
               and (kind.code = ${RENEWAL} or f.start_date = c.end_date + 1)))
      and case when ending.id <> earlier.id then ending.id > t.id else exists (
        select from audit_log creation join audit_log deletion on deletion.id > creation.id
        where creation.resource = 'transaction' and creation.record_id = t.id and creation.action = 'create'
          and deletion.resource = 'transaction' and deletion.record_id = earlier.id and deletion.action = 'delete') end
    order by earlier.id`.execute(tx);
  const [row] = rows;
  return (
    row && ENDED_SALE_TEXTS[row.ended_by]({ sale: row.transaction_no, earlier: row.earlier_no, refund: row.ended_no })
  );
}

/** An upgrade is superseded by another upgrade of its term, or by a renewal for the next one. */
async function findLaterUpgrade(tx: Tx, ids: readonly number[]): Promise<Label | undefined> {
  const { rows } = await sql<{ transaction_no: string; other_no: string; is_paid: boolean }>`
    select t.transaction_no, other.transaction_no as other_no, other.grand_total > refunded_amount(other.id) as is_paid
    from transaction t join option_detail kind on kind.id = t.transaction_type_id and kind.code = ${UPGRADE}
    join member_card f on f.transaction_id = t.id
    join member_card c on c.member_id = f.member_id and c.id > f.id and c.deleted_at is null
      and c.refunded_with_id is null
      and (first_card_of_term(c.id) = first_card_of_term(f.id) or c.start_date > f.end_date)
    join transaction other on other.id = c.transaction_id and other.deleted_at is null
      and other.id <> all(${ids}::bigint[])
    where t.id = any(${ids}::bigint[])
    order by other.id`.execute(tx);
  const [row] = rows;
  return row && laterUpgradeMessage(row.transaction_no, row.other_no, row.is_paid);
}

const UPGRADE = String(SALE_TYPE.upgrade);
const RENEWAL = String(SALE_TYPE.renewal);

/** What to do about a later sale. It can be refunded only if an amount is left. */
const createAdvice = (sale: string, isPaid: boolean): Label =>
  saleTexts[isPaid ? 'cancelOrRefund' : 'cancelFirst']({ sale });

const dependentSaleMessage = (sale: string, later: string, isPaid: boolean): Label =>
  saleTexts.dependentSale({ sale, later, advice: createAdvice(later, isPaid) });

const laterUpgradeMessage = (sale: string, later: string, isPaid: boolean): Label =>
  saleTexts.laterUpgrade({ sale, later, advice: createAdvice(later, isPaid) });

const ENDED_SALE_TEXTS = {
  cancelled: saleTexts.followsCancelled,
  reversed: saleTexts.followsReversed,
  refunded: saleTexts.followsRefunded,
} as const;
