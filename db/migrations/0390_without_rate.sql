-- Sums in US dollars leave out records whose country had no rate. How many they are is counted beside each sum, among
-- the records of number (living/figures.sql).
alter table figure add column without_rate bigint not null default 0;
alter table figure_delta add column without_rate bigint not null default 0;

-- Records that were entered before are counted. Days are those of the hotel's zone.
insert into figure_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd, without_rate)
select r.kind, r.hotel_id, date_trunc('month', r.at at time zone coalesce(h.time_zone, c.time_zone))::date, r.membership_id, r.part, r.currency,
       0, 0, 0, count(*)
from (
  select case when reverses_id is null then 'sale' when refund_reason_id is null then 'reversal' else 'refund' end as kind, hotel_id,
         transaction_date as at, membership_id, transaction_type_id::text as part, currency
  from transaction where deleted_at is null and usd_rate is null
  union all
  select 'visit', hotel_id, visit_date, membership_id, null, currency from visit where deleted_at is null and usd_rate is null
) r join hotel h on h.id = r.hotel_id join country c on c.id = h.country_id
group by 1, 2, 3, 4, 5, 6;
