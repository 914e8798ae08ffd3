import { SALE_TYPE } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/*
 * A free term ends when its member buys a membership:
 *
 *   running ── membership bought ──▶ ended ── that sale is cancelled ──▶ running
 *
 * A card that began before the day of the sale ends the day before it, and its vouchers keep their dates. A card with
 * no day left is deactivated with its vouchers. Both statements run within the one that issues or cancels the paid
 * card: in between the member would have no card and would count as expired. See
 * docs/decisions/0088-sell-to-free-members-any-time-and-upgrade-for-the-difference.md.
 */

/**
 * SQL: ends the free cards of members. `newCardsSql` returns `member_id`, `start_date` and `transaction_id` of the new paid
 * cards.
 */
export const endFreeTermsSql = (newCardsSql: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update member_card f
  set ended_with_id = b.transaction_id, ended_from = f.end_date, is_active = f.start_date < b.start_date,
      end_date = case when f.start_date < b.start_date then b.start_date - 1 else f.end_date end
  from (${newCardsSql}) b
  where f.member_id = b.member_id and f.end_date >= b.start_date and f.is_active and f.deleted_at is null
    and is_free_term(f.id)
  returning f.id`;

/** SQL: the cards that are restored with these sales and end free terms. */
export const restoredSalesSql = (transactionIds: readonly number[]): RawBuilder<unknown> => sql`
  select c.member_id, c.start_date, c.transaction_id
  from member_card c join transaction t on t.id = c.transaction_id join option_detail d on d.id = t.transaction_type_id
  where c.cancelled_with_id = any(${transactionIds}::bigint[]) and d.code = ${String(SALE_TYPE.sale)}`;

const RESTORE_DATES_SQL = sql`end_date = f.ended_from, is_active = f.is_active or f.end_date = f.ended_from, ended_with_id = null,
    ended_from = null`;

/**
 * SQL `update …`: restores the dates of cards that these sales ended; `precedingSql` returns the rows that must be
 * written first.
 */
export const resumeFreeTermsSql = (
  transactionIds: readonly number[],
  precedingSql: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  with preceding_write as (${precedingSql})
  update member_card f set ${RESTORE_DATES_SQL}
  where f.ended_with_id = any(${transactionIds}::bigint[]) and (select count(*) from preceding_write) >= 0`;

/**
 * SQL `update …`: the same after a merge was undone, for free cards of these members that a sale to the other member
 * had ended.
 */
export const resumeUnmergedTermsSql = (memberIds: readonly number[]): RawBuilder<unknown> => sql`
  update member_card f set ${RESTORE_DATES_SQL}
  from transaction t
  where f.member_id = any(${memberIds}::bigint[]) and t.id = f.ended_with_id and t.member_id <> f.member_id`;

/**
 * SQL `update …`: the same for free cards that were restored with their own sales, if the sales that ended them are
 * still cancelled.
 */
export const resumeRestoredTermsSql = (transactionIds: readonly number[]): RawBuilder<unknown> => sql`
  update member_card f set ${RESTORE_DATES_SQL}
  from transaction t
  where f.member_id in (select member_id from transaction where id = any(${transactionIds}::bigint[]))
    and f.deleted_at is null and t.id = f.ended_with_id and t.deleted_at is not null`;
