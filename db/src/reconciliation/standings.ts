import { HOTEL_SETTINGS } from './hotel-settings.ts';

/** SQL: whether the member `m` waits for a recount, after a change of a rule that affects many members. */
export const AWAITS_RECOUNT = `exists (
  select from status_recount r
  where m.id > r.after_member_id and not r.is_for_upgrades
    and (r.membership_id is null or r.membership_id = m.membership_id))`;

/** SQL: whether the amount of a bill `v` is large enough to count as a visit at its hotel `p`. */
export const MEETS_VISIT_MINIMUM = `v.grand_total is not null and case
  when p.visit_minimum is null then coalesce(v.grand_total_usd, 5) >= 5 else v.grand_total >= p.visit_minimum end`;

/**
 * SQL: members whose stored status differs from the one that this statement computes from cards and visits. It does not
 * call the functions that maintain `member_standing`. A card requires the visits stored with it, or fewer if the
 * membership now requires fewer. Members whose status changes by date, or for whom a rule has changed, wait for the
 * maintenance job and are excluded.
 */
const STANDING_QUERY = `
  with recursive hotel_setting as materialized (select * from ${HOTEL_SETTINGS} p),
  rule as (select option_number('renewal-window', 'after') as days,
    option_number('visit-counting', 'per-day') = 1 as by_day, option_number('visits-per-day', 'per-member') as per_day),
  current_card as materialized (
    select distinct on (c.member_id) c.member_id, c.id, c.start_date, c.end_date,
      least(c.min_visit, l.min_visit) as min_visit,
      case when c.min_visit_to_upgrade > 0
        and l.min_visit_to_upgrade > 0 then least(c.min_visit_to_upgrade, l.min_visit_to_upgrade)
           else greatest(c.min_visit_to_upgrade, l.min_visit_to_upgrade) end as min_visit_to_upgrade,
           c.upgraded_from_id, p.today
    from member_card c join membership l on l.id = c.membership_id join member m on m.id = c.member_id
    join hotel_setting p on p.id = m.hotel_id
    where c.deleted_at is null and c.is_active and c.start_date <= p.today
    order by c.member_id, (c.end_date >= p.today) desc, c.start_date desc, c.id desc
  ), chain (card, first_day, previous_id) as (
    select id, start_date, upgraded_from_id from current_card
    union all
    select k.card, o.start_date, o.upgraded_from_id from chain k join member_card o on o.id = k.previous_id
  ), term as (
    select card, min(first_day) as first_day from chain group by card
  ), visit_count as (
    select b.member_id, sum(b.visits) as visits
    from (
      select h.member_id, least(count(distinct case when r.by_day then v.hotel_id else v.id end), r.per_day) as visits
      from current_card h join term t on t.card = h.id
      join visit v on v.member_id = h.member_id and v.deleted_at is null
      join hotel_setting p on p.id = v.hotel_id cross join rule r
      cross join lateral (select (v.visit_date at time zone p.zone)::date as day) d
      where d.day between t.first_day and h.end_date and ${MEETS_VISIT_MINIMUM}
      group by h.member_id, d.day, r.per_day) b
    group by b.member_id
  ), counted as (
    select m.id, h.id as card, h.today, h.end_date, h.min_visit, h.min_visit_to_upgrade,
           case when h.id is null then 0 else coalesce(b.visits, 0) + coalesce(m.comp_visits_period, 0) end as visits,
           case when m.comp_visits_period > 0 and is_free_term(h.id) then m.comp_visits_period else 0
             end as unused_comp_visits
    from member m left join current_card h on h.member_id = m.id left join visit_count b on b.member_id = m.id
  ), expected as (
    select c.*,
           case when c.card is null then 'none'
                when c.today <= c.end_date and c.min_visit > 0 and c.visits >= c.min_visit then 'maintained'
                when c.today <= c.end_date then 'active'
                when c.min_visit > 0 and c.today - c.end_date <= r.days and c.visits >= c.min_visit then 'maintained'
                when c.min_visit > 0 and c.today - c.end_date <= r.days then 'not_maintained'
                else 'lapsed' end as standing,
           case when c.min_visit > 0 then greatest(c.min_visit - c.visits, 0) end as to_maintain,
           case when c.min_visit_to_upgrade > 0 then greatest(c.min_visit_to_upgrade - c.visits + c.unused_comp_visits,
               0) end as to_upgrade
    from counted c cross join rule r
  )
  select m.id, s.standing || ' ' || s.visits || ' ≠ ' || t.standing || ' ' || t.visits as note
  from member m join member_standing s on s.member_id = m.id join expected t on t.id = m.id
  join hotel_setting p on p.id = m.hotel_id
  where (s.changes_on is null or s.changes_on > p.today)
    and not ${AWAITS_RECOUNT}
    and (s.hotel_id, s.is_live, s.member_card_id, s.standing, s.visits, s.to_maintain, s.to_upgrade)
      is distinct from (m.hotel_id, m.deleted_at is null, t.card, t.standing, t.visits, t.to_maintain, t.to_upgrade)`;

/**
 * SQL: members whose membership differs from that of their running card or of their status. After the card's last day,
 * the membership may be set manually.
 */
const ONE_TIER_QUERY = `
  select m.id, l.name || ' ≠ ' || coalesce(k.name, o.name) as note
  from member m join member_standing s on s.member_id = m.id join ${HOTEL_SETTINGS} p on p.id = m.hotel_id
  left join member_card c on c.id = s.member_card_id and p.today <= c.end_date
  join membership l on l.id = m.membership_id join membership o on o.id = s.membership_id
  left join membership k on k.id = c.membership_id
  where (s.changes_on is null or s.changes_on > p.today) and not ${AWAITS_RECOUNT}
    and (m.membership_id <> s.membership_id or m.membership_id <> c.membership_id)`;

export const STANDING_RULES = {
  standing: STANDING_QUERY,
  'one-tier': ONE_TIER_QUERY,
  'standing-of-everybody': `
    select m.id, null as note from member m where not exists (select from member_standing s where s.member_id = m.id)`,
} as const;
