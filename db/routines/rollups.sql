-- The rollups of the dashboard. They are exact for every reader, because triggers maintain them in the same
-- transaction. Each row belongs to one hotel, so hotels add up to their region and regions to the group. Deleted
-- records do not count. See docs/decisions/0013-maintain-dashboard-totals-as-rollups.md and, for records without a
-- rate, docs/decisions/0090-show-how-many-records-a-dollar-total-leaves-out.md.

create or replace view rollup_current as select * from rollup union all select * from rollup_delta;

-- Merges the deltas into the rollups, and those of the liability. Returns the number of merged rows, or 0 while another
-- process is doing it.
create or replace function compact_rollups() returns bigint language plpgsql as $$
declare
  compacted bigint;
  compacted_movements bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('rollup')) then
    return 0;
  end if;
  with removed as (delete from rollup_delta returning *),
       inserted as (
         insert into rollup as f
         select
           kind,
           hotel_id,
           day,
           membership_id,
           part,
           currency,
           sum(number),
           sum(amount),
           sum(amount_usd),
           issue_month,
           sum(without_rate)
         from removed group by kind, hotel_id, day, membership_id, part, currency, issue_month
         on conflict (kind, hotel_id, day, membership_id, part, currency, issue_month) do update
           set number = f.number + excluded.number, amount = f.amount + excluded.amount,
             amount_usd = f.amount_usd + excluded.amount_usd,
               without_rate = f.without_rate + excluded.without_rate)
  select count(*) into compacted from removed;
  with removed as (delete from liability_rollup_delta returning *),
       inserted as (
         insert into liability_rollup as r
         select
           g.hotel_id,
           g.voucher_id,
           g.currency,
           g.kind,
           p.span,
           p.day,
           sum(g.number),
           sum(g.nominal),
           sum(g.nominal_usd),
           sum(g.without_rate)
         from removed g cross join lateral liability_periods(g.day) p group by 1, 2, 3, 4, 5, 6
         on conflict (span, day, hotel_id, voucher_id, currency, kind) do update
           set number = r.number + excluded.number, nominal = r.nominal + excluded.nominal,
             nominal_usd = r.nominal_usd + excluded.nominal_usd,
               without_rate = r.without_rate + excluded.without_rate)
  select count(*) into compacted_movements from removed;
  return compacted + compacted_movements;
end $$;

-- Rollup rows of one record
-- ---------------------------------------------------------------------------------------------

create or replace function standing_rollups(s member_standing) returns setof rollup_delta language sql stable as $$
  select
    'member'::text,
    s.hotel_id,
    null::date,
    s.membership_id,
    s.standing,
    null::text,
    1::bigint,
    0::numeric,
    0::numeric,
    null::date,
    0::bigint
  where s.is_live
$$;

create or replace function member_rollups(m member) returns setof rollup_delta language sql stable as $$
  select
    d.kind,
    m.hotel_id,
    d.day,
    d.membership_id,
    d.part,
    null::text,
    1::bigint,
    0::numeric,
    0::numeric,
    null::date,
    0::bigint
  from (values ('joined', m.member_date, null::bigint, null),
    ('joined_month', date_trunc('month', m.member_date)::date, m.membership_id, null),
               ('ending', m.valid_until_date, null, case when m.is_active then 'active' end)) d (kind, day,
                 membership_id, part)
  where m.deleted_at is null and d.day is not null
$$;

-- A reversal has minus the amounts of its sale, and a refund minus a part of them. Both have their own kinds, since
-- neither is a second sale, and a refund does not remove the sale. Discounts form one sum. A record without a rate adds
-- nothing to the sum in US dollars and is counted in without_rate.
create or replace function sale_rollups(t transaction) returns setof rollup_delta language sql stable as $$
  select
    p.kind,
    t.hotel_id,
    date_trunc('month', t.transaction_date at time zone z.zone)::date,
    t.membership_id,
    t.transaction_type_id::text,
    t.currency,
    1::bigint,
    p.amount,
    p.amount_usd,
    null::date,
    p.without_rate
  from hotel_time_zone z,
       (values (case when t.reverses_id is null then 'sale' when t.refund_reason_id is null then 'reversal'
         else 'refund' end, t.grand_total, coalesce(t.grand_total_usd, 0),
                (t.usd_rate is null)::integer::bigint),
               ('sale_discount', t.discount, 0, 0)) p (kind, amount, amount_usd, without_rate)
  where z.hotel_id = t.hotel_id and t.deleted_at is null and (p.kind <> 'sale_discount' or p.amount <> 0)
$$;

-- The fee of a sale by month of service. Each month of the term has the same share, truncated to the decimals of the
-- currency; the last month has the rest, so that all add up to the fee. Months before that of the sale count in it,
-- since they may be closed. Shares in US dollars are truncated to cents.
-- See docs/decisions/0092-report-voucher-liability-by-day-and-fees-by-service-month.md.
create or replace function fee_by_month(fee numeric, fee_usd numeric, share numeric, first_month date, months integer,
  sold_in date)
returns table (month date, amount numeric, amount_usd numeric) language sql stable as $$
  select greatest((first_month::timestamp + make_interval(months => n))::date, sold_in),
         sum(case when n < months - 1 then share else fee - n * share end),
         sum(case when n < months - 1 then trunc(fee_usd / months, 2) else fee_usd - n * trunc(fee_usd / months, 2) end)
  from generate_series(0, months - 1) n group by 1
$$;

-- A reversal has minus the fee and the shares of its sale. So it clears the coming months one by one, and earlier
-- months in its own. A refund has the remaining months and does not remove the sale. A fee without a rate is counted in
-- each of its months.
create or replace function service_fee_rollups(t transaction) returns setof rollup_delta language sql stable as $$
  select
    'service_fee',
    t.hotel_id,
    f.month,
    t.membership_id,
    t.transaction_type_id::text,
    t.currency,
    case when t.refund_reason_id is null then sign(t.grand_total)::bigint else 0 end,
    f.amount,
    f.amount_usd,
    null::date,
    (t.usd_rate is null)::integer::bigint
  from hotel_time_zone z, fee_by_month(t.grand_total, coalesce(t.grand_total_usd, 0), t.term_share,
    date_trunc('month', t.term_start::timestamp)::date,
                                  t.term_months, date_trunc('month', t.transaction_date at time zone z.zone)::date) f
  where z.hotel_id = t.hotel_id and t.deleted_at is null and t.term_months is not null and t.grand_total <> 0
$$;

create or replace function transaction_rollups(t transaction) returns setof rollup_delta language sql stable as
$$ select * from sale_rollups(t) union all select * from service_fee_rollups(t) $$;

-- A visit counts by its grand total, and by the amount of each kind of spending.
create or replace function visit_rollups(v visit) returns setof rollup_delta language sql stable as $$
  select
    p.kind,
    v.hotel_id,
    date_trunc('month', v.visit_date at time zone z.zone)::date,
    v.membership_id,
    null::text,
    v.currency,
    1::bigint,
    p.amount,
    p.amount_usd,
    null::date,
    p.without_rate
  from hotel_time_zone z,
       (values ('visit'::text, coalesce(v.grand_total, 0), coalesce(v.grand_total_usd, 0),
         (v.usd_rate is null)::integer::bigint),
               ('visit_room', v.total_room, 0, 0), ('visit_fb', v.total_fb, 0, 0),
                 ('visit_others', v.total_others, 0, 0))
         p (kind, amount, amount_usd, without_rate)
  where z.hotel_id = v.hotel_id and v.deleted_at is null and (p.kind = 'visit' or p.amount <> 0)
$$;

-- Records of one table ------------------------------------------------------------------------------------------------

-- Adds the new rows and subtracts the old ones, without a join of the two.
--
-- Few visits change the values by which a member is counted, so the comparison avoids most writes.
create or replace function sync_standing_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      count(*),
      0,
      0
    from new_rows n, standing_rollups(n::member_standing) f group by 1, 2, 3, 4, 5, 6;
  elsif exists (
    select hotel_id, membership_id, standing, is_live
      from new_rows except all select hotel_id, membership_id, standing, is_live from old_rows) then
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      sum(r.sign),
      0,
      0
    from (select n::member_standing as row, 1 as sign from new_rows n union all select o::member_standing, -1
      from old_rows o) r,
         standing_rollups(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0;
  end if;
  return null;
end $$;
create or replace function sync_member_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      count(*),
      0,
      0
    from new_rows n, member_rollups(n::member) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      sum(r.sign),
      0,
      0
    from (select n::member as row, 1 as sign from new_rows n union all select o::member, -1 from old_rows o) r,
      member_rollups(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0;
  end if;
  return null;
end $$;
create or replace function sync_sale_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd,
      without_rate)
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      sum(f.number),
      sum(f.amount),
      sum(f.amount_usd),
      sum(f.without_rate)
    from new_rows n, transaction_rollups(n::transaction) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into rollup_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd,
      without_rate)
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      sum(r.sign * f.number),
      sum(r.sign * f.amount),
      sum(r.sign * f.amount_usd),
      sum(r.sign * f.without_rate)
    from (select n::transaction as row, 1 as sign from new_rows n union all select o::transaction, -1
      from old_rows o) r, transaction_rollups(r.row) f
    group by 1, 2, 3, 4, 5, 6
    having sum(r.sign * f.number) <> 0 or sum(r.sign * f.amount) <> 0 or sum(r.sign * f.amount_usd) <> 0
      or sum(r.sign * f.without_rate) <> 0;
  end if;
  return null;
end $$;
create or replace function sync_visit_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd,
      without_rate)
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      count(*),
      sum(f.amount),
      sum(f.amount_usd),
      sum(f.without_rate)
    from new_rows n, visit_rollups(n::visit) f group by 1, 2, 3, 4, 5, 6;
  else
    insert into rollup_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd,
      without_rate)
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      sum(r.sign),
      sum(r.sign * f.amount),
      sum(r.sign * f.amount_usd),
      sum(r.sign * f.without_rate)
    from (select n::visit as row, 1 as sign from new_rows n union all select o::visit, -1 from old_rows o) r,
      visit_rollups(r.row) f
    group by 1, 2, 3, 4, 5, 6
    having sum(r.sign) <> 0 or sum(r.sign * f.amount) <> 0 or sum(r.sign * f.amount_usd) <> 0
      or sum(r.sign * f.without_rate) <> 0;
  end if;
  return null;
end $$;

create or replace trigger derive_rollups_on_insert after insert on member_standing referencing new table as new_rows
  for each statement execute function sync_standing_rollup();
create or replace trigger derive_rollups_on_update after update on member_standing
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_standing_rollup();
create or replace trigger derive_rollups_on_insert after insert on member referencing new table as new_rows
  for each statement execute function sync_member_rollup();
create or replace trigger derive_rollups_on_update after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_member_rollup();
create or replace trigger derive_rollups_on_insert after insert on transaction referencing new table as new_rows
  for each statement execute function sync_sale_rollup();
create or replace trigger derive_rollups_on_update after update on transaction
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_sale_rollup();
create or replace trigger derive_rollups_on_insert after insert on visit referencing new table as new_rows
  for each statement execute function sync_visit_rollup();
create or replace trigger derive_rollups_on_update after update on visit
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_visit_rollup();

-- Recomputing ---------------------------------------------------------------------------------------------------------

-- The values that the rollups must have, computed from the records.
create or replace view rollup_computed as
select
  f.kind,
  f.hotel_id,
  f.day,
  f.membership_id,
  f.part,
  f.currency,
  sum(f.number)::bigint as number,
  sum(f.amount) as amount,
  sum(f.amount_usd) as amount_usd,
  f.issue_month,
  sum(f.without_rate)::bigint as without_rate
from member_standing s, standing_rollups(s) f group by 1, 2, 3, 4, 5, 6, 10
union all
select
  f.kind,
  f.hotel_id,
  f.day,
  f.membership_id,
  f.part,
  f.currency,
  sum(f.number)::bigint,
  sum(f.amount),
  sum(f.amount_usd),
  f.issue_month,
  sum(f.without_rate)::bigint
from member m, member_rollups(m) f group by 1, 2, 3, 4, 5, 6, 10
union all
select
  f.kind,
  f.hotel_id,
  f.day,
  f.membership_id,
  f.part,
  f.currency,
  sum(f.number)::bigint,
  sum(f.amount),
  sum(f.amount_usd),
  f.issue_month,
  sum(f.without_rate)::bigint
from transaction t, sale_rollups(t) f group by 1, 2, 3, 4, 5, 6, 10
union all
select
  f.kind,
  f.hotel_id,
  f.day,
  f.membership_id,
  f.part,
  f.currency,
  sum(f.number)::bigint,
  sum(f.amount),
  sum(f.amount_usd),
  f.issue_month,
  sum(f.without_rate)::bigint
from visit v, visit_rollups(v) f group by 1, 2, 3, 4, 5, 6, 10
union all
-- Terms rarely differ in fee and months, so equal ones are counted before they are spread over their months.
select
  'service_fee',
  s.hotel_id,
  f.month,
  s.membership_id,
  s.part,
  s.currency,
  sum(s.sales * sign(s.fee))::bigint,
  sum(s.number * f.amount),
  sum(s.number * f.amount_usd),
  null,
  sum(s.without_rate)::bigint
from (
  select
    t.hotel_id,
    date_trunc('month', t.transaction_date at time zone z.zone)::date as sold_in,
    t.membership_id,
    t.transaction_type_id::text as part,
    t.currency,
    t.grand_total as fee,
    coalesce(t.grand_total_usd, 0) as fee_usd,
    t.term_share as share,
    date_trunc('month', t.term_start::timestamp)::date as first_month,
    t.term_months as months,
    count(*) as number,
    count(*) filter (where t.refund_reason_id is null) as sales,
    count(*) filter (where t.usd_rate is null) as without_rate
  from transaction t join hotel_time_zone z on z.hotel_id = t.hotel_id
  where t.deleted_at is null and t.term_months is not null and t.grand_total <> 0
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) s,
  fee_by_month(s.fee, s.fee_usd, s.share, s.first_month, s.months, s.sold_in) f group by 1, 2, 3, 4, 5, 6
union all
select
  f.kind,
  f.hotel_id,
  f.day,
  f.membership_id,
  f.part,
  f.currency,
  sum(f.number)::bigint,
  sum(f.amount),
  sum(f.amount_usd),
  f.issue_month,
  sum(f.without_rate)::bigint
from voucher_redeem r, redemption_rollups(r) f group by 1, 2, 3, 4, 5, 6, 10
union all
select
  f.kind,
  f.hotel_id,
  f.day,
  f.membership_id,
  f.part,
  f.currency,
  sum(f.number)::bigint,
  sum(f.amount),
  sum(f.amount_usd),
  f.issue_month,
  sum(f.without_rate)::bigint
from (select s::voucher_state as row from (select * from voucher_state_computed) s) v, voucher_rollups(v.row) f
  group by 1, 2, 3, 4, 5, 6, 10;

-- Recomputes all rollups while writers are locked out. Used after records were loaded without triggers.
create or replace function rebuild_rollups() returns void language plpgsql as $$
begin
  lock table member, member_standing, member_card, member_voucher, transaction, visit, voucher_redeem in share mode;
  delete from rollup_delta;
  delete from rollup;
  delete from voucher_state;
  insert into voucher_state select * from voucher_state_computed;
  insert into rollup select * from rollup_computed;
  delete from liability_rollup_delta;
  delete from liability_rollup;
  perform rebuild_liability(array(select id from hotel), true);
  perform compact_rollups();
  analyze rollup, voucher_state, liability_rollup;
end $$;

-- Waits for writers of the records that monthly rollups count, and lets others only read until the transaction ends.
-- The order of tables is fixed, so that two callers cannot deadlock.
create or replace function lock_rollup_sources() returns void language plpgsql as $$
begin
  lock table member, member_card, transaction, visit, voucher_redeem, member_voucher in share mode;
end $$;

-- A hotel's months follow its time zone. If the zone changes, its monthly rollups are recomputed.
create or replace function rebuild_rollup_months(hotels bigint[]) returns void language plpgsql as $$
declare kinds constant text[] := array[
  'sale', 'reversal', 'refund', 'sale_discount', 'service_fee', 'visit', 'visit_room', 'visit_fb', 'visit_others',
    'redemption', 'redemption_of', 'issued',
  'cancelled', 'voucher', 'voucher_month'];
begin
  perform lock_rollup_sources();
  update voucher_state s
  set issue_month = n.issue_month, issued_on = n.issued_on, ended_as = n.ended_as, ended_on = n.ended_on
  from voucher_state_computed n
  where (n.hotel_id = any(hotels) or n.issuing_hotel_id = any(hotels)) and s.member_voucher_id = n.member_voucher_id
    and (s.issue_month, s.issued_on, s.ended_as, s.ended_on) is distinct from (n.issue_month, n.issued_on, n.ended_as,
      n.ended_on);
  perform rebuild_liability(hotels, false);
  delete from rollup_delta where kind = any(kinds) and hotel_id = any(hotels);
  delete from rollup where kind = any(kinds) and hotel_id = any(hotels);
  insert into rollup select * from rollup_computed where kind = any(kinds) and hotel_id = any(hotels);
end $$;
create or replace function rebuild_hotel_rollup_months() returns trigger language plpgsql as $$
begin
  perform rebuild_rollup_months(array[new.id]);
  return null;
end $$;
create or replace function rebuild_country_rollup_months() returns trigger language plpgsql as $$
begin
  perform rebuild_rollup_months(array(select id from hotel where country_id = new.id and time_zone is null));
  return null;
end $$;
create or replace trigger move_rollup_months after update of time_zone, country_id on hotel for each row
  when (new.time_zone is distinct from old.time_zone or new.country_id <> old.country_id)
    execute function rebuild_hotel_rollup_months();
create or replace trigger move_rollup_months after update of time_zone on country for each row
  when (new.time_zone <> old.time_zone) execute function rebuild_country_rollup_months();
