-- Approvals: a request is immutable and is decided once. See
-- docs/decisions/0082-require-an-independent-approver-with-sufficient-rights.md.

-- True if the audit log shows no way for one user to control the other's account. In the 30 days before `at`, neither
-- of them created, restored, activated or admitted the other user, or set the other's password or email. Every decision
-- about another user's change checks this.
create or replace function are_independent(one bigint, other bigint, at timestamptz) returns boolean
  language sql stable as $$
  select not exists (
    select from audit_log o
    where o.resource = 'users' and o.record_id in (one, other) and o.actor_id = one + other - o.record_id
      and one <> other
      and o.at > are_independent.at - interval '30 days'
      and (o.action in ('create', 'restore') or o.after ?| array['password', 'email'] or o.after -> 'is_active' = 'true'
        or o.before -> 'role_group_id' = 'null'))
$$;

-- True if a user with these permission codes, access level and hotels has the right to decide an approval. The user
-- must be allowed to view its hotel and must not rank below the requester. `level` is the code of the decider's access
-- level; null hotels means all.
create or replace function has_decision_right(a approval, codes text[], level text, hotels bigint[]) returns boolean
  language sql stable as $$
  select a.needs = any(codes)
    and level <= (select coalesce(max(l.code), '3') from users u join role_group g on g.id = u.role_group_id
      join option_detail l on l.id = g.access_type_id where u.id = a.requested_by_id)
    and (hotels is null or a.hotel_id = any(hotels)
      or exists (select from hotel h where h.country_id = a.country_id)
         and not exists (select from hotel h where h.country_id = a.country_id and h.deleted_at is null
           and h.id <> all(hotels)))
$$;

-- True if a user may do the approval's action without approval; only such a user may approve it. Nobody may give a
-- complimentary membership over the limit, extend a voucher too far or reopen a month without approval, so everybody
-- with the right may approve these.
create or replace function can_act_without_approval(a approval, decider bigint, level text) returns boolean
  language sql stable as $$
  select case a.kind
    when 'discount' then (a.facts ->> 'discount')::numeric * 100
      <= (a.facts ->> 'sub_total')::numeric * (select discount_limit_of(u.role_group_id) from users u
        where u.id = decider)
    when 'refund' then (a.facts ->> 'refunded')::numeric * 100
      <= (a.facts ->> 'sub_total')::numeric * (select discount_limit_of(u.role_group_id) from users u
        where u.id = decider)
    when 'tier' then level = '1'
    when 'upgrade' then level = '1'
    else true end
$$;

-- True if a user may decide a waiting approval: not the requester, with the right to decide, and allowed to do the
-- action without approval.
create or replace function can_decide(a approval, decider bigint, codes text[], level text, hotels bigint[],
  at timestamptz) returns boolean language sql stable as $$
  select a.outcome is null and a.expires_at > at and a.requested_by_id is distinct from decider
    and has_decision_right(a, codes, level, hotels)
    and can_act_without_approval(a, decider, level) and are_independent(a.requested_by_id, decider, at)
$$;

-- Requests an approval for the upgrade of each card to its next membership, in the name of the acting user, and returns
-- the new requests. A request can be approved until the card ends. A card has one waiting request at a time, and a
-- rejection applies for its term. If a card is extended after its request expired, a new request is made.
create or replace function request_upgrades(cards bigint[], needs text, moment timestamptz) returns setof bigint
  language plpgsql as $$
begin
  return query
  insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, path, body, time_zone,
    facts, member_card_id)
  select
    'upgrade',
    moment,
    current_user_id(),
    (c.end_date + 1)::timestamp at time zone z.zone,
    '',
    request_upgrades.needs,
    m.hotel_id,
    '{}',
    '{}',
    z.zone,
    jsonb_build_object('hotel', h.name, 'country', null, 'month', null, 'member',
      concat_ws(' ', m.first_name, m.last_name), 'membership', next.name,
      'voucher', null, 'until', c.end_date, 'visits', s.visits::text, 'sub_total', null, 'discount', null,
        'grand_total', null, 'currency', null),
    c.id
  from member_card c join membership l on l.id = c.membership_id
    cross join lateral next_tier(l.rank, region_of(c.hotel_id)) next
  join member m on m.id = c.member_id join member_standing s on s.member_id = m.id
  join hotel h on h.id = m.hotel_id join hotel_time_zone z on z.hotel_id = h.id
  where c.id = any(cards) and not exists (
    select from approval a where a.member_card_id = c.id
      and (a.outcome = 'rejected' or a.outcome is null and a.expires_at > moment))
  order by c.id
  on conflict do nothing
  returning id;
end $$;

create or replace trigger append_only before update or delete on approval
  for each row execute function append_only_except('outcome', 'decided_at', 'decided_by_id', 'decision', 'failure',
    'request_id');
