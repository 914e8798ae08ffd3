-- One table of rollups for each fact, instead of one table for all of them. The new tables are empty: db/routines counts
-- them from the records, at the end of rollups.sql.

-- Routines that write the former table, and those that call them, until db/routines creates the current ones. Records
-- that later migrations write meanwhile are part of the recount.
do $$
declare routines text;
begin
  with recursive obsolete as (
    select oid, proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ '\mrollup_delta\M'
    union
    select p.oid, p.proname from pg_proc p join obsolete o on p.prosrc ~ ('\m' || o.proname || '\M')
    where p.pronamespace = 'public'::regnamespace)
  select string_agg(oid::regprocedure::text, ', ') into routines from obsolete;
  if routines is not null then
    execute 'drop routine ' || routines || ' cascade';
  end if;
end $$;
drop table rollup, rollup_delta cascade;

-- Members by status.
create table member_rollup (
  hotel_id bigint not null references hotel,
  membership_id bigint not null references membership,
  standing text not null,
  number bigint not null
);
create unique index member_rollup_key on member_rollup (hotel_id, membership_id, standing);

-- Members by the day on which they joined, and by the last day of their membership.
create table member_day_rollup (
  hotel_id bigint not null references hotel,
  day date not null,
  joined bigint not null,
  ending bigint not null,
  active_ending bigint not null
);
create unique index member_day_rollup_key on member_day_rollup (hotel_id, day);
create index member_day_rollup_day_idx on member_day_rollup (day);

-- Members by the month in which they joined.
create table member_month_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint not null references membership,
  joined bigint not null
);
create unique index member_month_rollup_key on member_month_rollup (hotel_id, month, membership_id);
create index member_month_rollup_month_idx on member_month_rollup (month);
create index member_month_rollup_year_after_idx on member_month_rollup (((month + interval '1 year')::date));

-- Transactions of every type, including reversals and refunds, which have negative amounts.
create table sale_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint references membership,
  transaction_type_id bigint not null references option_detail,
  currency text not null,
  number bigint not null,
  net_number bigint not null,
  sub_total numeric not null,
  discount numeric not null,
  grand_total numeric not null,
  grand_total_usd numeric not null,
  grand_total_without_rate bigint not null
);
create unique index sale_rollup_key on sale_rollup (hotel_id, month, membership_id, transaction_type_id, currency)
  nulls not distinct;
create index sale_rollup_month_idx on sale_rollup (month);
create index sale_rollup_year_after_idx on sale_rollup (((month + interval '1 year')::date));

-- The fees of the same transactions by month of service.
create table service_fee_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint references membership,
  transaction_type_id bigint not null references option_detail,
  currency text not null,
  number bigint not null,
  amount numeric not null,
  amount_usd numeric not null,
  without_rate bigint not null
);
create unique index service_fee_rollup_key
  on service_fee_rollup (hotel_id, month, membership_id, transaction_type_id, currency) nulls not distinct;
create index service_fee_rollup_month_idx on service_fee_rollup (month);

-- Visits.
create table visit_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint references membership,
  currency text not null,
  number bigint not null,
  total_room numeric not null,
  total_fb numeric not null,
  total_others numeric not null,
  grand_total numeric not null,
  grand_total_usd numeric not null,
  grand_total_without_rate bigint not null
);
create unique index visit_rollup_key on visit_rollup (hotel_id, month, membership_id, currency) nulls not distinct;
create index visit_rollup_month_idx on visit_rollup (month);
create index visit_rollup_year_after_idx on visit_rollup (((month + interval '1 year')::date));

-- Redemptions, and the same ones by kind of voucher. The first has a quarter of the rows of the second.
create table redemption_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint not null references membership,
  currency text not null,
  number bigint not null,
  nominal numeric not null
);
create unique index redemption_rollup_key on redemption_rollup (hotel_id, month, membership_id, currency);
create index redemption_rollup_month_idx on redemption_rollup (month);
create index redemption_rollup_year_after_idx on redemption_rollup (((month + interval '1 year')::date));

create table redemption_by_voucher_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint not null references membership,
  voucher_id bigint not null references voucher,
  currency text not null,
  number bigint not null,
  nominal numeric not null
);
create unique index redemption_by_voucher_rollup_key
  on redemption_by_voucher_rollup (hotel_id, month, membership_id, voucher_id, currency);
create index redemption_by_voucher_rollup_month_idx on redemption_by_voucher_rollup (month);

-- Vouchers by month of issue.
create table voucher_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint not null references membership,
  currency text not null,
  issued bigint not null,
  issued_nominal numeric not null,
  cancelled bigint not null,
  cancelled_nominal numeric not null
);
create unique index voucher_rollup_key on voucher_rollup (hotel_id, month, membership_id, currency);
create index voucher_rollup_month_idx on voucher_rollup (month);
create index voucher_rollup_year_after_idx on voucher_rollup (((month + interval '1 year')::date));

-- Vouchers that are neither redeemed nor cancelled, by their last day, and by the month of that day.
create table open_voucher_day_rollup (
  hotel_id bigint not null references hotel,
  day date not null,
  membership_id bigint not null references membership,
  issue_month date not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null
);
create unique index open_voucher_day_rollup_key
  on open_voucher_day_rollup (hotel_id, day, membership_id, issue_month, currency);
create index open_voucher_day_rollup_day_idx on open_voucher_day_rollup (day);

create table open_voucher_month_rollup (
  hotel_id bigint not null references hotel,
  month date not null,
  membership_id bigint not null references membership,
  issue_month date not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null
);
create unique index open_voucher_month_rollup_key
  on open_voucher_month_rollup (hotel_id, month, membership_id, issue_month, currency);
create index open_voucher_month_rollup_month_idx on open_voucher_month_rollup (month);

-- What statements append until it is compacted. A query of a rollup includes the rows of the table that inherits it.
create table member_rollup_delta () inherits (member_rollup);
create table member_day_rollup_delta () inherits (member_day_rollup);
create table member_month_rollup_delta () inherits (member_month_rollup);
create table sale_rollup_delta () inherits (sale_rollup);
create table service_fee_rollup_delta () inherits (service_fee_rollup);
create table visit_rollup_delta () inherits (visit_rollup);
create table redemption_rollup_delta () inherits (redemption_rollup);
create table redemption_by_voucher_rollup_delta () inherits (redemption_by_voucher_rollup);
create table voucher_rollup_delta () inherits (voucher_rollup);
create table open_voucher_day_rollup_delta () inherits (open_voucher_day_rollup);
create table open_voucher_month_rollup_delta () inherits (open_voucher_month_rollup);

-- The state of a voucher has its redemption, so that every rollup of vouchers follows from it.
alter table voucher_state
  add column redeem_hotel_id bigint,
  add column redeem_month date;
update voucher_state s
set redeem_hotel_id = r.redeem_hotel_id,
  redeem_month = date_trunc('month', r.redeem_date at time zone coalesce(h.time_zone, c.time_zone))::date
from voucher_redeem r join hotel h on h.id = r.redeem_hotel_id join country c on c.id = h.country_id
where r.deleted_at is null and s.member_voucher_id = r.member_voucher_id;
