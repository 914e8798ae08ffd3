import { type Tx, plannedOnce } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { endFreeTermsSql } from './free-term.ts';

export interface NewCard {
  readonly memberId: number;
  readonly membershipId: number;
  readonly hotelId: number;
  /** `YYYY-MM-DD`, both included. */
  readonly startDate: string;
  readonly endDate: string;
  readonly transactionId?: number;
  readonly upgradedFromId?: number;
  /** In the next term: the card of the running one with which it rose. */
  readonly risenWithId?: number;
  readonly isByHand?: boolean;
  /** Whether its member's free term ends where it begins. */
  readonly endsFreeTerm?: boolean;
  readonly remark?: string | null;
}

/** Writes a card; the database gives its number and its promise. Returns its id. */
export async function issueCard(tx: Tx, card: NewCard): Promise<number> {
  const [id = 0] = await issueCards(tx, [card]);
  return id;
}

/** Writes cards by one statement, each of another member, of which all end free terms, or none does. Returns their ids, in the same order. */
export async function issueCards(tx: Tx, cards: readonly NewCard[]): Promise<number[]> {
  const listed = cards.map((card) => ({
    member_id: card.memberId,
    membership_id: card.membershipId,
    hotel_id: card.hotelId,
    start_date: card.startDate,
    end_date: card.endDate,
    is_active: true,
    transaction_id: card.transactionId,
    upgraded_from_id: card.upgradedFromId,
    risen_with_id: card.risenWithId,
    is_by_hand: card.isByHand ?? false,
    remark: card.remark,
  }));
  const columns = sql.raw(
    'member_id, membership_id, hotel_id, start_date, end_date, is_active, transaction_id, upgraded_from_id, risen_with_id, is_by_hand, remark',
  );
  const begun = sql`json_populate_recordset(null::member_card, ${JSON.stringify(listed)}::json)`;
  const ending = cards.some(({ endsFreeTerm }) => endsFreeTerm)
    ? endFreeTermsSql(sql`select member_id, start_date, transaction_id from ${begun}`)
    : null;
  const { rows } = await sql<{ id: number; member_id: number }>`
    ${ending ? sql`with ended as (${ending})` : sql``}
    insert into member_card (${columns})
    select ${columns} from ${begun} ${ending ? sql`where (select count(*) from ended) >= 0` : sql``}
    returning id, member_id`.execute(tx);
  const ids = new Map(rows.map(({ id, member_id }) => [member_id, id]));
  return cards.map(({ memberId }) => ids.get(memberId) ?? 0);
}

/**
 * Gives cards the vouchers of their membership, good for the days of the card: of each active voucher that holds everywhere or
 * was added by the card's hotel as many as its quantity says, restricted ones for that hotel alone. Those that the term has had
 * already, with whichever card, are not given again (member_voucher_issued_as_key). Returns how many.
 *
 * The term is asked for once a card, and the promise once a voucher of the membership. The ids stay unknown to the planner, which
 * otherwise makes a plan of its own for each list of them: 0.7 ms of a sale.
 */
export const issueVouchers = (tx: Tx, ...cardIds: readonly number[]): Promise<number> =>
  issueNumbered(tx, cardIds, sql`select generate_series(1, p.quantity) as n`);

/**
 * Gives a card to which a member was upgraded by a sale its vouchers, as issueVouchers does: less those of the same kind that the term has had, unless
 * an option says otherwise (vouchers_of_upgrade). They are numbered after those of the term that were cancelled or withdrawn: these were paid
 * for, and those may come back.
 */
export const issueUpgradeVouchers = (tx: Tx, cardId: number): Promise<number> =>
  issueNumbered(
    tx,
    [cardId],
    sql`
    select f.last + generate_series(1, vouchers_of_upgrade(p.member_card_id, p.voucher_id, p.quantity)) as n
    from (
      select coalesce(max(split_part(v.issued_as, '/', 3)::integer), 0) as last from member_voucher v
      where v.member_id = p.member_id and v.voucher_id = p.voucher_id and v.issued_as like concat_ws('/', p.term_id, p.voucher_id, '%')) f`,
  );

/** Gives cards vouchers; `numbers` is SQL of the numbers `n` that a voucher of the term has, for each that is promised as `p`. */
async function issueNumbered(tx: Tx, cardIds: readonly number[], numbers: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    with card as materialized (
      select c.*, term_of(c.id) as term_id from member_card c where c.id = any(${plannedOnce(cardIds)})
    ),
    promised as materialized (
      select c.transaction_id, c.start_date, c.end_date, c.term_id,
             v.quantity, v.sort_no, p.*
      from card c
      join voucher v on v.membership_id = c.membership_id and v.is_active and v.deleted_at is null and (v.hotel_id is null or v.hotel_id = c.hotel_id)
      join voucher_promise p on p.member_card_id = c.id and p.voucher_id = v.id
    )
    insert into member_voucher (voucher_id, member_card_id, transaction_id, restrict_hotel_id, redeem_date, valid_until_date,
                                member_id, nominal, currency, terms_condition, terms_condition_id, issued_as)
    select p.voucher_id, p.member_card_id, p.transaction_id, p.restrict_hotel_id, p.start_date, p.end_date,
           p.member_id, p.nominal, p.currency, p.terms_condition, p.terms_condition_id,
           concat_ws('/', p.term_id, p.voucher_id, n)
    from promised p cross join lateral (${numbers}) numbered
    order by p.member_card_id, p.sort_no, p.voucher_id, n
    on conflict (issued_as) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
