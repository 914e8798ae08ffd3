-- Fees by month of service that were sold before: how many of them have no rate (service_figures in living/figures.sql).
insert into figure_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd, without_rate)
select 'service_fee', t.hotel_id, greatest((date_trunc('month', t.term_start::timestamp) + make_interval(months => n))::date, s.sold_in) as month,
       t.membership_id, t.transaction_type_id::text, t.currency, 0, 0, 0, count(distinct t.id)
from transaction t join hotel h on h.id = t.hotel_id join country c on c.id = h.country_id
cross join lateral (
  select date_trunc('month', t.transaction_date at time zone coalesce(h.time_zone, c.time_zone))::date as sold_in) s
cross join generate_series(0, t.term_months - 1) n
where t.deleted_at is null and t.usd_rate is null and t.term_months is not null and t.grand_total <> 0
group by 1, 2, 3, 4, 5, 6;
