-- Rates to the US dollar: what was written down before its country had a rate is valued when it gets one. Whatever lies in a closed month
-- stays as it was closed.

-- Transactions and visits at the hotels of a country that stand with a rate, or with none; from a day on, at each hotel.
create or replace function rated_records(country bigint, rate numeric, from_date date)
returns table (resource text, record_id bigint, is_closed boolean) language sql stable as $$
  select r.resource, r.id, exists (
    select from month_close m where m.country_id = c.id and m.reopened_at is null and m.month = to_char(r.at at time zone z.zone, 'YYYY-MM'))
  from country c join hotel h on h.country_id = c.id join hotel_zone z on z.hotel_id = h.id
  cross join lateral (
    select 'transaction' as resource, t.id, t.transaction_date as at from transaction t
    where t.hotel_id = h.id and t.currency = c.currency and t.usd_rate is not distinct from rate
    union all
    select 'visit', v.id, v.visit_date from visit v
    where v.hotel_id = h.id and v.currency = c.currency and v.usd_rate is not distinct from rate) r
  where c.id = country and (from_date is null or (r.at at time zone z.zone)::date >= from_date)
$$;

-- Gives transactions, with their lines, and visits another rate.
create or replace function revalue(transactions bigint[], visits bigint[], rate numeric) returns void language plpgsql as $$
begin
  perform set_config('innkeeper.revaluing', 'on', true);
  update transaction set usd_rate = rate where id = any(transactions);
  perform settle_lines(transactions);
  update visit set usd_rate = rate where id = any(visits);
  perform set_config('innkeeper.revaluing', '', true);
end $$;

-- A country's first rate is that of everything it was missing for.
create or replace function fill_in_dollars() returns trigger language plpgsql as $$
begin
  perform revalue(
    array(select r.record_id from rated_records(n.id, null, null) r where r.resource = 'transaction' and not r.is_closed),
    array(select r.record_id from rated_records(n.id, null, null) r where r.resource = 'visit' and not r.is_closed), n.usd_rate)
  from new_rows n join old_rows o on o.id = n.id where o.usd_rate is null and n.usd_rate is not null;
  return null;
end $$;
create or replace trigger fill_in_dollars after update on country referencing old table as old_rows new table as new_rows
  for each statement execute function fill_in_dollars();
