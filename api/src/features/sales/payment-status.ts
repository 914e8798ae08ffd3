import { PAID_CODES, resources } from '@innkeeper/contract';
import type { Ref } from '../../engine/resources/resource-hooks.ts';

/*
 * The payment status of a paid sale. It follows from its reversal, refunds and disputes, and is stored nowhere. As SQL
 * over the columns of a transaction.
 */

const STATUSES = resources.transaction.fields.payment_status.choices.map(({ value }) => value);
type PaymentStatus = (typeof STATUSES)[number];

const PAID_TYPE_IDS = `(select d.id from option_detail d join option o on o.id = d.option_id
  where o.slug = 'transaction-type' and d.code in (${PAID_CODES.map((code) => `'${code}'`).join(', ')}))`;
const DISPUTED_IDS = '(select d.transaction_id from sale_dispute d where d.resolved_at is null)';
const REVERSED_IDS =
  '(select b.reverses_id from transaction b where b.reverses_id is not null and b.deleted_at is null)';

const paidSaleCondition = (ref: Ref): string => `(${ref('deleted_at')} is null and ${ref('reverses_id')} is null
  and ${ref('grand_total')} > 0 and ${ref('transaction_type_id')} in ${PAID_TYPE_IDS})`;

/** The status by the amount paid back. A reversal has minus the whole amount. */
const refundStatusSql = (ref: Ref): string => `(
  select case when coalesce(-sum(b.grand_total), 0) >= ${ref('grand_total')} then 'refunded' when sum(b.grand_total) < 0 then 'part_refunded' else 'paid' end
  from transaction b where b.reverses_id = ${ref('id')} and b.deleted_at is null)`;

/** The status; null for anything but a paid sale. */
export const paymentStatusSql = (ref: Ref): string =>
  `case when ${paidSaleCondition(ref)} then case when ${ref('id')} in ${DISPUTED_IDS} then 'disputed' else ${refundStatusSql(ref)} end end`;

/** Whether a sale has a status. Few sales are refunded or disputed, so these are found by their indexes. */
export function paymentStatusCondition(ref: Ref, value: string): string {
  const isDisputed = `${ref('id')} in ${DISPUTED_IDS}`;
  const isPaidBack = `${ref('id')} in ${REVERSED_IDS}`;
  const conditionByStatus: Readonly<Record<PaymentStatus, string>> = {
    paid: `not ${isDisputed} and not ${isPaidBack}`,
    part_refunded: `not ${isDisputed} and ${isPaidBack} and ${refundStatusSql(ref)} = 'part_refunded'`,
    refunded: `not ${isDisputed} and ${isPaidBack} and ${refundStatusSql(ref)} = 'refunded'`,
    disputed: isDisputed,
  };
  const status = STATUSES.find((candidate) => candidate === value);
  return status === undefined ? 'false' : `(${paidSaleCondition(ref)} and ${conditionByStatus[status]})`;
}
