-- Current status of each member, stored in member_standing. Triggers update it when its source rows change; a nightly
-- job updates it when only the date changes.
-- See docs/decisions/0031-store-the-status-of-each-member.md.

-- True if all bills of one hotel and day count as one visit.
create or replace function are_visits_counted_per_day() returns boolean
  language sql stable as $$ select option_number('visit-counting', 'per-day') = 1 $$;

-- The maximum number of visits of a member that count in a day.
create or replace function max_visits_per_day() returns integer
  language sql stable as $$ select option_number('visits-per-day', 'per-member') $$;

-- True if a bill is large enough to count as a visit. It must reach the minimum of its country or, if that is null, USD
-- 5 at the rate of its own day. A bill without a rate counts if its country has no minimum. A later rate of the country
-- changes no bill, and so no visit.
-- See docs/decisions/0087-count-a-bill-as-a-visit-from-a-minimum-amount-three-a-day.md.
create or replace function meets_visit_minimum(total numeric, total_usd numeric, minimum numeric) returns boolean
  language sql immutable parallel safe as
$$ select case when minimum is not null then total >= minimum else coalesce(total_usd >= 5, true) end $$;

-- A member's visits within a period, by the days of each visit's hotel: bills with an amount that reaches the minimum,
-- up to the limit per day. To preview a change, `other_minimum` replaces the minimum of `of_country`.
create or replace function visits_between(
  member bigint, first_day date, last_day date, by_day boolean, per_day integer, of_country bigint default null,
    other_minimum numeric default null
) returns integer language sql stable as $$
  select coalesce(sum(least(b.bills, per_day)), 0)::integer
  from (
    select case when by_day then count(distinct v.hotel_id) else count(*) end as bills
    from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
    cross join lateral (select (v.visit_date at time zone effective_time_zone(h.time_zone, n.time_zone))::date as day) d
    where v.member_id = member and v.deleted_at is null and v.grand_total is not null
      and meets_visit_minimum(v.grand_total, v.grand_total_usd, case when n.id = of_country then other_minimum
        else n.visit_minimum end)
      and d.day between first_day and last_day
    group by d.day) b
$$;
create or replace function visits_between(member bigint, first_day date, last_day date) returns integer
  language sql stable as
$$ select visits_between(member, first_day, last_day, are_visits_counted_per_day(), max_visits_per_day()) $$;

-- The next membership in the tier order: that of the next higher rank that is open to a region. Rank 0 is outside the
-- tier order.
create or replace function next_tier(of_rank integer, region bigint) returns setof membership
  language sql stable rows 1 as $$
  select o.* from membership o
  where o.deleted_at is null and o.rank > of_rank and of_rank > 0
    and (o.restrict_region_id is null or o.restrict_region_id = region)
  order by o.rank, o.id limit 1
$$;

-- The current status of each member, by the days of the member's hotel. The card is the one that began last, and visits
-- count from the first day of its term. The query counts them itself instead of calling a function per member, because
-- an import of visits holds locks meanwhile. See docs/decisions/0041-validate-an-import-first-and-lock-rows-late.md.
-- The rules are parameters, so that they are read once and not per member; PostgreSQL inlines the query.
--
-- The membership is that of the running card, and is set here before it is set on the member. After the card's last day
-- it is the member's own, which can then be set manually.
create or replace function compute_standing(by_day boolean, per_day integer, days_after integer)
returns table (member_id bigint, computed member_standing, stored member_standing) language sql stable as $$
  select m.id, row(
         m.id, m.hotel_id,
         case when z.today <= c.end_date or k.member_id is null or k.member_card_id is distinct from c.id
              then coalesce(c.membership_id, m.membership_id) else m.membership_id end,
         m.deleted_at is null, c.id,
         case
           when c.id is null then 'none'
           when z.today <= c.end_date then case when c.to_maintain > 0 and n.visits >= c.to_maintain then 'maintained'
             else 'active' end
           when c.to_maintain > 0 and z.today <= c.end_date + days_after then case when n.visits >= c.to_maintain
             then 'maintained' else 'not_maintained' end
           else 'lapsed'
         end,
         coalesce(n.visits, 0),
         case when c.to_maintain > 0 then greatest(c.to_maintain - n.visits, 0) end,
         case when c.to_upgrade > 0
           then greatest(c.to_upgrade - n.visits + n.credited - comp_visits_for_upgrade(n.credited, c.id), 0) end,
         least(next.day,
               case when z.today <= c.end_date then c.end_date + 1
                    when c.to_maintain > 0 and z.today <= c.end_date + days_after
                      then c.end_date + days_after + 1 end))::member_standing, k
  from member m
  left join member_standing k on k.member_id = m.id
  join hotel h on h.id = m.hotel_id
  join country l on l.id = h.country_id
  cross join lateral (select (now() at time zone effective_time_zone(h.time_zone, l.time_zone))::date as today) z
  left join lateral (
    select
      c.id,
      c.membership_id,
      c.end_date,
      case when c.upgraded_from_id is null then c.start_date else first_day_of_term(c.id) end as first_day,
      visits_to_maintain(c.min_visit, l.min_visit) as to_maintain,
      visits_to_upgrade(c.min_visit_to_upgrade, l.min_visit_to_upgrade) as to_upgrade
    from member_card c join membership l on l.id = c.membership_id
    where c.member_id = m.id and c.deleted_at is null and c.is_active and c.start_date <= z.today
    order by c.end_date >= z.today desc, c.start_date desc, c.id desc limit 1
  ) c on true
  left join lateral (
    select min(f.start_date) as day from member_card f
    where f.member_id = m.id and f.deleted_at is null and f.is_active and f.start_date > z.today
  ) next on true
  -- Counts like visits_between. No time zone is more than a day from UTC, so these bounds let the index be used.
  left join lateral (
    select coalesce(m.comp_visits_period, 0) as credited,
      coalesce(m.comp_visits_period, 0) + coalesce(sum(least(b.bills, per_day)), 0)::integer as visits
    from (
      select case when by_day then count(distinct case when by_day then v.hotel_id end) else count(*) end as bills
      from visit v join hotel p on p.id = v.hotel_id join country q on q.id = p.country_id
      cross join lateral (select (v.visit_date at time zone effective_time_zone(p.time_zone,
        q.time_zone))::date as day) d
      where v.member_id = m.id and v.deleted_at is null and v.grand_total is not null
        and meets_visit_minimum(v.grand_total, v.grand_total_usd, q.visit_minimum)
        and d.day between c.first_day and c.end_date
        and v.visit_date >= ((c.first_day - 1)::timestamp at time zone 'UTC')
          and v.visit_date < ((c.end_date + 2)::timestamp at time zone 'UTC')
      group by d.day) b
  ) n on c.id is not null
$$;

-- Locks the members before it reads, so that of two concurrent visits both are counted.
--
-- It runs often for few records, and planning took ten times as long as its work. Measured at 100,000 members: a visit
-- 4.6 ms before, 0.3 ms now. Its calling triggers compare their rows without nested loops; here nested loops are best,
-- because few records are looked up.
--
-- Starting a statement costs more than its work on one member. So one query reads everything, and updates run only if
-- there is something to write: an update fires the triggers of its table even if it writes no row. A tier is set here
-- before it is set on the member, so that change needs no second round.
create or replace function recompute_standing(members bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare
  rules integer[];
  computed_rows member_standing[];
  has_missing_rows boolean;
  has_tier_changes boolean;
begin
  perform from member where id = any(members) order by id for no key update;
  rules := option_numbers('{visit-counting,visits-per-day,renewal-window}', '{per-day,per-member,after}');
  select array_agg(t.computed), bool_or((t.stored).member_id is null),
    bool_or((t.computed).membership_id <> m.membership_id)
  into computed_rows, has_missing_rows, has_tier_changes
  from compute_standing(rules[1] = 1, rules[2], rules[3]) t join member m on m.id = t.member_id
    where t.member_id = any(members);
  update member_standing s
  set (hotel_id, membership_id, is_live, member_card_id, standing, visits, to_maintain, to_upgrade, changes_on)
    = row(t.hotel_id, t.membership_id, t.is_live, t.member_card_id, t.standing, t.visits, t.to_maintain, t.to_upgrade,
      t.changes_on)
  from unnest(computed_rows) t where s.member_id = t.member_id and s is distinct from t;
  -- Only members that were loaded without triggers have no row yet.
  if has_missing_rows then
    insert into member_standing select t.* from unnest(computed_rows) t on conflict do nothing;
  end if;
  if has_tier_changes then
    update member m set membership_id = t.membership_id from unnest(computed_rows) t where m.id = t.member_id
      and m.membership_id <> t.membership_id;
  end if;
end $$;

-- Recomputes members whose status changes by date, then members affected by a changed rule (status_recount). Returns
-- the recomputed members, or an empty array if all are up to date.
create or replace function recompute_due_standing(at_most integer) returns bigint[] language plpgsql as $$
declare
  due bigint[];
  capacity integer;
  recount record;
  next_members bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('member_standing')) then
    return '{}';
  end if;
  due := array(
    select s.member_id from member_standing s join hotel h on h.id = s.hotel_id join country n on n.id = h.country_id
    where s.changes_on <= (now() at time zone 'UTC')::date + 1
      and s.changes_on <= (now() at time zone effective_time_zone(h.time_zone, n.time_zone))::date
    order by s.changes_on, s.member_id limit at_most);
  for recount in select * from status_recount order by id loop
    capacity := at_most - cardinality(due);
    exit when capacity <= 0;
    next_members := array(
      select s.member_id from member_standing s left join member_card c on c.id = s.member_card_id
      where s.member_id > recount.after_member_id
        and (recount.membership_id is null or c.membership_id = recount.membership_id)
        and (not recount.is_for_upgrades or s.to_upgrade = 0)
      order by s.member_id limit capacity);
    if cardinality(next_members) < capacity then
      delete from status_recount where id = recount.id;
    else
      update status_recount set after_member_id = next_members[capacity] where id = recount.id;
    end if;
    due := array(select distinct unnest(due || next_members));
  end loop;
  if due <> '{}' then
    perform recompute_standing(due);
  end if;
  return due;
end $$;

-- A new member has no card, so there is nothing to compute.
create or replace function seed_standing() returns trigger language plpgsql as $$
begin
  insert into member_standing (member_id, hotel_id, membership_id, is_live, standing, visits)
  select
    id,
    hotel_id,
    membership_id,
    deleted_at is null,
    'none',
    0
  from new_rows;
  return null;
end $$;
create or replace trigger seed_standing after insert on member referencing new table as new_rows
  for each statement execute function seed_standing();

-- A tier that was set by recompute_standing is already stored.
create or replace function recompute_standing_of_members() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare
  members bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.hotel_id, n.comp_visits_period, n.deleted_at is null) is distinct from (o.hotel_id, o.comp_visits_period,
      o.deleted_at is null));
  tier_changed_ids bigint[] := array(select n.id from new_rows n join old_rows o on o.id = n.id
    where n.membership_id <> o.membership_id);
begin
  if cardinality(tier_changed_ids) > 0 then
    members := array(
      select unnest(members)
      union
      select m.id
      from member m left join member_standing s on s.member_id = m.id and s.member_id = any(tier_changed_ids)
      where m.id = any(tier_changed_ids) and s.membership_id is distinct from m.membership_id);
  end if;
  if cardinality(members) > 0 then
    perform recompute_standing(members);
  end if;
  return null;
end $$;
create or replace trigger recompute_standing after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function recompute_standing_of_members();

-- If only the US dollar amount of a bill changed, its rate was missing or wrong, and all bills of its country change
-- with it. If one crosses the minimum of USD 5, a maintenance job recomputes everybody.
create or replace function recompute_standing_of_visits() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare
  members bigint[];
  is_revalued boolean;
begin
  select array_agg(n.member_id) filter (where c.affects_member)
    || array_agg(o.member_id) filter (where c.affects_member),
    bool_or(n.grand_total = o.grand_total
      and meets_visit_minimum(n.grand_total, n.grand_total_usd, null)
        <> meets_visit_minimum(o.grand_total, o.grand_total_usd, null))
  into members, is_revalued
  from new_rows n join old_rows o on o.id = n.id
  cross join lateral (
    select (n.member_id, n.hotel_id, n.visit_date, n.deleted_at is null, n.grand_total)
      is distinct from (o.member_id, o.hotel_id, o.visit_date, o.deleted_at is null,
        o.grand_total) as affects_member) c;
  if cardinality(members) > 0 then
    perform recompute_standing(members);
  end if;
  if is_revalued then
    insert into status_recount
    select where not exists (select from status_recount where membership_id is null and not is_for_upgrades
      and after_member_id = 0);
  end if;
  return null;
end $$;
create or replace trigger recompute_standing_on_visit after insert on visit referencing new table as new_rows
  for each statement execute function derive_from_new_rows('recompute_standing');
create or replace trigger recompute_standing after update on visit
  referencing old table as old_rows new table as new_rows
  for each statement execute function recompute_standing_of_visits();

-- A changed rule takes effect through a maintenance job, which recomputes some members at a time.
create or replace function queue_status_recount_of_rule() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o on o.id = n.id join option p on p.id = n.option_id
    where p.slug in ('visit-counting', 'visits-per-day', 'renewal-window')
      and (n.value, n.deleted_at) is distinct from (o.value, o.deleted_at)) then
    insert into status_recount default values;
  end if;
  if exists (
    select from new_rows n join old_rows o on o.id = n.id join option p on p.id = n.option_id
    where p.slug = 'free-upgrades' and (n.value, n.deleted_at) is distinct from (o.value, o.deleted_at)) then
    insert into status_recount (is_for_upgrades) values (true);
  end if;
  return null;
end $$;
create or replace trigger queue_status_recount_of_rule after update on option_detail
  referencing old table as old_rows new table as new_rows
  for each statement execute function queue_status_recount_of_rule();

-- Changed visit numbers of a membership affect members whose current card has it. A changed tier order affects members
-- with enough visits for an upgrade.
create or replace function queue_status_recount_of_membership() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.min_visit, new.min_visit_to_upgrade)
    is distinct from (old.min_visit, old.min_visit_to_upgrade) then
    insert into status_recount (membership_id) values (new.id);
  end if;
  if tg_op = 'INSERT' and new.rank > 0 or tg_op = 'UPDATE' and (new.rank, new.restrict_region_id, new.deleted_at)
    is distinct from (old.rank, old.restrict_region_id, old.deleted_at) then
    insert into status_recount (is_for_upgrades) values (true);
  end if;
  return null;
end $$;
create or replace trigger queue_status_recount_of_membership after insert or update on membership for each row
  execute function queue_status_recount_of_membership();

-- Days follow the time zone of the hotel, and visits count from the minimum of their country. If one of them changes,
-- every member's status is recomputed, and after a change of the zone, the months of the hotels' rollups.
create or replace function recount_days_of_hotels() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'hotel' then
    perform rebuild_rollup_months(array[new.id]);
  elsif new.time_zone <> old.time_zone then
    perform rebuild_rollup_months(array(select id from hotel where country_id = new.id and time_zone is null));
  end if;
  insert into status_recount default values;
  return null;
end $$;
create or replace trigger recount_days_of_hotels after update of time_zone, country_id on hotel for each row
  when (new.time_zone is distinct from old.time_zone or new.country_id <> old.country_id)
    execute function recount_days_of_hotels();
create or replace trigger recount_days_of_hotels after update of time_zone, visit_minimum on country for each row
  when (new.time_zone <> old.time_zone or new.visit_minimum is distinct from old.visit_minimum)
    execute function recount_days_of_hotels();
