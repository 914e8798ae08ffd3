-- Lists as files: who took one out, and what was brought in.

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

create function keep_export_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.rows is null and to_jsonb(new) - 'rows' = to_jsonb(old) - 'rows' then
    return new;
  end if;
  raise exception 'The table % can be appended to only', tg_table_name;
end $$;
create trigger append_only before update or delete on export_log for each row execute function keep_export_log();
create trigger never_emptied before truncate on export_log for each statement execute function refuse_change();
revoke delete, truncate on export_log from public, current_user;

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
create index import_run_resource_idx on import_run (resource, id desc);
