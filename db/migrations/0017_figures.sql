-- The figures of the dashboard: kept, and exact in every statement that reads them. Each belongs to one hotel, so that the hotels
-- add up to their region and the regions to the group; deleted records count nowhere.

-- Kept figures --------------------------------------------------------------------------------------------------------

-- Kinds, by what they count:
--   member      members by standing (part) and membership, at the hotel that serves them
--   joined      members by the day on which they joined (member_date)
--   ending      members by their last day (valid_until_date)
--   sale        transactions by month of the hotel's zone, type (part) and membership; grand totals
--   visit       visits by month of the hotel's zone and membership; grand totals
--   redemption  redemptions by month where they were made; nominals
--   voucher     vouchers that may still be redeemed, by their last day, at the hotel that serves the member; nominals
create table figure (
  kind text not null,
  hotel_id bigint not null,
  day date,
  membership_id bigint,
  part text,
  currency text,
  number bigint not null,
  amount numeric,
  amount_usd numeric
);
create unique index figure_key on figure (kind, hotel_id, day, membership_id, part, currency) nulls not distinct;

-- What has happened since the figures were folded. Writers only append here, so that none ever waits for another.
create table figure_delta (like figure);

create view figure_now as select * from figure union all select * from figure_delta;

-- Folds what has happened into the figures. Returns the number of rows folded; 0 while another process is at it.
create function fold_figures() returns bigint language plpgsql as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('figure')) then
    return 0;
  end if;
  with gone as (delete from figure_delta returning *),
       folds as (
         insert into figure as f
         select kind, hotel_id, day, membership_id, part, currency, sum(number), sum(amount), sum(amount_usd)
         from gone group by kind, hotel_id, day, membership_id, part, currency
         on conflict (kind, hotel_id, day, membership_id, part, currency) do update
           set number = f.number + excluded.number, amount = f.amount + excluded.amount, amount_usd = f.amount_usd + excluded.amount_usd)
  select count(*) into folded from gone;
  return folded;
end $$;

-- What a record counts as -----------------------------------------------------------------------------------------------

create view hotel_zone as
select h.id as hotel_id, coalesce(h.time_zone, c.time_zone) as zone from hotel h join country c on c.id = h.country_id;

create function standing_figures(s member_standing) returns setof figure language sql stable as $$
  select 'member'::text, s.hotel_id, null::date, s.membership_id, s.standing, null::text, 1::bigint, 0::numeric, 0::numeric where s.is_live
$$;

create function member_figures(m member) returns setof figure language sql stable as $$
  select d.kind, m.hotel_id, d.day, null::bigint, null::text, null::text, 1::bigint, 0::numeric, 0::numeric
  from (values ('joined', m.member_date), ('ending', m.valid_until_date)) d (kind, day)
  where m.deleted_at is null and d.day is not null
$$;

create function sale_figures(t transaction) returns setof figure language sql stable as $$
  select 'sale'::text, t.hotel_id, date_trunc('month', t.transaction_date at time zone z.zone)::date, t.membership_id, t.transaction_type_id::text, t.currency,
         1::bigint, t.grand_total, coalesce(t.grand_total_usd, 0)
  from hotel_zone z where z.hotel_id = t.hotel_id and t.deleted_at is null
$$;

create function visit_figures(v visit) returns setof figure language sql stable as $$
  select 'visit'::text, v.hotel_id, date_trunc('month', v.visit_date at time zone z.zone)::date, v.membership_id, null::text, v.currency,
         1::bigint, v.grand_total, coalesce(v.grand_total_usd, 0)
  from hotel_zone z where z.hotel_id = v.hotel_id and v.deleted_at is null
$$;

-- Records of one table ------------------------------------------------------------------------------------------------------

-- What was written counts, what it replaced counts no more; the rows need no partners, so that nothing is joined.
create function count_standings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, count(*), 0, 0
    from new_rows n, standing_figures(n::member_standing) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(r.sign), 0, 0
    from (select n::member_standing as row, 1 as sign from new_rows n union all select o::member_standing, -1 from old_rows o) r,
         standing_figures(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0;
  end if;
  return null;
end $$;

create function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, count(*), 0, 0
    from new_rows n, member_figures(n::member) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(r.sign), 0, 0
    from (select n::member as row, 1 as sign from new_rows n union all select o::member, -1 from old_rows o) r, member_figures(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0;
  end if;
  return null;
end $$;

create function count_sales() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, count(*), sum(f.amount), sum(f.amount_usd)
    from new_rows n, sale_figures(n::transaction) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(r.sign), sum(r.sign * f.amount), sum(r.sign * f.amount_usd)
    from (select n::transaction as row, 1 as sign from new_rows n union all select o::transaction, -1 from old_rows o) r, sale_figures(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0 or sum(r.sign * f.amount) <> 0 or sum(r.sign * f.amount_usd) <> 0;
  end if;
  return null;
end $$;

create function count_visits() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, count(*), sum(f.amount), sum(f.amount_usd)
    from new_rows n, visit_figures(n::visit) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(r.sign), sum(r.sign * f.amount), sum(r.sign * f.amount_usd)
    from (select n::visit as row, 1 as sign from new_rows n union all select o::visit, -1 from old_rows o) r, visit_figures(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0 or sum(r.sign * f.amount) <> 0 or sum(r.sign * f.amount_usd) <> 0;
  end if;
  return null;
end $$;

create trigger figures_created after insert on member_standing referencing new table as new_rows
  for each statement execute function count_standings();
create trigger figures_changed after update on member_standing referencing old table as old_rows new table as new_rows
  for each statement execute function count_standings();
create trigger figures_created after insert on member referencing new table as new_rows
  for each statement execute function count_members();
create trigger figures_changed after update on member referencing old table as old_rows new table as new_rows
  for each statement execute function count_members();
create trigger figures_created after insert on transaction referencing new table as new_rows
  for each statement execute function count_sales();
create trigger figures_changed after update on transaction referencing old table as old_rows new table as new_rows
  for each statement execute function count_sales();
create trigger figures_created after insert on visit referencing new table as new_rows
  for each statement execute function count_visits();
create trigger figures_changed after update on visit referencing old table as old_rows new table as new_rows
  for each statement execute function count_visits();

-- Redemptions -----------------------------------------------------------------------------------------------------------

-- A redemption counts with its voucher's nominal. Whoever changes either has locked the voucher, and reads afterwards.
create function redemption_figures(r voucher_redeem) returns setof figure language sql stable as $$
  select 'redemption'::text, r.redeem_hotel_id, date_trunc('month', r.redeem_date at time zone z.zone)::date, null::bigint, null::text, v.currency,
         1::bigint, v.nominal, 0::numeric
  from member_voucher v, hotel_zone z where v.id = r.member_voucher_id and z.hotel_id = r.redeem_hotel_id and r.deleted_at is null
$$;

-- Vouchers that may still be redeemed -----------------------------------------------------------------------------------

-- Whether one may follows from four records: the voucher, its redemption, its card and its member. So what each counts as is
-- written down here, and each change of one of the four looks anew: under a lock on the voucher, whichever of them it was. Written by
-- refresh_open alone, from records that are never removed: so it has no foreign keys.
create table voucher_open (
  member_voucher_id bigint primary key,
  hotel_id bigint not null,
  valid_until_date date not null,
  currency text not null,
  nominal numeric(15, 3) not null
);

create view voucher_open_now as
select v.id as member_voucher_id, m.hotel_id, v.valid_until_date, v.currency, v.nominal
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
where v.deleted_at is null and c.deleted_at is null and c.is_active and m.deleted_at is null and m.is_active
  and not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null);

create function refresh_open(vouchers bigint[]) returns void language plpgsql as $$
begin
  perform from member_voucher where id = any(vouchers) order by id for no key update;
  with before as (select * from voucher_open where member_voucher_id = any(vouchers)),
       after as materialized (select * from voucher_open_now where member_voucher_id = any(vouchers)),
       gone as (
         delete from voucher_open o using before b
         where o.member_voucher_id = b.member_voucher_id and not exists (select from after a where a.member_voucher_id = b.member_voucher_id)),
       put as (
         insert into voucher_open as o select * from after
         on conflict (member_voucher_id) do update
           set (hotel_id, valid_until_date, currency, nominal) = (excluded.hotel_id, excluded.valid_until_date, excluded.currency, excluded.nominal)
           where (o.hotel_id, o.valid_until_date, o.currency, o.nominal)
             is distinct from (excluded.hotel_id, excluded.valid_until_date, excluded.currency, excluded.nominal))
  insert into figure_delta
  select 'voucher', x.hotel_id, x.valid_until_date, null, null, x.currency, sum(x.sign), sum(x.sign * x.nominal), 0
  from (select 1 as sign, a.* from after a union all select -1, b.* from before b) x
  group by x.hotel_id, x.valid_until_date, x.currency having sum(x.sign) <> 0 or sum(x.sign * x.nominal) <> 0;
end $$;

create function count_redemptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_open(array(select member_voucher_id from new_rows where deleted_at is null));
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, count(*), sum(f.amount), 0
    from new_rows n, redemption_figures(n::voucher_redeem) f group by 1, 2, 3, 4, 5, 6;
  else
    perform refresh_open(array(select member_voucher_id from new_rows union select member_voucher_id from old_rows));
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(r.sign), sum(r.sign * f.amount), 0
    from (select n::voucher_redeem as row, 1 as sign from new_rows n union all select o::voucher_redeem, -1 from old_rows o) r,
         redemption_figures(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0 or sum(r.sign * f.amount) <> 0;
  end if;
  return null;
end $$;
create trigger figures_created after insert on voucher_redeem referencing new table as new_rows
  for each statement execute function count_redemptions();
create trigger figures_changed after update on voucher_redeem referencing old table as old_rows new table as new_rows
  for each statement execute function count_redemptions();

-- Nobody else sees a voucher that was just issued, so that whoever switches off its card or member cannot wait for it: they wait
-- for one another at the card and the member.
create function count_vouchers_created() returns trigger language plpgsql as $$
begin
  perform from member_card where id in (select member_card_id from new_rows) order by id for no key update;
  perform from member where id in (select member_id from new_rows) order by id for no key update;
  perform refresh_open(array(select id from new_rows));
  return null;
end $$;
create function count_vouchers_changed() returns trigger language plpgsql as $$
declare
  moved bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id where (n.member_card_id, n.member_id) <> (o.member_card_id, o.member_id));
  changed bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.member_card_id, n.member_id, n.valid_until_date, n.currency, n.nominal, n.deleted_at is null)
      <> (o.member_card_id, o.member_id, o.valid_until_date, o.currency, o.nominal, o.deleted_at is null));
begin
  if cardinality(moved) > 0 then
    perform from member_card where id in (select member_card_id from new_rows where id = any(moved)) order by id for no key update;
    perform from member where id in (select member_id from new_rows where id = any(moved)) order by id for no key update;
  end if;
  if cardinality(changed) > 0 then
    perform refresh_open(changed);
    -- What was redeemed with it goes by its nominal.
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, x.currency, sum(x.sign), sum(x.sign * x.nominal), 0
    from (select 1 as sign, n.id, n.currency, n.nominal from new_rows n union all select -1, o.id, o.currency, o.nominal from old_rows o) x
    join voucher_redeem r on r.member_voucher_id = x.id, redemption_figures(r) f
    where x.id = any(changed)
    group by 1, 2, 3, 4, 5, 6 having sum(x.sign) <> 0 or sum(x.sign * x.nominal) <> 0;
  end if;
  return null;
end $$;
create trigger figures_created after insert on member_voucher referencing new table as new_rows
  for each statement execute function count_vouchers_created();
create trigger figures_changed after update on member_voucher referencing old table as old_rows new table as new_rows
  for each statement execute function count_vouchers_changed();

create function count_card_vouchers() returns trigger language plpgsql as $$
declare cards bigint[] := array(
  select n.id from new_rows n join old_rows o on o.id = n.id
  where (n.is_active, n.deleted_at is null) <> (o.is_active, o.deleted_at is null));
begin
  if cardinality(cards) > 0 then
    perform refresh_open(array(select id from member_voucher where member_card_id = any(cards)));
  end if;
  return null;
end $$;
create trigger figures_changed after update on member_card referencing old table as old_rows new table as new_rows
  for each statement execute function count_card_vouchers();

create function count_member_vouchers() returns trigger language plpgsql as $$
declare members bigint[] := array(
  select n.id from new_rows n join old_rows o on o.id = n.id
  where (n.is_active, n.deleted_at is null, n.hotel_id) <> (o.is_active, o.deleted_at is null, o.hotel_id));
begin
  if cardinality(members) > 0 then
    perform refresh_open(array(select id from member_voucher where member_id = any(members)));
  end if;
  return null;
end $$;
create trigger figures_of_vouchers after update on member referencing old table as old_rows new table as new_rows
  for each statement execute function count_member_vouchers();

-- As in 0010: a plan that was made for one row must not compare each of many with each.
alter function count_vouchers_changed() set enable_nestloop = off;
alter function count_card_vouchers() set enable_nestloop = off;
alter function count_member_vouchers() set enable_nestloop = off;

-- They are called for one record or a few, again and again: planning them anew each time took ten times what they do. Measured at
-- 100,000 members: a visit 4.6 ms before, 0.3 ms now; a redemption 0.9 ms and 0.2 ms.
alter function refresh_open(bigint[]) set plan_cache_mode = force_generic_plan;
alter function refresh_standing(bigint[]) set plan_cache_mode = force_generic_plan;

-- Counting anew -----------------------------------------------------------------------------------------------------------

-- What the kept figures must be, from the records themselves.
create view figure_counted as
select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(f.number)::bigint as number, sum(f.amount) as amount, sum(f.amount_usd) as amount_usd
from member_standing s, standing_figures(s) f group by 1, 2, 3, 4, 5, 6
union all
select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(f.number)::bigint, sum(f.amount), sum(f.amount_usd)
from member m, member_figures(m) f group by 1, 2, 3, 4, 5, 6
union all
select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(f.number)::bigint, sum(f.amount), sum(f.amount_usd)
from transaction t, sale_figures(t) f group by 1, 2, 3, 4, 5, 6
union all
select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(f.number)::bigint, sum(f.amount), sum(f.amount_usd)
from visit v, visit_figures(v) f group by 1, 2, 3, 4, 5, 6
union all
select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, sum(f.number)::bigint, sum(f.amount), sum(f.amount_usd)
from voucher_redeem r, redemption_figures(r) f group by 1, 2, 3, 4, 5, 6
union all
select 'voucher', o.hotel_id, o.valid_until_date, null, null, o.currency, count(*), sum(o.nominal), 0
from voucher_open_now o group by 2, 3, 6;

-- Counts everything anew, while nobody writes: after records were loaded past the triggers.
create function recount_figures() returns void language plpgsql as $$
begin
  lock table member, member_standing, member_card, member_voucher, transaction, visit, voucher_redeem in share mode;
  delete from figure_delta;
  delete from figure;
  delete from voucher_open;
  insert into voucher_open select * from voucher_open_now;
  insert into figure select * from figure_counted;
  analyze figure, voucher_open;
end $$;

-- The months of a hotel are those of its zone: where that moves, they are counted anew.
create function recount_months(hotels bigint[]) returns void language plpgsql as $$
begin
  lock table transaction, visit, voucher_redeem, member_voucher in share mode;
  delete from figure_delta where kind in ('sale', 'visit', 'redemption') and hotel_id = any(hotels);
  delete from figure where kind in ('sale', 'visit', 'redemption') and hotel_id = any(hotels);
  insert into figure select * from figure_counted where kind in ('sale', 'visit', 'redemption') and hotel_id = any(hotels);
end $$;
create function recount_hotel() returns trigger language plpgsql as $$
begin
  perform recount_months(array[new.id]);
  return null;
end $$;
create function recount_country() returns trigger language plpgsql as $$
begin
  perform recount_months(array(select id from hotel where country_id = new.id and time_zone is null));
  return null;
end $$;
create trigger recount_figures after update of time_zone, country_id on hotel for each row
  when (new.time_zone is distinct from old.time_zone or new.country_id <> old.country_id) execute function recount_hotel();
create trigger recount_figures after update of time_zone on country for each row
  when (new.time_zone <> old.time_zone) execute function recount_country();

select recount_figures();
