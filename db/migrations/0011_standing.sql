-- Selling and standing: what things cost where, where each member stands, and levels that rise by visits or by hand.

-- Prices --------------------------------------------------------------------------------------------------------------

-- The country in whose currency a membership's prices, and the nominals of its vouchers, are meant; that of the hotel when empty.
alter table membership add column currency_country_id bigint references country (id);
create index membership_currency_country_id_idx on membership (currency_country_id);

-- What an amount is at a hotel, in its currency and decimals. Null where a rate is missing.
create function local_price(amount numeric, priced_in bigint, hotel bigint) returns numeric language sql stable as $$
  select case when p.id is null or p.currency = c.currency then amount
              else round(amount / p.usd_rate * c.usd_rate, c.decimals) end
  from hotel h join country c on c.id = h.country_id left join country p on p.id = priced_in
  where h.id = hotel
$$;

-- Levels --------------------------------------------------------------------------------------------------------------

-- What a transaction sold, and at which level a guest came: as it was on that day.
alter table transaction add column membership_id bigint references membership (id);
alter table visit add column membership_id bigint references membership (id);

alter table member_card
  add column min_visit integer constraint member_card_min_visit_check check (min_visit >= 0),
  add column min_visit_to_upgrade integer constraint member_card_min_visit_to_upgrade_check check (min_visit_to_upgrade >= 0),
  add column is_by_hand boolean not null default false,
  add column is_withdrawn boolean not null default false,
  add column remark text;

-- Every row is written anew: its words are put into the search index once, at the end, and not for each row.
drop index visit_search_idx, transaction_search_idx, member_card_search_idx;
alter table transaction disable trigger user;
alter table visit disable trigger user;
alter table member_card disable trigger user;
update transaction t set membership_id = c.membership_id from member_card c where c.transaction_id = t.id;
update visit v set membership_id = m.membership_id from member m where m.id = v.member_id;
update member_card c set min_visit = m.min_visit, min_visit_to_upgrade = m.min_visit_to_upgrade from membership m where m.id = c.membership_id;
alter table transaction enable trigger user;
alter table visit enable trigger user;
alter table member_card enable trigger user;
create index transaction_search_idx on transaction using gin (
  transaction_no gin_trgm_ops, phone_no gin_trgm_ops, reference_no gin_trgm_ops, marketing_name gin_trgm_ops, remark gin_trgm_ops
);
create index member_card_search_idx on member_card using gin (sbec_no gin_trgm_ops);
create index visit_search_idx on visit using gin (
  visit_no gin_trgm_ops, reference_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);

create index transaction_membership_id_idx on transaction (membership_id);
create index visit_membership_id_idx on visit (membership_id);

create function give_visit_level() returns trigger language plpgsql as $$
begin
  select m.membership_id into new.membership_id from member m where m.id = new.member_id;
  return new;
end $$;
create trigger give_level before insert on visit for each row when (new.membership_id is null) execute function give_visit_level();
create trigger give_new_level before update of member_id on visit for each row
  when (new.member_id <> old.member_id) execute function give_visit_level();

-- The visits that were asked for stand on the card, too: the guest was told them.
create or replace function keep_card_promise() returns trigger language plpgsql as $$
begin
  select local_price(m.price, m.currency_country_id, new.hotel_id), m.benefits, c.currency,
         coalesce(new.min_visit, m.min_visit), coalesce(new.min_visit_to_upgrade, m.min_visit_to_upgrade)
  into new.price, new.benefits, new.currency, new.min_visit, new.min_visit_to_upgrade
  from membership m, currency_of(new.hotel_id) c where m.id = new.membership_id;
  return new;
end $$;

create or replace function keep_voucher_promise() returns trigger language plpgsql as $$
begin
  select c.member_id, coalesce(local_price(v.nominal, m.currency_country_id, c.hotel_id), v.nominal), here.currency, v.terms_condition, v.terms_condition_id
  into new.member_id, new.nominal, new.currency, new.terms_condition, new.terms_condition_id
  from member_card c, voucher v join membership m on m.id = v.membership_id, currency_of(c.hotel_id) here
  where c.id = new.member_card_id and v.id = new.voucher_id;
  return new;
end $$;

-- Standing ------------------------------------------------------------------------------------------------------------

-- A detail's value of an option that holds a number.
create function option_number(option_slug text, detail_code text, otherwise integer) returns integer language sql stable as $$
  select coalesce((
    select d.value::integer from option o join option_detail d on d.option_id = o.id
    where o.slug = option_slug and o.deleted_at is null and d.code = detail_code and d.deleted_at is null and d.value ~ '^\d{1,4}$'), otherwise)
$$;

-- Whether all bills of one hotel and day count as one visit.
create function visits_by_day() returns boolean language sql stable as $$ select option_number('visit-counting', 'per-day', 0) = 1 $$;

-- A member's visits in the days of a period, each day that of the visit's hotel.
create function visits_between(member bigint, first_day date, last_day date) returns integer language sql stable as $$
  select case when visits_by_day() then count(distinct (v.hotel_id, d.day)) else count(*) end::integer
  from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
  cross join lateral (select (v.visit_date at time zone coalesce(h.time_zone, n.time_zone))::date as day) d
  where v.member_id = member and v.deleted_at is null and d.day between first_day and last_day
$$;

-- Where each member stands today, by the days of the hotel that serves the member. The card is the one that began last.
create view standing_today as
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
cross join (select option_number('renewal-window', 'after', 180) as days) w
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
left join lateral (select visits_between(m.id, c.start_date, c.end_date) + coalesce(m.comp_visits_period, 0) as visits where c.id is not null) n on true;

-- It is kept, so that lists, work lists and the dashboard read it for a million members as for one: by every change of what it
-- follows from, and by the upkeep on the day on which it changes by itself.
create table member_standing (
  member_id bigint primary key references member (id),
  hotel_id bigint not null references hotel (id),
  membership_id bigint not null references membership (id),
  is_live boolean not null,
  member_card_id bigint references member_card (id),
  standing text not null constraint member_standing_standing_check check (standing in ('none', 'active', 'maintained', 'not_maintained', 'lapsed')),
  visits integer not null,
  to_maintain integer,
  to_upgrade integer,
  changes_on date
) with (fillfactor = 80);
insert into member_standing select * from standing_today;
create index member_standing_standing_idx on member_standing (standing, member_id);
create index member_standing_hotel_id_idx on member_standing (hotel_id);
create index member_standing_membership_id_idx on member_standing (membership_id);
create index member_standing_member_card_id_idx on member_standing (member_card_id);
create index member_standing_changes_on_idx on member_standing (changes_on);

-- The members are locked before anything is read: of two visits that come at once, both are counted.
create function refresh_standing(members bigint[]) returns void language plpgsql as $$
declare moved bigint[];
begin
  perform from member where id = any(members) order by id for no key update;
  with before as (select member_id, member_card_id from member_standing where member_id = any(members)),
       after as (
         insert into member_standing as s select * from standing_today where member_id = any(members)
         on conflict (member_id) do update
           set (hotel_id, membership_id, is_live, member_card_id, standing, visits, to_maintain, to_upgrade, changes_on)
             = (excluded.hotel_id, excluded.membership_id, excluded.is_live, excluded.member_card_id, excluded.standing, excluded.visits,
                excluded.to_maintain, excluded.to_upgrade, excluded.changes_on)
           where (s.hotel_id, s.membership_id, s.is_live, s.member_card_id, s.standing, s.visits, s.to_maintain, s.to_upgrade, s.changes_on)
             is distinct from (excluded.hotel_id, excluded.membership_id, excluded.is_live, excluded.member_card_id, excluded.standing,
                               excluded.visits, excluded.to_maintain, excluded.to_upgrade, excluded.changes_on)
         returning s.member_id, s.member_card_id)
  select array_agg(member_id) into moved
  from after left join before using (member_id) where after.member_card_id is distinct from before.member_card_id;
  -- The level is that of the card at hand.
  if moved is not null then
    update member m set membership_id = c.membership_id
    from member_standing s join member_card c on c.id = s.member_card_id
    where m.id = any(moved) and s.member_id = m.id and m.membership_id <> c.membership_id;
  end if;
end $$;

-- What changes by itself, because a day has come. Returns how many were looked at: 0 when there is nothing left to do.
create function refresh_due_standing(at_most integer) returns integer language plpgsql as $$
declare due bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('member_standing')) then
    return 0;
  end if;
  select array_agg(member_id) into due from (
    select s.member_id from member_standing s join hotel h on h.id = s.hotel_id join country n on n.id = h.country_id
    where s.changes_on <= (now() at time zone 'UTC')::date + 1
      and s.changes_on <= (now() at time zone coalesce(h.time_zone, n.time_zone))::date
    order by s.member_id limit at_most) d;
  if due is not null then
    perform refresh_standing(due);
  end if;
  return coalesce(cardinality(due), 0);
end $$;

create function refresh_new_standing() returns trigger language plpgsql as $$
begin
  perform refresh_standing(array(select distinct id from new_rows));
  return null;
end $$;
create function refresh_changed_member() returns trigger language plpgsql as $$
declare members bigint[] := array(
  select n.id from new_rows n join old_rows o on o.id = n.id
  where (n.hotel_id, n.membership_id, n.comp_visits_period, n.deleted_at is null)
    is distinct from (o.hotel_id, o.membership_id, o.comp_visits_period, o.deleted_at is null));
begin
  if cardinality(members) > 0 then
    perform refresh_standing(members);
  end if;
  return null;
end $$;
create trigger refresh_new_standing after insert on member referencing new table as new_rows
  for each statement execute function refresh_new_standing();
create trigger refresh_standing after update on member referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_changed_member();

create function refresh_visited() returns trigger language plpgsql as $$
begin
  perform refresh_standing(array(select distinct member_id from new_rows));
  return null;
end $$;
create function refresh_changed_visit() returns trigger language plpgsql as $$
declare members bigint[] := array(
  select unnest(array[n.member_id, o.member_id]) from new_rows n join old_rows o on o.id = n.id
  where (n.member_id, n.hotel_id, n.visit_date, n.deleted_at is null) is distinct from (o.member_id, o.hotel_id, o.visit_date, o.deleted_at is null));
begin
  if cardinality(members) > 0 then
    perform refresh_standing(members);
  end if;
  return null;
end $$;
create trigger refresh_visited after insert on visit referencing new table as new_rows
  for each statement execute function refresh_visited();
create trigger refresh_standing after update on visit referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_changed_visit();
alter function refresh_changed_member() set enable_nestloop = off;
alter function refresh_changed_visit() set enable_nestloop = off;

-- A member is valid until the last day of the cards at hand, and renewed when a renewal that stands was sold.
create or replace function set_validity(members bigint[]) returns void language plpgsql as $$
begin
  perform from member where id = any(members) order by id for no key update;
  update member m
  set valid_until_date = c.last_day, member_date = coalesce(m.member_date, c.first_day), renew_date = c.renewed_on
  from (
    select i.id, max(c.end_date) as last_day, min(c.start_date) as first_day,
           max((t.transaction_date at time zone zone_of(t.hotel_id))::date) as renewed_on
    from unnest(members) i (id)
    left join member_card c on c.member_id = i.id and c.deleted_at is null and c.is_active
    left join (transaction t join option_detail d on d.id = t.transaction_type_id and d.code = '2') on t.id = c.transaction_id and t.deleted_at is null
    group by i.id
  ) c
  where c.id = m.id
    and ((m.valid_until_date, m.renew_date) is distinct from (c.last_day, c.renewed_on) or (m.member_date is null and c.first_day is not null));
  perform refresh_standing(members);
end $$;
create or replace function set_changed_validity() returns trigger language plpgsql as $$
declare members bigint[] := array(
  select unnest(array[n.member_id, o.member_id]) from new_rows n join old_rows o on o.id = n.id
  where (n.member_id, n.start_date, n.end_date, n.is_active, n.deleted_at is null, n.membership_id)
    is distinct from (o.member_id, o.start_date, o.end_date, o.is_active, o.deleted_at is null, o.membership_id));
begin
  if cardinality(members) > 0 then
    perform set_validity(members);
  end if;
  return null;
end $$;

-- A rule that changes is applied by the upkeep, some members at a time.
create function refresh_all_standing() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o on o.id = n.id join option p on p.id = n.option_id
    where p.slug in ('visit-counting', 'renewal-window') and (n.value, n.deleted_at) is distinct from (o.value, o.deleted_at)) then
    update member_standing set changes_on = date '2000-01-01';
  end if;
  return null;
end $$;
create trigger refresh_all_standing after update on option_detail referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_all_standing();
