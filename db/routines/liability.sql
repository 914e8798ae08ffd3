-- Liability: the value of outstanding vouchers as of a day.
--
-- A voucher has two movements: it is issued, and it ends by redemption, expiry or cancellation. Both belong to the
-- hotel of its card and to that hotel's days. voucher_state has them, and each change of it posts the difference here.
-- Days up to the end of the last closed month are frozen. A later change of a frozen day is posted as `corrected` on
-- the first open day.
-- See docs/decisions/0092-report-voucher-liability-by-day-and-fees-by-service-month.md.

-- The rollup rows of what was posted on a day: those of the day, its month and its year, each by its first day.
create or replace function liability_rollups(d liability_rollup_delta) returns setof liability_rollup
language sql stable as $$
  select
    d.hotel_id,
    d.voucher_id,
    d.currency,
    d.kind,
    p.span,
    date_trunc(p.span, d.day::timestamp)::date,
    d.number,
    d.nominal,
    d.nominal_usd,
    d.without_rate
  from (values ('day'), ('month'), ('year')) p (span)
$$;

-- Posting writes days only. Months and years are written on compaction; until then they are derived from the days.
create or replace view liability_rollup_current as
select * from liability_rollup union all select r.* from liability_rollup_delta d, liability_rollups(d) r;

-- The first day of a hotel after its last closed month. Null if its country has closed no month.
create or replace function first_open_day(of_hotel bigint) returns date language sql stable as $$
  select ((max(m.month) || '-01')::date + interval '1 month')::date
  from hotel h join month_close m on m.country_id = h.country_id and m.reopened_at is null where h.id = of_hotel
$$;

-- 1 for kinds that add to the outstanding vouchers, -1 for kinds that end them.
create or replace function liability_sign(kind text) returns integer language sql immutable parallel safe as
$$ select case when kind in ('issued', 'corrected') then 1 else -1 end $$;

-- Posts movements, each with its own day. A month can be closed only after its end, so movements of the present month
-- and later, such as those of each redemption, are posted immediately. Older movements wait for a month close in
-- progress: they are either part of the frozen days, or corrections after them.
create or replace function post_movements(movements liability_rollup_delta[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  if cardinality(movements) = 0 then
    return;
  end if;
  if not exists (select from unnest(movements) m where m.day < date_trunc('month', now() at time zone 'Etc/GMT-14'))
    then
    insert into liability_rollup_delta select * from unnest(movements);
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('month_close'), c.country_id::integer)
  from (select distinct h.country_id from unnest(movements) m join hotel h on h.id = m.hotel_id order by 1) c;
  insert into liability_rollup_delta
  select
    m.hotel_id,
    m.voucher_id,
    m.currency,
    p.kind,
    p.day,
    sum(p.sign * m.number),
    sum(p.sign * m.nominal),
    sum(p.sign * m.nominal_usd),
    sum(p.sign * m.without_rate)
  from unnest(movements) m
  join (select h.hotel_id, first_open_day(h.hotel_id) as day
    from (select distinct hotel_id from unnest(movements)) h) open on open.hotel_id = m.hotel_id
  cross join lateral (
    select case when m.day < open.day then 'corrected' else m.kind end as kind, greatest(m.day, open.day) as day,
           case when m.day < open.day then liability_sign(m.kind) else 1 end as sign) p
  group by 1, 2, 3, 4, 5
  having sum(p.sign * m.number) <> 0 or sum(p.sign * m.nominal) <> 0 or sum(p.sign * m.nominal_usd) <> 0
    or sum(p.sign * m.without_rate) <> 0;
end $$;

-- The two movements of a voucher, by its state.
create or replace function voucher_movements(s voucher_state) returns setof liability_rollup_delta
language sql immutable as $$
  select
    s.issuing_hotel_id,
    s.voucher_id,
    s.currency,
    k.kind,
    k.day,
    1::bigint,
    s.nominal,
    coalesce(round(s.nominal / s.usd_rate, 2), 0),
    (s.usd_rate is null)::int::bigint
  from (values ('issued', s.issued_on), (s.ended_as, s.ended_on)) k (kind, day)
$$;

-- The statement that posts the movements of voucher states, which are a query of `record` and `sign`. The trigger of
-- their rollups runs it too.
create or replace function movement_statement(records text) returns text language sql immutable as $$
  select 'perform post_movements(array(
    select row(f.hotel_id, f.voucher_id, f.currency, f.kind, f.day, sum(r.sign * f.number), sum(r.sign * f.nominal),
      sum(r.sign * f.nominal_usd), sum(r.sign * f.without_rate))::liability_rollup_delta
    from (' || records || ') r, voucher_movements(r.record) f
    group by f.hotel_id, f.voucher_id, f.currency, f.kind, f.day
    having sum(r.sign * f.number) <> 0 or sum(r.sign * f.nominal) <> 0 or sum(r.sign * f.nominal_usd) <> 0
      or sum(r.sign * f.without_rate) <> 0));'
$$;

-- Posts the difference between voucher_state and the posted days of hotels. The difference of an open day is posted on
-- that day, and that of all frozen days as one correction; with `from_start` no day is frozen. Compaction waits
-- meanwhile. A single statement does everything, so that a concurrent write is added afterwards.
create or replace function rebuild_liability(hotels bigint[], from_start boolean) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('rollup'));
  with location as materialized (
    select h.id as hotel_id, case when not from_start then first_open_day(h.id) end as first
      from unnest(hotels) h (id)),
  difference as (
    select
      m.hotel_id,
      m.voucher_id,
      m.currency,
      m.kind,
      m.day,
      count(*) as number,
      sum(m.nominal) as nominal,
      sum(m.nominal_usd) as nominal_usd,
      sum(m.without_rate) as without_rate
    from voucher_state s, voucher_movements(s) m where s.issuing_hotel_id = any(hotels) group by 1, 2, 3, 4, 5
    union all
    select
      hotel_id,
      voucher_id,
      currency,
      kind,
      day,
      -number,
      -nominal,
      -nominal_usd,
      -without_rate
    from liability_rollup_current where span = 'day' and hotel_id = any(hotels))
  insert into liability_rollup_delta
  select
    d.hotel_id,
    d.voucher_id,
    d.currency,
    p.kind,
    p.day,
    sum(p.sign * d.number),
    sum(p.sign * d.nominal),
    sum(p.sign * d.nominal_usd),
    sum(p.sign * d.without_rate)
  from difference d join location using (hotel_id)
  cross join lateral (
    select case when d.day < location.first then 'corrected'
      else d.kind end as kind, greatest(d.day, location.first) as day,
           case when d.day < location.first then liability_sign(d.kind) else 1 end as sign) p
  group by 1, 2, 3, 4, 5
  having sum(p.sign * d.number) <> 0 or sum(p.sign * d.nominal) <> 0 or sum(p.sign * d.nominal_usd) <> 0
    or sum(p.sign * d.without_rate) <> 0;
end $$;

-- A reopened month is no longer frozen, so its days are recomputed from the records.
create or replace function unfreeze_liability(country bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('month_close'), country::integer);
  perform rebuild_liability(array(select id from hotel where country_id = country order by id), false);
end $$;

-- Stores the day on which a member was deactivated, until it is activated again; snapshot_card does so for a card.
create or replace function set_deactivated_at() returns trigger language plpgsql as $$
begin
  new.deactivated_at := case when not new.is_active then now() end;
  return new;
end $$;
create or replace trigger write_deactivated_at before update of is_active on member for each row
  when (new.is_active <> old.is_active) execute function set_deactivated_at();
-- The liability of hotels over a period, both days included: `opening`, each kind of movement, and `closing`, which is
-- the sum of the others. All movements of a voucher add up to zero, so the movements from a day on are the outstanding
-- amount before it with the opposite sign. The sum takes years from the nearest 1 January, months from the nearest
-- first of a month to that January, and days up to that first of a month, added or subtracted. That is at most six
-- months and sixteen days, so a day five years ago takes as long as a recent one.
create or replace function liability_between(hotels bigint[], first_day date, last_day date)
returns table (hotel_id bigint, voucher_id bigint, currency text, part text, number bigint, nominal numeric,
  nominal_usd numeric, without_rate bigint)
language sql stable as $$
  with bound as (
    select f.*, date_trunc('year', f.first_month + interval '6 months')::date as first_year,
           date_trunc('year', f.next_month + interval '6 months')::date as next_year
    from (select last_day + 1 as next_day, date_trunc('month', first_day + interval '15 days')::date as first_month,
                 date_trunc('month', last_day + 1 + interval '15 days')::date as next_month) f),
  -- `from_first` is the factor of a row in the sum from the first day on, `after` that in the sum after the last day.
  -- Each is 1, 0 or -1.
  counted as materialized (
    select
      r.hotel_id,
      r.voucher_id,
      r.currency,
      r.kind,
      w.from_first,
      w.after,
      sum(r.number)::bigint as number,
      sum(r.nominal) as nominal,
      sum(r.nominal_usd) as nominal_usd,
      sum(r.without_rate)::bigint as without_rate
    from bound b, liability_rollup_current r
    cross join lateral (
      select case r.span when 'day' then (r.day >= first_day)::int - (r.day >= b.first_month)::int
                         when 'month' then (r.day >= b.first_month)::int - (r.day >= b.first_year)::int
                         else (r.day >= b.first_year)::int end as from_first,
             case r.span when 'day' then (r.day >= b.next_day)::int - (r.day >= b.next_month)::int
                         when 'month' then (r.day >= b.next_month)::int - (r.day >= b.next_year)::int
                         else (r.day >= b.next_year)::int end as after) w
    where r.hotel_id = any(hotels)
      and (r.span = 'day' and r.day >= least(first_day, b.first_month) and r.day < greatest(first_day, b.first_month)
        or r.span = 'day' and r.day >= least(b.next_day, b.next_month) and r.day < greatest(b.next_day, b.next_month)
        or r.span = 'month' and r.day >= least(b.first_month, b.first_year)
          and r.day < greatest(b.first_month, b.first_year)
        or r.span = 'month' and r.day >= least(b.next_month, b.next_year)
          and r.day < greatest(b.next_month, b.next_year)
        or r.span = 'year' and r.day >= b.first_year)
    group by 1, 2, 3, 4, 5, 6),
  part as (
    select c.kind as part, c.from_first - c.after as factor, c.* from counted c where c.from_first <> c.after
    union all
    select 'opening', -c.from_first * liability_sign(c.kind), c.* from counted c where c.from_first <> 0
    union all
    select 'closing', -c.after * liability_sign(c.kind), c.* from counted c where c.after <> 0)
  select s.* from (
    select
      p.hotel_id,
      p.voucher_id,
      p.currency,
      p.part,
      sum(p.factor * p.number)::bigint as number,
      sum(p.factor * p.nominal) as nominal,
      sum(p.factor * p.nominal_usd) as nominal_usd,
      sum(p.factor * p.without_rate)::bigint as without_rate
    from part p group by 1, 2, 3, 4) s
  where s.number <> 0 or s.nominal <> 0 or s.nominal_usd <> 0 or s.without_rate <> 0
$$;
