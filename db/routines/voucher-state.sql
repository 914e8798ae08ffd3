-- The state of each voucher: open, cancelled or redeemed, for the dashboard and the reports.
--
-- It depends on four records: the voucher, its redemption, its card and its member. So it is stored in voucher_state,
-- and each change of one of the four recomputes it under a lock on the voucher.

-- It also has the two movements by which a voucher enters and leaves the liability (liability.sql), on days of the
-- hotel of its card. A voucher is issued with its sale, or when it was created manually. It ends once, by its
-- redemption, by its first cancellation, or after its last day, and not before it was issued. A deleted voucher counts
-- only in the liability, as cancelled.
create or replace view voucher_state_computed as
select
  v.id as member_voucher_id,
  case when v.deleted_at is not null then 'deleted'
    when r.id is not null then 'redeemed'
    when c.deleted_at is null and c.is_active and m.deleted_at is null and m.is_active then 'open'
    else 'cancelled' end as state,
  m.hotel_id,
  c.membership_id,
  v.voucher_id,
  date_trunc('month', v.created_at at time zone z.zone)::date as issue_month,
  v.valid_until_date,
  v.currency,
  v.nominal,
  c.hotel_id as issuing_hotel_id,
  i.day as issued_on,
  e.kind as ended_as,
  greatest(e.day, i.day) as ended_on,
  t.usd_rate
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
  join hotel_time_zone z on z.hotel_id = m.hotel_id
join hotel_time_zone o on o.hotel_id = c.hotel_id
left join transaction t on t.id = v.transaction_id and v.issued_as is not null
left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null and v.deleted_at is null
cross join lateral (select (coalesce(t.transaction_date, v.created_at) at time zone o.zone)::date as day) i
cross join lateral (
  select (least(v.deleted_at, c.deleted_at, m.deleted_at, case when not c.is_active
    then coalesce(c.deactivated_at, c.created_at) end,
                case when not m.is_active
                  then coalesce(m.deactivated_at, m.created_at) end) at time zone o.zone)::date as day) x
cross join lateral (
  select case when r.id is not null then 'redeemed' when x.day <= v.valid_until_date then 'cancelled'
    else 'expired' end as kind,
         case when r.id is not null then (r.redeem_date at time zone o.zone)::date
              when x.day <= v.valid_until_date then x.day else v.valid_until_date + 1 end as day) e;

-- A voucher counts as issued in the month of its creation, at its member's hotel, even if its card or member is
-- deleted. See docs/decisions/0070-count-a-voucher-as-issued-even-after-cancellation.md. Vouchers expire without a
-- write, so rollups of open vouchers store their last day and not their present state. Stored per day and per month:
-- full totals sum the months, plus the days of the current month. Redeemed vouchers are those that are neither open nor
-- cancelled. See docs/decisions/0076-store-voucher-outcomes-by-month-of-issue-and-of-expiry.md.
create or replace function voucher_rollups(v voucher_state) returns setof rollup_delta language sql stable as $$
  select
    k.kind,
    v.hotel_id,
    k.day,
    v.membership_id,
    null::text,
    v.currency,
    1::bigint,
    v.nominal,
    0::numeric,
    k.issue_month,
    0::bigint
  from (values ('issued'::text, nullif(v.state, 'deleted'), v.issue_month, null::date),
    ('cancelled', 'cancelled', v.issue_month, null),
               ('voucher', 'open', v.valid_until_date, v.issue_month),
               ('voucher_month', 'open', date_trunc('month', v.valid_until_date)::date, v.issue_month)) k (kind, state,
                 day, issue_month)
  where k.state = v.state
$$;

-- The query is written so that few vouchers are looked up by id and many are hashed, not compared pair by pair.
-- Measured at 100,000 members: a redemption 0.9 ms with a new plan, 0.2 ms with a cached one.
create or replace function recompute_voucher_state(vouchers bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare movements liability_rollup[];
begin
  perform from member_voucher where id = any(vouchers) order by id for no key update;
  with before as (select * from voucher_state where member_voucher_id = any(vouchers)),
       after as materialized (select * from voucher_state_computed where member_voucher_id = any(vouchers)),
       removed as (
         delete from voucher_state
         where member_voucher_id = any(vouchers) and member_voucher_id not in (select member_voucher_id from after)),
       upserted as (
         insert into voucher_state as s select * from after
         on conflict (member_voucher_id) do update
           set (state, hotel_id, membership_id, voucher_id, issue_month, valid_until_date, currency, nominal,
             issuing_hotel_id, issued_on,
                ended_as, ended_on, usd_rate)
             = (excluded.state, excluded.hotel_id, excluded.membership_id, excluded.voucher_id, excluded.issue_month,
               excluded.valid_until_date,
                excluded.currency, excluded.nominal, excluded.issuing_hotel_id, excluded.issued_on, excluded.ended_as,
                  excluded.ended_on,
                excluded.usd_rate)
           where s is distinct from excluded),
       -- Vouchers of one sale are alike, so they are summed before their rollup rows are computed.
       changed as (
         select
           state,
           hotel_id,
           membership_id,
           issue_month,
           valid_until_date,
           currency,
           sum(sign) as number,
           sum(sign * nominal) as amount
         from (select 1 as sign, * from after union all select -1, * from before) v
         group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0 or sum(sign * nominal) <> 0),
       inserted as (
         insert into rollup_delta
         select
           f.kind,
           f.hotel_id,
           f.day,
           f.membership_id,
           f.part,
           f.currency,
           sum(v.number),
           sum(v.amount),
           0,
           f.issue_month
         from changed v, voucher_rollups(
           row(null, v.state, v.hotel_id, v.membership_id, null, v.issue_month, v.valid_until_date, v.currency, null,
             null, null, null, null, null)::voucher_state) f
         -- An open voucher that was cancelled still counts as issued.
         group by 1, 2, 3, 4, 5, 6, 10 having sum(v.number) <> 0 or sum(v.amount) <> 0),
       movement as (
         select
           v.issuing_hotel_id,
           v.voucher_id,
           v.currency,
           k.kind,
           k.day,
           sum(v.sign) as number,
           sum(v.sign * v.nominal) as nominal,
           sum(v.sign * coalesce(round(v.nominal / v.usd_rate, 2), 0)) as nominal_usd,
           sum(v.sign * (v.usd_rate is null)::int) as without_rate
         from (select 1 as sign, * from after union all select -1, * from before) v
         cross join lateral (values ('issued', v.issued_on), (v.ended_as, v.ended_on)) k (kind, day)
         group by 1, 2, 3, 4, 5)
  select array_agg(row(m.issuing_hotel_id, m.voucher_id, m.currency, m.kind, 'day', m.day, m.number, m.nominal,
    m.nominal_usd, m.without_rate)::liability_rollup)
  into movements from movement m where m.number <> 0 or m.nominal <> 0 or m.nominal_usd <> 0 or m.without_rate <> 0;
  perform post_movements(movements);
end $$;

-- The same for vouchers that were just redeemed, where nothing else can have changed.
create or replace function set_voucher_state_redeemed(vouchers bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare movements liability_rollup[];
begin
  perform from member_voucher where id = any(vouchers) order by id for no key update;
  with removed as (
         update voucher_state s
         set state = 'redeemed', ended_as = 'redeemed',
           ended_on = greatest((r.redeem_date at time zone z.zone)::date, o.issued_on)
         from voucher_state o join voucher_redeem r on r.member_voucher_id = o.member_voucher_id
           and r.deleted_at is null
         join hotel_time_zone z on z.hotel_id = o.issuing_hotel_id
         where s.member_voucher_id = any(vouchers) and o.member_voucher_id = s.member_voucher_id
           and s.state in ('open', 'cancelled')
         returning o.*, s.ended_on as redeemed_on),
       changed as (
         select
           state,
           hotel_id,
           membership_id,
           issue_month,
           valid_until_date,
           currency,
           -count(*) as number,
           -sum(nominal) as amount
         from removed group by 1, 2, 3, 4, 5, 6),
       inserted as (
         insert into rollup_delta
         select
           f.kind,
           f.hotel_id,
           f.day,
           f.membership_id,
           f.part,
           f.currency,
           v.number,
           v.amount,
           0,
           f.issue_month
         from changed v, voucher_rollups(
           row(null, v.state, v.hotel_id, v.membership_id, null, v.issue_month, v.valid_until_date, v.currency, null,
             null, null, null, null, null)::voucher_state) f
         where f.kind <> 'issued'),
       movement as (
         select
           v.issuing_hotel_id,
           v.voucher_id,
           v.currency,
           k.kind,
           k.day,
           sum(k.sign) as number,
           sum(k.sign * v.nominal) as nominal,
           sum(k.sign * coalesce(round(v.nominal / v.usd_rate, 2), 0)) as nominal_usd,
           sum(k.sign * (v.usd_rate is null)::int) as without_rate
         from removed v cross join lateral (values (v.ended_as, v.ended_on, -1),
           ('redeemed', v.redeemed_on, 1)) k (kind, day, sign)
         group by 1, 2, 3, 4, 5)
  select array_agg(row(m.issuing_hotel_id, m.voucher_id, m.currency, m.kind, 'day', m.day, m.number, m.nominal,
    m.nominal_usd, m.without_rate)::liability_rollup)
  into movements from movement m;
  perform post_movements(movements);
end $$;

-- Each issued voucher in the columns of its present state, for reports that need days and not only months.
create or replace view issued_voucher as
select
  s.member_voucher_id as id,
  s.hotel_id,
  s.membership_id,
  s.voucher_id,
  s.valid_until_date,
  s.currency,
  v.created_at,
  v.deleted_at,
  1 as issued,
  s.nominal as issued_nominal,
  (t.state = 'redeemed')::int as redeemed,
  case t.state when 'redeemed' then s.nominal else 0 end as redeemed_nominal,
  (t.state = 'open')::int as open,
  case t.state when 'open' then s.nominal else 0 end as open_nominal,
  (t.state = 'expired')::int as expired,
  case t.state when 'expired' then s.nominal else 0 end as expired_nominal,
  (t.state = 'cancelled')::int as cancelled,
  case t.state when 'cancelled' then s.nominal else 0 end as cancelled_nominal
from voucher_state s join member_voucher v on v.id = s.member_voucher_id join hotel_time_zone z
  on z.hotel_id = s.hotel_id
cross join lateral (
  select case when s.state = 'open' and s.valid_until_date < (now() at time zone z.zone)::date then 'expired'
    else s.state end as state) t
where s.state <> 'deleted';

-- A redemption counts with its voucher's nominal and the membership of its card, and again by the kind of its voucher.
-- A change of any of them locks the voucher first and reads afterwards.
create or replace function redemption_rollups(r voucher_redeem) returns setof rollup_delta language sql stable as $$
  select
    p.kind,
    r.redeem_hotel_id,
    date_trunc('month', r.redeem_date at time zone z.zone)::date,
    c.membership_id,
    p.part,
    v.currency,
    1::bigint,
    v.nominal,
    0::numeric,
    null::date,
    0::bigint
  from member_voucher v, member_card c, hotel_time_zone z,
    lateral (values ('redemption'::text, null), ('redemption_of', v.voucher_id::text)) p (kind, part)
  where v.id = r.member_voucher_id and c.id = v.member_card_id and z.hotel_id = r.redeem_hotel_id
    and r.deleted_at is null
$$;

create or replace function sync_redemption_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform set_voucher_state_redeemed(array(select member_voucher_id from new_rows where deleted_at is null));
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      count(*),
      sum(f.amount),
      0
    from new_rows n, redemption_rollups(n::voucher_redeem) f
    group by 1, 2, 3, 4, 5, 6;
  else
    perform recompute_voucher_state(array(select member_voucher_id from new_rows union select member_voucher_id
      from old_rows));
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      f.membership_id,
      f.part,
      f.currency,
      sum(r.sign),
      sum(r.sign * f.amount),
      0
    from (select n::voucher_redeem as row, 1 as sign from new_rows n union all select o::voucher_redeem, -1
      from old_rows o) r,
         redemption_rollups(r.row) f
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0 or sum(r.sign * f.amount) <> 0;
  end if;
  return null;
end $$;
create or replace trigger derive_rollups_on_insert after insert on voucher_redeem referencing new table as new_rows
  for each statement execute function sync_redemption_rollup();
create or replace trigger derive_rollups_on_update after update on voucher_redeem
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_redemption_rollup();

-- Other transactions cannot see a new voucher yet, so one that deactivates its card or member cannot wait for it. They
-- wait for each other at the member and the card.
create or replace function sync_new_voucher_states() returns trigger language plpgsql as $$
begin
  perform from member where id in (select member_id from new_rows) order by id for no key update;
  perform from member_card where id in (select member_card_id from new_rows) order by id for no key update;
  perform recompute_voucher_state(array(select id from new_rows));
  return null;
end $$;
create or replace function sync_changed_voucher_states() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare
  moved bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
      where (n.member_card_id, n.member_id) <> (o.member_card_id, o.member_id));
  changed bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.member_card_id, n.member_id, n.voucher_id, n.valid_until_date, n.currency, n.nominal, n.deleted_at,
      n.created_at, n.transaction_id)
      is distinct from (o.member_card_id, o.member_id, o.voucher_id, o.valid_until_date, o.currency, o.nominal,
        o.deleted_at, o.created_at, o.transaction_id));
begin
  -- From here on every row is looked up by its id.
  set local enable_nestloop = on;
  if cardinality(moved) > 0 then
    perform from member where id in (select member_id from new_rows where id = any(moved))
      order by id for no key update;
    perform from member_card where id in (select member_card_id from new_rows where id = any(moved))
      order by id for no key update;
  end if;
  if cardinality(changed) > 0 then
    perform recompute_voucher_state(changed);
    -- The rollups of its redemption depend on its kind, its nominal and its card.
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      c.membership_id,
      case when f.part is not null then (x.row).voucher_id::text end,
      (x.row).currency,
      sum(x.sign),
      sum(x.sign * (x.row).nominal),
      0
    from (select 1 as sign, n::member_voucher as row from new_rows n union all select -1, o::member_voucher
      from old_rows o) x
    join member_card c on c.id = (x.row).member_card_id
    join voucher_redeem r on r.member_voucher_id = (x.row).id, redemption_rollups(r) f
    where (x.row).id in (select unnest(changed))
    group by 1, 2, 3, 4, 5, 6 having sum(x.sign) <> 0 or sum(x.sign * (x.row).nominal) <> 0;
  end if;
  return null;
end $$;
create or replace trigger derive_rollups_on_insert after insert on member_voucher referencing new table as new_rows
  for each statement execute function sync_new_voucher_states();
create or replace trigger derive_rollups_on_update after update on member_voucher
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_changed_voucher_states();

create or replace function sync_card_voucher_states() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  cards bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.is_active, n.deleted_at, n.membership_id, n.hotel_id, n.region_id, coalesce(n.is_regional, false))
       is distinct from (o.is_active, o.deleted_at, o.membership_id, o.hotel_id, o.region_id,
         coalesce(o.is_regional, false)));
  cards_with_new_tier bigint[] := array(select n.id from new_rows n join old_rows o on o.id = n.id
    where n.membership_id <> o.membership_id);
begin
  set local enable_nestloop = on;
  if cardinality(cards) > 0 then
    perform recompute_voucher_state(array(select id from member_voucher where member_card_id = any(cards)));
  end if;
  if cardinality(cards_with_new_tier) > 0 then
    -- The vouchers are locked by now. A redemption locks its voucher first too, so the later of two changes sees both.
    insert into rollup_delta
    select
      f.kind,
      f.hotel_id,
      f.day,
      (x.row).membership_id,
      f.part,
      f.currency,
      sum(x.sign),
      sum(x.sign * f.amount),
      0
    from (select 1 as sign, n::member_card as row from new_rows n union all select -1, o::member_card from old_rows o) x
    join member_voucher v on v.member_card_id = (x.row).id join voucher_redeem r
      on r.member_voucher_id = v.id, redemption_rollups(r) f
    where (x.row).id in (select unnest(cards_with_new_tier))
    group by 1, 2, 3, 4, 5, 6 having sum(x.sign) <> 0 or sum(x.sign * f.amount) <> 0;
  end if;
  return null;
end $$;
create or replace trigger derive_rollups_on_update after update on member_card
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_card_voucher_states();

create or replace function sync_member_voucher_states() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  members bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.is_active, n.deleted_at, n.hotel_id) is distinct from (o.is_active, o.deleted_at, o.hotel_id));
begin
  if cardinality(members) > 0 then
    set local enable_nestloop = on;
    perform recompute_voucher_state(array(select id from member_voucher where member_id = any(members)));
  end if;
  return null;
end $$;
create or replace trigger derive_voucher_states after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function sync_member_voucher_states();
