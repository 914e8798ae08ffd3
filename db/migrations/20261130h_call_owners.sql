-- Who takes the call with a member of a call list. It shares out the work of some weeks and is no record: the call itself
-- is one, with its author.
create table call_owner (
  member_id bigint not null references member (id),
  work_list text not null constraint call_owner_work_list_check
    check (work_list in ('renewal', 'expiring', 'never_used', 'near_upgrade', 'birthday')),
  user_id bigint not null references users (id),
  assigned_by_id bigint not null references users (id),
  assigned_at timestamptz(0) not null default now(),
  primary key (member_id, work_list)
);
create index call_owner_user_id_idx on call_owner (user_id);
