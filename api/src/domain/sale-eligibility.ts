import { type Label, SALE_TYPE, type SaleType } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, apiError } from '../platform/http/api-error.ts';
import { dayLabel } from '../platform/http/format-day.ts';
import { renewalDaysSql } from './renewal-window.ts';
import { namedRecordSql } from '../access/named-records.ts';
import { saleEligibilityTexts } from '../texts/sale-eligibility.ts';

type Executor = Db['kysely'] | Tx;

/** A hotel on the day of a sale, which uses the hotel's date and currency. */
export interface DeskHotel {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly region_id: number;
  readonly currency: string;
  readonly decimals: number;
  readonly usd_rate: string | null;
  /** IANA name. */
  readonly time_zone: string;
  /** The day of the sale, `YYYY-MM-DD`. */
  readonly day: string;
  /** How many days before today at the hotel; negative in the future. */
  readonly days_ago: number;
}

export async function readDeskHotel(
  db: Executor,
  hotelId: number,
  saleTime: Date,
  now: Date,
): Promise<DeskHotel | undefined> {
  const { rows } = await sql<DeskHotel>`
    select h.id, h.code, h.name, n.region_id, n.currency, n.decimals, n.usd_rate, z.time_zone, d.day,
      d.today - d.day as days_ago
    from hotel h join country n on n.id = h.country_id
    cross join lateral (select effective_time_zone(h.time_zone, n.time_zone) as time_zone) z
    cross join lateral (
      select (${saleTime}::timestamptz at time zone z.time_zone)::date as day,
             (${now}::timestamptz at time zone z.time_zone)::date as today
    ) d
    where h.id = ${hotelId} and h.deleted_at is null and h.is_active`.execute(db);
  return rows[0];
}

type CardPeriod = Pick<LastCard, 'sbec_no' | 'start_date' | 'end_date'>;

/** A member's card with the facts that decide whether it can be renewed on the day of a sale. */
export interface LastCard {
  readonly id: number;
  readonly sbec_no: string;
  readonly membership: { readonly id: number; readonly code: string | null; readonly name: string };
  readonly start_date: string;
  readonly end_date: string;
  readonly renew_from: string;
  readonly renew_until: string;
  /** Whether the term was given for free, even if visits have upgraded the card since. */
  readonly is_free: boolean;
  /** Whether the member has or had a paid card. */
  readonly has_paid: boolean;
  /** For a free card: the active paid card that ends last; it may come from a merged member. */
  readonly paid: CardPeriod | null;
  /** The renewal that created it, with its seller; null for a card created otherwise. */
  readonly renewal: SaleSummary | null;
}

/** A sale with its seller, and its day and time at its hotel. */
export interface SaleSummary {
  readonly transaction_no: string;
  readonly by: string | null;
  readonly at: string;
  readonly time: string;
}

/** SQL: the sale `t` of the user `u` (SaleSummary). */
export const saleSummarySql = sql`json_build_object('transaction_no', t.transaction_no, 'by', u.name,
  'at', (t.created_at at time zone effective_time_zone(t.hotel_id))::date,
  'time', to_char(t.created_at at time zone effective_time_zone(t.hotel_id), 'HH24:MI'))`;

/**
 * The kinds of sale that depend on a member's last card. An upgrade depends on the running card, see
 * upgrade-eligibility.ts.
 */
export type TermSale = Exclude<SaleType, typeof SALE_TYPE.upgrade>;
const TERM_SALES: readonly TermSale[] = [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.free];

/** SQL: whether a term was given for free; for a manually created card its membership decides. */
const IS_FREE_TERM_SQL = sql`coalesce(sale_type.code = ${String(SALE_TYPE.free)}, first_membership.is_free)`;
const fromTermsSql = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from member_card term join membership first_membership on first_membership.id = term.membership_id
  left join (transaction sale join option_detail sale_type on sale_type.id = sale.transaction_type_id)
    on sale.id = term.transaction_id
  where ${condition}`;

/** SQL: for each of these members the active card that ends last, which a renewal follows. */
export const lastCardsSql = (
  memberIds: readonly number[],
): RawBuilder<LastCard & { readonly member_id: number }> => sql`
    select last.*, case when last.is_free then (
      select json_build_object('sbec_no', p.sbec_no, 'start_date', p.start_date, 'end_date', p.end_date)
      from member_card p where p.member_id = last.member_id and p.is_active and p.deleted_at is null
        and not is_free_term(p.id)
      order by p.end_date desc, p.id desc limit 1) end as paid
    from (
    select distinct on (c.member_id) c.member_id, c.id, c.sbec_no, ${namedRecordSql('l')} as membership, c.start_date,
           c.end_date, c.end_date - ${renewalDaysSql('before')} as renew_from,
           c.end_date + ${renewalDaysSql('after')} as renew_until,
           (select ${IS_FREE_TERM_SQL} ${fromTermsSql(sql`term.id = first_card_of_term(c.id)`)}) as is_free,
           exists (select ${fromTermsSql(sql`term.member_id = c.member_id and term.deleted_at is null and term.upgraded_from_id is null and not ${IS_FREE_TERM_SQL}`)}) as has_paid,
           case when d.code = '2' then ${saleSummarySql} end as renewal
    from member_card c
    join membership l on l.id = c.membership_id
    left join transaction t on t.id = c.transaction_id and t.deleted_at is null
    left join option_detail d on d.id = t.transaction_type_id
    left join users u on u.id = t.created_by_id
    where c.member_id = any(${memberIds}::bigint[]) and c.deleted_at is null and c.is_active
    order by c.member_id, c.end_date desc, c.start_date desc, c.id desc) last`;

export async function readLastCard(db: Executor, memberId: number): Promise<LastCard | undefined> {
  const { rows } = await lastCardsSql([memberId]).execute(db);
  return rows[0];
}

/**
 * Returns an error to throw if this kind of sale is not possible for a member on a day; undefined if it is. A free
 * member may buy a membership at any time, and may be given one as soon as a paid one could be renewed. The renewal
 * price is only for members who have paid before.
 */
export function saleRejection(type: TermSale, day: string, card: LastCard | undefined): ApiError | undefined {
  if (type === SALE_TYPE.renewal) return renewalRejection(day, card);
  if (type === SALE_TYPE.sale && hasPaidCard(day, card))
    return apiError('conflict', { message: hasCardMessage(card.paid, day) });
  if (!card || card.end_date < day || endsFreeTerm(type, day, card)) return undefined;
  if (!card.is_free || card.start_date > day) return apiError('conflict', { message: hasCardMessage(card, day) });
  return day < card.renew_from ? apiError('conflict', { message: freeUntilMessage(card) }) : undefined;
}

/** Whether a paid card is running or pending although a free card ends later. */
const hasPaidCard = (day: string, card: LastCard | undefined): card is LastCard & { readonly paid: CardPeriod } =>
  card !== undefined && card.paid !== null && card.paid.end_date >= day;

/** Whether the sale ends a running or pending free term. */
export const endsFreeTerm = (type: SaleType, day: string, card: LastCard | undefined): boolean =>
  type === SALE_TYPE.sale && card !== undefined && card.is_free && card.end_date >= day;

/** The day after which a card of this sale begins; null if it begins on the day of the sale. */
export const previousTermEnd = (type: SaleType, card: LastCard | undefined): string | null =>
  card && (type === SALE_TYPE.renewal || (type === SALE_TYPE.free && card.is_free)) ? card.end_date : null;

function renewalRejection(day: string, card: LastCard | undefined): ApiError | undefined {
  if (!card) return apiError('conflict', { message: saleEligibilityTexts.noCardToRenew });
  const isFuture = card.start_date > day;
  const isAlreadyRenewed = card.renewal !== null && day < card.renew_from;
  if (isFuture || isAlreadyRenewed) return apiError('conflict', { message: alreadyRenewedMessage(card) });
  if (card.is_free && !card.has_paid) return apiError('conflict', { message: saleEligibilityTexts.neverPaid });
  if (day < card.renew_from || day > card.renew_until)
    return apiError('conflict', { message: outsideWindowMessage(card) });
  return undefined;
}

/** The kinds of sale that a member's last card allows on a day. */
export const allowedSales = (day: string, card: LastCard | undefined): TermSale[] =>
  TERM_SALES.filter((type) => saleRejection(type, day, card) === undefined);

const freeUntilMessage = ({ sbec_no, end_date, renew_from }: LastCard): Label =>
  saleEligibilityTexts.freeUntil({ card: sbec_no, end: dayLabel(end_date), from: dayLabel(renew_from) });

function hasCardMessage({ sbec_no, start_date, end_date }: CardPeriod, day: string): Label {
  const end = dayLabel(end_date);
  return day < start_date
    ? saleEligibilityTexts.cardAhead({ card: sbec_no, start: dayLabel(start_date), end })
    : saleEligibilityTexts.cardRunning({ card: sbec_no, end });
}

function alreadyRenewedMessage(card: LastCard): Label {
  const { renewal, sbec_no, start_date, end_date } = card;
  if (!renewal) return hasCardMessage(card, '');
  return saleEligibilityTexts.alreadyRenewed({
    ...saleTextValues(renewal),
    card: sbec_no,
    start: dayLabel(start_date),
    end: dayLabel(end_date),
  });
}

/** The values of an earlier sale for an error text: who sold it, when, and its number. */
export const saleTextValues = ({ transaction_no, by, at, time }: SaleSummary) => ({
  user: by ?? saleEligibilityTexts.someone,
  day: dayLabel(at),
  time,
  sale: transaction_no,
});

const outsideWindowMessage = ({ sbec_no, end_date, renew_from, renew_until }: LastCard): Label =>
  saleEligibilityTexts.outsideWindow({
    card: sbec_no,
    end: dayLabel(end_date),
    from: dayLabel(renew_from),
    until: dayLabel(renew_until),
  });
