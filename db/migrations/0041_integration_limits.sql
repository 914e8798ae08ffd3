-- How many calls a hotel's own system may make in a minute, and whether it is on trial: then it changes nothing.
alter table integration
  add column calls_per_minute integer not null default 600 constraint integration_calls_per_minute_check check (calls_per_minute > 0),
  add column is_test boolean not null default false;

-- The calls of each system, minute by minute, for a day: what processes have taken of the minute's allowance, and what came of it.
create table integration_minute (
  integration_id bigint not null constraint integration_minute_integration_id_fkey references integration (id),
  minute timestamptz not null,
  taken integer not null default 0,
  calls integer not null default 0,
  failures integer not null default 0,
  last_at timestamptz(0),
  primary key (integration_id, minute)
);
create index integration_minute_minute_idx on integration_minute (minute);
