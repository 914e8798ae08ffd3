import { SALE_TYPE, message, resources } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail, invalid } from '../../platform/http/fail.ts';
import { type Behaviour, type Row, type Values, type WriteContext } from '../../engine/resources/behaviour.ts';
import { isClosedSql } from '../../engine/resources/months.ts';
import { isFuture } from '../../engine/resources/future.ts';
import { constraintError, refusalBy } from '../../engine/resources/refusals.ts';
import { refuseDangling } from '../../engine/resources/restore.ts';
import { lockMembers } from '../cards/lock-order.ts';
import { askAboutReceipt } from './receipt-no.ts';
import { refuseUnexplained } from './receipt-correction.ts';
import { refuseDiscount } from './discount-limit.ts';
import { checkFree } from './limits.ts';
import { hasPaymentStatus, paymentStatus } from './payment-status.ts';
import { resumeRefunded } from './refund.ts';
import { refuseOutOfOrder, refuseUnderRenewal } from './resting-sales.ts';
import { MEMBER_SWITCHED_OFF, isSoldSql, lockSold, soldSql, takeCardsBack, takeLevelBack } from './sold.ts';
import { endFreeTermsSql, restoredSalesSql, resumeRestoredSql } from '../cards/free-term.ts';
import { zoneSql } from '../places/zone.ts';

/** Codes of `transaction-type` that are made here; the others are made by selling, renewing and giving memberships. */
const BY_HAND = ['4', '5', '99'];

/**
 * Transactions. The database adds up totals, gives currency and rate (see add_up and keep_rate), and keeps a sale as it was made
 * (keep_transaction). Deleting one takes its lines along, and the records that it sold: its cards, those that members rose to from them,
 * and vouchers that nobody redeemed; restoring brings the same ones back. A sale of which a voucher was redeemed stays, and so does one
 * that a renewal rests on, or of which a part was refunded. Deleting a refund cancels it, and its cards run again.
 */
export const transaction: Behaviour = {
  lockFirst: lockMembers('transaction'),
  computed: {
    time_zone: (ref) => zoneSql(ref, 'hotel'),
    payment_status: paymentStatus,
    stays_because: (
      ref,
    ) => `case when ${ref('reverses_id')} is not null and ${ref('refund_reason_id')} is null then 'reversal'
      when ${ref('refund_reason_id')} is not null and ${ref('deleted_at')} is not null then 'refund_cancelled'
      when ${isClosedSql(ref('hotel_id'), ref('transaction_date'))} then 'month_closed'
      when is_refunded(${ref('id')}) then 'refunded'
      when exists (select from transaction b where b.reverses_id = ${ref('id')} and b.deleted_at is null) then 'reversed' end`,
  },
  chosen: { payment_status: hasPaymentStatus },
  beforeWrite: async (context, values, before) => {
    if (context.isRestoring) await judgeRestored(context, values);
    else await refuseType(context, values, before);
    if (context.check) await refuseFinerDiscount(context, { ...before, ...values });
    if (context.check && before) await refuseUnexplained(context, values, before);
    // For a bill whose lines are still to come the database says that there is nothing to take off yet.
    if (before && values.discount !== undefined && values.discount !== before.discount)
      await refuseDiscount(context, values.discount, String(before.sub_total));
    const at = values.transaction_date ?? null;
    if (at instanceof Date && isFuture(at, context.now) && !isSame(at, before?.transaction_date))
      throw invalid({ transaction_date: [message('future')] });
    if (values.reference_no !== undefined && values.reference_no !== before?.reference_no)
      await askAboutReceipt(context, before?.hotel_id ?? values.hotel_id, values.reference_no, before?.id);
    return before || at !== null ? values : { ...values, transaction_date: context.now };
  },
  beforeDelete: async (context, rows) => {
    const { tx } = context;
    const ids = rows.map(({ id }) => id);
    await refuseRefunded(tx, ids);
    await lockSold(context, ids);
    const { rows: redeemed } = await sql<{ voucher_no: string; redeem_no: string }>`
      select v.voucher_no, r.redeem_no
      from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
      where ${isSoldSql(ids)} order by r.id`.execute(tx);
    const [first] = redeemed;
    if (first) throw fail('conflict', { message: wasRedeemed(first.voucher_no, first.redeem_no) });
    await refuseUnderRenewal(tx, ids);
  },
  // Each record notes the sale with which it went: records deleted before, in whichever second, do not come back with it.
  afterDelete: async ({ tx, now }, ids) => {
    await resumeRefunded(tx, ids);
    // Vouchers first: their cards lead to them.
    await sql`update member_voucher v set deleted_at = ${now}, cancelled_with_id = coalesce(s.sale, v.transaction_id)
      from member_card c left join ${soldSql(ids)} s on s.id = c.id
      where c.id = v.member_card_id and ${isSoldSql(ids)} and v.deleted_at is null`.execute(tx);
    await takeCardsBack(tx, ids, { now, cancelledWith: sql`s.sale` });
    await sql`update transaction_detail set deleted_at = ${now}, cancelled_with_id = transaction_id
      where transaction_id = any(${ids}::bigint[]) and deleted_at is null`.execute(tx);
    await takeLevelBack(tx, ids);
  },
  afterRestore: async (context, rows) => {
    const ids = rows.map(({ id }) => id);
    await refuseOutOfOrder(context.tx, ids);
    for (const d of [resources.transaction_detail, resources.member_card, resources.member_voucher]) {
      const ended = d.key === 'member_card' ? endFreeTermsSql(restoredSalesSql(ids)) : sql`select`;
      const { rows: back } = await sql<{ id: number }>`
        with ended as (${ended})
        update ${sql.table(d.key)} set deleted_at = null
        where cancelled_with_id = any(${ids}::bigint[]) and (select count(*) from ended) >= 0 returning id`
        .execute(context.tx)
        .catch((error: unknown) => {
          throw constraintError(d, error) ?? error;
        });
      await refuseDangling(
        context,
        d,
        back.map(({ id }) => id),
      );
    }
    await resumeRestoredSql(ids).execute(context.tx);
  },
};

/**
 * Judges a transaction that is restored: its discount is within the limit of the actor, its member can be sold to, and its hotel can give another free
 * membership in its month. Type and price were judged when it was made.
 */
async function judgeRestored(context: WriteContext, values: Values): Promise<void> {
  const { hotel_id, member_id, transaction_type_id, transaction_date, created_at, discount, sub_total } = values;
  if (!context.isTakingBack) await refuseDiscount(context, discount, String(sub_total));
  const { rows } = await sql<{ code: string; day: string; is_switched_off: boolean }>`
    select d.code, (${transaction_date}::timestamptz at time zone zone_of(${hotel_id}::bigint))::date::text as day,
           exists (select from member m where m.id = ${member_id} and not m.is_active) as is_switched_off
    from option_detail d where d.id = ${transaction_type_id} and is_sale(d.id)`.execute(context.tx);
  const [sale] = rows;
  if (sale?.is_switched_off) throw fail('conflict', { message: MEMBER_SWITCHED_OFF });
  if (sale?.code !== String(SALE_TYPE.free) || !(created_at instanceof Date)) return;
  const restored = context.check?.get('free') ?? [];
  const others = restored.map(({ id }) => Number(id));
  await checkFree(context, { id: Number(hotel_id), day: sale.day }, { givenAt: created_at, others });
  context.check?.set('free', [...restored, { id: values['id'] }]);
}

/** Throws a 409 where a part of one of these transactions was refunded. */
async function refuseRefunded(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from transaction r where r.reverses_id = any(${ids}::bigint[]) and r.refund_reason_id is not null
      and r.deleted_at is null limit 1`.execute(tx);
  if (rows.length > 0) throw refusalBy('transaction_refunded_settled');
}

/** Checks the rule of guard_discount_decimals for a transaction that is not written. */
async function refuseFinerDiscount({ tx }: WriteContext, { hotel_id, discount = null }: Values): Promise<void> {
  const { rows } = await sql<{ decimals: number }>`
    select c.decimals from hotel h join country c on c.id = h.country_id
    where h.id = ${hotel_id} and is_finer_than(${discount}::numeric, c.decimals)`.execute(tx);
  const [finer] = rows;
  if (finer) throw refusalBy('transaction_discount_decimals', undefined, String(finer.decimals));
}

const wasRedeemed = (voucher: string, redemption: string) => ({
  en: `Voucher ${voucher} of this sale was redeemed (${redemption}): void that redemption first.`,
  id: `Voucher ${voucher} dari penjualan ini sudah ditukar (${redemption}): batalkan penukaran itu terlebih dahulu.`,
});

const isSame = (at: Date, had: unknown): boolean => had instanceof Date && had.getTime() === at.getTime();

/** Types that are made here do not become others, nor others these; that a sale keeps its own is the database's. */
async function refuseType({ tx }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const type = values.transaction_type_id ?? null;
  if (type === null || type === before?.transaction_type_id) return;
  const { rows } = await sql<{ id: number; name: string; code: string }>`
    select d.id, d.name, d.code from option_detail d
    where d.id = any(${[type, before?.transaction_type_id ?? null]}::bigint[]) or (d.code = any(${BY_HAND}::text[]) and d.option_id = (select option_id from option_detail where id = ${type}))
    order by d.id`.execute(tx);
  const isMade = (id: unknown) => rows.some((row) => row.id === id && !BY_HAND.includes(row.code));
  if (!isMade(type) || isMade(before?.transaction_type_id)) return;
  const names = rows.filter(({ code }) => BY_HAND.includes(code)).map(({ name }) => name);
  throw invalid({ transaction_type_id: [message('choice', names.join(', '))] });
}
