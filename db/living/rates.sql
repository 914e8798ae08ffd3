-- Rates to the US dollar: a sum that was written down before its country had a rate is valued when it gets one.

-- A country's first rate is that of every sum without one, in the currency of the country. A sum in a closed month stays as it
-- was closed. Writes of this moment are awaited: none that was begun without a rate is left out.
create or replace function fill_in_dollars() returns trigger language plpgsql as $$
declare
  place record;
  sales bigint[];
begin
  for place in
    select n.id, n.currency, n.usd_rate from new_rows n join old_rows o on o.id = n.id where o.usd_rate is null and n.usd_rate is not null order by 1
  loop
    perform pg_advisory_xact_lock_shared(hashtext('month_close'), place.id::integer);
    lock table transaction, visit in share row exclusive mode;
    perform set_config('innkeeper.revaluing', 'on', true);
    with valued as (
      update transaction t set usd_rate = place.usd_rate
      from hotel h where h.id = t.hotel_id and h.country_id = place.id and t.currency = place.currency and t.usd_rate is null
        and closed_month(h.id, t.transaction_date) is null
      returning t.id)
    select array_agg(id) into sales from valued;
    perform settle_lines(sales);
    update visit v set usd_rate = place.usd_rate
    from hotel h where h.id = v.hotel_id and h.country_id = place.id and v.currency = place.currency and v.usd_rate is null
      and closed_month(h.id, v.visit_date) is null;
    perform set_config('innkeeper.revaluing', '', true);
  end loop;
  return null;
end $$;
create or replace trigger fill_in_dollars after update on country referencing old table as old_rows new table as new_rows
  for each statement execute function fill_in_dollars();
