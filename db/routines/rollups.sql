-- Rollups: one table of sums for each fact. They are exact for every reader, because triggers maintain them in the same
-- transaction. Each row belongs to one hotel, so hotels add up to their region and regions to the group. Deleted
-- records do not count. See docs/decisions/0013-maintain-dashboard-totals-as-rollups.md and, for records without a
-- rate, docs/decisions/0090-show-how-many-records-a-dollar-total-leaves-out.md.
--
-- A fact is described once, by the function <rollup>s, which returns the rollup rows of one record. The columns of the
-- table's unique index are its key; the others are sums. From that come the trigger that maintains the rollup, the view
-- <rollup>_computed, from which it is recounted, and the differences that the reconciliation reports.

-- The rollups, and the records that each counts.
create or replace view rollup_source (rollup, source) as values
  ('member_rollup', 'member_standing'),
  ('member_day_rollup', 'member'),
  ('member_month_rollup', 'member'),
  ('sale_rollup', 'transaction'),
  ('service_fee_rollup', 'transaction'),
  ('visit_rollup', 'visit'),
  ('voucher_rollup', 'voucher_state'),
  ('open_voucher_day_rollup', 'voucher_state'),
  ('open_voucher_month_rollup', 'voucher_state'),
  ('redemption_rollup', 'voucher_state'),
  ('redemption_by_voucher_rollup', 'voucher_state');

-- Facts ---------------------------------------------------------------------------------------------------------------

create or replace function member_rollups(s member_standing) returns setof member_rollup language sql stable as $$
  select s.hotel_id, s.membership_id, s.standing, 1::bigint where s.is_live
$$;

create or replace function member_day_rollups(m member) returns setof member_day_rollup language sql stable as $$
  select m.hotel_id, d.day, d.joined, d.ending, d.active_ending
  from (values (m.member_date, 1::bigint, 0::bigint, 0::bigint),
    (m.valid_until_date, 0, 1, m.is_active::int)) d (day, joined, ending, active_ending)
  where m.deleted_at is null and d.day is not null
$$;

create or replace function member_month_rollups(m member) returns setof member_month_rollup language sql stable as $$
  select m.hotel_id, date_trunc('month', m.member_date)::date, m.membership_id, 1::bigint
  where m.deleted_at is null and m.member_date is not null
$$;

-- A reversal has minus the amounts of its sale, and a refund minus a part of them. The net number of sales has neither
-- reversed sales nor their reversals; a refund does not remove its sale. A record without a rate adds nothing to the
-- sum in US dollars.
create or replace function sale_rollups(t transaction) returns setof sale_rollup language sql stable as $$
  select
    t.hotel_id,
    date_trunc('month', t.transaction_date at time zone z.zone)::date,
    t.membership_id,
    t.transaction_type_id,
    t.currency,
    1::bigint,
    case when t.reverses_id is null then 1 when t.refund_reason_id is null then -1 else 0 end::bigint,
    t.sub_total,
    t.discount,
    t.grand_total,
    coalesce(t.grand_total_usd, 0),
    (t.usd_rate is null)::int::bigint
  from hotel_time_zone z where z.hotel_id = t.hotel_id and t.deleted_at is null
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
create or replace function service_fee_rollups(t transaction) returns setof service_fee_rollup language sql stable as $$
  select
    t.hotel_id,
    f.month,
    t.membership_id,
    t.transaction_type_id,
    t.currency,
    case when t.refund_reason_id is null then sign(t.grand_total)::bigint else 0 end,
    f.amount,
    f.amount_usd,
    (t.usd_rate is null)::int::bigint
  from hotel_time_zone z, fee_by_month(t.grand_total, coalesce(t.grand_total_usd, 0), t.term_share,
    date_trunc('month', t.term_start::timestamp)::date, t.term_months,
    date_trunc('month', t.transaction_date at time zone z.zone)::date) f
  where z.hotel_id = t.hotel_id and t.deleted_at is null and t.term_months is not null and t.grand_total <> 0
$$;

create or replace function visit_rollups(v visit) returns setof visit_rollup language sql stable as $$
  select
    v.hotel_id,
    date_trunc('month', v.visit_date at time zone z.zone)::date,
    v.membership_id,
    v.currency,
    1::bigint,
    coalesce(v.total_room, 0),
    coalesce(v.total_fb, 0),
    coalesce(v.total_others, 0),
    coalesce(v.grand_total, 0),
    coalesce(v.grand_total_usd, 0),
    (v.usd_rate is null)::int::bigint
  from hotel_time_zone z where z.hotel_id = v.hotel_id and v.deleted_at is null
$$;

-- A voucher counts as issued in the month of its creation, at its member's hotel, even if its card or member is
-- deleted. See docs/decisions/0070-count-a-voucher-as-issued-even-after-cancellation.md.
create or replace function voucher_rollups(v voucher_state) returns setof voucher_rollup language sql stable as $$
  select
    v.hotel_id,
    v.issue_month,
    v.membership_id,
    v.currency,
    1::bigint,
    v.nominal,
    (v.state = 'cancelled')::int::bigint,
    case v.state when 'cancelled' then v.nominal else 0 end
  where v.state <> 'deleted'
$$;

-- Vouchers expire without a write, so rollups of open vouchers have their last day and not their present state. Stored
-- per day and per month: full totals sum the months, plus the days of the current month. Redeemed vouchers are those
-- that are neither open nor cancelled.
-- See docs/decisions/0076-store-voucher-outcomes-by-month-of-issue-and-of-expiry.md.
create or replace function open_voucher_day_rollups(v voucher_state) returns setof open_voucher_day_rollup
language sql stable as $$
  select v.hotel_id, v.valid_until_date, v.membership_id, v.issue_month, v.currency, 1::bigint, v.nominal
  where v.state = 'open'
$$;

create or replace function open_voucher_month_rollups(v voucher_state) returns setof open_voucher_month_rollup
language sql stable as $$
  select
    v.hotel_id,
    date_trunc('month', v.valid_until_date)::date,
    v.membership_id,
    v.issue_month,
    v.currency,
    1::bigint,
    v.nominal
  where v.state = 'open'
$$;

-- A redemption counts with its voucher's nominal and the membership of its card.
create or replace function redemption_rollups(v voucher_state) returns setof redemption_rollup language sql stable as $$
  select v.redeem_hotel_id, v.redeem_month, v.membership_id, v.currency, 1::bigint, v.nominal
  where v.redeem_hotel_id is not null
$$;

create or replace function redemption_by_voucher_rollups(v voucher_state) returns setof redemption_by_voucher_rollup
language sql stable as $$
  select v.redeem_hotel_id, v.redeem_month, v.membership_id, v.voucher_id, v.currency, 1::bigint, v.nominal
  where v.redeem_hotel_id is not null
$$;

-- Statements of every rollup ------------------------------------------------------------------------------------------

-- A statement with the names of a rollup: $rollup, its $keys, its $sums of rows with a sign, whether a sum $changed, and
-- the $increments of existing sums.
create or replace function rollup_statement(template text, rollup text) returns text language sql stable as $$
  select replace(replace(replace(replace(replace(template, '$rollup', rollup), '$keys', s.keys), '$sums', s.sums),
    '$changed', s.changed), '$increments', s.increments)
  from (
    select
      string_agg(name, ', ') filter (where is_key) as keys,
      string_agg(format('sum(sign * %1$s)::%2$s as %1$s', name, type), ', ') filter (where not is_key) as sums,
      string_agg(format('sum(sign * %s) <> 0', name), ' or ') filter (where not is_key) as changed,
      string_agg(format('%1$s = t.%1$s + excluded.%1$s', name), ', ') filter (where not is_key) as increments
    from (
      select a.attname as name, format_type(a.atttypid, null) as type, a.attnum = any(i.indkey) as is_key
      from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisunique
      where a.attrelid = rollup::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum) c) s
$$;

-- The query for the sums of records, which are a query of `record` and `sign`.
create or replace function rollup_query(rollup text, records text) returns text language sql stable as $$
  select rollup_statement(
    'select $keys, $sums from (' || records || ') r, $rollups(r.record) group by $keys having $changed', rollup)
$$;

-- The statement that appends the sums of records to each of their rollups.
create or replace function rollup_inserts(source text, records text) returns text language sql stable as $$
  select 'with records as (' || records || ')' || string_agg(
    format(case when r.is_last then ' insert into %1$s_delta %2$s;' else ', %1$s_sums as (insert into %1$s_delta %2$s)' end,
      r.rollup, rollup_query(r.rollup, 'select * from records')), '' order by r.is_last, r.rollup)
  from (select o.rollup, o.rollup = max(o.rollup) over () as is_last from rollup_source o
    where o.source = rollup_inserts.source) r
$$;

-- The same, with the postings to the liability, which has tables of its own.
create or replace function sync_statements(source text, records text) returns text language sql stable as $$
  select rollup_inserts(source, records)
    || case when source = 'voucher_state' then E'\n' || movement_statement(records) else '' end
$$;

do $$
declare
  r record;
  new_rows text;
  old_rows text;
begin
  -- A trigger adds the sums of the new rows and subtracts those of the old rows, without a join of the two.
  for r in select distinct source from rollup_source loop
    new_rows := format('select n::%I as record, 1 as sign from new_rows n', r.source);
    old_rows := format('select o::%I, -1 from old_rows o', r.source);
    execute format($function$
      create or replace function sync_%1$s_rollups() returns trigger language plpgsql as $body$
      begin
        if not exists (select from new_rows) then
          return null;
        end if;
        if tg_op = 'INSERT' then
          %2$s
        else
          %3$s
        end if;
        return null;
      end $body$;
      create or replace trigger derive_rollups_on_insert after insert on %1$I
        referencing new table as new_rows for each statement execute function sync_%1$s_rollups();
      create or replace trigger derive_rollups_on_update after update on %1$I
        referencing old table as old_rows new table as new_rows for each statement execute function sync_%1$s_rollups();
      $function$, r.source, sync_statements(r.source, new_rows),
      sync_statements(r.source, new_rows || ' union all ' || old_rows));
  end loop;
  -- The sums that each rollup must have.
  for r in select * from rollup_source loop
    execute format('create or replace view %s_computed as %s', r.rollup,
      rollup_query(r.rollup, format('select s as record, 1 as sign from %I s', r.source)));
  end loop;
  -- The differences between both, for the reconciliation.
  execute 'create or replace view rollup_difference as ' || (
    select string_agg(rollup_statement(
      'select hotel_id, ''$rollup '' || d::text as note from (
         select $keys, $sums from (
           select *, 1 as sign from $rollup union all select *, -1 from $rollup_computed) r
         group by $keys having $changed) d', rollup), ' union all ')
    from rollup_source);
end $$;

-- Merges the deltas into the rollups, and those of the liability. Returns the number of merged rows, or 0 while another
-- process is doing it.
create or replace function compact_rollups() returns bigint language plpgsql as $$
declare
  fact record;
  merged bigint;
  total bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('rollup')) then
    return 0;
  end if;
  for fact in
    select rollup, 'select *, 1 as sign from removed' as rows from rollup_source
    union all
    select 'liability_rollup',
      'select l.*, 1 as sign from removed r, liability_rollups(row(r.*)::liability_rollup_delta) l'
  loop
    execute rollup_statement(
      'with removed as (delete from $rollup_delta returning *),
         merged as (
           insert into $rollup as t select $keys, $sums from (' || fact.rows || ') r group by $keys having $changed
           on conflict ($keys) do update set $increments)
       select count(*) from removed', fact.rollup) into merged;
    total := total + merged;
  end loop;
  return total;
end $$;

-- Recounting ----------------------------------------------------------------------------------------------------------

-- Waits for writers of the records that rollups count, and lets others only read until the transaction ends. The order
-- of tables is fixed, so that two callers cannot deadlock.
create or replace function lock_rollup_sources() returns void language plpgsql as $$
begin
  lock table member, member_card, transaction, visit, voucher_redeem, member_voucher in share mode;
end $$;

-- Recounts the rollups of records at some hotels, while their writers are locked out. Compaction waits meanwhile.
create or replace function recount_rollups(sources text[], hotels bigint[]) returns void language plpgsql as $$
declare
  fact record;
begin
  perform pg_advisory_xact_lock(hashtext('rollup'));
  for fact in select rollup from rollup_source where source = any(sources) loop
    execute format('delete from %s where hotel_id = any($1)', fact.rollup) using hotels;
    execute format('insert into %1$s select * from %1$s_computed where hotel_id = any($1)', fact.rollup) using hotels;
    execute format('analyze %s', fact.rollup);
  end loop;
end $$;

-- Recounts everything. Used after records were loaded without triggers.
create or replace function rebuild_rollups() returns void language plpgsql as $$
begin
  lock table member, member_standing, member_card, member_voucher, transaction, visit, voucher_redeem in share mode;
  alter table voucher_state disable trigger user;
  delete from voucher_state;
  insert into voucher_state select * from voucher_state_computed;
  alter table voucher_state enable trigger user;
  analyze voucher_state;
  perform recount_rollups(array(select distinct source from rollup_source), array(select id from hotel));
  delete from liability_rollup_delta;
  delete from liability_rollup;
  perform rebuild_liability(array(select id from hotel), true);
  perform compact_rollups();
  analyze liability_rollup;
end $$;

-- Recomputes the states of vouchers of some hotels where they differ. Their rollups follow.
create or replace function refresh_voucher_states(hotels bigint[]) returns void language plpgsql as $$
begin
  perform recompute_voucher_state(array(
    select n.member_voucher_id from voucher_state_computed n left join voucher_state s using (member_voucher_id)
    where (n.hotel_id = any(hotels) or n.issuing_hotel_id = any(hotels) or n.redeem_hotel_id = any(hotels))
      and row(s.*) is distinct from row(n.*)));
end $$;

-- A hotel's months follow its time zone. If the zone changes, they are recounted (recount_days_of_hotels).
create or replace function rebuild_rollup_months(hotels bigint[]) returns void language plpgsql as $$
begin
  perform lock_rollup_sources();
  perform refresh_voucher_states(hotels);
  perform recount_rollups('{transaction,visit}', hotels);
  perform rebuild_liability(hotels, false);
end $$;

-- Counts the rollups that a migration left empty. The one that created them all also dropped the triggers that maintain
-- the states of vouchers.
do $$
declare
  are_new constant boolean := not exists (select from voucher_rollup);
  fact record;
begin
  for fact in select rollup from rollup_source loop
    execute format('insert into %1$s select * from %1$s_computed where not exists (select from %1$s)', fact.rollup);
  end loop;
  if are_new then
    perform refresh_voucher_states(array(select id from hotel));
  end if;
end $$;
