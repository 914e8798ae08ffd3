import { resourceKeys } from '@innkeeper/contract';
import type { Db } from './database.ts';

/** A rule that the records of a programme keep together, and how those that break it are found. */
interface Rule {
  readonly rule: string;
  /** Gives the ids of what breaks it. */
  readonly sql: string;
}

/** A rule that is broken, and by what. */
export interface Violation {
  readonly rule: string;
  /** Some of them. */
  readonly ids: readonly number[];
}

const ZONES = `(select h.id, n.region_id, coalesce(h.time_zone, n.time_zone) as zone from hotel h join country n on n.id = h.country_id)`;

const RULES: readonly Rule[] = [
  {
    rule: 'a transaction is the sum of its lines',
    sql: `select t.id from transaction t
          left join lateral (select coalesce(sum(sub_total), 0) as lines from transaction_detail d where d.transaction_id = t.id and d.deleted_at is null) d on true
          where t.deleted_at is null and t.sub_total <> d.lines`,
  },
  {
    rule: 'what stands in dollars is the local sum at the rate of its record, rounded once',
    sql: `select d.id from transaction_detail d join transaction t on t.id = d.transaction_id
          where d.sub_total_usd is distinct from round(d.quantity * d.unit_price / t.usd_rate, 2)
          union all select id from transaction where grand_total_usd is distinct from round((sub_total - discount) / usd_rate, 2)
          union all select id from visit where grand_total_usd is distinct from round((total_fb + total_room + total_others) / usd_rate, 2)`,
  },
  {
    rule: 'a free membership is given without payment',
    sql: `select t.id from transaction t join option_detail d on d.id = t.transaction_type_id and d.code = '3' join option o on o.id = d.option_id and o.slug = 'transaction-type'
          where t.grand_total <> 0 or t.type_payment_id is not null`,
  },
  {
    rule: 'a card belongs to the member to whom it was sold, and goes with its sale',
    sql: `select c.id from member_card c join transaction t on t.id = c.transaction_id
          where c.member_id is distinct from t.member_id or (t.deleted_at is not null and c.deleted_at is null)`,
  },
  {
    rule: 'active cards of one member overlap only through an upgrade or a merge',
    sql: `select a.id from member_card a join member_card b on b.member_id = a.member_id and b.id > a.id
          where a.deleted_at is null and b.deleted_at is null and a.is_active and b.is_active
            and a.start_date <= b.end_date and b.start_date <= a.end_date
            and a.upgraded_from_id is null and b.upgraded_from_id is null and a.merged_from_id is null and b.merged_from_id is null`,
  },
  {
    rule: 'an upgrade leads up the ladder, unless staff set the level, within the period of the card before',
    sql: `select c.id from member_card c join member_card o on o.id = c.upgraded_from_id
          join membership m on m.id = c.membership_id join membership n on n.id = o.membership_id
          where c.member_id <> o.member_id or c.end_date <> o.end_date or c.start_date < o.start_date or (m.rank <= n.rank and not c.is_by_hand)`,
  },
  {
    rule: 'where a member stands is kept as it is',
    sql: `select m.id from member m left join member_standing s on s.member_id = m.id left join standing_today t on t.member_id = m.id
          where (s.hotel_id, s.membership_id, s.is_live, s.member_card_id, s.standing, s.visits, s.to_maintain, s.to_upgrade)
            is distinct from (t.hotel_id, t.membership_id, t.is_live, t.member_card_id, t.standing, t.visits, t.to_maintain, t.to_upgrade)`,
  },
  {
    rule: 'a level that visits led to has its visits',
    sql: `select u.id from member_card u join member_card c on c.id = u.upgraded_from_id join member m on m.id = u.member_id
          where u.is_active and u.deleted_at is null and not u.is_by_hand
            and c.min_visit_to_upgrade > visits_between(c.member_id, term_start(c.id), c.end_date) + coalesce(m.comp_visits_period, 0)`,
  },
  {
    rule: 'a member is valid until the last day of the active cards',
    sql: `select m.id from member m
          left join lateral (select max(end_date) as last_day from member_card c where c.member_id = m.id and c.deleted_at is null and c.is_active) c on true
          where m.valid_until_date is distinct from c.last_day`,
  },
  {
    rule: 'a member voucher is of the card’s membership, sale and hotel',
    sql: `select v.id from member_voucher v join member_card c on c.id = v.member_card_id join voucher w on w.id = v.voucher_id
          where v.member_id <> c.member_id or w.membership_id <> c.membership_id or w.hotel_id <> c.hotel_id
            or v.transaction_id is distinct from c.transaction_id
            or (w.is_restricted and v.restrict_hotel_id is distinct from c.hotel_id)`,
  },
  {
    rule: 'a member voucher is good within the period of its card',
    sql: `select v.id from member_voucher v join member_card c on c.id = v.member_card_id
          where v.redeem_date < c.start_date or v.valid_until_date > c.end_date`,
  },
  {
    rule: 'a voucher’s number ends with its check digit',
    sql: `select id from member_voucher
          where voucher_no <> left(voucher_no, 11) || check_digit(left(voucher_no, 11), '0123456789ABCDEFGHJKMNPQRSTVWXYZ')`,
  },
  {
    rule: 'a voucher is redeemed at most once',
    sql: `select member_voucher_id as id from voucher_redeem where deleted_at is null group by 1 having count(*) > 1`,
  },
  {
    rule: 'what was redeemed was not cancelled, and is still there',
    sql: `select r.id from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join member_card c on c.id = v.member_card_id
          where r.deleted_at is null and (v.deleted_at is not null or c.deleted_at is not null) or r.member_id <> v.member_id`,
  },
  {
    rule: 'a redemption lies in the days of its voucher, where it was redeemed',
    sql: `select r.id from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join ${ZONES} z on z.id = r.redeem_hotel_id
          where (r.redeem_date at time zone z.zone)::date not between v.redeem_date and v.valid_until_date`,
  },
  {
    rule: 'a restricted voucher is redeemed at its hotel, one of a regional membership in its region',
    sql: `select r.id from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join member_card c on c.id = v.member_card_id
          join membership m on m.id = c.membership_id
          join ${ZONES} sold on sold.id = c.hotel_id join ${ZONES} here on here.id = r.redeem_hotel_id
          where v.restrict_hotel_id <> here.id or (m.is_regional and sold.region_id <> here.region_id)`,
  },
  {
    rule: 'a bill is a visit once in its hotel',
    sql: `select min(id) as id from visit where deleted_at is null group by hotel_id, reference_no having count(*) > 1`,
  },
  {
    rule: 'a visit that was entered days later says why',
    sql: `select v.id from visit v join ${ZONES} z on z.id = v.hotel_id
          where (v.created_at at time zone z.zone)::date - (v.visit_date at time zone z.zone)::date >= 2 and v.remark is null`,
  },
  {
    rule: 'the kept figures are those of the records',
    sql: `select hotel_id as id from (
            select * from figure_now
            union all select kind, hotel_id, day, membership_id, part, currency, -number, -amount, -amount_usd from figure_counted) f
          group by kind, hotel_id, day, membership_id, part, currency having sum(number) <> 0 or sum(amount) <> 0 or sum(amount_usd) <> 0`,
  },
  {
    rule: 'the vouchers kept as open are those that may still be redeemed',
    sql: `select member_voucher_id as id from (
            (table voucher_open except table voucher_open_now) union all (table voucher_open_now except table voucher_open)) v`,
  },
  ...resourceKeys.map((key) => ({
    rule: `the kept counts of ${key} are those of its table`,
    sql: `select 0 as id from
            (select coalesce(sum(live), 0) as live, coalesce(sum(deleted), 0) as deleted from row_count where resource = '${key}') k,
            (select count(*) - count(deleted_at) as live, count(deleted_at) as deleted from ${key}) t
          where (k.live, k.deleted) <> (t.live, t.deleted)`,
  })),
];

/** Whether the books of a programme agree: returns each rule that is broken, with ids of what breaks it. */
export async function checkBooks(db: Db): Promise<Violation[]> {
  const broken: Violation[] = [];
  for (const { rule, sql } of RULES) {
    const rows = await db.read<{ id: number }>({ sql: `${sql} limit 10`, parameters: [] });
    if (rows.length > 0) broken.push({ rule, ids: rows.map(({ id }) => id) });
  }
  return broken;
}
