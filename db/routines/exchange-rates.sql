-- Rates to the US dollar. An amount from before its country had a rate is valued when the rate is set. An amount with a
-- wrong rate is revalued when the rate is corrected. Amounts in closed months do not change. See
-- docs/decisions/0032-leave-the-dollar-rate-empty-until-staff-set-it.md.

-- Transactions and visits at the hotels of a country that have this rate, or none if it is null, within a range of
-- days. `closed_in` is the closed month that locks a record. A transaction, its reversal and its refunds share one rate
-- of the sale's day, so if one of them is locked, all are.
create or replace function records_with_rate(of_country bigint, rate numeric, from_date date, until_date date)
returns table (resource text, record_id bigint, month text, closed_in text) language sql stable as $$
  select r.resource, r.id, to_char(r.at at time zone z.zone, 'YYYY-MM'), (
    select min(m.month) from month_close m
    where m.country_id = c.id and m.reopened_at is null
      and m.month = any(array(select to_char(d.at at time zone z.zone, 'YYYY-MM') from unnest(r.moments) d (at))))
  from country c join hotel h on h.country_id = c.id join hotel_time_zone z on z.hotel_id = h.id
  cross join lateral (
    select
      'transaction' as resource,
      t.id,
      t.transaction_date as at,
      coalesce(s.transaction_date, t.transaction_date) as sold_at,
      array[t.transaction_date, s.transaction_date]
        || array(select b.transaction_date from transaction b where b.reverses_id = coalesce(s.id, t.id)) as moments
    from transaction t left join transaction s on s.id = t.reverses_id
    where t.hotel_id = h.id and t.currency = c.currency and t.usd_rate is not distinct from rate
    union all
    select
      'visit',
      v.id,
      v.visit_date,
      v.visit_date,
      array[v.visit_date]
    from visit v
    where v.hotel_id = h.id and v.currency = c.currency and v.usd_rate is not distinct from rate) r
  where c.id = of_country and (r.sold_at at time zone z.zone)::date between coalesce(from_date,
    '-infinity') and coalesce(until_date, 'infinity')
$$;

-- Waits for writes in progress, and blocks new writes at all hotels until the transaction ends. So no record is missed,
-- and no month of the country is closed meanwhile.
create or replace function lock_for_revaluation(of_country bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('month_close'), of_country::integer);
  lock table transaction, visit in share row exclusive mode;
end $$;

-- Applies another rate to visits, and to transactions with their lines. Reversals are included, even those created
-- after the correction that is undone now. An amount that does not fit its column is an error for a live record; a
-- deleted record keeps its rate.
create or replace function revalue_records(transactions bigint[], visits bigint[], rate numeric) returns void
  language plpgsql as $$
declare
  too_large record;
begin
  transactions := transactions || array(select t.id from transaction t where t.reverses_id = any(transactions));
  for too_large in
    select 'transaction' as resource, id, transaction_no as no, deleted_at from transaction
    where id = any(transactions) and not fits_usd_column(greatest(abs(sub_total), abs(grand_total)), rate)
    union all
    select 'visit', id, visit_no, deleted_at from visit where id = any(visits)
      and not fits_usd_column(grand_total, rate)
  loop
    if too_large.deleted_at is null then
      raise check_violation using constraint = 'usd_rate_overflow', detail = too_large.no,
        message = format('%s is worth too much', too_large.no);
    elsif too_large.resource = 'visit' then
      visits := array_remove(visits, too_large.id);
    else
      transactions := array_remove(transactions, too_large.id);
    end if;
  end loop;
  update transaction set usd_rate = rate where id = any(transactions);
  perform allocate_usd_to_lines(transactions);
  perform recompute_voucher_state(array(select id from member_voucher where transaction_id = any(transactions)));
  update visit set usd_rate = rate where id = any(visits);
end $$;

-- Restores the amounts of lines from before a correction, once their transactions have the earlier rate again. Lines
-- that changed since the correction keep their allocated amounts.
create or replace function restore_line_amounts(correction bigint) returns void language plpgsql as $$
begin
  with restorable as (
    select t.id
    from rate_correction_row r join transaction t on t.id = r.record_id
    join transaction_detail d on d.transaction_id = t.id and (d.deleted_at is null or t.deleted_at is not null)
    left join rate_correction_row l on l.rate_correction_id = r.rate_correction_id and l.resource = 'transaction_detail'
      and l.record_id = d.id
    where r.rate_correction_id = correction and r.resource = 'transaction'
    group by t.id
    having bool_and(l.sub_total_usd is not null) and sum(l.sub_total_usd) = round(t.sub_total / t.usd_rate, 2)
      and max(abs(l.sub_total_usd - round(d.sub_total / t.usd_rate, 2))) <= 0.01 * count(*)
  )
  update transaction_detail d set sub_total_usd = l.sub_total_usd
  from rate_correction_row l
  where l.rate_correction_id = correction and l.resource = 'transaction_detail' and d.id = l.record_id
    and d.transaction_id in (select id from restorable)
    and d.sub_total_usd is distinct from l.sub_total_usd;
end $$;

-- A country's first rate applies to all amounts without one, in the currency of the country.
create or replace function backfill_usd_amounts() returns trigger language plpgsql as $$
declare priced_country record;
begin
  for priced_country in
    select n.id, n.usd_rate from new_rows n join old_rows o on o.id = n.id where o.usd_rate is null
      and n.usd_rate is not null order by 1
  loop
    perform lock_for_revaluation(priced_country.id);
    perform revalue_records(
      array_agg(r.record_id) filter (where r.resource = 'transaction'),
        array_agg(r.record_id) filter (where r.resource = 'visit'), priced_country.usd_rate)
    from records_with_rate(priced_country.id, null, null, null) r where r.closed_in is null;
  end loop;
  return null;
end $$;
create or replace trigger fill_usd_amounts after update on country
  referencing old table as old_rows new table as new_rows
  for each statement execute function backfill_usd_amounts();

-- A stored rate is immutable, except that a missing one is filled in and a wrong one corrected.
create or replace function is_rate_corrected(from_rate numeric, to_rate numeric) returns boolean
  language plpgsql stable as $$
begin
  return exists (select from rate_correction c
    where (c.wrong_rate, c.right_rate) in ((from_rate, to_rate), (to_rate, from_rate)));
end $$;
create or replace trigger keep_rate after update of usd_rate on transaction for each row
  when (new.usd_rate is distinct from old.usd_rate and old.usd_rate is not null
    and not is_rate_corrected(old.usd_rate, new.usd_rate))
  execute function reject_changed_columns('only', '{usd_rate}', 'usd_rate_immutable');
create or replace trigger keep_rate after update of usd_rate on visit for each row
  when (new.usd_rate is distinct from old.usd_rate and old.usd_rate is not null
    and not is_rate_corrected(old.usd_rate, new.usd_rate))
  execute function reject_changed_columns('only', '{usd_rate}', 'usd_rate_immutable');

-- Rate corrections are append-only; an undo is written once.
create or replace trigger append_only before update or delete on rate_correction
  for each row execute function append_only_except('undone_at', 'undone_by_id');
create or replace trigger append_only before update or delete or truncate on rate_correction_row for each statement
  execute function reject_change();
