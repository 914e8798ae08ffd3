import { type Label, PAID_CODES, message, resources } from '@innkeeper/contract';
import type { BodyOf, sellingCalls } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { discountLimitOf } from '../../access/own-rights.ts';
import { type Row, type WriteContext, requireApproval } from '../../engine/resources/behaviour.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { constraintError, refusalBy } from '../../engine/resources/refusals.ts';
import { lockLive } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import { amountIn } from '../places/in-words.ts';
import { refuseOutOfOrder, refuseUnderRenewal } from './resting-sales.ts';
import { lockSold, soldCardsSql, takeLevelBack } from './sold.ts';

type Refund = BodyOf<(typeof sellingCalls)['POST /api/transaction/{id}/refund']>;

/*
 * A sale and its refunds:
 *
 *   paid --refund of a part--> part refunded --refunds of the rest--> refunded
 *   a refund --cancelled, while its month is open--> its cards run again
 *
 * A refund is a transaction of its own, of today: the sale and its month stay as they are.
 * See docs/decisions/0089-refunds.md.
 */

/**
 * Refunds a part of a sale. Where the membership ends, the cards of the sale are switched off, by which the vouchers that nobody redeemed are
 * cancelled; the member gets the level from before the sale where no card is left. Returns the id of the refund.
 *
 * Throws as an update does; a 422 at a field that is wrong, a 409 for a transaction that cannot be refunded, and a 409 `approval_needed` above
 * the limit of the role group.
 */
export async function refundSale(write: Write, id: number, refund: Refund): Promise<number> {
  const { context, services, d } = write;
  const sale = await lockLive(write, id, undefined);
  await refuseUnrefundable(context.tx, sale);
  const { amount, refund_reason_id, type_payment_id, ends_membership } = refund;
  await checkReferences(context, services.behaviours, d, { refund_reason_id, type_payment_id });
  const { decimals, left, limit, isFiner, isMore, isBeyond, currency } = await weighRefund(context, id, amount);
  if (isFiner) throw invalid({ amount: [message('currency_scale', decimals)] });
  if (isMore) throw invalid({ amount: [message('max', amountIn(left, { currency, decimals }))] });
  if (ends_membership) await refuseUnderRenewal(context.tx, [id]);
  if (isBeyond) requireApproval(context, 'refund', aboveLimit(limit));
  return store(context, id, refund).catch((error: unknown) => {
    throw constraintError(resources.transaction, error) ?? error;
  });
}

/** Throws a 409 for a transaction of which nothing can be refunded, however little. The rules of guard_refund, in words. */
async function refuseUnrefundable(tx: Tx, sale: Row): Promise<void> {
  const { rows } = await sql<{ code: string; is_reversed: boolean; is_disputed: boolean }>`
    select d.code, exists (select from transaction b where b.reverses_id = ${sale.id} and b.refund_reason_id is null) as is_reversed,
           exists (select from sale_dispute x where x.transaction_id = ${sale.id} and x.lifted_at is null) as is_disputed
    from option_detail d where d.id = ${sale.transaction_type_id}`.execute(tx);
  const [found] = rows;
  if (!PAID_CODES.some((code) => code === found?.code) || sale.reverses_id !== null)
    throw refusalBy('transaction_refund_sale');
  if (found?.is_reversed) throw refusalBy('transaction_reversed_settled');
  if (found?.is_disputed) throw refusalBy('transaction_refund_disputed');
}

/** How an amount stands to what is left of a sale, and to how much of it the actor may refund without an approval: `limit`, in percent. */
async function weighRefund({ tx, actor }: WriteContext, id: number, amount: string) {
  const limit = await discountLimitOf(tx, actor);
  const { rows } = await sql<{
    currency: string;
    decimals: number;
    left: string;
    isFiner: boolean;
    isMore: boolean;
    isBeyond: boolean;
  }>`
    select t.currency, c.decimals, (t.grand_total - r.refunded)::text as left, is_finer_than(${amount}::numeric, c.decimals) as "isFiner",
           r.refunded + ${amount}::numeric > t.grand_total as "isMore",
           (r.refunded + ${amount}::numeric) * 100 > t.grand_total * ${limit} as "isBeyond"
    from transaction t join hotel h on h.id = t.hotel_id join country c on c.id = h.country_id
    cross join lateral (select refunded_of(t.id) as refunded) r
    where t.id = ${id}`.execute(tx);
  const [weighed] = rows;
  if (!weighed) throw fail('record_not_found', { params: { label: resources.transaction.label, id } });
  return { ...weighed, limit };
}

async function store(context: WriteContext, id: number, refund: Refund): Promise<number> {
  const { tx, now } = context;
  const { amount, refund_reason_id, type_payment_id, ends_membership, remark } = refund;
  if (ends_membership) await lockSold(context, [id]);
  const { rows } = await sql<{ id: number }>`
    insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, phone_no, transaction_date, type_payment_id,
                             marketing_name, remark, sub_total, currency, usd_rate, reverses_id, refund_reason_id, term_start, term_months)
    select t.transaction_type_id, t.hotel_id, t.member_id, t.membership_id, t.phone_no, ${now}, ${type_payment_id},
           t.marketing_name, ${remark}, -${amount}::numeric, t.currency, t.usd_rate, t.id, ${refund_reason_id},
           l.term_start, l.term_months
    from transaction t
    cross join lateral months_left(t.term_start, t.term_months, (${now}::timestamptz at time zone zone_of(t.hotel_id))::date) l
    where t.id = ${id} returning id`.execute(tx);
  const made = rows[0]?.id ?? 0;
  await sql`
    insert into transaction_detail (transaction_id, spend_type_id, description, quantity, unit_price, is_reversal)
    select ${made}, d.spend_type_id, d.description, -1, ${amount}::numeric, true
    from transaction_detail d where d.transaction_id = ${id} and d.deleted_at is null order by d.id limit 1`.execute(
    tx,
  );
  if (ends_membership) {
    await sql`update member_card set is_active = false, refunded_with_id = ${made}
      where id in ${soldCardsSql([id])} and is_active and deleted_at is null`.execute(tx);
    await takeLevelBack(tx, [id]);
  }
  return made;
}

/**
 * Switches the cards on again that ended with refunds which were cancelled. Throws a 409 where their sales rest on one that is off, or were followed by
 * another one. The database refuses it where another card runs by now.
 */
export async function resumeRefunded(tx: Tx, refunds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ sale: number }>`
    update member_card c set is_active = true, refunded_with_id = null
    from transaction r where r.id = c.refunded_with_id and r.id = any(${refunds}::bigint[]) returning r.reverses_id as sale`.execute(
    tx,
  );
  if (rows.length > 0)
    await refuseOutOfOrder(
      tx,
      rows.map(({ sale }) => sale),
    );
}

const aboveLimit = (limit: number): Label => ({
  en: `Together with earlier refunds of this sale this is more than ${limit} % of it: it needs an approval.`,
  id: `Bersama pengembalian sebelumnya, ini melebihi ${limit}% dari penjualan: perlu persetujuan.`,
});
