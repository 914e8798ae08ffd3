-- Closed months: nobody can create, change, delete or restore a record of a closed month. Days are those of the hotel's
-- time zone. Records of the last hour are not checked, because a month can be closed two hours after its end at the
-- earliest. See docs/decisions/0060-let-the-database-guard-closed-months.md.

-- The closed month that contains a moment at a hotel, with a name such as `2026-10 Indonesia`; no row if that month is
-- open. As a set-returning function in `from` it is inlined into the query; a scalar function would be called for each
-- row of a list.
create or replace function closed_months(hotel bigint, at timestamptz) returns table (month text, name text)
  language sql stable as $$
  select m.month, m.month || ' ' || n.name
  from hotel h join country n on n.id = h.country_id
  join month_close m on m.country_id = n.id and m.reopened_at is null
    and m.month = to_char(at at time zone effective_time_zone(h.time_zone, n.time_zone), 'YYYY-MM')
  where h.id = hotel
$$;

-- Raises an error if one of the moments is in a closed month of its hotel. A month close and writes into the past of
-- its country wait for each other, so a record is either in the frozen amounts or rejected.
create or replace function reject_closed_period(table_name text, hotels bigint[], moments timestamptz[]) returns void
  language plpgsql as $$
declare closed text;
begin
  if moments is null then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('month_close'), c.country_id::integer)
  from (select distinct country_id from hotel where id = any(hotels) order by 1) c;
  select c.name into closed from unnest(hotels, moments) r (hotel_id, at)
    cross join closed_months(r.hotel_id, r.at) c limit 1;
  if found then
    raise exception '% is closed', closed
      using errcode = 'check_violation', table = table_name, constraint = 'month_closed', detail = closed;
  end if;
end $$;

-- True if a merge changes only the member of a record, which affects no amount of a month.
create or replace function is_merge_only_change(before jsonb, after jsonb) returns boolean language sql stable as $$
  select coalesce(current_setting('innkeeper.merging', true) = 'on', false)
    and before - '{member_id,merged_from_id,version,updated_at,updated_by_id}'::text[]
      = after - '{member_id,merged_from_id,version,updated_at,updated_by_id}'::text[]
$$;

create or replace function reject_closed_period_of_visits() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare
  checked_until timestamptz := clock_timestamp() - interval '1 hour';
  hotels bigint[];
  moments timestamptz[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.hotel_id), array_agg(n.visit_date) into hotels, moments from new_rows n
      where n.visit_date < checked_until;
  else
    select array_agg(r.hotel_id), array_agg(r.at) into hotels, moments
    from old_rows o join new_rows n on n.id = o.id
    cross join lateral (values (o.hotel_id, o.visit_date), (n.hotel_id, n.visit_date)) r (hotel_id, at)
    where r.at < checked_until and not is_merge_only_change(to_jsonb(o), to_jsonb(n));
  end if;
  perform reject_closed_period('visit', hotels, moments);
  return null;
end $$;
create or replace trigger assert_month_open_on_insert after insert on visit referencing new table as new_rows
  for each statement execute function reject_closed_period_of_visits();
create or replace trigger assert_month_open_on_update after update on visit
  referencing old table as old_rows new table as new_rows
  for each statement execute function reject_closed_period_of_visits();

create or replace function reject_closed_period_of_transactions() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare
  checked_until timestamptz := clock_timestamp() - interval '1 hour';
  hotels bigint[];
  moments timestamptz[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.hotel_id), array_agg(n.transaction_date) into hotels, moments from new_rows n
      where n.transaction_date < checked_until;
  else
    select array_agg(r.hotel_id), array_agg(r.at) into hotels, moments
    from old_rows o join new_rows n on n.id = o.id
    cross join lateral (values (o.hotel_id, o.transaction_date), (n.hotel_id, n.transaction_date)) r (hotel_id, at)
    where r.at < checked_until and not is_merge_only_change(to_jsonb(o), to_jsonb(n));
  end if;
  perform reject_closed_period('transaction', hotels, moments);
  return null;
end $$;
create or replace trigger assert_month_open_on_insert after insert on transaction referencing new table as new_rows
  for each statement execute function reject_closed_period_of_transactions();
create or replace trigger assert_month_open_on_update after update on transaction
  referencing old table as old_rows new table as new_rows
  for each statement execute function reject_closed_period_of_transactions();

create or replace function reject_closed_period_of_redemptions() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare
  checked_until timestamptz := clock_timestamp() - interval '1 hour';
  hotels bigint[];
  moments timestamptz[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.redeem_hotel_id), array_agg(n.redeem_date) into hotels, moments from new_rows n
      where n.redeem_date < checked_until;
  else
    select array_agg(r.hotel_id), array_agg(r.at) into hotels, moments
    from old_rows o join new_rows n on n.id = o.id
    cross join lateral (values (o.redeem_hotel_id, o.redeem_date), (n.redeem_hotel_id, n.redeem_date)) r (hotel_id, at)
    where r.at < checked_until and not is_merge_only_change(to_jsonb(o), to_jsonb(n));
  end if;
  perform reject_closed_period('voucher_redeem', hotels, moments);
  return null;
end $$;
create or replace trigger assert_month_open_on_insert after insert on voucher_redeem referencing new table as new_rows
  for each statement execute function reject_closed_period_of_redemptions();
create or replace trigger assert_month_open_on_update after update on voucher_redeem
  referencing old table as old_rows new table as new_rows
  for each statement execute function reject_closed_period_of_redemptions();

-- Lines, and the cards and vouchers that a sale issued, belong to the month of their transaction. Each sale calls this
-- three times. The plan is cached, because planning took fifteen times as long as the query.
create or replace function reject_closed_period_of_sales(table_name text, transactions bigint[]) returns void
  language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  hotels bigint[];
  moments timestamptz[];
begin
  if transactions is null then
    return;
  end if;
  select array_agg(t.hotel_id), array_agg(t.transaction_date) into hotels, moments
  from transaction t where t.id = any(transactions) and t.transaction_date < clock_timestamp() - interval '1 hour';
  perform reject_closed_period(table_name, hotels, moments);
end $$;

create or replace function reject_closed_period_of_lines() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare transactions bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.transaction_id) into transactions from new_rows n;
  else
    select array_agg(distinct r.id) into transactions
    from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (o.transaction_id), (n.transaction_id)) r (id);
  end if;
  perform reject_closed_period_of_sales('transaction_detail', transactions);
  return null;
end $$;
create or replace trigger assert_month_open_on_insert after insert on transaction_detail
  referencing new table as new_rows
  for each statement execute function reject_closed_period_of_lines();
create or replace trigger assert_month_open_on_update after update on transaction_detail
  referencing old table as old_rows new table as new_rows
  for each statement execute function reject_closed_period_of_lines();

-- True if a transaction is the reversal of a sale. A function, because a join in its callers, which run without nested
-- loops, would read all sales.
create or replace function is_reversal_of(reversal bigint, sale bigint) returns boolean language plpgsql stable as $$
begin
  return reversal is not null and exists (select from transaction t where t.id = reversal and t.reverses_id = sale);
end $$;

-- In a closed month an issued card is immutable, except for its activity, last day and number. A reversal can still
-- cancel it.
create or replace function reject_closed_period_of_cards() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare transactions bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.transaction_id) into transactions from new_rows n where n.transaction_id is not null;
  else
    select array_agg(distinct r.id) into transactions
    from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (o.transaction_id), (n.transaction_id)) r (id)
    where r.id is not null and not is_merge_only_change(to_jsonb(o), to_jsonb(n))
      and ((n.member_id, n.membership_id, n.hotel_id, n.transaction_id, n.start_date, n.price, n.currency)
             is distinct from (o.member_id, o.membership_id, o.hotel_id, o.transaction_id, o.start_date, o.price,
               o.currency)
        or (n.deleted_at is null) <> (o.deleted_at is null)
          and not is_reversal_of(n.cancelled_with_id, o.transaction_id));
  end if;
  perform reject_closed_period_of_sales('member_card', transactions);
  return null;
end $$;
create or replace trigger assert_month_open_on_insert after insert on member_card referencing new table as new_rows
  for each statement execute function reject_closed_period_of_cards();
create or replace trigger assert_month_open_on_update after update on member_card
  referencing old table as old_rows new table as new_rows
  for each statement execute function reject_closed_period_of_cards();

create or replace function reject_closed_period_of_vouchers() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare transactions bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.transaction_id) into transactions from new_rows n where n.transaction_id is not null;
  else
    select array_agg(distinct r.id) into transactions
    from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (o.transaction_id), (n.transaction_id)) r (id)
    where r.id is not null and not is_merge_only_change(to_jsonb(o), to_jsonb(n))
      and ((n.member_id, n.member_card_id, n.voucher_id, n.transaction_id, n.restrict_hotel_id, n.redeem_date,
        n.nominal, n.currency)
             is distinct from (o.member_id, o.member_card_id, o.voucher_id, o.transaction_id, o.restrict_hotel_id,
               o.redeem_date, o.nominal, o.currency)
        or (n.deleted_at is null) <> (o.deleted_at is null)
          and not is_reversal_of(n.cancelled_with_id, o.transaction_id));
  end if;
  perform reject_closed_period_of_sales('member_voucher', transactions);
  return null;
end $$;
create or replace trigger assert_month_open_on_insert after insert on member_voucher referencing new table as new_rows
  for each statement execute function reject_closed_period_of_vouchers();
create or replace trigger assert_month_open_on_update after update on member_voucher
  referencing old table as old_rows new table as new_rows
  for each statement execute function reject_closed_period_of_vouchers();

-- Rejects another time zone or country of a hotel with closed months, because its records would move into or out of
-- those months.
create or replace function reject_closed_period_of_hotels() returns trigger language plpgsql as $$
declare countries bigint[];
begin
  if tg_table_name = 'hotel' then
    countries := array[(to_jsonb(old) ->> 'country_id')::bigint, (to_jsonb(new) ->> 'country_id')::bigint];
  else
    countries := array[new.id];
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('month_close'), c::integer)
    from (select distinct unnest(countries) as c order by 1) c;
  if exists (select from month_close where country_id = any(countries) and reopened_at is null)
     and (tg_table_name = 'country' or exists (select from visit where hotel_id = new.id)
       or exists (select from transaction where hotel_id = new.id)
       or exists (select from voucher_redeem where redeem_hotel_id = new.id)) then
    raise exception '% has closed months', new.name
      using errcode = 'check_violation', table = tg_table_name, constraint = 'month_closed_place';
  end if;
  return null;
end $$;
create or replace trigger guard_month_open after update of time_zone, country_id on hotel for each row
  when (new.time_zone is distinct from old.time_zone or new.country_id <> old.country_id)
    execute function reject_closed_period_of_hotels();
create or replace trigger guard_month_open after update of time_zone on country for each row
  when (new.time_zone <> old.time_zone) execute function reject_closed_period_of_hotels();

-- Closed months are append-only; a reopening is written once.
create or replace trigger append_only before update or delete on month_close
  for each row execute function append_only_except('reopened_at', 'reopened_by_id', 'approved_by_id', 'reopen_reason');
create or replace trigger reject_truncate before truncate on month_close for each statement
  execute function reject_change();
create or replace trigger append_only before update or delete or truncate on month_close_row for each statement
  execute function reject_change();

-- The present rows of a month of a country: amounts of transactions and visits, nominals of redemptions. A visit
-- without an amount counts as 0.
create or replace function month_rows(of_country bigint, of_month text)
returns table (resource text, record_id bigint, hotel_id bigint, part text, currency text, amount numeric,
  amount_usd numeric) language sql stable as $$
  with span as (
    select (of_month || '-01')::timestamp at time zone 'UTC' - interval '15 hours' as first,
           ((of_month || '-01')::timestamp + interval '1 month') at time zone 'UTC' + interval '15 hours' as last
  ),
  location as (select h.id, z.zone from hotel h join hotel_time_zone z on z.hotel_id = h.id
    where h.country_id = of_country)
  select
    'transaction',
    t.id,
    t.hotel_id,
    d.code,
    t.currency,
    t.grand_total,
    t.grand_total_usd
  from span s join transaction t on t.transaction_date >= s.first and t.transaction_date < s.last
    and t.deleted_at is null
  join location p on p.id = t.hotel_id join option_detail d on d.id = t.transaction_type_id
  where to_char(t.transaction_date at time zone p.zone, 'YYYY-MM') = of_month
  union all
  select
    'visit',
    v.id,
    v.hotel_id,
    null,
    v.currency,
    coalesce(v.grand_total, 0),
    case when v.usd_rate is not null then coalesce(v.grand_total_usd, 0) end
  from span s join visit v on v.visit_date >= s.first and v.visit_date < s.last and v.deleted_at is null
  join location p on p.id = v.hotel_id
  where to_char(v.visit_date at time zone p.zone, 'YYYY-MM') = of_month
  union all
  select
    'voucher_redeem',
    r.id,
    r.redeem_hotel_id,
    null,
    v.currency,
    v.nominal,
    null
  from span s join voucher_redeem r on r.redeem_date >= s.first and r.redeem_date < s.last and r.deleted_at is null
  join location p on p.id = r.redeem_hotel_id join member_voucher v on v.id = r.member_voucher_id
  where to_char(r.redeem_date at time zone p.zone, 'YYYY-MM') = of_month
$$;
