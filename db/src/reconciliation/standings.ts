import { PLACES } from './places.ts';

/**
 * SQL: whether the member `m` is waiting to be evaluated again, after a change that affects the tiers of many members.
 */
export const AWAITS_RECOUNT = `exists (
  select from status_recount r
  where m.id > r.after_member_id and not r.is_for_upgrades
    and (r.membership_id is null or r.membership_id = m.membership_id))`;

/** SQL: whether the amount of a bill `v` is large enough to count as a visit at its hotel `p`. */
export const MEETS_VISIT_MINIMUM = `v.grand_total is not null and case
  when p.visit_minimum is null then coalesce(v.grand_total_usd, 5) >= 5 else v.grand_total >= p.visit_minimum end`;

/**
 * Everybody's status, computed from cards and visits for all members in one statement. It does not use the functions
 * that maintain `member_standing`, whose values are compared here. A card requires the visits stored with it, or fewer
 * if the membership now requires fewer. Members whose status changes by date, or for whom a rule has changed, wait for
 * the maintenance job and are excluded.
 */
const STANDING = `
  with recursive place as materialized (select * from ${PLACES} p),
  rule as (select option_number('renewal-window', 'after') as days,
    option_number('visit-counting', 'per-day') = 1 as by_day, option_number('visits-per-day', 'per-member') as per_day),
  hand as materialized (
    select distinct on (c.member_id) c.member_id, c.id, c.start_date, c.end_date,
      least(c.min_visit, l.min_visit) as min_visit,
      case when c.min_visit_to_upgrade > 0
        and l.min_visit_to_upgrade > 0 then least(c.min_visit_to_upgrade, l.min_visit_to_upgrade)
           else greatest(c.min_visit_to_upgrade, l.min_visit_to_upgrade) end as min_visit_to_upgrade,
           c.upgraded_from_id, p.today
    from member_card c join membership l on l.id = c.membership_id join member m on m.id = c.member_id
    join place p on p.id = m.hotel_id
    where c.deleted_at is null and c.is_active and c.start_date <= p.today
    order by c.member_id, (c.end_date >= p.today) desc, c.start_date desc, c.id desc
  ), chain (card, first_day, before) as (
    select id, start_date, upgraded_from_id from hand
    union all
    select k.card, o.start_date, o.upgraded_from_id from chain k join member_card o on o.id = k.before
  ), term as (
    select card, min(first_day) as first_day from chain group by card
  ), bill as (
    select b.member_id, sum(b.visits) as visits
    from (
      select h.member_id, least(count(distinct case when r.by_day then v.hotel_id else v.id end), r.per_day) as visits
      from hand h join term t on t.card = h.id join visit v on v.member_id = h.member_id and v.deleted_at is null
      join place p on p.id = v.hotel_id cross join rule r
      cross join lateral (select (v.visit_date at time zone p.zone)::date as day) d
      where d.day between t.first_day and h.end_date and ${MEETS_VISIT_MINIMUM}
      group by h.member_id, d.day, r.per_day) b
    group by b.member_id
  ), counted as (
    select m.id, h.id as card, h.today, h.end_date, h.min_visit, h.min_visit_to_upgrade,
           case when h.id is null then 0 else coalesce(b.visits, 0) + coalesce(m.comp_visits_period, 0) end as visits,
           case when m.comp_visits_period > 0 and is_free_term(h.id) then m.comp_visits_period else 0 end as idle
    from member m left join hand h on h.member_id = m.id left join bill b on b.member_id = m.id
  ), expected as (
    select c.*,
           case when c.card is null then 'none'
                when c.today <= c.end_date and c.min_visit > 0 and c.visits >= c.min_visit then 'maintained'
                when c.today <= c.end_date then 'active'
                when c.min_visit > 0 and c.today - c.end_date <= r.days and c.visits >= c.min_visit then 'maintained'
                when c.min_visit > 0 and c.today - c.end_date <= r.days then 'not_maintained'
                else 'lapsed' end as standing,
           case when c.min_visit > 0 then greatest(c.min_visit - c.visits, 0) end as to_maintain,
           case when c.min_visit_to_upgrade > 0 then greatest(c.min_visit_to_upgrade - c.visits + c.idle,
               0) end as to_upgrade
    from counted c cross join rule r
  )
  select m.id, s.standing || ' ' || s.visits || ' ≠ ' || t.standing || ' ' || t.visits as note
  from member m join member_standing s on s.member_id = m.id join expected t on t.id = m.id
  join place p on p.id = m.hotel_id
  where (s.changes_on is null or s.changes_on > p.today)
    and not ${AWAITS_RECOUNT}
    and (s.hotel_id, s.is_live, s.member_card_id, s.standing, s.visits, s.to_maintain, s.to_upgrade)
      is distinct from (m.hotel_id, m.deleted_at is null, t.card, t.standing, t.visits, t.to_maintain, t.to_upgrade)`;

/**
 * Members whose membership differs from that of the running card, or from that of their status. After the card's last
 * day it may be set manually.
 */
const ONE_TIER = `
  select m.id, l.name || ' ≠ ' || coalesce(k.name, o.name) as note
  from member m join member_standing s on s.member_id = m.id join ${PLACES} p on p.id = m.hotel_id
  left join member_card c on c.id = s.member_card_id and p.today <= c.end_date
  join membership l on l.id = m.membership_id join membership o on o.id = s.membership_id
  left join membership k on k.id = c.membership_id
  where (s.changes_on is null or s.changes_on > p.today) and not ${AWAITS_RECOUNT}
    and (m.membership_id <> s.membership_id or m.membership_id <> c.membership_id)`;

export const STANDINGS = {
  standing: STANDING,
  'one-tier': ONE_TIER,
  'standing-of-everybody': `
    select m.id, null as note from member m where not exists (select from member_standing s where s.member_id = m.id)`,
} as const;
