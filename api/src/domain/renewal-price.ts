import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: whether the membership `l` is renewed at its renewal price after the term of a card: its tier, or a higher one,
 * was held in that term, or was earned by visits and not given yet. A renewal into any other tier costs its full price.
 * After a free term, the last paid one counts. An inactive card does not: a refund ended it. True without a card, for a
 * price list. `card` and `region` are the SQL of ids; columns in them need aliases other than those of the query.
 */
export const hasRenewalPriceSql = (
  card: RawBuilder<unknown> | null,
  region: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  card === null
    ? sql`true`
    : sql`exists (
        select from member_card last
        join member_card held on held.member_id = last.member_id and held.is_active and held.deleted_at is null
          and first_card_of_term(held.id) = first_card_of_term(last.id)
        join membership tier on tier.id = held.membership_id
        left join member_standing s on s.member_card_id = held.id
        where last.id = case when is_free_term(${card}::bigint) then (
            select p.id from member_card p
            where p.member_id = (select c.member_id from member_card c where c.id = ${card}::bigint)
              and p.is_active and p.deleted_at is null and not is_free_term(p.id)
            order by p.end_date desc, p.id desc limit 1) else ${card}::bigint end
          and (tier.id = l.id or (l.rank > 0 and tier.rank >= l.rank)
            or (s.to_upgrade > 0 and s.visits >= s.to_upgrade
              and l.id = (select o.id from next_tier(tier.rank, ${region}::bigint) o))))`;
