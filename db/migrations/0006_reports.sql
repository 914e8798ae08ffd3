-- Reports: rollups, report columns, report files and schedules; lists: exports, imports, saved views and lookups.

-- Rollups -------------------------------------------------------------------------------------------------------------

-- Totals of the dashboard and of reports, see db/routines/rollups.sql. Months and days are those of the hotel's zone.
-- Kinds, by what they count:
--   member         members by standing (part) and membership, at the hotel that serves them
--   joined         members by the day on which they joined (member_date)
--   joined_month   the same by month and membership
--   ending         members by their last day (valid_until_date), apart for active members (part)
--   sale           sales by month, type (part) and membership; grand totals
--   reversal, refund  the same of reversals and of refunds
--   sale_discount  discounts of transactions, the same way
--   service_fee    fees by month of service, the same way
--   visit          visits by month and membership; grand totals
--   visit_room, visit_fb, visit_others  their amounts by kind of spending
--   redemption     redemptions by month and membership, at the hotel that redeemed; nominals
--   redemption_of  the same by kind of voucher (part)
--   issued         vouchers by the month of issue, at the hotel that serves the member, by membership; nominals
--   cancelled      those of them that nobody redeemed and whose card or member is deleted or inactive, by that month
--   voucher        those that can or could be redeemed until their last day, by that day and month of issue
--   voucher_month  the same by the month of the last day
create table rollup (
  kind text not null,
  hotel_id bigint not null,
  day date,
  membership_id bigint,
  part text,
  currency text,
  number bigint not null,
  amount numeric,
  amount_usd numeric,
  issue_month date,
  -- The records of number that amount_usd leaves out, because their country had no rate.
  without_rate bigint not null default 0
);
create unique index rollup_key on rollup (kind, hotel_id, day, membership_id, part, currency, issue_month)
  nulls not distinct;
-- Reports query months of all hotels, and the same months of the year before.
create index rollup_kind_day_idx on rollup (kind, day);
create index rollup_kind_year_after_idx on rollup (kind, ((day + interval '1 year')::date));

-- The changes since the rollups were compacted. Writers only append here, so they never wait for each other.
create table rollup_delta (like rollup including defaults);

-- The state of each voucher, so that reports by kind of voucher need not read redemptions, cards and members. Only
-- refresh_voucher_state in db/routines/voucher-state.sql writes it, from records that are never removed, so it has no
-- foreign keys. A deleted voucher has a state too: it was issued, and cancelled on the day of its deletion.
create table voucher_state (
  member_voucher_id bigint primary key,
  state text not null check (state in ('open', 'cancelled', 'redeemed', 'deleted')),
  hotel_id bigint not null,
  membership_id bigint not null,
  voucher_id bigint not null,
  issue_month date not null,
  valid_until_date date not null,
  currency text not null,
  nominal numeric(15, 3) not null,
  issuing_hotel_id bigint not null,
  issued_on date not null,
  ended_as text not null constraint voucher_state_ended_as_check check (ended_as in ('redeemed', 'expired', 'cancelled')),
  ended_on date not null,
  usd_rate numeric(18, 6)
) with (fillfactor = 90);
create index voucher_state_hotel_id_idx on voucher_state (hotel_id);
create index voucher_state_valid_until_date_idx on voucher_state (valid_until_date);

-- The liability of vouchers as of a day (db/routines/liability.sql): how many were issued, redeemed, expired or
-- cancelled on a day, or in the month or year that begins on it; their nominal, its value in US dollars at the rate of
-- their sale, and how many have no rate. `corrected` has what changed in closed months. Months and years make the
-- balance of a day long ago a sum of few rows.
create table liability_rollup (
  hotel_id bigint not null,
  voucher_id bigint not null,
  currency text not null,
  kind text not null constraint liability_rollup_kind_check
    check (kind in ('issued', 'redeemed', 'expired', 'cancelled', 'corrected')),
  span text not null constraint liability_rollup_span_check check (span in ('day', 'month', 'year')),
  day date not null,
  number bigint not null,
  nominal numeric not null,
  nominal_usd numeric not null,
  without_rate bigint not null
);
create unique index liability_rollup_key on liability_rollup (span, day, hotel_id, voucher_id, currency, kind);

-- By day alone: months and years follow from it.
create table liability_rollup_delta (like liability_rollup);
alter table liability_rollup_delta drop column span;

-- Reports -------------------------------------------------------------------------------------------------------------

create table report (
  like record including all,
  key text,
  name text not null
);
create index report_search_idx on report using gin (key gin_trgm_ops, name gin_trgm_ops);
-- A report is run by its key.
create unique index report_key_key on report (key) where deleted_at is null;
call enable_audit('report');

create table report_column (
  like record including all,
  report_id bigint not null references report (id),
  table_name text not null,
  column_name text not null,
  sort_no integer not null constraint report_column_sort_no_check check (sort_no >= 0),
  label text,
  align text not null default 'left' constraint report_column_align_check check (align in ('left', 'center', 'right')),
  formatter text constraint report_column_formatter_check check (formatter in ('date', 'time', 'dateTime', 'number')),
  is_checked boolean not null
);
create index report_column_report_id_idx on report_column (report_id);
create index report_column_search_idx on report_column using gin (
  table_name gin_trgm_ops, column_name gin_trgm_ops, label gin_trgm_ops
);
call enable_audit('report_column');

-- Reports that are mailed regularly: to users, each with what they may see at that moment.
create table report_schedule (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  report text not null,
  format text not null constraint report_schedule_format_check check (format in ('csv', 'xlsx', 'pdf')),
  query jsonb not null constraint report_schedule_query_check check (jsonb_typeof(query) = 'object'),
  every text not null constraint report_schedule_every_check check (every in ('day', 'week', 'month', 'quarter')),
  -- A local time of the hotel.
  at time(0) not null,
  hotel_id bigint not null references hotel (id),
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
  schedule_id bigint not null references report_schedule (id) on delete cascade,
  user_id bigint not null references users (id),
  primary key (schedule_id, user_id)
);
create index report_schedule_reader_user_id_idx on report_schedule_reader (user_id);

-- The outcome of each run, for each of its readers.
create table report_delivery (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references report_schedule (id) on delete cascade,
  due_at timestamptz(0) not null,
  user_id bigint not null references users (id),
  state text not null default 'making'
    constraint report_delivery_state_check check (state in ('making', 'sent', 'failed')),
  reason jsonb,
  ended_at timestamptz(0),
  mail_log_id bigint references mail_log (id),
  constraint report_delivery_once_key unique (schedule_id, due_at, user_id),
  constraint report_delivery_failed_check check ((state = 'failed') = (reason is not null)),
  constraint report_delivery_ended_check check ((state = 'making') = (ended_at is null))
);
create index report_delivery_user_id_idx on report_delivery (user_id);
create index report_delivery_mail_log_id_idx on report_delivery (mail_log_id);

-- Reports as files that a job creates while the reader does something else.
create table report_file (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  report text not null,
  format text not null constraint report_file_format_check check (format in ('csv', 'xlsx', 'pdf')),
  query jsonb not null constraint report_file_query_check check (jsonb_typeof(query) = 'object'),
  language text not null constraint report_file_language_check check (language in ('en', 'id')),
  time_zone text not null,
  requested_at timestamptz(0) not null default clock_timestamp(),
  state text not null default 'queued'
    constraint report_file_state_check check (state in ('queued', 'running', 'done', 'failed')),
  -- A job that was killed is started again once.
  attempts integer not null default 0 constraint report_file_attempts_check check (attempts between 0 and 2),
  -- Identifies the attempt that may write the file, and when it last reported that it runs.
  run uuid,
  heartbeat_at timestamptz,
  rows_total bigint,
  rows_done bigint not null default 0,
  -- Its name in the file store, and what its reader was allowed to see when it was created.
  name text constraint report_file_name_key unique,
  bytes bigint,
  visibility jsonb,
  -- Why it failed, in both languages.
  reason jsonb,
  ended_at timestamptz(0),
  delivery_id bigint references report_delivery (id) on delete set null,
  constraint report_file_run_check check ((state = 'running') = (run is not null)),
  constraint report_file_done_check check (
    (state = 'done') = (name is not null and bytes is not null and visibility is not null)),
  constraint report_file_failed_check check ((state = 'failed') = (reason is not null)),
  constraint report_file_ended_check check ((state in ('done', 'failed')) = (ended_at is not null))
);
create index report_file_user_id_idx on report_file (user_id, id);
create index report_file_requested_at_idx on report_file (requested_at);
create index report_file_heartbeat_at_idx on report_file (heartbeat_at) where state = 'running';
create unique index report_file_delivery_id_key on report_file (delivery_id);

-- Lists ---------------------------------------------------------------------------------------------------------------

-- An export reads personal data, so it is logged: who, which list, and the query. The row is written before the first
-- row leaves, and its number of rows when the export ends; it stays empty if the export did not end.
create table export_log (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint not null references users (id),
  ip inet,
  request_id text not null,
  resource text not null,
  format text not null constraint export_log_format_check check (format in ('csv', 'xlsx', 'pdf')),
  columns text[] not null,
  query jsonb not null,
  rows bigint
);
revoke update, delete, truncate on export_log from public, current_user;
grant update (rows) on export_log to current_user;

-- An import. Undoing it reads the changes from the audit log, by the id of its request.
create table import_run (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint not null references users (id),
  request_id text not null constraint import_run_request_id_key unique,
  resource text not null,
  file_name text not null,
  rows integer not null,
  created integer not null,
  updated integer not null,
  undone_at timestamptz(0),
  undone_by_id bigint references users (id),
  constraint import_run_undone_at_check check ((undone_at is null) = (undone_by_id is null))
);
revoke update, delete, truncate on import_run from public, current_user;
grant update (undone_at, undone_by_id) on import_run to current_user;
create index import_run_resource_idx on import_run (resource, id desc);

-- Queries of a list under a name: its search, filters, order and columns, as in its URL.
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  resource text not null,
  name text not null constraint saved_view_name_check check (btrim(name) <> '' and length(name) <= 80),
  state jsonb not null constraint saved_view_state_check check (jsonb_typeof(state) = 'object'),
  shared text not null constraint saved_view_shared_check check (shared in ('me', 'role_group', 'everyone')),
  -- The role group that sees it: the one of the owner when it was shared.
  role_group_id bigint references role_group (id),
  updated_at timestamptz(0) not null default now(),
  constraint saved_view_role_group_id_check check ((shared = 'role_group') = (role_group_id is not null))
);
create unique index saved_view_user_id_resource_name_key on saved_view (user_id, resource, lower(name));
create index saved_view_resource_idx on saved_view (resource) where shared <> 'me';
create index saved_view_role_group_id_idx on saved_view (role_group_id);

-- One row is one lookup of members across hotels, with the guests that it returned; none for an unknown number. The
-- input is not stored, because card and voucher numbers have a value. An integration looks members up like a user, and
-- its actor id is its negated id, so the column has no foreign key.
-- See docs/decisions/0042-find-guests-of-other-hotels-by-number-and-log-each-look-up.md.
create table member_lookup (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null,
  ip inet,
  request_id text not null,
  origin text not null
    constraint member_lookup_origin_check check (origin in ('front_desk', 'search', 'number', 'import')),
  members bigint[] not null
);
create index member_lookup_actor_id_idx on member_lookup (actor_id, at desc);
create index member_lookup_members_idx on member_lookup using gin (members);
revoke update, delete, truncate on member_lookup from public, current_user;
