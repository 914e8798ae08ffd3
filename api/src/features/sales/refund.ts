import { PAID_CODES, message, resources } from '@innkeeper/contract';
import type { BodyOf, saleCalls } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { readDiscountLimit } from '../../access/own-rights.ts';
import { type WriteContext, requireApproval } from '../../engine/resources/resource-hooks.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { constraintError, errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { formatAmount } from '../../domain/format-amount.ts';
import { assertSaleOrder, assertNoDependentSale } from './dependent-sales.ts';
import { lockSoldRecords, soldCardsSql, revertTier } from './sold-records.ts';
import { saleTexts } from '../../texts/sales.ts';

type RefundInput = BodyOf<(typeof saleCalls)['POST /api/transaction/{id}/refund']>;

/*
 * A sale and its refunds:
 *
 *   paid --refund of a part--> part refunded --refunds of the rest--> refunded
 *   a refund --cancelled while its month is open--> its cards are active again
 *
 * A refund is a separate transaction of today; the sale and its month do not change.
 * See docs/decisions/0089-record-a-refund-as-a-separate-reversing-transaction.md.
 */

/**
 * Refunds a part of a sale. If the membership ends, the cards of the sale are deactivated, which cancels their
 * unredeemed vouchers. A member without another card returns to the tier before the sale. Returns the id of the refund.
 *
 * Throws like an update; a 422 at an invalid field, a 409 for a transaction that cannot be refunded, and a 409
 * `approval_needed` above the limit of the role group.
 */
export async function refundSale(write: Write, id: number, refund: RefundInput): Promise<number> {
  const { context, services, d } = write;
  await lockLiveRow(write, id, undefined);
  await assertRefundable(context.tx, id);
  const { amount, refund_reason_id, type_payment_id, ends_membership } = refund;
  await checkReferences(context, services.hooksByResource, d, { refund_reason_id, type_payment_id });
  const { decimals, remaining, limit, hasExcessDecimals, exceedsAmount, exceedsLimit, currency } = await evaluateRefund(
    context,
    id,
    amount,
  );
  if (hasExcessDecimals) throw validationError({ amount: [message('currency_scale', decimals)] });
  if (exceedsAmount)
    throw validationError({ amount: [message('max', formatAmount(remaining, { currency, decimals }))] });
  if (ends_membership) await assertNoDependentSale(context.tx, [id], [id]);
  if (exceedsLimit) requireApproval(context, 'refund', saleTexts.refundNeedsApproval({ limit }));
  return storeRefund(context, id, refund).catch((error: unknown) => {
    throw constraintError(resources.transaction, error) ?? error;
  });
}

/** SQL: whether each rule forbids every refund of the transaction `t`. */
export const brokenRefundRulesSql = sql`json_build_object(
  'transaction_refund_cancelled', t.deleted_at is not null,
  'transaction_refund_sale', t.reverses_id is not null or not exists (select from option_detail d
    where d.id = t.transaction_type_id and d.code = any(${PAID_CODES}::text[])),
  'transaction_reversed_immutable', exists (select from transaction b
    where b.reverses_id = t.id and b.refund_reason_id is null),
  'transaction_refund_disputed', exists (select from sale_dispute x
    where x.transaction_id = t.id and x.resolved_at is null))`;
/** Rules by their constraint names, with whether each is broken; the first broken one is shown. */
export type BrokenRefundRules = Readonly<Record<string, boolean>>;
export const findBrokenRule = (rules: BrokenRefundRules): string | undefined =>
  Object.keys(rules).find((rule) => rules[rule]);

/** Throws a 409 for a transaction that cannot be refunded at all. */
async function assertRefundable(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ rules: BrokenRefundRules }>`
    select ${brokenRefundRulesSql} as rules from transaction t where t.id = ${id}`.execute(tx);
  const rule = findBrokenRule(rows[0]?.rules ?? {});
  if (rule !== undefined) throw errorForConstraint(rule);
}

/**
 * Compares an amount with the refundable rest of a sale, and with the part of it that the actor may refund without an
 * approval: `limit`, in percent.
 */
async function evaluateRefund({ tx, actor }: WriteContext, id: number, amount: string) {
  const limit = await readDiscountLimit(tx, actor);
  const { rows } = await sql<{
    currency: string;
    decimals: number;
    remaining: string;
    hasExcessDecimals: boolean;
    exceedsAmount: boolean;
    exceedsLimit: boolean;
  }>`
    select t.currency, c.decimals, (t.grand_total - r.refunded)::text as remaining, has_excess_decimals(${amount}::numeric, c.decimals) as "hasExcessDecimals",
           r.refunded + ${amount}::numeric > t.grand_total as "exceedsAmount",
           (r.refunded + ${amount}::numeric) * 100 > t.grand_total * ${limit} as "exceedsLimit"
    from transaction t join hotel h on h.id = t.hotel_id join country c on c.id = h.country_id
    cross join lateral (select refunded_amount(t.id) as refunded) r
    where t.id = ${id}`.execute(tx);
  const [evaluation] = rows;
  if (!evaluation) throw apiError('record_not_found', { params: { label: resources.transaction.label, id } });
  return { ...evaluation, limit };
}

async function storeRefund(context: WriteContext, id: number, refund: RefundInput): Promise<number> {
  const { tx, now } = context;
  const { amount, refund_reason_id, type_payment_id, ends_membership, remark } = refund;
  if (ends_membership) await lockSoldRecords(context, [id]);
  const { rows } = await sql<{ id: number }>`
    insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, phone_no, transaction_date,
                             type_payment_id,
                             marketing_name, remark, sub_total, currency, usd_rate, reverses_id, refund_reason_id,
                             term_start, term_months)
    select t.transaction_type_id, t.hotel_id, t.member_id, t.membership_id, t.phone_no, ${now}, ${type_payment_id},
           t.marketing_name, ${remark}, -${amount}::numeric, t.currency, t.usd_rate, t.id, ${refund_reason_id},
           l.term_start, l.term_months
    from transaction t
    cross join lateral remaining_term(t.term_start, t.term_months,
        (${now}::timestamptz at time zone effective_time_zone(t.hotel_id))::date) l
    where t.id = ${id} returning id`.execute(tx);
  const refundId = rows[0]?.id ?? 0;
  await sql`
    insert into transaction_detail (transaction_id, spend_type_id, description, quantity, unit_price, is_reversal)
    select ${refundId}, d.spend_type_id, d.description, -1, ${amount}::numeric, true
    from transaction_detail d where d.transaction_id = ${id} and d.deleted_at is null order by d.id limit 1`.execute(
    tx,
  );
  if (ends_membership) {
    await sql`update member_card set is_active = false, refunded_with_id = ${refundId}
      where id in ${soldCardsSql([id])} and is_active and deleted_at is null`.execute(tx);
    await revertTier(tx, [id]);
  }
  return refundId;
}

/**
 * Reactivates the cards that ended with these cancelled refunds. Throws a 409 if their sales depend on an inactive sale
 * or were followed by another one. The database rejects it if another card is active by now.
 */
export async function resumeRefunded(tx: Tx, refundIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ sale: number }>`
    update member_card c set is_active = true, refunded_with_id = null
    from transaction r where r.id = c.refunded_with_id and r.id = any(${refundIds}::bigint[])
    returning r.reverses_id as sale`.execute(tx);
  if (rows.length > 0)
    await assertSaleOrder(
      tx,
      rows.map(({ sale }) => sale),
    );
}
