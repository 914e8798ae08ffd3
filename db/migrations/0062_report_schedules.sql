-- Reports by mail, again and again: to users, each with what they have in sight at that moment.
create table report_schedule (
  id bigint generated always as identity primary key,
  owner_id bigint not null constraint report_schedule_owner_id_fkey references users (id),
  report text not null,
  format text not null constraint report_schedule_format_check check (format in ('csv', 'xlsx', 'pdf')),
  query jsonb not null constraint report_schedule_query_check check (jsonb_typeof(query) = 'object'),
  every text not null constraint report_schedule_every_check check (every in ('day', 'week', 'month', 'quarter')),
  -- A time of the hotel's clocks.
  at time(0) not null,
  hotel_id bigint not null constraint report_schedule_hotel_id_fkey references hotel (id),
  created_at timestamptz(0) not null default clock_timestamp(),
  next_at timestamptz(0) not null,
  stopped_at timestamptz(0),
  -- Why it stopped, in both languages.
  stopped_reason jsonb,
  constraint report_schedule_stopped_check check ((stopped_at is null) = (stopped_reason is null))
);
create index report_schedule_owner_id_idx on report_schedule (owner_id);
create index report_schedule_hotel_id_idx on report_schedule (hotel_id);
create index report_schedule_next_at_idx on report_schedule (next_at) where stopped_at is null;

create table report_schedule_reader (
  schedule_id bigint not null constraint report_schedule_reader_schedule_id_fkey references report_schedule (id) on delete cascade,
  user_id bigint not null constraint report_schedule_reader_user_id_fkey references users (id),
  primary key (schedule_id, user_id)
);
create index report_schedule_reader_user_id_idx on report_schedule_reader (user_id);

-- What became of each run, for each of its readers.
create table report_delivery (
  id bigint generated always as identity primary key,
  schedule_id bigint not null constraint report_delivery_schedule_id_fkey references report_schedule (id) on delete cascade,
  due_at timestamptz(0) not null,
  user_id bigint not null constraint report_delivery_user_id_fkey references users (id),
  state text not null default 'making' constraint report_delivery_state_check check (state in ('making', 'sent', 'failed')),
  reason jsonb,
  ended_at timestamptz(0),
  mail_log_id bigint constraint report_delivery_mail_log_id_fkey references mail_log (id),
  constraint report_delivery_once_key unique (schedule_id, due_at, user_id),
  constraint report_delivery_failed_check check ((state = 'failed') = (reason is not null)),
  constraint report_delivery_ended_check check ((state = 'making') = (ended_at is null))
);
create index report_delivery_user_id_idx on report_delivery (user_id);
create index report_delivery_mail_log_id_idx on report_delivery (mail_log_id);

alter table report_file add column delivery_id bigint
  constraint report_file_delivery_id_fkey references report_delivery (id) on delete set null;
create unique index report_file_delivery_id_key on report_file (delivery_id);
