import { type Tx, deferStatement, genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { endFreeTermsSql } from './free-term.ts';

export interface NewCard {
  readonly memberId: number;
  readonly membershipId: number;
  readonly hotelId: number;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly startDate: string;
  readonly endDate: string;
  readonly transactionId?: number;
  readonly upgradedFromId?: number;
  /** For a card of the next term: the card of the running term with which it was upgraded. */
  readonly upgradedById?: number;
  readonly isManual?: boolean;
  /** Whether the member's free term ends when this card begins. */
  readonly endsFreeTerm?: boolean;
  readonly remark?: string | null;
}

/** Inserts a card; the database assigns its number and snapshots its terms. Returns its id. */
export async function issueCard(tx: Tx, card: NewCard): Promise<number> {
  const [id = 0] = await issueCards(tx, [card]);
  return id;
}

/**
 * Inserts cards in one statement, one per member; either all or none end free terms. Returns their ids in the same
 * order.
 */
export async function issueCards(tx: Tx, cards: readonly NewCard[]): Promise<number[]> {
  const cardRows = cards.map((card) => ({
    member_id: card.memberId,
    membership_id: card.membershipId,
    hotel_id: card.hotelId,
    start_date: card.startDate,
    end_date: card.endDate,
    is_active: true,
    transaction_id: card.transactionId,
    upgraded_from_id: card.upgradedFromId,
    upgraded_by_id: card.upgradedById,
    is_tier_manual: card.isManual ?? false,
    remark: card.remark,
  }));
  const columns = sql.raw(
    'member_id, membership_id, hotel_id, start_date, end_date, is_active, transaction_id, upgraded_from_id, upgraded_by_id, is_tier_manual, remark',
  );
  const newCardsSql = sql`json_populate_recordset(null::member_card, ${JSON.stringify(cardRows)}::json)`;
  const endFreeTerms = cards.some(({ endsFreeTerm }) => endsFreeTerm)
    ? endFreeTermsSql(sql`select member_id, start_date, transaction_id from ${newCardsSql}`)
    : null;
  const { rows } = await sql<{ id: number; member_id: number }>`
    ${endFreeTerms ? sql`with ended as (${endFreeTerms})` : sql``}
    insert into member_card (${columns})
    select ${columns} from ${newCardsSql} ${endFreeTerms ? sql`where (select count(*) from ended) >= 0` : sql``}
    returning id, member_id`.execute(tx);
  const idByMember = new Map(rows.map(({ id, member_id }) => [member_id, id]));
  return cards.map(({ memberId }) => idByMember.get(memberId) ?? 0);
}

/**
 * Issues the vouchers of cards' memberships, valid for the days of the card. Each active voucher that applies
 * everywhere, or that the card's hotel added, is issued as often as its quantity says; a restricted one is for that
 * hotel only. Vouchers already issued in the term, with any card, are not repeated (member_voucher_issued_as_key).
 *
 * Reads the term once per card and the terms snapshot once per voucher. `genericPlanArray` hides the ids from the
 * planner, which would otherwise plan each list again and take 0.7 ms of a sale.
 */
export const issueVouchers = (tx: Tx, ...cardIds: readonly number[]): Promise<unknown> =>
  insertVouchers(tx, cardIds, sql`select generate_series(1, p.quantity) as n`);

/**
 * Issues the vouchers of a card that a sold upgrade created. Subtracts those of the same kind that were already issued
 * in the term, unless an option overrides that (upgrade_voucher_count). Numbering continues after cancelled and
 * withdrawn vouchers of the term, because those may be restored.
 */
export const issueUpgradeVouchers = (tx: Tx, cardId: number): Promise<unknown> =>
  insertVouchers(
    tx,
    [cardId],
    sql`
    select f.last + generate_series(1, upgrade_voucher_count(p.member_card_id, p.voucher_id, p.quantity)) as n
    from (
      select coalesce(max(split_part(v.issued_as, '/', 3)::integer), 0) as last from member_voucher v
      where v.member_id = p.member_id and v.voucher_id = p.voucher_id
        and v.issued_as like concat_ws('/', p.term_id, p.voucher_id, '%')) f`,
  );

/** Issues vouchers for cards; `numbersSql` selects the numbers `n` within the term of each voucher `p`. */
const insertVouchers = (tx: Tx, cardIds: readonly number[], numbersSql: RawBuilder<unknown>): Promise<unknown> =>
  deferStatement(
    tx,
    sql`
    with card as materialized (
      select c.*, first_card_of_term(c.id) as term_id from member_card c where c.id = any(${genericPlanArray(cardIds)})
    ),
    voucher_terms_snapshot as materialized (
      select c.transaction_id, c.start_date, c.end_date, c.term_id,
             v.quantity, v.sort_no, p.*
      from card c
      join voucher v on v.membership_id = c.membership_id and v.is_active and v.deleted_at is null
        and (v.hotel_id is null or v.hotel_id = c.hotel_id)
      join voucher_terms p on p.member_card_id = c.id and p.voucher_id = v.id
    )
    insert into member_voucher (voucher_id, member_card_id, transaction_id, restrict_hotel_id, redeem_date,
                                valid_until_date,
                                member_id, nominal, currency, terms_condition, terms_condition_id, issued_as)
    select p.voucher_id, p.member_card_id, p.transaction_id, p.restrict_hotel_id, p.start_date, p.end_date,
           p.member_id, p.nominal, p.currency, p.terms_condition, p.terms_condition_id,
           concat_ws('/', p.term_id, p.voucher_id, n)
    from voucher_terms_snapshot p cross join lateral (${numbersSql}) numbered
    order by p.member_card_id, p.sort_no, p.voucher_id, n
    on conflict (issued_as) do nothing`,
  );
