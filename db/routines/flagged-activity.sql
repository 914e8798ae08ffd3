-- Flagged activity: detection among redemptions, bills and approvals, and the guard of the auditor's finding.

-- Detects unusual activity since a moment and inserts what is not flagged yet. One process runs at a time, so that
-- nothing is flagged twice. Hours and days are those of the hotel.
-- - after the shift: between midnight and five. A bill with only a date has exactly midnight and is excluded.
-- - by one name: from the eighth redemption or the fortieth bill of a day at a hotel on.
-- - far away: a redemption in a region without any of the member's hotels.
-- - same amount: the third bill of a member at a hotel within a week with exactly the same amount.
-- - mutual approval: an approval whose requester approved for its decider within the 90 days before; both are named.
create or replace function detect_flagged_activity(since timestamptz) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('flagged_activity')) then
    return;
  end if;
  insert into flagged_activity (kind, occurred_at, hotel_id, member_id, visit_id, voucher_redeem_id, staff_name, times,
    amount, currency)
  with location as (select h.id, z.zone, n.region_id from hotel h join hotel_time_zone z on z.hotel_id = h.id
    join country n on n.id = h.country_id),
  activity as (
    select
      v.id as visit_id,
      null::bigint as redeem_id,
      v.hotel_id,
      v.member_id,
      v.visit_date as at,
      v.staff_name,
      v.grand_total as amount,
      v.currency
    from visit v where v.deleted_at is null and v.visit_date >= since
    union all
    select
      null,
      r.id,
      r.redeem_hotel_id,
      r.member_id,
      r.redeem_date,
      r.staff_name,
      b.nominal,
      b.currency
    from voucher_redeem r join member_voucher b on b.id = r.member_voucher_id where r.deleted_at is null
      and r.redeem_date >= since
  ),
  numbered as (
    select
      a.*,
      p.region_id,
      a.at at time zone p.zone as local_time,
      row_number() over (partition by a.hotel_id, normalize_text(a.staff_name), a.visit_id is null,
        (a.at at time zone p.zone)::date order by a.at, a.visit_id, a.redeem_id) as nth_of_name,
      case when a.visit_id is not null and a.amount > 0 and lag(a.at, 2) over same_amount >= a.at - interval '7 days'
        then row_number() over same_amount end as nth_of_amount
    from activity a join location p on p.id = a.hotel_id
    window same_amount as (partition by a.hotel_id, a.member_id, a.amount, a.visit_id is null order by a.at, a.visit_id)
  )
  select
    k.kind,
    s.at,
    s.hotel_id,
    s.member_id,
    s.visit_id,
    s.redeem_id,
    s.staff_name,
    k.times,
    s.amount,
    s.currency
  from numbered s
  cross join lateral (
    select 'after_shift' as kind, null::bigint as times where s.local_time::time > '00:00'
      and s.local_time::time < '05:00'
    union all
    select 'one_name', s.nth_of_name where s.nth_of_name >= case when s.visit_id is null then 8 else 40 end
    union all
    select 'far_away', null from member m join location home on home.id = m.hotel_id join location signup
      on signup.id = m.register_hotel_id
    where s.visit_id is null and m.id = s.member_id and home.region_id <> s.region_id
      and signup.region_id <> s.region_id
    union all
    select 'same_amount', s.nth_of_amount where s.nth_of_amount is not null
  ) k
  where not exists (
    select from flagged_activity u where u.kind = k.kind
      and (u.visit_id = s.visit_id or u.voucher_redeem_id = s.redeem_id))
  order by s.at, s.visit_id, s.redeem_id;
  -- An approval of a country is flagged at its first hotel. Both users are named with their user names, so long names
  -- are shortened to leave room for them.
  insert into flagged_activity (kind, occurred_at, hotel_id, approval_id, staff_name, times, amount, currency)
  select
    'mutual_approval',
    a.decided_at,
    h.id,
    a.id,
    left(concat_ws(', ',
      left(decider.name, greatest(10, 56 - length(decider.username))) || ' · ' || decider.username,
      left(requester.name, greatest(10, 56 - length(requester.username))) || ' · ' || requester.username), 120),
    1 + b.times,
    (a.facts ->> 'discount')::numeric,
    coalesce(a.facts ->> 'currency', n.currency)
  from approval a
  join users requester on requester.id = a.requested_by_id
  join users decider on decider.id = a.decided_by_id
  join hotel h on h.id = coalesce(a.hotel_id, (select min(c.id) from hotel c where c.country_id = a.country_id))
  join country n on n.id = h.country_id
  cross join lateral (
    select count(*)::integer as times from approval b
    where b.requested_by_id = a.decided_by_id and b.decided_by_id = a.requested_by_id and b.outcome = 'approved'
      and (b.decided_at, b.id) < (a.decided_at, a.id) and b.decided_at > a.decided_at - interval '90 days'
  ) b
  where a.outcome = 'approved' and a.decided_at >= since and b.times > 0
    and not exists (select from flagged_activity u where u.approval_id = a.id)
  order by a.decided_at, a.id;
end $$;

-- The finding is written once and is immutable, with its author and time.
create or replace trigger keep_activity before update on flagged_activity for each row
  execute function reject_changed_columns('once', '{note,reviewed_by_id,reviewed_at}', 'flagged_activity_immutable');
