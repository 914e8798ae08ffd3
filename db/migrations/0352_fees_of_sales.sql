-- The terms of sales from before, and their fees by month of service: as set_term_share in living/sales.sql and fee_by_month in living/figures.sql give them.

-- Transactions say this of themselves: neither their log nor what follows from them changes.
alter table transaction disable trigger user;
with term as (
  select t.id, e.first_day, e.months, trunc(t.grand_total / e.months, n.decimals) as share
  from transaction t join option_detail d on d.id = t.transaction_type_id and d.code in ('1', '2', '3', '6')
  join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
  left join lateral (
    select c.start_date, coalesce(c.extended_from, c.end_date) as end_date from member_card c
    where c.transaction_id = coalesce(t.reverses_id, t.id) order by c.id limit 1) c on true
  cross join lateral (
    select (extract(year from c.end_date) - extract(year from c.start_date)) * 12 + extract(month from c.end_date) - extract(month from c.start_date) as between_months) b
  cross join lateral (select (c.start_date + make_interval(months => b.between_months::int))::date as day) f
  -- Months that have begun: a term of 10 March to 9 March has twelve, and so has one of 31 October to 30 October.
  cross join lateral (
    select coalesce(c.start_date, (t.transaction_date at time zone coalesce(h.time_zone, n.time_zone))::date) as first_day,
           greatest(coalesce(b.between_months + case when f.day - case when extract(day from f.day) < extract(day from c.start_date) then 0 else 1 end < c.end_date
                                                     then 1 else 0 end, 1), 1)::int as months) e)
update transaction t set (term_start, term_months, term_share) = (e.first_day, e.months, e.share) from term e where e.id = t.id;
alter table transaction enable trigger user;

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'service_fee', s.hotel_id, f.month, s.membership_id, s.part, s.currency, sum(s.number * sign(s.fee)), sum(s.number * f.amount), sum(s.number * f.amount_usd)
from (
  select t.hotel_id, date_trunc('month', t.transaction_date at time zone coalesce(h.time_zone, n.time_zone))::date as sold_in, t.membership_id,
         t.transaction_type_id::text as part, t.currency, t.grand_total as fee, coalesce(t.grand_total_usd, 0) as fee_usd, t.term_share as share,
         date_trunc('month', t.term_start::timestamp)::date as first_month, t.term_months as months, count(*) as number
  from transaction t join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
  where t.deleted_at is null and t.term_months is not null and t.grand_total <> 0
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) s
cross join lateral (
  select greatest((s.first_month::timestamp + make_interval(months => n))::date, s.sold_in) as month,
         sum(case when n < s.months - 1 then s.share else s.fee - n * s.share end) as amount,
         sum(case when n < s.months - 1 then trunc(s.fee_usd / s.months, 2) else s.fee_usd - n * trunc(s.fee_usd / s.months, 2) end) as amount_usd
  from generate_series(0, s.months - 1) n group by 1) f
group by 1, 2, 3, 4, 5, 6;
