import { type Label, SALE_TYPE, type SaleType } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, fail } from '../platform/http/api-error.ts';
import { dayLabel } from '../platform/http/format-day.ts';
import { renewalDays } from './option-days.ts';
import { namedRecordSql } from '../access/named-records.ts';

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
  /** The day of the sale, `YYYY-MM-DD`. */
  readonly day: string;
  /** How many days ago that is at the hotel; negative in the future. */
  readonly days_ago: number;
}

export async function readDeskHotel(
  db: Executor,
  hotelId: number,
  at: Date,
  now: Date,
): Promise<DeskHotel | undefined> {
  const { rows } = await sql<DeskHotel>`
    select h.id, h.code, h.name, n.region_id, n.currency, n.decimals, n.usd_rate, d.day, d.today - d.day as days_ago
    from hotel h join country n on n.id = h.country_id
    cross join lateral (
      select (${at}::timestamptz at time zone effective_time_zone(h.time_zone, n.time_zone))::date as day,
             (${now}::timestamptz at time zone effective_time_zone(h.time_zone, n.time_zone))::date as today
    ) d
    where h.id = ${hotelId} and h.deleted_at is null and h.is_active`.execute(db);
  return rows[0];
}

type CardDays = Pick<LastCard, 'sbec_no' | 'start_date' | 'end_date'>;

/** A member's card with the facts that decide whether it can be renewed on the day of a sale. */
export interface LastCard {
  readonly id: number;
  readonly sbec_no: string;
  readonly membership: { readonly id: number; readonly code: string | null; readonly name: string };
  readonly start_date: string;
  readonly end_date: string;
  readonly renew_from: string;
  readonly renew_until: string;
  /** Nobody paid for the term: it was given for free, even if visits led to another tier since. */
  readonly is_free: boolean;
  /** Whether the member has or had a paid card. */
  readonly has_paid: boolean;
  /** For a free card: the active paid card that ends last, which may come from a merge. */
  readonly paid: CardDays | null;
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

/** The kinds of sale that depend on a member's last card. An upgrade depends on the running card, see upgrade.ts. */
export type TermSale = Exclude<SaleType, typeof SALE_TYPE.upgrade>;
const TERM_SALES: readonly TermSale[] = [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.free];

/** SQL: whether a term was given for free; for a manually created card its membership decides. */
const IS_FREE = sql`coalesce(how.code = ${String(SALE_TYPE.free)}, began.is_free)`;
const fromTerm = (isTrue: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from member_card term join membership began on began.id = term.membership_id
  left join (transaction given join option_detail how on how.id = given.transaction_type_id)
    on given.id = term.transaction_id
  where ${isTrue}`;

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
           c.end_date, c.end_date - ${renewalDays('before')} as renew_from,
           c.end_date + ${renewalDays('after')} as renew_until,
           (select ${IS_FREE} ${fromTerm(sql`term.id = term_of(c.id)`)}) as is_free,
           exists (select ${fromTerm(sql`term.member_id = c.member_id and term.deleted_at is null and term.upgraded_from_id is null and not ${IS_FREE}`)}) as has_paid,
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
  if (type === SALE_TYPE.sale && hasPaid(day, card))
    return fail('conflict', { message: hasCardMessage(card.paid, day) });
  if (!card || card.end_date < day || endsFreeTerm(type, day, card)) return undefined;
  if (!card.is_free || card.start_date > day) return fail('conflict', { message: hasCardMessage(card, day) });
  return day < card.renew_from ? fail('conflict', { message: freeUntilMessage(card) }) : undefined;
}

/** Whether a paid card is running or pending although a free card ends later. */
const hasPaid = (day: string, card: LastCard | undefined): card is LastCard & { readonly paid: CardDays } =>
  card !== undefined && card.paid !== null && card.paid.end_date >= day;

/** Whether the sale ends a running or pending free term. */
export const endsFreeTerm = (type: SaleType, day: string, card: LastCard | undefined): boolean =>
  type === SALE_TYPE.sale && card !== undefined && card.is_free && card.end_date >= day;

/** The day after which a card of this sale begins; null if it begins on the day of the sale. */
export const followedDay = (type: SaleType, card: LastCard | undefined): string | null =>
  card && (type === SALE_TYPE.renewal || (type === SALE_TYPE.free && card.is_free)) ? card.end_date : null;

function renewalRejection(day: string, card: LastCard | undefined): ApiError | undefined {
  if (!card) return fail('conflict', { message: NO_CARD });
  const isAhead = card.start_date > day;
  const isJustRenewed = card.renewal !== null && day < card.renew_from;
  if (isAhead || isJustRenewed) return fail('conflict', { message: alreadyRenewedMessage(card) });
  if (card.is_free && !card.has_paid) return fail('conflict', { message: NEVER_PAID });
  if (day < card.renew_from || day > card.renew_until) return fail('conflict', { message: outsideWindowMessage(card) });
  return undefined;
}

/** The kinds of sale that a member's last card allows on a day. */
export const allowedSales = (day: string, card: LastCard | undefined): TermSale[] =>
  TERM_SALES.filter((type) => saleRejection(type, day, card) === undefined);

const NO_CARD: Label = {
  en: 'The member has no card to renew. Sell a membership instead.',
  id: 'Anggota tidak memiliki kartu untuk diperpanjang. Jual keanggotaan baru.',
};

const NEVER_PAID: Label = {
  en: 'This membership is complimentary. Renew it free, or sell a membership at full price.',
  id: 'Keanggotaan ini komplimen. Perpanjang gratis, atau jual keanggotaan dengan harga penuh.',
};

function freeUntilMessage({ sbec_no, end_date, renew_from }: LastCard): Label {
  const [end, from] = [dayLabel(end_date), dayLabel(renew_from)];
  return {
    en: `Card ${sbec_no} is complimentary until ${end.en}. Renew it free from ${from.en}, or sell a membership at any time.`,
    id: `Kartu ${sbec_no} komplimen hingga ${end.id}. Perpanjang gratis mulai ${from.id}, atau jual keanggotaan kapan saja.`,
  };
}

function hasCardMessage(card: CardDays, day: string): Label {
  const until = dayLabel(card.end_date);
  return day < card.start_date
    ? {
        en: `The member already has card ${card.sbec_no}, valid ${dayLabel(card.start_date).en} to ${until.en}.`,
        id: `Anggota sudah memiliki kartu ${card.sbec_no}, berlaku ${dayLabel(card.start_date).id} hingga ${until.id}.`,
      }
    : {
        en: `The member has card ${card.sbec_no} until ${until.en}. Renew it instead.`,
        id: `Anggota memiliki kartu ${card.sbec_no} hingga ${until.id}. Perpanjang kartu itu.`,
      };
}

function alreadyRenewedMessage(card: LastCard): Label {
  const { renewal } = card;
  if (!renewal) return hasCardMessage(card, '');
  const on = dayLabel(renewal.at);
  return {
    en: `${renewal.by ?? 'Someone'} renewed this membership on ${on.en} at ${renewal.time} (${renewal.transaction_no}). Card ${card.sbec_no} is valid ${dayLabel(card.start_date).en} to ${dayLabel(card.end_date).en}.`,
    id: `${renewal.by ?? 'Seseorang'} telah memperpanjang keanggotaan ini pada ${on.id} pukul ${renewal.time} (${renewal.transaction_no}). Kartu ${card.sbec_no} berlaku ${dayLabel(card.start_date).id} hingga ${dayLabel(card.end_date).id}.`,
  };
}

function outsideWindowMessage({ sbec_no, end_date, renew_from, renew_until }: LastCard): Label {
  const [end, from, until] = [dayLabel(end_date), dayLabel(renew_from), dayLabel(renew_until)];
  return {
    en: `Card ${sbec_no} ends on ${end.en}. Renewal window: ${from.en} to ${until.en}.`,
    id: `Kartu ${sbec_no} berakhir pada ${end.id}. Masa perpanjangan: ${from.id} hingga ${until.id}.`,
  };
}
