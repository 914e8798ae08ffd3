import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type WriteContext, holding } from '../../engine/resources/behaviour.ts';
import { resumeFreeTermsSql } from '../cards/free-term.ts';

/*
 * The records that a sale made: its cards, the cards that members rose to from them, and the vouchers of all these. Deleted ones too. An upgrade
 * that was sold goes with its own sale.
 */

/** SQL: `id` and `sale` of the cards of some transactions. */
export const soldSql = (transactions: readonly number[]): RawBuilder<unknown> => sql`(
  with recursive sold as (
    select c.id, c.transaction_id as sale from member_card c where c.transaction_id = any(${transactions}::bigint[])
    union
    select u.id, sold.sale from member_card u join sold on sold.id = u.upgraded_from_id and u.transaction_id is null
  )
  select id, sale from sold)`;

/** SQL: ids of the cards of some transactions. */
export const soldCardsSql = (transactions: readonly number[]): RawBuilder<unknown> =>
  sql`(select id from ${soldSql(transactions)} sold)`;

/** SQL: whether the voucher `v` came with one of these transactions. One that was made by hand may name the sale of another guest: it stays. */
export const isSoldSql = (transactions: readonly number[]): RawBuilder<unknown> =>
  sql`(v.member_card_id in ${soldCardsSql(transactions)} or (v.transaction_id = any(${transactions}::bigint[])
       and v.member_id = (select coalesce(t.member_id, v.member_id) from transaction t where t.id = v.transaction_id)))`;

/** Deletes the cards of these sales with them, or with their reversal; the free terms that they ended go on. */
export const takeCardsBack = (
  tx: Tx,
  ids: readonly number[],
  { now, cancelledWith }: { now: Date; cancelledWith: RawBuilder<unknown> },
) =>
  resumeFreeTermsSql(
    ids,
    sql`update member_card c set deleted_at = ${now}, cancelled_with_id = ${cancelledWith} from ${soldSql(ids)} s
      where s.id = c.id and c.deleted_at is null returning c.id`,
  ).execute(tx);

/** Locks the cards of these sales, then their vouchers, after their members. Redemptions lock their voucher, too: the one that came first counts. */
export const lockSold = (context: WriteContext, ids: readonly number[]) =>
  sql`
    with cards as materialized (
      select from member_card where id in ${soldCardsSql(ids)} order by id ${holding(context, 'for no key update')})
    select from member_voucher v where (select count(*) from cards) >= 0 and ${isSoldSql(ids)}
    order by v.id ${holding(context, 'for update of v')}`.execute(context.tx);

/** Gives the members of cancelled sales the level that they had before, where no card is left to tell it. */
export const takeLevelBack = (tx: Tx, ids: readonly number[]) =>
  sql`update member m set membership_id = t.level_before_id
    from (select distinct on (member_id) member_id, level_before_id from transaction
          where id = any(${ids}::bigint[]) and level_before_id is not null order by member_id, id) t
    where m.id = t.member_id and m.membership_id <> t.level_before_id
      and exists (select from member_standing s where s.member_id = m.id and s.member_card_id is null)`.execute(tx);

export const MEMBER_SWITCHED_OFF = {
  en: 'This member is switched off: switch the member on before selling.',
  id: 'Anggota ini nonaktif: aktifkan anggota sebelum menjual.',
};
