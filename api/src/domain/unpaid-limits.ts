import type { Label } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { discountLimitSql, readDiscountLimit } from '../access/own-rights.ts';
import type { Values, WriteContext } from '../engine/resources/resource-hooks.ts';
import { cardTexts } from '../texts/cards.ts';

/*
 * Unpaid tiers, cards and vouchers. Anything issued for a term without a sale counts as a discount. It needs an
 * approval if that discount exceeds the limit of the actor's role group. See
 * docs/decisions/0081-treat-an-unpaid-tier-as-a-discount.md.
 */

/**
 * SQL `from …`: the term of a card as `term`, the membership last sold for it as `sold_membership`, and the amount `paid` for it
 * including sold upgrades.
 */
const cardTermSql = (cardId: number): RawBuilder<unknown> => sql`
  from member_card c
  join member_card term on term.id = first_card_of_term(c.id)
  join member_card last on last.id = coalesce(sold_card_of(c.id), term.id)
  join membership sold_membership on sold_membership.id = last.membership_id
  left join transaction t on t.id = term.transaction_id
  cross join lateral (
    select coalesce(sum(up.grand_total), 0) as amount
    from member_card u join transaction up on up.id = u.transaction_id and up.deleted_at is null
    where u.member_id = c.member_id and u.upgraded_from_id is not null and u.deleted_at is null
      and first_card_of_term(u.id) = term.id) upgrades
  cross join lateral (
    select upgrades.amount + case when t.id is not null then t.grand_total when sold_membership.is_free then 0
      else term.price end as paid) s
  where c.id = ${cardId}`;

/**
 * Why changing a card to this membership needs an approval; undefined if it does not. A tier above the one paid for the
 * term is a discount of the difference in price.
 */
export async function findUnpaidTierReason(
  context: WriteContext,
  cardId: number,
  membershipId: number,
): Promise<Label | undefined> {
  const { rows } = await sql<{ limit: number; exceeds_limit: boolean }>`
    select l.max_discount as limit,
           target.id <> sold_membership.id and not (target.rank between 1 and sold_membership.rank)
             and coalesce((p.price - s.paid) * 100 > p.price * l.max_discount, l.max_discount < 100) as exceeds_limit
    from (select ${discountLimitSql(context.actor)} as max_discount) l, membership target
    cross join lateral (select c.hotel_id, sold_membership.id as sold_membership_id, s.paid ${cardTermSql(cardId)}) s
    join membership sold_membership on sold_membership.id = s.sold_membership_id
    cross join lateral price_at(target.id, s.hotel_id, false) p
    where target.id = ${membershipId}`.execute(context.tx);
  const [result] = rows;
  return result?.exceeds_limit ? cardTexts.unpaidTier({ limit: result.limit }) : undefined;
}

/**
 * Why creating a card manually needs an approval; undefined if it does not. Nobody pays for it, so it is a discount of
 * the full price of its membership.
 */
export async function findUnpaidCardReason(context: WriteContext): Promise<Label | undefined> {
  return (await readDiscountLimit(context.tx, context.actor)) < 100 ? cardTexts.unpaidCard : undefined;
}

/**
 * Why a voucher that is created, changed or restored manually needs an approval, or undefined. A voucher of the card's
 * membership counts as a discount on the price of the term: its value plus the values of earlier manual vouchers and of
 * `acceptedVouchers`, those of the same write. The discount is unknown if a voucher has no value or belongs to another
 * membership. A restored voucher counts with its stored value.
 */
export async function findUnpaidVoucherReason(
  context: WriteContext,
  voucher: Values,
  acceptedVouchers: readonly Values[],
): Promise<Label | undefined> {
  const { rows } = await sql<{ limit: number; exceeds_limit: boolean }>`
    with accepted as (
      select * from json_to_recordset(${JSON.stringify(acceptedVouchers)}::json)
        a (id bigint, member_card_id bigint, voucher_id bigint, is_restored boolean))
    select l.max_discount as limit, l.max_discount < 100 and (
        w.membership_id <> s.membership_id or coalesce(p.nominal, 0) <= 0
        or (p.nominal + s.granted) * 100 > s.paid * l.max_discount) as exceeds_limit
    from (select ${discountLimitSql(context.actor)} as max_discount) l
    cross join lateral (
      select c.id, c.membership_id, coalesce(s.paid, 0) as paid, (
        select coalesce(sum(v.nominal), 0) from member_voucher v
        where v.member_id = c.member_id and v.issued_as is null and first_card_of_term(v.member_card_id) = term.id
          and v.id is distinct from ${voucher['id'] ?? null}::bigint
          and (v.deleted_at is null or v.id in (select id from accepted where is_restored))
          and v.id not in (select id from accepted where not is_restored and id is not null)) + (
        select coalesce(sum(n.nominal), 0)
        from accepted a join voucher_terms n on n.member_card_id = a.member_card_id and n.voucher_id = a.voucher_id
        where not a.is_restored and first_card_of_term(a.member_card_id) = term.id) as granted
      ${cardTermSql(Number(voucher['member_card_id']))}) s
    join voucher w on w.id = ${voucher['voucher_id']}
    join voucher_terms p on p.member_card_id = s.id and p.voucher_id = w.id`.execute(context.tx);
  const [result] = rows;
  return result?.exceeds_limit ? cardTexts.unpaidVouchers({ limit: result.limit }) : undefined;
}
