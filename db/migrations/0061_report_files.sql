-- Reports as files that a job makes, while their reader does something else.
create table report_file (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint report_file_user_id_fkey references users (id),
  report text not null,
  format text not null constraint report_file_format_check check (format in ('csv', 'xlsx', 'pdf')),
  query jsonb not null constraint report_file_query_check check (jsonb_typeof(query) = 'object'),
  language text not null constraint report_file_language_check check (language in ('en', 'id')),
  time_zone text not null,
  asked_at timestamptz(0) not null default clock_timestamp(),
  state text not null default 'queued'
    constraint report_file_state_check check (state in ('queued', 'running', 'done', 'failed')),
  -- A job that was killed starts again once.
  attempts integer not null default 0 constraint report_file_attempts_check check (attempts between 0 and 2),
  -- By which an attempt knows that the file is still its own to make, and when it last said that it is at work.
  run uuid,
  beat_at timestamptz,
  rows_total bigint,
  rows_done bigint not null default 0,
  -- Under which the store has it, and what its reader had in sight when it was made.
  name text constraint report_file_name_key unique,
  bytes bigint,
  sight jsonb,
  -- Why there is none, in both languages.
  reason jsonb,
  ended_at timestamptz(0),
  constraint report_file_run_check check ((state = 'running') = (run is not null)),
  constraint report_file_done_check check ((state = 'done') = (name is not null and bytes is not null and sight is not null)),
  constraint report_file_failed_check check ((state = 'failed') = (reason is not null)),
  constraint report_file_ended_check check ((state in ('done', 'failed')) = (ended_at is not null))
);
create index report_file_user_id_idx on report_file (user_id, id);
create index report_file_asked_at_idx on report_file (asked_at);
create index report_file_beat_at_idx on report_file (beat_at) where state = 'running';
