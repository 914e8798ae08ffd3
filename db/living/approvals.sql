-- Approvals: a call stands as it was asked, and is decided once.

-- Whether somebody may decide a waiting approval: not the one who asked, with the right that it takes, not below the asker, and with its place in
-- sight. `level` is the code of the decider's access level; no hotels means all.
create or replace function may_decide(a approval, decider bigint, codes text[], level text, hotels bigint[], at timestamptz) returns boolean language sql stable as $$
  select a.outcome is null and a.expires_at > at and a.asked_by_id <> decider and a.needs = any(codes)
    and level <= (select coalesce(max(l.code), '3') from users u join role_group g on g.id = u.role_group_id join option_detail l on l.id = g.access_type_id where u.id = a.asked_by_id)
    and (hotels is null or a.hotel_id = any(hotels)
      or exists (select from hotel h where h.country_id = a.country_id)
         and not exists (select from hotel h where h.country_id = a.country_id and h.deleted_at is null and h.id <> all(hotels)))
$$;

create or replace trigger append_only before update or delete on approval
  for each row execute function keep_but_the_end('outcome', 'decided_at', 'decided_by_id', 'decision', 'failure', 'request_id');
create or replace trigger never_emptied before truncate on approval for each statement execute function refuse_change();
