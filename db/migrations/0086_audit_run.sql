-- Audits that somebody asked for: the upkeep does them and writes down what they found, once. Like the log, nobody rewrites it.
create table audit_run (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint not null references users (id),
  ended_at timestamptz(0),
  result jsonb,
  error text,
  constraint audit_run_ended_at_check check ((ended_at is null) = (result is null and error is null))
);
create index audit_run_waiting_idx on audit_run (id) where ended_at is null;
revoke update, delete, truncate on audit_run from public, current_user;
grant update (ended_at, result, error) on audit_run to current_user;
