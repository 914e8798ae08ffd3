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

-- True if the reversal of a sale cancels a record of it.
create or replace function is_cancelled_by_reversal(record jsonb) returns boolean language sql stable as $$
  select exists (select from transaction t where t.id = (record ->> 'cancelled_with_id')::bigint
    and t.reverses_id = (record ->> 'transaction_id')::bigint)
$$;

-- True if a change of a record concerns its month: one of the watched columns changes, or any column if none is watched,
-- or the record is deleted or restored. A merge of members, which only moves the record, does not concern the month, nor
-- does a reversal, which belongs to its own month.
create or replace function changes_month(before jsonb, after jsonb, watched text[]) returns boolean
  language plpgsql stable as $$
declare
  stamps constant text[] := '{member_id,merged_from_id,version,updated_at,updated_by_id}';
begin
  if before ->> 'member_id' <> after ->> 'member_id' and before - stamps = after - stamps
    and is_merge((before ->> 'member_id')::bigint, (after ->> 'member_id')::bigint) then
    return false;
  end if;
  return watched is null
    or exists (select from unnest(watched) c where before -> c is distinct from after -> c)
    or (before -> 'deleted_at' = 'null') <> (after -> 'deleted_at' = 'null') and not is_cancelled_by_reversal(after);
end $$;

-- Rejects a write to a closed month. Arguments: the columns of the hotel and the moment, or that of the sale which has
-- both; and the columns that concern the month, if only some do. For a whole statement, the rows are those of a sale. A
-- month close and writes into the past of its country wait for each other, so a record is either in the frozen amounts
-- or rejected.
create or replace function reject_closed_period() returns trigger language plpgsql as $$
declare
  source text[] := tg_argv[0];
  checked_until timestamptz := clock_timestamp() - interval '1 hour';
  versions jsonb[];
  hotels bigint[];
  moments timestamptz[];
  closed text;
begin
  if tg_level = 'STATEMENT' then
    select array_agg(t.hotel_id), array_agg(t.transaction_date) into hotels, moments from transaction t
    where t.id in (select transaction_id from new_rows) and t.transaction_date < checked_until;
  elsif tg_op = 'UPDATE' then
    versions := array[to_jsonb(old), to_jsonb(new)];
    if not changes_month(versions[1], versions[2], tg_argv[1]::text[]) then
      return null;
    end if;
  else
    versions := array[to_jsonb(new)];
    -- Most new records are of this hour.
    if (versions[1] ->> source[2])::timestamptz >= checked_until then
      return null;
    end if;
  end if;
  if versions is null then
    null;
  elsif source[2] is null then
    select array_agg(t.hotel_id), array_agg(t.transaction_date) into hotels, moments from transaction t
    where t.id in ((versions[1] ->> source[1])::bigint, (versions[2] ->> source[1])::bigint)
      and t.transaction_date < checked_until;
  else
    select array_agg((v ->> source[1])::bigint), array_agg((v ->> source[2])::timestamptz) into hotels, moments
    from unnest(versions) v where (v ->> source[2])::timestamptz < checked_until;
  end if;
  if moments is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('month_close'), c.country_id::integer)
  from (select distinct country_id from hotel where id = any(hotels) order by 1) c;
  select c.name into closed from unnest(hotels, moments) r (hotel_id, at)
    cross join closed_months(r.hotel_id, r.at) c limit 1;
  if found then
    raise exception '% is closed', closed
      using errcode = 'check_violation', table = tg_table_name, constraint = 'month_closed', detail = closed;
  end if;
  return null;
end $$;
create or replace trigger month_open after insert or update on visit for each row
  execute function reject_closed_period('{hotel_id,visit_date}');
create or replace trigger month_open after insert or update on transaction for each row
  execute function reject_closed_period('{hotel_id,transaction_date}');
create or replace trigger month_open after insert or update on voucher_redeem for each row
  execute function reject_closed_period('{redeem_hotel_id,redeem_date}');
-- Lines, and the cards and vouchers that a sale issued, belong to the month of their transaction. In a closed month an
-- issued card keeps these values; its activity, last day and number may still change.
create or replace trigger month_open after insert or update on transaction_detail for each row
  execute function reject_closed_period('{transaction_id}');
create or replace trigger month_open after insert or update on member_card for each row
  execute function reject_closed_period('{transaction_id}',
    '{member_id,membership_id,hotel_id,transaction_id,start_date,price,currency}');
-- A sale inserts many vouchers, which are checked by one statement. It runs before those that change other rows.
create or replace trigger assert_month_open after insert on member_voucher referencing new table as new_rows
  for each statement execute function reject_closed_period();
create or replace trigger month_open after update on member_voucher for each row
  execute function reject_closed_period('{transaction_id}',
    '{member_id,member_card_id,voucher_id,transaction_id,restrict_hotel_id,redeem_date,nominal,currency}');

-- True if one of the countries has closed months. Waits for a month close in progress.
create or replace function has_closed_months(countries bigint[]) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('month_close'), c::integer)
    from (select distinct unnest(countries) as c order by 1) c;
  return exists (select from month_close where country_id = any(countries) and reopened_at is null);
end $$;
create or replace function has_records(hotel bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from visit where hotel_id = hotel) or exists (select from transaction where hotel_id = hotel)
    or exists (select from voucher_redeem where redeem_hotel_id = hotel);
end $$;
-- A hotel with closed months keeps its time zone and country, because its records would move into or out of those
-- months.
create or replace trigger keep_zone after update of time_zone, country_id on hotel for each row
  when ((new.time_zone is distinct from old.time_zone or new.country_id <> old.country_id)
    and has_closed_months(array[old.country_id, new.country_id]) and has_records(new.id))
  execute function reject_changed_columns('only', '{time_zone,country_id}', 'month_closed_place');
create or replace trigger keep_zone after update of time_zone on country for each row
  when (new.time_zone <> old.time_zone and has_closed_months(array[new.id]))
  execute function reject_changed_columns('only', '{time_zone}', 'month_closed_place');

-- Closed months are append-only; a reopening is written once.
create or replace trigger append_only before update or delete on month_close
  for each row execute function append_only_except('reopened_at', 'reopened_by_id', 'approved_by_id', 'reopen_reason');
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
