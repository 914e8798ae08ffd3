import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type WriteContext, lockClause } from '../../engine/resources/resource-hooks.ts';
import { resumeFreeTermsSql } from '../../domain/free-term.ts';

/*
 * Records created by a sale, including deleted ones: its cards, the cards that members were upgraded to from them, and
 * the vouchers of all these. An upgrade that was sold belongs to its own sale.
 */

/** SQL: `id` and `sale` of the cards of some transactions. */
export const soldSql = (transactions: readonly number[]): RawBuilder<unknown> => sql`(
  with recursive sold as (
    select c.id, c.transaction_id as sale from member_card c where c.transaction_id = any(${transactions}::bigint[])
    union
    select u.id, sold.sale from member_card u join sold on sold.id = u.upgraded_from_id and u.transaction_id is null
  )
  select id, sale from sold)`;

/** SQL: ids of the cards that these transactions sold. */
export const soldCardsSql = (transactions: readonly number[]): RawBuilder<unknown> =>
  sql`(select id from ${soldSql(transactions)} sold)`;

/**
 * SQL: whether the voucher `v` came with one of these transactions. A manual voucher may name the sale of another
 * guest, and does not count.
 */
export const isSoldSql = (transactions: readonly number[]): RawBuilder<unknown> =>
  sql`(v.member_card_id in ${soldCardsSql(transactions)} or (v.transaction_id = any(${transactions}::bigint[])
       and v.member_id = (select coalesce(t.member_id, v.member_id) from transaction t
           where t.id = v.transaction_id)))`;

/** Deletes the cards of these sales with them, or with their reversal; free terms that they ended resume. */
export const deleteSoldCards = (
  tx: Tx,
  ids: readonly number[],
  { now, cancelledWith }: { now: Date; cancelledWith: RawBuilder<unknown> },
) =>
  resumeFreeTermsSql(
    ids,
    sql`update member_card c set deleted_at = ${now}, cancelled_with_id = ${cancelledWith} from ${soldSql(ids)} s
      where s.id = c.id and c.deleted_at is null returning c.id`,
  ).execute(tx);

/**
 * Locks the cards of these sales, then their vouchers, after their members. Redemptions also lock their voucher, so the
 * first one wins.
 */
export const lockSoldRecords = (context: WriteContext, ids: readonly number[]) =>
  sql`
    with cards as materialized (
      select from member_card where id in ${soldCardsSql(ids)} order by id ${lockClause(context, 'for no key update')})
    select from member_voucher v where (select count(*) from cards) >= 0 and ${isSoldSql(ids)}
    order by v.id ${lockClause(context, 'for update of v')}`.execute(context.tx);

/** Returns the members of cancelled sales to their tier before the sale, unless a remaining card determines it. */
export const revertTier = (tx: Tx, ids: readonly number[]) =>
  sql`update member m set membership_id = t.tier_before_id
    from (select distinct on (member_id) member_id, tier_before_id from transaction
          where id = any(${ids}::bigint[]) and tier_before_id is not null order by member_id, id) t
    where m.id = t.member_id and m.membership_id <> t.tier_before_id
      and exists (select from member_standing s where s.member_id = m.id and s.member_card_id is null)`.execute(tx);
