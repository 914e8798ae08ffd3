-- Terms: from which day to which a membership runs, and from which day on its visits count.

-- The last day of a term. It ends on the day before that of its start, and where the last month has no such day, with that month:
-- 31 October and six months is 30 April.
create function term_end(first_day date, months integer) returns date language sql immutable as $$
  select d.day - case when extract(day from d.day) < extract(day from first_day) then 0 else 1 end
  from (select (first_day + make_interval(months => months))::date as day) d
$$;

-- The first day of the term in which a card was issued: that of the card that was sold, renewed or given. A card issued by an
-- upgrade goes on with the term.
create function term_start(card bigint) returns date language sql stable as $$
  with recursive held as (
    select id, start_date, upgraded_from_id from member_card where id = card
    union
    select c.id, c.start_date, c.upgraded_from_id from member_card c join held on c.id = held.upgraded_from_id
  )
  select min(start_date) from held
$$;

-- As before, but visits are counted from the first day of the term.
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
  select c.*, case when c.upgraded_from_id is null then c.start_date else term_start(c.id) end as first_day
  from member_card c
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
    where v.member_id = m.id and v.deleted_at is null and d.day between c.first_day and c.end_date
      and v.visit_date >= ((c.first_day - 1)::timestamp at time zone 'UTC') and v.visit_date < ((c.end_date + 2)::timestamp at time zone 'UTC')
  ) else (
    -- Only near the first and the last day does it matter in which zone the hotel is.
    select count(*) from visit v
    where v.member_id = m.id and v.deleted_at is null
      and v.visit_date >= ((c.first_day - 1)::timestamp at time zone 'UTC') and v.visit_date < ((c.end_date + 2)::timestamp at time zone 'UTC')
      and (v.visit_date >= ((c.first_day + 1)::timestamp at time zone 'UTC') and v.visit_date < (c.end_date::timestamp at time zone 'UTC')
           or (v.visit_date at time zone zone_of(v.hotel_id))::date between c.first_day and c.end_date)
  ) end::integer as visits where c.id is not null
) n on true;

-- Whoever was raised by visits was counted from zero again.
do $$
declare
  risen bigint[] := array(select distinct member_id from member_card where upgraded_from_id is not null);
  changed integer;
begin
  select count(*) into changed from member_standing s join standing_today t using (member_id)
  where member_id = any(risen) and (s.standing, s.visits, s.to_maintain, s.to_upgrade) is distinct from (t.standing, t.visits, t.to_maintain, t.to_upgrade);
  perform refresh_standing(risen);
  if changed > 0 then
    raise notice 'Visits are counted from the first day of the term: % members who had risen stand otherwise than before.', changed;
  end if;
end $$;
