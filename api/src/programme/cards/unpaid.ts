import type { Label } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { WriteContext } from '../../engine/resources/behaviour.ts';

/*
 * Tiers, cards and vouchers that nobody paid for. Whatever issues one for a term without a sale is judged here, and in no other place, as the
 * discount that it comes to: it needs an approval where that is more than the role group of the actor may take off.
 * See docs/decisions/0081-unpaid-tiers-are-discounts.md.
 */

/** SQL: how much of a price the actor may take off, in percent. */
const limitSql = ({ actor }: WriteContext): RawBuilder<number> =>
  sql`(select coalesce(discount_limit_of(role_group_id), 0) from users where id = ${actor.userId})`;

/**
 * SQL `from …`: the term of a card as `term`, the membership that was sold last for it as `began`, and what was `paid` for it, with upgrades
 * that were sold.
 */
const fromTermOf = (cardId: number): RawBuilder<unknown> => sql`
  from member_card c
  join member_card term on term.id = term_of(c.id)
  join member_card last on last.id = coalesce(sold_card_of(c.id), term.id)
  join membership began on began.id = last.membership_id
  left join transaction t on t.id = term.transaction_id
  cross join lateral (
    select coalesce(sum(up.grand_total), 0) as amount
    from member_card u join transaction up on up.id = u.transaction_id and up.deleted_at is null
    where u.member_id = c.member_id and u.upgraded_from_id is not null and u.deleted_at is null and term_of(u.id) = term.id) upgrades
  cross join lateral (
    select upgrades.amount + case when t.id is not null then t.grand_total when began.is_free then 0 else term.price end as paid) s
  where c.id = ${cardId}`;

/**
 * Why a card may not be given a membership without an approval; undefined where it may. A tier above the one that was paid for the term
 * is a discount of the difference to its price.
 */
export async function unpaidTier(
  context: WriteContext,
  cardId: number,
  membershipId: number,
): Promise<Label | undefined> {
  const { rows } = await sql<{ limit: number; is_beyond: boolean }>`
    select l.most as limit,
           wanted.id <> began.id and not (wanted.rank between 1 and began.rank)
             and coalesce((p.price - s.paid) * 100 > p.price * l.most, l.most < 100) as is_beyond
    from (select ${limitSql(context)} as most) l, membership wanted
    cross join lateral (select c.hotel_id, began.id as began_id, s.paid ${fromTermOf(cardId)}) s
    join membership began on began.id = s.began_id
    cross join lateral price_at(wanted.id, s.hotel_id, false) p
    where wanted.id = ${membershipId}`.execute(context.tx);
  const [judged] = rows;
  return judged?.is_beyond ? aboveTier(judged.limit) : undefined;
}

const aboveTier = (limit: number): Label => ({
  en: `This level was not paid for the term: it is a discount above your ${limit} % and needs an approval.`,
  id: `Tingkat ini tidak dibayar untuk masa ini: ini diskon di atas ${limit} % Anda dan perlu persetujuan.`,
});

/**
 * Why a card may not be made manually without an approval; undefined where it may. Nobody pays for it: it is a discount of all that its
 * membership costs.
 */
export async function unpaidCard(context: WriteContext): Promise<Label | undefined> {
  const { rows } = await sql<{ limit: number }>`select ${limitSql(context)} as limit`.execute(context.tx);
  return (rows[0]?.limit ?? 0) < 100 ? UNPAID_CARD : undefined;
}

const UNPAID_CARD: Label = {
  en: 'Nobody pays for a card that is made manually: sell or give the membership, or ask for an approval.',
  id: 'Kartu yang dibuat secara manual tidak dibayar: jual atau beri keanggotaannya, atau minta persetujuan.',
};

/**
 * Why a voucher may not be made manually for a card without an approval; undefined where it may. Vouchers of the card's own membership are
 * a discount of what they are worth, together with those that were made for the term before, on what was paid for it. Of one
 * without a worth, or of another membership, nobody knows how much it takes off. Vouchers that are restored with it count, too (`restored`).
 */
export async function unpaidVoucher(
  context: WriteContext,
  cardId: number,
  voucherId: number,
  exceptId: number | null,
  restored: readonly number[],
): Promise<Label | undefined> {
  const { rows } = await sql<{ limit: number; is_beyond: boolean }>`
    select l.most as limit, l.most < 100 and (
        w.membership_id <> s.membership_id or coalesce(p.nominal, 0) <= 0
        or (p.nominal + s.given) * 100 > s.paid * l.most) as is_beyond
    from (select ${limitSql(context)} as most) l
    cross join lateral (
      select c.id, c.membership_id, coalesce(s.paid, 0) as paid, (
        select coalesce(sum(v.nominal), 0) from member_voucher v
        where v.member_id = c.member_id and v.issued_as is null
          and (v.deleted_at is null or v.id = any(${restored}::bigint[]))
          and v.id is distinct from ${exceptId}::bigint and term_of(v.member_card_id) = term.id) as given
      ${fromTermOf(cardId)}) s
    join voucher w on w.id = ${voucherId}
    join voucher_promise p on p.member_card_id = s.id and p.voucher_id = w.id`.execute(context.tx);
  const [judged] = rows;
  return judged?.is_beyond ? aboveVouchers(judged.limit) : undefined;
}

const aboveVouchers = (limit: number): Label => ({
  en: `Vouchers that are made manually are a discount on what was paid: this one goes beyond your ${limit} % and needs an approval.`,
  id: `Voucher yang dibuat secara manual adalah diskon dari yang dibayar: ini melebihi ${limit} % Anda dan perlu persetujuan.`,
});
