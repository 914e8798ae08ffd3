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
