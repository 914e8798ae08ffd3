import { type CallListKey, type CallListSort, MAX_CALL_LIST_ROWS, permission, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { hasRenewalPriceSql } from '../../domain/renewal-price.ts';
import { type CallListRequest, TODAY, hotelDaysSql, isOwnedSql, membersSql } from './list-statements.ts';

/** What a row of a call list shows of its member, and the order of the rows. */

/**
 * Common table expressions: `matches`, the most urgent first and one more than the list shows, and `sorted`, those that
 * it shows with their number `n` in the requested order.
 */
export function callListSql(
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  listRequest: CallListRequest,
): RawBuilder<unknown> {
  const { joins, order } =
    SORT_SQL[canViewVouchers(actor) || listRequest.sort !== 'vouchers' ? listRequest.sort : 'urgency'];
  return sql`${hotelDaysSql(now)},
    matches as materialized (
      select l.id, l.due_on, row_number() over () as position from (${membersSql({ actor, now }, listRequest)}) l),
    sorted as (
      select f.id, f.due_on, row_number() over (order by ${order}) as n
      from matches f ${joins} where f.position <= ${sql.lit(MAX_CALL_LIST_ROWS)})`;
}

export const canViewVouchers = (actor: Actor): boolean =>
  can(actor, permission('VIEW', resources.member_voucher.permission));

/** The member `t` with hotel, country, membership, and the current card `c`. */
const MEMBER_JOINS = sql`
  join member t on t.id = f.id join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
  join membership m on m.id = t.membership_id
  left join member_standing s on s.member_id = t.id left join member_card c on c.id = s.member_card_id`;

/** `renewal`: what renewing the membership costs at the hotel, in its currency and in US dollars. */
const RENEWAL_JOIN = sql`
  cross join lateral (select c.id as card_id) renewed
  left join lateral (
    select p.price, n.currency, p.price / n.usd_rate as usd
    from membership l
    cross join lateral price_at(l.id, h.id, ${hasRenewalPriceSql(sql`renewed.card_id`, sql`n.region_id`)}) p
    where l.id = m.id and not l.is_free and renewed.card_id is not null and p.price is not null
  ) renewal on true`;

/** `vouchers`: those that are left, with their worth by currency and in US dollars, at the rate of their sale. */
const VOUCHERS_JOIN = sql`
  cross join lateral (
    select coalesce(sum(w.number), 0)::integer as number, sum(w.usd) as usd,
           coalesce(json_agg(json_build_object('currency', w.currency, 'total', w.total::text) order by w.currency),
             '[]') as totals
    from (
      select o.currency, count(*) as number, sum(o.nominal) as total,
             sum(o.nominal / coalesce(o.usd_rate, case when o.currency = n.currency then n.usd_rate end)) as usd
      from member_voucher v join voucher_state o on o.member_voucher_id = v.id
      where v.member_id = t.id and o.state = 'open' and o.valid_until_date >= ${TODAY}
      group by o.currency
    ) w
  ) vouchers`;

/** The order of each sort, and the joins that it needs. Members without a worth are last. */
const SORT_SQL: Readonly<
  Record<CallListSort, { readonly joins: RawBuilder<unknown>; readonly order: RawBuilder<unknown> }>
> = {
  urgency: { joins: sql``, order: sql`f.position` },
  price: { joins: sql`${MEMBER_JOINS} ${RENEWAL_JOIN}`, order: sql`renewal.usd desc nulls last, f.position` },
  vouchers: { joins: sql`${MEMBER_JOINS} ${VOUCHERS_JOIN}`, order: sql`vouchers.usd desc nulls last, f.position` },
};

/** Everything that a row of `f` shows. */
export const rowJoinsSql = (key: CallListKey, now: Date): RawBuilder<unknown> => sql`
  ${MEMBER_JOINS} ${RENEWAL_JOIN} ${VOUCHERS_JOIN}
  left join lateral (
    select a.id, a.name from call_owner o join users a on a.id = o.user_id and a.is_active and a.deleted_at is null
    where o.member_id = t.id and ${isOwnedSql(now, key)}
  ) owner on true
  left join lateral (
    select k.*, u.id as caller_id, u.name as caller,
           (k.created_at at time zone effective_time_zone(h.time_zone, n.time_zone))::date as day
    from member_call k left join users u on u.id = k.created_by_id
    where k.member_id = t.id and k.deleted_at is null order by k.id desc limit 1
  ) k on true
  left join lateral (
    select (used.visit_at at time zone effective_time_zone(h.time_zone, n.time_zone))::date as visit_day,
           (greatest(used.visit_at, used.redeem_at) at time zone effective_time_zone(h.time_zone, n.time_zone))::date as day
    from (
      select (select max(v.visit_date) from visit v where v.member_id = t.id and v.deleted_at is null) as visit_at,
             (select max(r.redeem_date) from voucher_redeem r where r.member_id = t.id and r.deleted_at is null) as redeem_at
    ) used
  ) last_use on true`;

/** A row as JSON. */
export const rowSql = (key: CallListKey, actor: Actor): RawBuilder<unknown> => sql`json_build_object(
  'member', json_build_object('id', t.id, 'name', concat_ws(' ', t.first_name, t.last_name), 'phone_no', t.phone_no,
  'email', t.email), 'hotel', ${namedRecordSql('h')},
  'membership', json_build_object('id', m.id, 'name', m.name),
  'card', case when c.id is not null then json_build_object('id', c.id, 'sbec_no', c.sbec_no,
  'end_date', c.end_date) end,
  'due_on', ${dueOnSql(key)},
  'was_used', ${key === 'never_used' ? sql`last_use.day is not null` : sql`null::boolean`},
  'to_upgrade', ${key === 'near_upgrade' ? sql`s.to_upgrade` : sql`null::integer`},
  'turns', ${key === 'birthday' ? sql`extract(year from f.due_on) - extract(year from t.birth_date)` : sql`null::integer`},
  'renewal', case when renewal.price is not null then json_build_object('price', renewal.price::numeric(15, 3)::text,
  'currency', renewal.currency) end,
  'vouchers', ${canViewVouchers(actor) ? sql`json_build_object('count', vouchers.number, 'totals', vouchers.totals)` : sql`null::json`},
  'last_visit_on', last_use.visit_day,
  'owner', case when owner.id is not null then json_build_object('id', owner.id, 'name', owner.name) end,
  'last_call', case when k.id is not null then json_build_object('id', k.id,
  'at', to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
  'by', case when k.caller_id is not null then json_build_object('id', k.caller_id, 'name', k.caller) end,
  'work_list', k.work_list, 'outcome', k.outcome, 'note', k.note, 'call_back_on', k.call_back_on) end)`;

/** The day that a row concerns: the last day of the card, the last use, or the birthday. */
export const dueOnSql = (key: CallListKey): RawBuilder<unknown> =>
  key === 'near_upgrade' ? sql`c.end_date` : sql`coalesce(f.due_on, last_use.day, c.start_date)`;
