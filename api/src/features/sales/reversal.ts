import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import { assertCancellable } from './cancellable-sales.ts';
import { lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { soldCardsSql, deleteSoldCards, revertTier } from './sold-records.ts';
import { saleTexts } from '../../texts/sales.ts';

/**
 * Reverses a transaction of a closed month: a new transaction of today has minus its amounts, at the rate of its day,
 * and references it. For a sale, the card is deleted as well, and the member returns to the tier before it. The
 * vouchers were issued in the closed month, and remain there as cancelled. Returns the id of the reversal.
 *
 * Throws like an update; a 409 if the month is open, where the transaction is deleted instead, for a reversal or
 * refund, for a transaction already reversed, and for a sale with a redeemed voucher.
 */
export async function reverseTransaction(write: Write, id: number, reason: string): Promise<number> {
  const { context } = write;
  const { tx } = context;
  const before = await lockLiveRow(write, id, undefined);
  const isRefund = before.refund_reason_id !== null;
  if (before.reverses_id !== null && !isRefund) throw apiError('conflict', { message: saleTexts.isReversal });
  const { rows: closedMonths } = await sql`
    select from closed_months(${before.hotel_id}::bigint, ${before.transaction_date}::timestamptz)`.execute(tx);
  if (closedMonths.length === 0) throw apiError('conflict', { message: saleTexts.monthOpen });
  if (isRefund) throw apiError('conflict', { message: saleTexts.isRefund });
  await assertCancellable(context, [id], [id]);
  return storeReversal(context, id, reason).catch((error: unknown) => {
    throw constraintError(resources.transaction, error) ?? error;
  });
}

async function storeReversal({ tx, now }: WriteContext, id: number, reason: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, phone_no, transaction_date,
                             type_payment_id,
                             discount, marketing_name, remark, sub_total, currency, usd_rate, reverses_id, term_start,
                             term_months, term_share)
    select t.transaction_type_id, t.hotel_id, t.member_id, t.membership_id, t.phone_no, ${now}, t.type_payment_id,
           -t.discount, t.marketing_name, ${reason}, -t.sub_total, t.currency, t.usd_rate, t.id,
           t.term_start, t.term_months, -t.term_share
    from transaction t where t.id = ${id} returning id`.execute(tx);
  const reversalId = rows[0]?.id ?? 0;
  await sql`
    insert into transaction_detail (transaction_id, spend_type_id, description, quantity, unit_price, is_reversal)
    select ${reversalId}, d.spend_type_id, d.description, -d.quantity, d.unit_price, true
    from transaction_detail d where d.transaction_id = ${id} and d.deleted_at is null order by d.id`.execute(tx);
  // A voucher that was moved to another card would otherwise stay valid there.
  await sql`update member_voucher v set deleted_at = ${now}, cancelled_with_id = ${reversalId}
    where v.transaction_id = ${id} and v.member_card_id not in ${soldCardsSql([id])} and v.deleted_at is null`.execute(
    tx,
  );
  await deleteSoldCards(tx, [id], { now, cancelledWith: sql`${reversalId}::bigint` });
  await revertTier(tx, [id]);
  return reversalId;
}
