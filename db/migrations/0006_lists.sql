-- Lists: who took one out as a file, what was brought in by one, the questions that users keep, and looking across hotels.

-- An export is a reading of personal data: who, which list, as it was asked for. Written before the first row leaves; how many
-- left stands there once it ended, and nothing where it did not.
create table export_log (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint not null constraint export_log_actor_id_fkey references users (id),
  ip inet,
  request_id text not null,
  resource text not null,
  format text not null constraint export_log_format_check check (format in ('csv', 'xlsx')),
  columns text[] not null,
  query jsonb not null,
  rows bigint
);
revoke update, delete, truncate on export_log from public, current_user;
grant update (rows) on export_log to current_user;

-- An import. What it did stands in the operation log, under its request: that is what undoing it reads.
create table import_run (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint not null constraint import_run_actor_id_fkey references users (id),
  request_id text not null constraint import_run_request_id_key unique,
  resource text not null,
  file_name text not null,
  rows integer not null,
  created integer not null,
  updated integer not null,
  undone_at timestamptz(0),
  undone_by_id bigint constraint import_run_undone_by_id_fkey references users (id),
  constraint import_run_undone_at_check check ((undone_at is null) = (undone_by_id is null))
);
revoke update, delete, truncate on import_run from public, current_user;
grant update (undone_at, undone_by_id) on import_run to current_user;
create index import_run_resource_idx on import_run (resource, id desc);

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

-- Looking across hotels: which user was told of a guest of other hotels than their own, when, from where, and in which way.

-- One line is one look-up: the guests that it told of, none where a number is nobody's. What was typed is not kept: card and
-- voucher numbers are worth money.
create table look_up (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null constraint look_up_actor_id_fkey references users (id),
  ip inet,
  request_id text not null,
  way text not null constraint look_up_way_check check (way in ('counter', 'search', 'number', 'import')),
  members bigint[] not null
);
create index look_up_actor_id_idx on look_up (actor_id, at desc);
create index look_up_members_idx on look_up using gin (members);
revoke update, delete, truncate on look_up from public, current_user;
