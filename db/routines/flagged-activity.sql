-- Flagged activity: detection among redemptions, bills and approvals, the hotels' limits, and the guard of the auditor's
-- finding. See docs/decisions/0128-flag-what-is-new-by-limits-of-the-hotel.md.

-- From which count on activity is flagged at a hotel without a limit of its own.
create or replace view flagged_activity_minimum as
select kind, is_bill, times from (values
  ('after_shift', true, 1), ('after_shift', false, 1),
  ('one_name', true, 40), ('one_name', false, 8),
  ('far_away', false, 1), ('same_amount', true, 3)) m (kind, is_bill, times);

-- Counts activity of each kind among these bills and redemptions. Each count is complete if the other records of its
-- group are among them, and otherwise too low. Hours and days are those of the hotel.
-- - after the shift: between midnight and five, per hotel and day. A bill with only a date has exactly midnight and is
--   excluded.
-- - by one name: per hotel, day and name.
-- - far away: a redemption in a region without any of the member's hotels, per hotel and day.
-- - same amount: bills of a member at a hotel with exactly the same amount, in the week up to this one.
create or replace function count_activity(visit_ids bigint[], redemption_ids bigint[]) returns table (kind text,
  is_bill boolean, record_id bigint, at timestamptz, hotel_id bigint, member_id bigint, staff_name text, amount numeric,
  currency text, times bigint)
language sql stable as $$
  with location as materialized (
    select h.id, z.zone, n.region_id from hotel h join hotel_time_zone z on z.hotel_id = h.id
    join country n on n.id = h.country_id
  ),
  activity as (
    select
      true as is_bill,
      v.id,
      v.visit_date as at,
      v.hotel_id,
      v.member_id,
      v.staff_name,
      v.grand_total as amount,
      v.currency,
      null::bigint as home_region,
      null::bigint as signup_region
    from visit v where v.id = any(visit_ids) and v.deleted_at is null
    union all
    select
      false,
      r.id,
      r.redeem_date,
      r.redeem_hotel_id,
      r.member_id,
      r.staff_name,
      b.nominal,
      b.currency,
      home.region_id,
      signup.region_id
    from voucher_redeem r join member_voucher b on b.id = r.member_voucher_id join member m on m.id = r.member_id
    left join location home on home.id = m.hotel_id left join location signup on signup.id = m.register_hotel_id
    where r.id = any(redemption_ids) and r.deleted_at is null
  ),
  located as (
    select a.*, t.at::date as day, t.at::time > '00:00' and t.at::time < '05:00' as is_night,
      a.home_region <> l.region_id and a.signup_region <> l.region_id as is_far
    from activity a join location l on l.id = a.hotel_id
    cross join lateral (select a.at at time zone l.zone as at) t
  ),
  counted as (
    select
      l.*,
      row_number() over (partition by l.is_bill, l.hotel_id, l.day, normalize_text(l.staff_name)
        order by l.at, l.id) as of_name,
      count(*) filter (where l.is_night) over (partition by l.is_bill, l.hotel_id, l.day order by l.at, l.id) as of_night,
      count(*) filter (where l.is_far) over (partition by l.is_bill, l.hotel_id, l.day order by l.at, l.id) as of_far,
      row_number() over (same_amount order by l.at, l.id)
        - count(*) over (same_amount order by l.at range between unbounded preceding and interval '7 days' preceding) as of_amount
    from located l
    window same_amount as (partition by l.is_bill, l.hotel_id, l.member_id, l.amount)
  )
  select k.kind, c.is_bill, c.id, c.at, c.hotel_id, c.member_id, c.staff_name, c.amount, c.currency, k.times
  from counted c
  cross join lateral (
    select 'after_shift' as kind, c.of_night as times where c.is_night
    union all
    select 'one_name', c.of_name
    union all
    select 'far_away', c.of_far where c.is_far
    union all
    select 'same_amount', c.of_amount where c.is_bill and c.amount > 0
  ) k
$$;

-- Sets the limits of a hotel: more than one and a half times the count that one in ten thousand of its bills, or of its
-- redemptions, exceeded in the year before `upto`, and never below the minimum. The half is for hotels that grow. Fewer
-- than a hundred records are no measure: then the minimum is the limit.
create or replace function set_flagged_activity_limits(of_hotel bigint, upto timestamptz) returns void
language sql as $$
  with record as (
    select true as is_bill, id from visit
    where hotel_id = of_hotel and visit_date >= upto - interval '1 year' and visit_date < upto and deleted_at is null
    union all
    select false, id from voucher_redeem
    where redeem_hotel_id = of_hotel and redeem_date >= upto - interval '1 year' and redeem_date < upto
      and deleted_at is null
  ),
  volume as (select is_bill, count(*) as records from record group by is_bill having count(*) >= 100),
  ranked as (
    select c.kind, c.is_bill, c.times, row_number() over (partition by c.kind, c.is_bill order by c.times desc) as rank
    from count_activity(array(select id from record where is_bill), array(select id from record where not is_bill)) c
  )
  insert into flagged_activity_limit (hotel_id, kind, is_bill, times, computed_at)
  select of_hotel, m.kind, m.is_bill, greatest(m.times, 1 + (
    select ceil(1.5 * max(r.times))::integer from ranked r join volume v on v.is_bill = r.is_bill
    where r.kind = m.kind and r.is_bill = m.is_bill and r.rank > v.records / 10000)), now()
  from flagged_activity_minimum m
  on conflict (hotel_id, kind, is_bill) do update set times = excluded.times, computed_at = excluded.computed_at
$$;

-- Sets the limits of one hotel that has none, or whose are a week old. Returns whether there was one.
create or replace function refresh_flagged_activity_limits() returns boolean language plpgsql as $$
declare
  due_hotel bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('flagged_activity_limit')) then
    return false;
  end if;
  select h.id into due_hotel from hotel h left join flagged_activity_limit l on l.hotel_id = h.id
  where h.deleted_at is null
  group by h.id
  having coalesce(min(l.computed_at) < now() - interval '7 days', true)
  order by min(l.computed_at) nulls first, h.id limit 1;
  if due_hotel is null then
    return false;
  end if;
  perform set_flagged_activity_limits(due_hotel, now());
  return true;
end $$;

-- Flags what reaches the limits of its hotel and is not flagged yet, among the records that were created, restored or
-- changed since the last run, and those that have a count in common with them. One process runs at a time, so that
-- nothing is flagged twice.
-- What is new are the lines of the audit log after the mark. The mark trails to where the log is complete
-- (log-chain.sql), so a transaction that began before the last run and committed after it is not missed.
-- - mutual approval: an approval whose requester approved for its decider within the 90 days before; both are named.
create or replace function detect_flagged_activity() returns void language plpgsql as $$
declare
  complete_id bigint := (select safe_id from log_watermark);
  last_id bigint;
  new_visits bigint[];
  new_redemptions bigint[];
  new_approvals bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('flagged_activity')) then
    return;
  end if;
  -- A variable, because the planner knows nothing about the result of a subquery and would read the whole log.
  select line_id into last_id from flagged_activity_mark;
  select
    array_agg(distinct o.record_id) filter (where o.resource = 'visit'),
    array_agg(distinct o.record_id) filter (where o.resource = 'voucher_redeem'),
    array_agg(distinct o.record_id) filter (where o.resource = 'approval')
  into new_visits, new_redemptions, new_approvals
  from audit_log o
  where o.id > last_id and case o.resource
    when 'visit' then o.action in ('create', 'restore') or o.action = 'update'
      and o.after ?| '{visit_date,hotel_id,member_id,staff_name,total_fb,total_room,total_others}'
    when 'voucher_redeem' then o.action in ('create', 'restore') or o.action = 'update'
      and o.after ?| '{redeem_date,redeem_hotel_id,member_id,staff_name}'
    when 'approval' then o.after ->> 'outcome' = 'approved'
    else false end;
  if new_visits is not null or new_redemptions is not null then
    perform flag_activity(new_visits, new_redemptions);
  end if;
  if new_approvals is not null then
    perform flag_mutual_approvals(new_approvals);
  end if;
  update flagged_activity_mark set line_id = complete_id where line_id < complete_id;
end $$;

-- Processes of 0.2.0 run this one until they are replaced.
create or replace function detect_flagged_activity(since timestamptz) returns void language sql as
$$ select detect_flagged_activity() $$;

-- Flags these bills and redemptions, and those that have a count in common with them: of the same hotel and day, and
-- bills of the same member in the week after. Those of the week before are counted only.
create or replace function flag_activity(new_visits bigint[], new_redemptions bigint[]) returns void language plpgsql as $$
declare
  visit_ids bigint[];
  redemption_ids bigint[];
begin
  select
    array_agg(n.id) filter (where n.is_bill),
    array_agg(n.id) filter (where not n.is_bill)
  into visit_ids, redemption_ids
  from (
    with new_day as (
      select distinct a.is_bill, a.hotel_id, date_trunc('day', a.at at time zone z.zone) at time zone z.zone as starts_at,
        (date_trunc('day', a.at at time zone z.zone) + interval '1 day') at time zone z.zone as ends_at
      from (
        select true as is_bill, hotel_id, visit_date as at from visit where id = any(new_visits)
        union all
        select false, redeem_hotel_id, redeem_date from voucher_redeem where id = any(new_redemptions)
      ) a join hotel_time_zone z on z.hotel_id = a.hotel_id
    )
    -- With `offset 0` each day is read by the index; otherwise the planner reads whole tables.
    select true as is_bill, v.id from new_day d cross join lateral (
      select id from visit where hotel_id = d.hotel_id and visit_date >= d.starts_at and visit_date < d.ends_at
        and deleted_at is null offset 0) v
    where d.is_bill
    union
    select true, v.id from visit n cross join lateral (
      select id from visit where member_id = n.member_id and hotel_id = n.hotel_id and deleted_at is null
        and visit_date between n.visit_date - interval '7 days' and n.visit_date + interval '7 days' offset 0) v
    where n.id = any(new_visits)
    union
    select false, r.id from new_day d cross join lateral (
      select id from voucher_redeem where redeem_hotel_id = d.hotel_id and redeem_date >= d.starts_at
        and redeem_date < d.ends_at and deleted_at is null offset 0) r
    where not d.is_bill
  ) n;
  insert into flagged_activity (kind, occurred_at, hotel_id, member_id, visit_id, voucher_redeem_id, staff_name, times,
    amount, currency)
  select
    c.kind,
    c.at,
    c.hotel_id,
    c.member_id,
    case when c.is_bill then c.record_id end,
    case when not c.is_bill then c.record_id end,
    c.staff_name,
    case when c.kind in ('one_name', 'same_amount') then c.times end,
    c.amount,
    c.currency
  from count_activity(visit_ids, redemption_ids) c
  join flagged_activity_minimum m on m.kind = c.kind and m.is_bill = c.is_bill
  left join flagged_activity_limit l on l.hotel_id = c.hotel_id and l.kind = c.kind and l.is_bill = c.is_bill
  where c.times >= coalesce(l.times, m.times)
    and not exists (
      select from flagged_activity u where u.visit_id = c.record_id and u.kind = c.kind and c.is_bill)
    and not exists (
      select from flagged_activity u where u.voucher_redeem_id = c.record_id and u.kind = c.kind and not c.is_bill)
  order by c.at, c.is_bill desc, c.record_id;
end $$;

-- Flags these approvals, and the later ones of which they are the counterpart. An approval of a country is flagged at
-- its first hotel. Both users are named with their user names, so long names are shortened to leave room for them.
create or replace function flag_mutual_approvals(new_approvals bigint[]) returns void language sql as $$
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
  from (
    select id from approval where id = any(new_approvals)
    union
    select l.id from approval a join approval l on l.decided_by_id = a.requested_by_id
      and l.requested_by_id = a.decided_by_id and l.decided_at between a.decided_at
      and a.decided_at + interval '90 days'
    where a.id = any(new_approvals)
  ) c
  join approval a on a.id = c.id
  join users requester on requester.id = a.requested_by_id
  join users decider on decider.id = a.decided_by_id
  join hotel h on h.id = coalesce(a.hotel_id, (select min(c.id) from hotel c where c.country_id = a.country_id))
  join country n on n.id = h.country_id
  cross join lateral (
    select count(*)::integer as times from approval b
    where b.requested_by_id = a.decided_by_id and b.decided_by_id = a.requested_by_id and b.outcome = 'approved'
      and (b.decided_at, b.id) < (a.decided_at, a.id) and b.decided_at > a.decided_at - interval '90 days'
  ) b
  where a.outcome = 'approved' and b.times > 0
    and not exists (select from flagged_activity u where u.approval_id = a.id)
  order by a.decided_at, a.id
$$;

-- The finding is written once and is immutable, with its author and time.
create or replace trigger keep_activity before update on flagged_activity for each row
  execute function reject_changed_columns('once', '{note,reviewed_by_id,reviewed_at}', 'flagged_activity_immutable');
