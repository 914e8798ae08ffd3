-- Questions to a list under a name: its search, filters, order and columns, as its address carries them.

create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint saved_view_user_id_fkey references users (id),
  resource text not null,
  name text not null constraint saved_view_name_check check (btrim(name) <> '' and length(name) <= 80),
  state jsonb not null constraint saved_view_state_check check (jsonb_typeof(state) = 'object'),
  shared text not null constraint saved_view_shared_check check (shared in ('me', 'role_group', 'everyone')),
  -- The role group that sees it: the one that the owner was in when it was shared.
  role_group_id bigint constraint saved_view_role_group_id_fkey references role_group (id),
  updated_at timestamptz(0) not null default now(),
  constraint saved_view_role_group_id_check check ((shared = 'role_group') = (role_group_id is not null))
);
create unique index saved_view_user_id_resource_name_key on saved_view (user_id, resource, lower(name));
create index saved_view_resource_idx on saved_view (resource) where shared <> 'me';
create index saved_view_role_group_id_idx on saved_view (role_group_id);
