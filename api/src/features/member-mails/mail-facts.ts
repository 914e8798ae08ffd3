import type { Language } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { formatDay } from '../../platform/http/format-day.ts';
import type { Facts, Sender } from '../../platform/mail/render-template.ts';
import { formatAmount } from '../../domain/format-amount.ts';

/**
 * Ids of the records that a mail is about. A missing id means the member's newest record of that kind; with `at`, the
 * newest one created by then.
 */
export interface MailCause {
  readonly member_card_id: number | null;
  readonly from_membership_id: number | null;
  readonly voucher_redeem_id: number | null;
  readonly visit_id: number | null;
  readonly receipt_id: number | null;
}

export interface Addressee {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string;
  readonly origin_country_id: number;
}

interface MailRow {
  readonly member: Addressee;
  /** The hotel that signs the mail. */
  readonly hotel: Sender;
  readonly card: {
    readonly sbec_no: string;
    readonly membership: string;
    readonly start_date: string;
    readonly end_date: string;
    readonly days_left: number;
    /** Null for a mail about a redemption, a visit or a receipt. */
    readonly visits_needed: number | null;
    readonly upgraded_from: string | null;
    readonly vouchers: number;
  } | null;
  readonly redemption: {
    readonly redeemed_at: string;
    readonly hotel: string;
    /** The vouchers that were redeemed in one go, without those whose redemption was voided since. */
    readonly vouchers: readonly {
      readonly name: string;
      readonly name_id: string;
      readonly voucher_no: string;
      readonly redeem_no: string;
    }[];
  } | null;
  readonly visit: {
    readonly visit_no: string;
    readonly day: string;
    readonly hotel: string;
    readonly grand_total: string | null;
    readonly currency: string;
    readonly decimals: number;
  } | null;
  readonly receipt: {
    readonly receipt_no: string;
    readonly transaction_no: string;
    readonly hotel: string;
    readonly day: string;
    readonly grand_total: string;
    readonly currency: string;
    readonly decimals: number;
  } | null;
  /** True if a record that caused the mail was deleted since. */
  readonly is_cause_deleted: boolean;
}

export interface MemberFacts {
  readonly member: Addressee;
  readonly hotel: Sender;
  readonly isCauseDeleted: boolean;
  /** All values that a mail to a member may use. */
  readonly forLanguage: (language: Language) => Facts;
}

/** Loads the values for a mail to a member. Days are local to the hotel where the event happens. */
export async function readMemberFacts(
  db: Db['kysely'] | Tx,
  memberId: number,
  cause: MailCause,
  { at, now }: { at?: Date; now: Date },
): Promise<MemberFacts | undefined> {
  const newestSql = (table: 'member_card' | 'voucher_redeem' | 'visit', order: string, id: number | null) => sql`
    coalesce(${id}::bigint, (select id from ${sql.table(table)} x
      where x.member_id = m.id and x.deleted_at is null
        and (${at ?? null}::timestamptz is null or x.created_at <= ${at ?? null}) order by ${sql.raw(order)}, x.id desc
      limit 1))`;
  // Counting visits takes longer than everything else, and mails about other records do not mention them.
  const isAboutCard = cause.voucher_redeem_id === null && cause.visit_id === null && cause.receipt_id === null;
  const visitsNeededSql = isAboutCard
    ? sql`case when visits_to_maintain(c.min_visit, l.min_visit) > 0
          then greatest(visits_to_maintain(c.min_visit, l.min_visit) - visits_between(m.id, first_day_of_term(c.id),
                c.end_date) - coalesce(m.comp_visits_period, 0), 0) else 0 end`
    : sql`null::integer`;
  const { rows } = await sql<MailRow>`
    select json_build_object('first_name', m.first_name, 'last_name', m.last_name, 'email', m.email,
      'origin_country_id', m.origin_country_id) as member,
      json_build_object('name', h.name, 'email', h.email, 'phone_no', h.phone_no, 'address_1', h.address_1,
                        'address_2', h.address_2,
                        'greeting_name', h.greeting_name, 'greeting_position', h.greeting_position) as hotel,
      case when c.id is not null then json_build_object(
        'sbec_no', c.sbec_no, 'membership', l.name, 'start_date', c.start_date, 'end_date', c.end_date,
        'days_left', greatest(c.end_date - (${now}::timestamptz at time zone effective_time_zone(h.id))::date, 0),
        'visits_needed', ${visitsNeededSql},
        'upgraded_from', (select name from membership
            where id = coalesce(${cause.from_membership_id}::bigint, before.membership_id)),
        'vouchers', (select count(*) from member_voucher v where v.member_card_id = c.id
            and v.deleted_at is null)) end as card,
      case when r.id is not null then json_build_object(
        'redeemed_at', to_char(r.redeem_date at time zone effective_time_zone(r.redeem_hotel_id), 'YYYY-MM-DD HH24:MI'),
        'hotel', (select name from hotel where id = r.redeem_hotel_id),
        'vouchers', (
          select json_agg(json_build_object('name', o.name, 'name_id', o.name_id, 'voucher_no', v.voucher_no,
            'redeem_no', g.redeem_no) order by g.id)
          from redeemed_together(r.id) g join member_voucher v on v.id = g.member_voucher_id
          join voucher o on o.id = v.voucher_id
          where g.deleted_at is null or set.is_void)) end as redemption,
      case when s.id is not null then json_build_object(
        'visit_no', s.visit_no, 'day', (s.visit_date at time zone effective_time_zone(s.hotel_id))::date,
        'hotel', p.name,
        'grand_total', s.grand_total::text, 'currency', s.currency, 'decimals', n.decimals) end as visit,
      (select json_build_object('receipt_no', x.receipt_no, 'transaction_no', t.transaction_no, 'hotel', y.name,
         'day', x.receipt_date, 'grand_total', t.grand_total::text, 'currency', t.currency, 'decimals', z.decimals)
       from receipt x join transaction t on t.id = x.transaction_id join hotel y on y.id = x.hotel_id
       join country z on z.id = y.country_id
       where t.member_id = m.id and (${cause.receipt_id}::bigint is null or x.id = ${cause.receipt_id})
       order by x.id desc limit 1) as receipt,
      (c.id = ${cause.member_card_id}::bigint and c.deleted_at is not null) is true
        or (r.id = ${cause.voucher_redeem_id}::bigint and set.is_void) is true
        or (s.id = ${cause.visit_id}::bigint and s.deleted_at is not null) is true as is_cause_deleted
    from member m
    join hotel h on h.id = m.hotel_id
    left join member_card c on c.id = ${newestSql('member_card', 'x.end_date desc', cause.member_card_id)}
    left join membership l on l.id = c.membership_id
    left join member_card before on before.id = c.upgraded_from_id
    left join voucher_redeem r on r.id = ${newestSql('voucher_redeem', 'x.created_at desc', cause.voucher_redeem_id)}
    left join lateral (select bool_and(g.deleted_at is not null) as is_void from redeemed_together(r.id) g) set on true
    left join visit s on s.id = ${newestSql('visit', 'x.created_at desc', cause.visit_id)}
    left join hotel p on p.id = s.hotel_id
    left join country n on n.id = p.country_id
    where m.id = ${memberId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      member: row.member,
      hotel: row.hotel,
      isCauseDeleted: row.is_cause_deleted,
      forLanguage: (language) => formatFacts(row, language),
    }
  );
}

function formatFacts({ member, hotel, card, redemption, visit, receipt }: MailRow, language: Language): Facts {
  return {
    'member.first_name': member.first_name,
    'member.last_name': member.last_name ?? '',
    'member.email': member.email,
    'hotel.name': hotel.name,
    'hotel.phone_no': hotel.phone_no ?? '',
    'hotel.email': hotel.email,
    'hotel.greeting_name': hotel.greeting_name ?? '',
    'hotel.greeting_position': hotel.greeting_position ?? '',
    'card.sbec_no': card && card.sbec_no,
    'card.membership': card && card.membership,
    'card.start_date': card && formatDay(card.start_date, language),
    'card.end_date': card && formatDay(card.end_date, language),
    'card.days_left': card && String(card.days_left),
    'visits.needed': card && card.visits_needed !== null ? String(card.visits_needed) : null,
    'vouchers.count': card && String(card.vouchers),
    'upgrade.from': card && card.upgraded_from,
    'voucher.name':
      redemption && formatCounted(redemption.vouchers.map(({ name, name_id }) => (language === 'id' ? name_id : name))),
    'voucher.voucher_no': redemption && redemption.vouchers.map(({ voucher_no }) => voucher_no).join(', '),
    'redemption.redeem_no': redemption && redemption.vouchers.map(({ redeem_no }) => redeem_no).join(', '),
    'redemption.redeem_date': redemption && formatLocalTime(redemption.redeemed_at, language),
    'redemption.hotel': redemption && redemption.hotel,
    'visit.visit_no': visit && visit.visit_no,
    'visit.visit_date': visit && formatDay(visit.day, language),
    'visit.hotel': visit && visit.hotel,
    'visit.grand_total': visit?.grand_total ? formatAmount(visit.grand_total, visit) : null,
    'receipt.receipt_no': receipt && receipt.receipt_no,
    'receipt.receipt_date': receipt && formatDay(receipt.day, language),
    'receipt.transaction_no': receipt && receipt.transaction_no,
    'receipt.hotel': receipt && receipt.hotel,
    'receipt.grand_total': receipt && formatAmount(receipt.grand_total, receipt),
  };
}

/** Equal names once, with their number: `2 × Dinner for two, Spa morning`. */
const formatCounted = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]) => (length === 1 ? name : `${length} × ${name}`))
    .join(', ');

/** Formats `2026-05-22 14:05` as `22 May 2026 - 14:05`, like the console. */
const formatLocalTime = (moment: string, language: Language): string => {
  const [day = '', time = ''] = moment.split(' ');
  return `${formatDay(day, language)} - ${time}`;
};
