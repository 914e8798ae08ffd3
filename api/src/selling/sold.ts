import { type RawBuilder, sql } from 'kysely';

/*
 * What a sale made: its cards, the cards that members rose to from them, and the vouchers of all these. Deleted ones too.
 */

/** SQL: ids of the cards of some transactions. */
export const soldCardsSql = (transactions: readonly number[]): RawBuilder<unknown> => sql`(
  with recursive sold as (
    select c.id from member_card c where c.transaction_id = any(${transactions}::bigint[])
    union
    select u.id from member_card u join sold on sold.id = u.upgraded_from_id
  )
  select id from sold)`;

/** SQL: whether the voucher `v` came with one of these transactions. */
export const isSoldSql = (transactions: readonly number[]): RawBuilder<unknown> =>
  sql`(v.transaction_id = any(${transactions}::bigint[]) or v.member_card_id in ${soldCardsSql(transactions)})`;
