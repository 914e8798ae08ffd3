import { SALE_TYPE } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/*
 * A free term ends when its member buys a membership:
 *
 *   running ── membership bought ──▶ ended ── that sale is cancelled ──▶ running
 *
 * A card that began before the sale's day ends on the day before it, and its vouchers keep their dates. A card that would have no day left
 * is switched off with its vouchers. Both statements run within the one that issues or cancels the paid card: between the two the member would
 * have no card, and be judged as one whose term has ended.
 * See docs/decisions/0088-selling-up.md.
 */

/** SQL: ends the free cards of members. `begun` returns `member_id`, `start_date` and `transaction_id` of the paid cards that begin. */
export const endFreeTermsSql = (begun: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update member_card f
  set ended_with_id = b.transaction_id, ended_from = f.end_date, is_active = f.start_date < b.start_date,
      end_date = case when f.start_date < b.start_date then b.start_date - 1 else f.end_date end
  from (${begun}) b
  where f.member_id = b.member_id and f.end_date >= b.start_date and f.is_active and f.deleted_at is null and is_free_term(f.id)
  returning f.id`;

/** SQL: the cards that come back with these sales, as far as they end free terms. */
export const restoredSalesSql = (transactions: readonly number[]): RawBuilder<unknown> => sql`
  select c.member_id, c.start_date, c.transaction_id
  from member_card c join transaction t on t.id = c.transaction_id join option_detail d on d.id = t.transaction_type_id
  where c.cancelled_with_id = any(${transactions}::bigint[]) and d.code = ${String(SALE_TYPE.sale)}`;

const RESUMED = sql`end_date = f.ended_from, is_active = f.is_active or f.end_date = f.ended_from, ended_with_id = null, ended_from = null`;

/** SQL `update …`: gives the cards that these sales ended the days back that they had; `after` returns the rows that have to be written first. */
export const resumeFreeTermsSql = (
  transactions: readonly number[],
  after: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  with gone as (${after})
  update member_card f set ${RESUMED}
  where f.ended_with_id = any(${transactions}::bigint[]) and (select count(*) from gone) >= 0`;

/** SQL `update …`: the same for free cards of these members that another member's sale ended, before a merge of the two was undone. */
export const resumePartedSql = (members: readonly number[]): RawBuilder<unknown> => sql`
  update member_card f set ${RESUMED}
  from transaction t
  where f.member_id = any(${members}::bigint[]) and t.id = f.ended_with_id and t.member_id <> f.member_id`;

/** SQL `update …`: the same for free cards that come back with their own sales, while the sales that ended them stay cancelled. */
export const resumeRestoredSql = (transactions: readonly number[]): RawBuilder<unknown> => sql`
  update member_card f set ${RESUMED}
  from transaction t
  where f.member_id in (select member_id from transaction where id = any(${transactions}::bigint[]))
    and f.deleted_at is null and t.id = f.ended_with_id and t.deleted_at is not null`;
