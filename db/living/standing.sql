-- Standing: the state of each member today, kept in member_standing by every change of the records that it follows from, and by the upkeep on
-- the day on which it changes by itself.
-- See docs/decisions/0031-standing-is-kept.md.

-- Whether all bills of one hotel and day count as one visit.
create or replace function visits_by_day() returns boolean language sql stable as $$ select option_number('visit-counting', 'per-day') = 1 $$;

-- How many visits of a member count in a day.
create or replace function visits_per_day() returns integer language sql stable as $$ select option_number('visits-per-day', 'per-member') $$;

-- Whether a bill is large enough to count as a visit: it reaches the minimum of its country, or, where that is null, USD 5 at the rate of its own day. A bill
-- without a rate counts where its country has no minimum. Another rate of the country changes no bill, and so no visit.
-- See docs/decisions/0087-visits-that-count.md.
create or replace function reaches_minimum(total numeric, total_usd numeric, minimum numeric) returns boolean language sql immutable parallel safe as
$$ select case when minimum is not null then total >= minimum else coalesce(total_usd >= 5, true) end $$;

-- A member's visits in the days of a period, each day that of the visit's hotel: bills with an amount that reaches the minimum, at most so many a day.
-- `other_minimum` counts in place of the minimum of `of_country`, to see what it would change.
create or replace function visits_between(
  member bigint, first_day date, last_day date, by_day boolean, per_day integer, of_country bigint default null, other_minimum numeric default null
) returns integer language sql stable as $$
  select coalesce(sum(least(b.bills, per_day)), 0)::integer
  from (
    select case when by_day then count(distinct v.hotel_id) else count(*) end as bills
    from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
    cross join lateral (select (v.visit_date at time zone zone_of(h.time_zone, n.time_zone))::date as day) d
    where v.member_id = member and v.deleted_at is null and v.grand_total is not null
      and reaches_minimum(v.grand_total, v.grand_total_usd, case when n.id = of_country then other_minimum else n.visit_minimum end)
      and d.day between first_day and last_day
    group by d.day) b
$$;
create or replace function visits_between(member bigint, first_day date, last_day date) returns integer language sql stable as
$$ select visits_between(member, first_day, last_day, visits_by_day(), visits_per_day()) $$;

-- The next membership of the ladder: that of the next higher rank which is open to a region. Rank 0 stands outside of the ladder.
create or replace function next_level(of_rank integer, region bigint) returns setof membership language sql stable rows 1 as $$
  select o.* from membership o
  where o.deleted_at is null and o.rank > of_rank and of_rank > 0 and (o.restrict_region_id is null or o.restrict_region_id = region)
  order by o.rank, o.id limit 1
$$;

-- The standing of each member today, by the days of the hotel that serves the member. The card is the one that began last; visits are
-- counted from the first day of its term. They are counted within the question and not by a function that is called for each member:
-- a file of visits holds its members while this is asked, see docs/decisions/0041-imports-hold-late.md. The rules are handed in, so that
-- they are read once and not for each member; PostgreSQL puts the question in the place of the call.
--
-- The membership is that of the running card, and is set here before it is set at the member. After the card's last day it is the member's own,
-- which can be set manually then.
create or replace function standings(by_day boolean, per_day integer, days_after integer)
returns table (member_id bigint, stand member_standing, kept member_standing) language sql stable as $$
  select m.id, row(
         m.id, m.hotel_id,
         case when z.today <= c.end_date or k.member_id is null or k.member_card_id is distinct from c.id
              then coalesce(c.membership_id, m.membership_id) else m.membership_id end,
         m.deleted_at is null, c.id,
         case
           when c.id is null then 'none'
           when z.today <= c.end_date then case when c.to_maintain > 0 and n.visits >= c.to_maintain then 'maintained' else 'active' end
           when c.to_maintain > 0 and z.today <= c.end_date + days_after then case when n.visits >= c.to_maintain then 'maintained' else 'not_maintained' end
           else 'lapsed'
         end,
         coalesce(n.visits, 0),
         case when c.to_maintain > 0 then greatest(c.to_maintain - n.visits, 0) end,
         case when c.to_rise > 0 then greatest(c.to_rise - n.visits + n.credited - comp_visits_to_rise(n.credited, c.id), 0) end,
         least(next.day,
               case when z.today <= c.end_date then c.end_date + 1
                    when c.to_maintain > 0 and z.today <= c.end_date + days_after then c.end_date + days_after + 1 end))::member_standing, k
  from member m
  left join member_standing k on k.member_id = m.id
  join hotel h on h.id = m.hotel_id
  join country l on l.id = h.country_id
  cross join lateral (select (now() at time zone zone_of(h.time_zone, l.time_zone))::date as today) z
  left join lateral (
    select c.id, c.membership_id, c.end_date, case when c.upgraded_from_id is null then c.start_date else term_start(c.id) end as first_day,
           asked_to_maintain(c.min_visit, l.min_visit) as to_maintain, asked_to_rise(c.min_visit_to_upgrade, l.min_visit_to_upgrade) as to_rise
    from member_card c join membership l on l.id = c.membership_id
    where c.member_id = m.id and c.deleted_at is null and c.is_active and c.start_date <= z.today
    order by c.end_date >= z.today desc, c.start_date desc, c.id desc limit 1
  ) c on true
  left join lateral (
    select min(f.start_date) as day from member_card f
    where f.member_id = m.id and f.deleted_at is null and f.is_active and f.start_date > z.today
  ) next on true
  -- As visits_between counts them. No zone is further than a day from UTC: bounds that the index knows.
  left join lateral (
    select coalesce(m.comp_visits_period, 0) as credited, coalesce(m.comp_visits_period, 0) + coalesce(sum(least(b.bills, per_day)), 0)::integer as visits
    from (
      select case when by_day then count(distinct case when by_day then v.hotel_id end) else count(*) end as bills
      from visit v join hotel p on p.id = v.hotel_id join country q on q.id = p.country_id
      cross join lateral (select (v.visit_date at time zone zone_of(p.time_zone, q.time_zone))::date as day) d
      where v.member_id = m.id and v.deleted_at is null and v.grand_total is not null and reaches_minimum(v.grand_total, v.grand_total_usd, q.visit_minimum)
        and d.day between c.first_day and c.end_date
        and v.visit_date >= ((c.first_day - 1)::timestamp at time zone 'UTC') and v.visit_date < ((c.end_date + 2)::timestamp at time zone 'UTC')
      group by d.day) b
  ) n on c.id is not null
$$;

-- The members are locked before anything is read: of two visits that come at once, both are counted.
--
-- It is called for one record or a few, again and again: planning it anew each time took ten times as long as its work. Measured at 100,000
-- members: a visit 4.6 ms before, 0.3 ms now. Triggers that call it compare their rows without nested loops; here a few records are
-- looked up, for which nested loops are best.
--
-- Beginning a statement costs more than its work on one member: all is asked by one, and written only where there is something to write. A
-- statement calls the triggers of its table even where it writes no row. A level is set here before it is set at the member: that change needs no
-- second round.
create or replace function refresh_standing(members bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare
  rules integer[];
  stands member_standing[];
  are_new boolean;
  are_of_other_levels boolean;
begin
  perform from member where id = any(members) order by id for no key update;
  rules := option_numbers('{visit-counting,visits-per-day,renewal-window}', '{per-day,per-member,after}');
  select array_agg(t.stand), bool_or((t.kept).member_id is null), bool_or((t.stand).membership_id <> m.membership_id)
  into stands, are_new, are_of_other_levels
  from standings(rules[1] = 1, rules[2], rules[3]) t join member m on m.id = t.member_id where t.member_id = any(members);
  update member_standing s
  set (hotel_id, membership_id, is_live, member_card_id, standing, visits, to_maintain, to_upgrade, changes_on)
    = row(t.hotel_id, t.membership_id, t.is_live, t.member_card_id, t.standing, t.visits, t.to_maintain, t.to_upgrade, t.changes_on)
  from unnest(stands) t where s.member_id = t.member_id and s is distinct from t;
  -- Only a member who was loaded past the triggers has none yet.
  if are_new then
    insert into member_standing select t.* from unnest(stands) t on conflict do nothing;
  end if;
  if are_of_other_levels then
    update member m set membership_id = t.membership_id from unnest(stands) t where m.id = t.member_id and m.membership_id <> t.membership_id;
  end if;
end $$;

-- Judges members whose day has come, and behind them those of a changed rule, see standing_recount. Returns the members judged: none
-- when there is nothing left to do.
create or replace function refresh_due_standing(at_most integer) returns bigint[] language plpgsql as $$
declare
  due bigint[];
  room integer;
  recount record;
  next_members bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('member_standing')) then
    return '{}';
  end if;
  due := array(
    select s.member_id from member_standing s join hotel h on h.id = s.hotel_id join country n on n.id = h.country_id
    where s.changes_on <= (now() at time zone 'UTC')::date + 1
      and s.changes_on <= (now() at time zone zone_of(h.time_zone, n.time_zone))::date
    order by s.changes_on, s.member_id limit at_most);
  for recount in select * from standing_recount order by id loop
    room := at_most - cardinality(due);
    exit when room <= 0;
    next_members := array(
      select s.member_id from member_standing s left join member_card c on c.id = s.member_card_id
      where s.member_id > recount.after_member_id
        and (recount.membership_id is null or c.membership_id = recount.membership_id)
        and (not recount.is_of_rising or s.to_upgrade = 0)
      order by s.member_id limit room);
    if cardinality(next_members) < room then
      delete from standing_recount where id = recount.id;
    else
      update standing_recount set after_member_id = next_members[room] where id = recount.id;
    end if;
    due := array(select distinct unnest(due || next_members));
  end loop;
  if due <> '{}' then
    perform refresh_standing(due);
  end if;
  return due;
end $$;

-- A new member has no card: nothing has to be asked for.
create or replace function refresh_new_standing() returns trigger language plpgsql as $$
begin
  insert into member_standing (member_id, hotel_id, membership_id, is_live, standing, visits)
  select id, hotel_id, membership_id, deleted_at is null, 'none', 0 from new_rows;
  return null;
end $$;
create or replace trigger refresh_new_standing after insert on member referencing new table as new_rows
  for each statement execute function refresh_new_standing();

-- A level that followed from the standing is there already.
create or replace function refresh_changed_member() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  members bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.hotel_id, n.comp_visits_period, n.deleted_at is null) is distinct from (o.hotel_id, o.comp_visits_period, o.deleted_at is null));
  lifted bigint[] := array(select n.id from new_rows n join old_rows o on o.id = n.id where n.membership_id <> o.membership_id);
begin
  if cardinality(lifted) > 0 then
    members := array(
      select unnest(members)
      union
      select m.id from member m left join member_standing s on s.member_id = m.id and s.member_id = any(lifted)
      where m.id = any(lifted) and s.membership_id is distinct from m.membership_id);
  end if;
  if cardinality(members) > 0 then
    perform refresh_standing(members);
  end if;
  return null;
end $$;
create or replace trigger refresh_standing after update on member referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_changed_member();

create or replace function refresh_visited() returns trigger language plpgsql as $$
begin
  perform refresh_standing(array(select distinct member_id from new_rows));
  return null;
end $$;
-- A bill whose worth in dollars alone changed had no rate, or a wrong one, and came with all those of its country: the upkeep judges everybody
-- where one reaches USD 5 now, or no longer.
create or replace function refresh_changed_visit() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  members bigint[];
  are_revalued boolean;
begin
  select array_agg(n.member_id) filter (where c.concerns_member) || array_agg(o.member_id) filter (where c.concerns_member),
    bool_or(n.grand_total = o.grand_total
      and reaches_minimum(n.grand_total, n.grand_total_usd, null) <> reaches_minimum(o.grand_total, o.grand_total_usd, null))
  into members, are_revalued
  from new_rows n join old_rows o on o.id = n.id
  cross join lateral (
    select (n.member_id, n.hotel_id, n.visit_date, n.deleted_at is null, n.grand_total)
      is distinct from (o.member_id, o.hotel_id, o.visit_date, o.deleted_at is null, o.grand_total) as concerns_member) c;
  if cardinality(members) > 0 then
    perform refresh_standing(members);
  end if;
  if are_revalued then
    insert into standing_recount
    select where not exists (select from standing_recount where membership_id is null and not is_of_rising and after_member_id = 0);
  end if;
  return null;
end $$;
create or replace trigger refresh_visited after insert on visit referencing new table as new_rows
  for each statement execute function refresh_visited();
create or replace trigger refresh_standing after update on visit referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_changed_visit();

-- A changed rule is applied by the change itself as far as it goes quickly, and by the upkeep, some members at a time.
create or replace function refresh_all_standing() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o on o.id = n.id join option p on p.id = n.option_id
    where p.slug in ('visit-counting', 'visits-per-day', 'renewal-window') and (n.value, n.deleted_at) is distinct from (o.value, o.deleted_at)) then
    insert into standing_recount default values;
  end if;
  if exists (
    select from new_rows n join old_rows o on o.id = n.id join option p on p.id = n.option_id
    where p.slug = 'free-upgrades' and (n.value, n.deleted_at) is distinct from (o.value, o.deleted_at)) then
    insert into standing_recount (is_of_rising) values (true);
  end if;
  return null;
end $$;
create or replace trigger refresh_all_standing after update on option_detail referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_all_standing();

-- Other numbers of a membership concern members whose card at hand is of it; another rung of the ladder concerns members with the visits to rise.
create or replace function refresh_holders() returns trigger language plpgsql as $$
begin
  insert into standing_recount (membership_id)
  select id from (select id, min_visit, min_visit_to_upgrade from new_rows except select id, min_visit, min_visit_to_upgrade from old_rows) n order by id;
  if exists (select id, rank, restrict_region_id, deleted_at from new_rows except select id, rank, restrict_region_id, deleted_at from old_rows) then
    insert into standing_recount (is_of_rising) values (true);
  end if;
  return null;
end $$;
create or replace trigger refresh_holders after update on membership referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_holders();
create or replace function refresh_below() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows where rank > 0) then
    insert into standing_recount (is_of_rising) values (true);
  end if;
  return null;
end $$;
create or replace trigger refresh_below after insert on membership referencing new table as new_rows
  for each statement execute function refresh_below();

-- The days of visits and members are those of their hotel's zone, and visits count from the minimum of their country: where one of them changes,
-- everybody's standing is judged again.
create or replace function refresh_zoned() returns trigger language plpgsql as $$
begin
  insert into standing_recount default values;
  return null;
end $$;
create or replace trigger refresh_zoned after update of time_zone, country_id on hotel for each row
  when (new.time_zone is distinct from old.time_zone or new.country_id <> old.country_id) execute function refresh_zoned();
create or replace trigger refresh_zoned after update of time_zone, visit_minimum on country for each row
  when (new.time_zone <> old.time_zone or new.visit_minimum is distinct from old.visit_minimum) execute function refresh_zoned();
