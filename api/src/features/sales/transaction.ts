import { RECEIPT_FIELDS, SALE_TYPE, message, resources } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type RowResult,
  type RowWrite,
  type Values,
  type WriteContext,
  checkAll,
  checkEach,
  checkTogether,
  ofAction,
  onlyFor,
} from '../../engine/resources/resource-hooks.ts';
import { checkMonthOpen, isClosedSql } from '../../domain/closed-period.ts';
import { isFuture } from '../../engine/resources/future.ts';
import { constraintError, errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { assertTargetsRestored } from '../../engine/resources/restore.ts';
import { assertDiscount } from '../../domain/discount-limit.ts';
import { lockMembers } from '../../domain/lock-order.ts';
import { confirmReceiptNumber } from './receipt-no.ts';
import { assertFreeMembershipAllowed } from './sale-limits.ts';
import { paymentStatusCondition, paymentStatusSql } from './payment-status.ts';
import { resumeRefunded } from './refund.ts';
import { assertCancellable } from './cancellable-sales.ts';
import { assertSaleOrder } from './dependent-sales.ts';
import { isSoldSql, soldSql, deleteSoldCards, revertTier } from './sold-records.ts';
import { endFreeTermsSql, restoredSalesSql, resumeRestoredTermsSql } from '../../domain/free-term.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';
import { saleTexts } from '../../texts/sales.ts';

/** Codes of `transaction-type` that are created here; selling, renewing and giving memberships create the others. */
const MANUAL_TYPES = ['4', '5', '99'];

/**
 * Transactions. The database adds up totals, sets currency and rate (see calculate_totals and snapshot_transaction), and makes
 * a sale immutable (keep_sale). Deleting one also deletes its lines and the records that it sold: its
 * cards, those that members were upgraded to from them, and unredeemed vouchers. Restoring brings the same ones back. A
 * sale is locked if one of its vouchers was redeemed, a renewal depends on it, or a part of it was refunded. Deleting a
 * refund cancels it, and its cards become active again.
 */
export const transaction: ResourceHooks = {
  computed: {
    time_zone: (ref) => zoneSql(ref, 'hotel'),
    payment_status: { sql: paymentStatusSql, choiceCondition: paymentStatusCondition },
    locked_reason: (
      ref,
    ) => `case when ${ref('reverses_id')} is not null and ${ref('refund_reason_id')} is null then 'reversal'
      when ${ref('refund_reason_id')} is not null and ${ref('deleted_at')} is not null then 'refund_cancelled'
      when ${isClosedSql(ref('hotel_id'), ref('transaction_date'))} then 'month_closed'
      when is_refunded(${ref('id')}) then 'refunded'
      when exists (select from transaction b where b.reverses_id = ${ref('id')} and b.deleted_at is null)
        then 'reversed' end`,
  },
  references: { lockFirst: lockMembers('transaction') },
  check: checkAll(
    checkMonthOpen(resources.transaction),
    onlyFor(['delete'], checkCancellations),
    onlyFor(
      ['delete'],
      checkTogether(({ tx }, rows) => assertNotReversed(tx, rows)),
    ),
    onlyFor(
      ['create', 'update', 'restore'],
      checkEach((context, { before, values }) => checkValues(context, values, before)),
    ),
  ),
  after: async (context, changes) => {
    const deletedIds = ofAction(changes, 'delete').map(({ id }) => id);
    if (deletedIds.length > 0) await deleteSoldRecords(context, deletedIds);
    const restoredIds = ofAction(changes, 'restore').map(({ id }) => id);
    if (restoredIds.length > 0) await restoreSoldRecords(context, restoredIds);
  },
};

async function checkValues(context: WriteContext, values: Values, before: Row | null): Promise<Values | undefined> {
  if (context.isRestoring) await assertRestorable(context, values);
  else await assertType(context, values, before);
  if (before && values.hotel_id !== undefined && values.hotel_id !== before.hotel_id)
    await assertHotelChangeable(context.tx, before);
  await assertDiscountDecimals(context, { ...before, ...values });
  if (before) await assertCorrectionReason(context, values, before);
  // For a bill without lines yet, the database reports that there is nothing to discount.
  if (before && values.discount !== undefined && values.discount !== before.discount)
    await assertDiscount(context, values.discount, String(before.sub_total));
  const at = values.transaction_date ?? null;
  if (at instanceof Date && isFuture(at, context.now) && !isSameTime(at, before?.transaction_date))
    throw validationError({ transaction_date: [message('future')] });
  if (values.reference_no !== undefined && values.reference_no !== before?.reference_no)
    await confirmReceiptNumber(context, before?.hotel_id ?? values.hotel_id, values.reference_no, before?.id);
  return before || at !== null ? undefined : { transaction_date: context.now };
}

/** Rejects deletes of sales that must stay. Sales that depend on each other may be deleted together. */
async function checkCancellations(context: WriteContext, rows: readonly RowWrite[]): Promise<readonly RowResult[]> {
  const idsOf = (part: readonly RowWrite[]) => part.flatMap(({ before }) => before?.id ?? []);
  return checkTogether((_, part) => assertCancellable(context, idsOf(part), idsOf(rows)))(context, rows);
}

/** Throws a 409 for a reversal, and for a transaction with one: deleting either would cancel a sale twice or never. */
async function assertNotReversed(tx: Tx, rows: readonly RowWrite[]): Promise<void> {
  const transactions = rows.flatMap(({ before }) => before ?? []);
  if (transactions.some(({ reverses_id, refund_reason_id }) => reverses_id !== null && refund_reason_id === null))
    throw errorForConstraint('transaction_reversal_immutable', 'reverses_id');
  const ids = transactions.map(({ id }) => id);
  const { rows: reversals } = await sql`
    select from transaction b where b.reverses_id = any(${ids}::bigint[]) and b.deleted_at is null limit 1`.execute(tx);
  if (reversals.length > 0) throw errorForConstraint('transaction_reversed_immutable');
}

/**
 * Deletes the records that these transactions sold. Each stores the sale with which it was deleted: records deleted
 * before, even in the same second, are not restored with it.
 */
async function deleteSoldRecords({ tx, now }: WriteContext, ids: readonly number[]): Promise<void> {
  await resumeRefunded(tx, ids);
  // Vouchers first, since they are found by their cards.
  await sql`update member_voucher v set deleted_at = ${now}, cancelled_with_id = coalesce(s.sale, v.transaction_id)
    from member_card c left join ${soldSql(ids)} s on s.id = c.id
    where c.id = v.member_card_id and ${isSoldSql(ids)} and v.deleted_at is null`.execute(tx);
  await deleteSoldCards(tx, ids, { now, cancelledWith: sql`s.sale` });
  await sql`update transaction_detail set deleted_at = ${now}, cancelled_with_id = transaction_id
    where transaction_id = any(${ids}::bigint[]) and deleted_at is null`.execute(tx);
  await revertTier(tx, ids);
}

/** Restores the records that were deleted with these transactions. */
async function restoreSoldRecords(context: WriteContext, ids: readonly number[]): Promise<void> {
  const { tx } = context;
  await assertSaleOrder(tx, ids);
  for (const d of [resources.transaction_detail, resources.member_card, resources.member_voucher]) {
    const endedSql = d.key === 'member_card' ? endFreeTermsSql(restoredSalesSql(ids)) : sql`select`;
    const { rows: restoredRows } = await sql<{ id: number }>`
      with ended as (${endedSql})
      update ${sql.table(d.key)} set deleted_at = null
      where cancelled_with_id = any(${ids}::bigint[]) and (select count(*) from ended) >= 0 returning id`
      .execute(tx)
      .catch((error: unknown) => {
        throw constraintError(d, error) ?? error;
      });
    await assertTargetsRestored(
      context,
      d,
      restoredRows.map(({ id }) => id),
    );
  }
  await resumeRestoredTermsSql(ids).execute(tx);
}

/**
 * Checks a restored transaction: its discount is within the actor's limit, its member can be sold to, and its hotel can
 * give another free membership in its month. Type and price were checked on creation.
 */
async function assertRestorable(context: WriteContext, values: Values): Promise<void> {
  const { hotel_id, member_id, transaction_type_id, transaction_date, created_at, discount, sub_total } = values;
  // Its term, which continued when the refund was cancelled, would have to end again.
  if (values.refund_reason_id !== null) throw errorForConstraint('transaction_refund_ended');
  if (!context.isReverting) await assertDiscount(context, discount, String(sub_total));
  const { rows } = await sql<{ code: string; day: string; is_member_inactive: boolean }>`
    select d.code,
           (${transaction_date}::timestamptz at time zone effective_time_zone(${hotel_id}::bigint))::date::text as day,
           exists (select from member m where m.id = ${member_id} and not m.is_active) as is_member_inactive
    from option_detail d where d.id = ${transaction_type_id} and is_sale(d.id)`.execute(context.tx);
  const [sale] = rows;
  if (sale?.is_member_inactive) throw apiError('conflict', { message: saleTexts.memberInactive });
  if (sale?.code !== String(SALE_TYPE.free) || !(created_at instanceof Date)) return;
  const restored = context.acceptedRows?.get('free') ?? [];
  const otherIds = restored.map(({ id }) => Number(id));
  await assertFreeMembershipAllowed(
    context,
    { id: Number(hotel_id), day: sale.day },
    { givenAt: created_at, otherIds },
  );
  context.acceptedRows?.set('free', [...restored, { id: values['id'] }]);
}

/** Rejects a discount with more decimals than the currency. */
async function assertDiscountDecimals({ tx }: WriteContext, { hotel_id, discount = null }: Values): Promise<void> {
  if (discount === null) return;
  const { rows } = await sql<{ decimals: number }>`
    select c.decimals from hotel h join country c on c.id = h.country_id
    where h.id = ${hotel_id} and has_excess_decimals(${discount}::numeric, c.decimals)`.execute(tx);
  const [excess] = rows;
  if (excess) throw errorForConstraint('transaction_discount_decimals', undefined, String(excess.decimals));
}

/** A bill cannot change its hotel; for a sale, the database reports that nothing can change. */
async function assertHotelChangeable(tx: Tx, { transaction_type_id }: Row): Promise<void> {
  const { rows } = await sql`select where is_sale(${transaction_type_id}::bigint)`.execute(tx);
  if (rows.length === 0) throw errorForConstraint('transaction_hotel_immutable', 'hotel_id');
}

const isSameTime = (at: Date, before: unknown): boolean => before instanceof Date && before.getTime() === at.getTime();

/**
 * Types that are created here cannot be changed to others, nor others to these. The database guards the type of a sale.
 */
async function assertType({ tx }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const type = values.transaction_type_id ?? null;
  if (type === null || type === before?.transaction_type_id) return;
  const { rows } = await sql<{ id: number; name: string; code: string }>`
    select d.id, d.name, d.code from option_detail d
    where d.id = any(${[type, before?.transaction_type_id ?? null]}::bigint[])
      or (d.code = any(${MANUAL_TYPES}::text[])
        and d.option_id = (select option_id from option_detail where id = ${type}))
    order by d.id`.execute(tx);
  const isSaleType = (id: unknown) => rows.some((row) => row.id === id && !MANUAL_TYPES.includes(row.code));
  if (!isSaleType(type) || isSaleType(before?.transaction_type_id)) return;
  const names = rows.filter(({ code }) => MANUAL_TYPES.includes(code)).map(({ name }) => name);
  throw validationError({ transaction_type_id: [message('choice', names.join(', '))] });
}

/**
 * A printed receipt shows payment type, receipt number and seller. A later change needs a new reason, which the next copy
 * shows. Undoing a change would be a correction without a reason of its own, so it is rejected.
 */
async function assertCorrectionReason({ tx, isReverting }: WriteContext, values: Values, before: Row): Promise<void> {
  if (!RECEIPT_FIELDS.some((name) => values[name] !== undefined && values[name] !== before[name])) return;
  const { correction_reason: reason = before.correction_reason } = values;
  if (!isReverting && reason !== null && reason !== before.correction_reason) return;
  const { rows } = await sql`select from receipt where transaction_id = ${before.id}`.execute(tx);
  if (rows.length > 0)
    throw errorForConstraint(isReverting ? 'transaction_correction_undone' : 'transaction_correction_reason');
}
