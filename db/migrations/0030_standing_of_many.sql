-- Where members stand, for many of them at once: a file of visits holds its members while this is asked, see
-- docs/decisions/imports-hold-late.md. The visits are counted within the question and not by a function that is called for each, and
-- what stands is updated in place of being inserted again.
create or replace view standing_today as
select m.id as member_id, m.hotel_id, m.membership_id, m.deleted_at is null as is_live, c.id as member_card_id,
       case
         when c.id is null then 'none'
         when z.today <= c.end_date then case when c.min_visit > 0 and n.visits >= c.min_visit then 'maintained' else 'active' end
         when c.min_visit > 0 and z.today <= c.end_date + w.days then case when n.visits >= c.min_visit then 'maintained' else 'not_maintained' end
         else 'lapsed'
       end as standing,
       coalesce(n.visits, 0) as visits,
       case when c.min_visit > 0 then greatest(c.min_visit - n.visits, 0) end as to_maintain,
       case when c.min_visit_to_upgrade > 0 then greatest(c.min_visit_to_upgrade - n.visits, 0) end as to_upgrade,
       least(next.day,
             case when z.today <= c.end_date then c.end_date + 1
                  when c.min_visit > 0 and z.today <= c.end_date + w.days then c.end_date + w.days + 1 end) as changes_on
from member m
join hotel h on h.id = m.hotel_id
join country l on l.id = h.country_id
cross join (select option_number('renewal-window', 'after', 180) as days, visits_by_day() as by_day) w
cross join lateral (select (now() at time zone coalesce(h.time_zone, l.time_zone))::date as today) z
left join lateral (
  select * from member_card c
  where c.member_id = m.id and c.deleted_at is null and c.is_active and c.start_date <= z.today
  order by c.end_date >= z.today desc, c.start_date desc, c.id desc limit 1
) c on true
left join lateral (
  select min(f.start_date) as day from member_card f
  where f.member_id = m.id and f.deleted_at is null and f.is_active and f.start_date > z.today
) next on true
-- As visits_between counts them. No zone is further than a day from UTC: bounds that the index knows.
left join lateral (
  select coalesce(m.comp_visits_period, 0) + case when w.by_day then (
    select count(distinct (v.hotel_id, d.day))
    from visit v join hotel p on p.id = v.hotel_id join country q on q.id = p.country_id
    cross join lateral (select (v.visit_date at time zone coalesce(p.time_zone, q.time_zone))::date as day) d
    where v.member_id = m.id and v.deleted_at is null and d.day between c.start_date and c.end_date
      and v.visit_date >= ((c.start_date - 1)::timestamp at time zone 'UTC') and v.visit_date < ((c.end_date + 2)::timestamp at time zone 'UTC')
  ) else (
    -- Only near the first and the last day does it matter in which zone the hotel is.
    select count(*) from visit v
    where v.member_id = m.id and v.deleted_at is null
      and v.visit_date >= ((c.start_date - 1)::timestamp at time zone 'UTC') and v.visit_date < ((c.end_date + 2)::timestamp at time zone 'UTC')
      and (v.visit_date >= ((c.start_date + 1)::timestamp at time zone 'UTC') and v.visit_date < (c.end_date::timestamp at time zone 'UTC')
           or (v.visit_date at time zone zone_of(v.hotel_id))::date between c.start_date and c.end_date)
  ) end::integer as visits where c.id is not null
) n on true;

create or replace function refresh_standing(members bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare moved bigint[];
begin
  perform from member where id = any(members) order by id for no key update;
  with before as materialized (select member_id, coalesce(member_card_id, 0) as card from member_standing where member_id = any(members)),
       today as materialized (select * from standing_today where member_id = any(members)),
       made as (insert into member_standing select * from today where member_id not in (select member_id from before)),
       changed as (
         update member_standing s
         set (hotel_id, membership_id, is_live, member_card_id, standing, visits, to_maintain, to_upgrade, changes_on)
           = row(t.hotel_id, t.membership_id, t.is_live, t.member_card_id, t.standing, t.visits, t.to_maintain, t.to_upgrade, t.changes_on)
         from today t
         where s.member_id = t.member_id
           and (s.hotel_id, s.membership_id, s.is_live, s.member_card_id, s.standing, s.visits, s.to_maintain, s.to_upgrade, s.changes_on)
             is distinct from (t.hotel_id, t.membership_id, t.is_live, t.member_card_id, t.standing, t.visits, t.to_maintain, t.to_upgrade, t.changes_on))
  select array_agg(member_id) into moved from today where (member_id, coalesce(member_card_id, 0)) not in (select member_id, card from before);
  -- The level is that of the card at hand.
  if moved is not null then
    update member m set membership_id = c.membership_id
    from member_standing s join member_card c on c.id = s.member_card_id
    where m.id = any(moved) and s.member_id = m.id and m.membership_id <> c.membership_id;
  end if;
end $$;
