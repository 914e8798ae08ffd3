-- Controls: the audit log and its chain, idempotency keys, approvals, month closes, rate corrections, flagged activity
-- and reconciliation.

-- The audit log -------------------------------------------------------------------------------------------------------

-- Each change of a record: who, when, from which address, in which request, and the values before and after; for an
-- update only the columns that changed. Triggers write it, so that no statement can avoid it, and it is append-only.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint,
  ip inet,
  request_id text,
  resource text not null,
  record_id bigint not null,
  action text not null check (action in ('create', 'update', 'delete', 'restore')),
  before jsonb,
  after jsonb,
  -- Null for the lines that were written before the chain existed.
  hash bytea
);
create index audit_log_record_idx on audit_log (resource, record_id, id desc);
create index audit_log_request_idx on audit_log (request_id);
revoke update, delete, truncate on audit_log from public, current_user;

-- The chain: each line has a hash of its content and of the previous line of the same record, and seals have a hash of
-- many lines and of the previous seal. These formulas never change: existing hashes were computed with them.
-- See docs/decisions/0093-chain-the-audit-log-by-hashes-and-seal-complete-parts.md.

-- The hash of a line. A line without a previous line has 32 zero bytes in its place. Numbers and times are hashed in
-- binary form, because their text depends on settings of the session.
create function line_hash(
  previous bytea, id bigint, at timestamptz, actor_id bigint, ip inet, request_id text, resource text, record_id bigint,
  action text, before jsonb, after jsonb
) returns bytea language sql stable parallel safe as $$
  select sha256(
    coalesce(previous, '\x0000000000000000000000000000000000000000000000000000000000000000')
    || int8send(id) || timestamptz_send(at)
    || convert_to(
      coalesce(actor_id::text, '-') || ' ' || coalesce(text(ip), '-') || ' ' || resource || ' ' || record_id::text
      || ' ' || action || ' ' || coalesce(length(request_id)::text || ':' || request_id, '-')
      || ' ' || coalesce(before::text, '-') || ' ' || coalesce(after::text, '-'), 'UTF8'))
$$;

create table log_seal (
  id bigint primary key,
  at timestamptz(0) not null,
  -- It covers the lines with a greater id than the first, up to the second.
  after_id bigint not null,
  last_id bigint not null,
  -- The number of lines of the log up to there.
  lines bigint not null,
  -- Whether the lines were written before the chain existed, and may have no hash of their own.
  is_unchained boolean not null,
  hash bytea not null,
  constraint log_seal_last_id_check check (last_id > after_id)
);
revoke update, delete, truncate on log_seal from public, current_user;

-- Adds the next seal, over the lines up to an id.
create function add_seal(upto bigint, is_unchained boolean) returns void language sql as $$
  insert into log_seal
  select s.id, s.at, s.after_id, upto, s.lines + l.lines, add_seal.is_unchained,
         sha256(s.hash || int8send(s.id) || timestamptz_send(s.at) || int8send(s.after_id) || int8send(upto)
           || int8send(s.lines + l.lines) || boolsend(add_seal.is_unchained) || sha256(l.hashes))
  from (
    select coalesce(max(id), 0) + 1 as id,
           clock_timestamp()::timestamptz(0) as at,
           coalesce(max(last_id), 0) as after_id,
           coalesce(max(lines), 0) as lines,
           coalesce((array_agg(hash order by id desc))[1],
                    '\x0000000000000000000000000000000000000000000000000000000000000000') as hash
    from (select * from log_seal order by id desc limit 1) newest) s
  cross join lateral (
    select count(*) as lines,
           coalesce(string_agg(
             coalesce(o.hash, line_hash(null, o.id, o.at, o.actor_id, o.ip, o.request_id, o.resource, o.record_id,
                                        o.action, o.before, o.after)), '' order by o.id), '') as hashes
    from audit_log o where o.id > s.after_id and o.id <= upto) l
$$;

-- Up to which id the log is complete: every transaction that wrote a line up to `safe_id` has ended. The same is true
-- of `next_id` once none of `writers` runs.
create table log_watermark (
  safe_id bigint not null,
  next_id bigint not null,
  writers text[] not null
);
insert into log_watermark values (0, 0, '{}');

-- Records that were loaded without triggers, such as members at scale: the audit log has no line of their creation, and
-- the reconciliation finds the reason here. Append-only, like the log.
create table loaded_record (
  resource text not null,
  first_id bigint not null,
  last_id bigint not null,
  at timestamptz(0) not null default clock_timestamp(),
  primary key (resource, first_id),
  check (first_id <= last_id)
);
revoke update, delete, truncate on loaded_record from public, current_user;

-- Idempotency ---------------------------------------------------------------------------------------------------------

-- A write with an Idempotency-Key stores its response here, in its own transaction.
create table idempotency_key (
  actor_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  response text,
  created_at timestamptz(0) not null default now(),
  primary key (actor_id, key)
);
create index idempotency_key_created_at_idx on idempotency_key (created_at);

-- Approvals -----------------------------------------------------------------------------------------------------------

-- A call that exceeds a limit waits here for the decision of another user. Once approved, it is made on behalf of its
-- requester. The visits of a free member that lead to a paid membership request an approval too: that request has no
-- call, and its requester is the user who posted the last of the visits, if a user did.
create table approval (
  id bigint generated always as identity primary key,
  kind text not null constraint approval_kind_check check (kind in ('discount', 'free_membership', 'tier', 'card',
    'voucher', 'extension', 'reopen_month', 'upgrade', 'refund')),
  requested_at timestamptz(0) not null,
  requested_by_id bigint references users (id),
  expires_at timestamptz(0) not null,
  reason text not null,
  -- The permission code that the decision requires.
  needs text not null,
  hotel_id bigint references hotel (id),
  country_id bigint references country (id),
  call text,
  path jsonb not null,
  body jsonb not null,
  time_zone text not null,
  -- What the call would have done at the time of the request.
  facts jsonb not null,
  outcome text constraint approval_outcome_check check (outcome in ('approved', 'rejected', 'withdrawn', 'failed')),
  decided_at timestamptz(0),
  decided_by_id bigint references users (id),
  decision text,
  -- Why the call failed, in both languages.
  failure jsonb,
  -- The request that decided it, and so what was done with it: the audit log has the rest.
  request_id text,
  member_card_id bigint references member_card (id),
  constraint approval_member_card_id_check check (
    case when kind = 'upgrade' then member_card_id is not null and call is null
         else member_card_id is null and num_nulls(requested_by_id, call) = 0 end),
  -- A request for an upgrade ends by itself when its visits are deleted or need no approval any more.
  constraint approval_decided_at_check check (
    case when kind = 'upgrade' and outcome = 'withdrawn' then decided_at is not null and decided_by_id is null
         else num_nulls(outcome, decided_at, decided_by_id) in (0, 3) end),
  constraint approval_hotel_id_check check (num_nulls(hotel_id, country_id) = 1),
  constraint approval_decided_by_id_check check (outcome = 'withdrawn' or decided_by_id <> requested_by_id)
);
create index approval_requested_by_id_idx on approval (requested_by_id, id desc);
create index approval_decided_by_id_idx on approval (decided_by_id, decided_at);
create index approval_waiting_idx on approval (id) where outcome is null;
create index approval_request_id_idx on approval (request_id) where request_id is not null;
create index approval_member_card_id_idx on approval (member_card_id) where member_card_id is not null;
-- One request waits for a card until its last day. One that expired before the card was extended is not decided any
-- more.
create unique index approval_member_card_id_key on approval (member_card_id, expires_at) where outcome is null;
revoke update, delete, truncate on approval from public, current_user;
grant update (outcome, decided_at, decided_by_id, decision, failure, request_id) on approval to current_user;

-- Month closes --------------------------------------------------------------------------------------------------------

-- Months that a country has closed.
create table month_close (
  id bigint generated always as identity primary key,
  country_id bigint not null references country (id),
  month text not null constraint month_close_month_check check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  remark text,
  closed_at timestamptz(0) not null,
  closed_by_id bigint not null references users (id),
  -- Who requested to open it again, and who approved that.
  reopened_at timestamptz(0),
  reopened_by_id bigint references users (id),
  approved_by_id bigint references users (id),
  reopen_reason text,
  -- The newest seal of the audit log at that time.
  seal_id bigint,
  seal_hash bytea,
  constraint month_close_reopened_at_check check (
    num_nulls(reopened_at, reopened_by_id, approved_by_id, reopen_reason) in (0, 4)),
  constraint month_close_approved_by_id_check check (approved_by_id <> reopened_by_id),
  constraint month_close_seal_hash_check check ((seal_id is null) = (seal_hash is null))
);
-- A month is closed at most once at a time. Each write into the past looks here.
create unique index month_close_country_id_month_key on month_close (country_id, month) where reopened_at is null;
create index month_close_country_id_idx on month_close (country_id, month desc, id desc);
revoke update, delete, truncate on month_close from public, current_user;
grant update (reopened_at, reopened_by_id, approved_by_id, reopen_reason) on month_close to current_user;

-- The records of a month at the time when it was closed.
create table month_close_row (
  month_close_id bigint not null references month_close (id),
  resource text not null,
  record_id bigint not null,
  hotel_id bigint not null,
  -- The code of a transaction's type.
  part text,
  currency text not null,
  amount numeric(15, 3) not null,
  amount_usd numeric(14, 2),
  primary key (month_close_id, resource, record_id)
);
revoke update, delete, truncate on month_close_row from public, current_user;

-- Rate corrections ----------------------------------------------------------------------------------------------------

-- A wrong rate to the US dollar, and how many records got another value with the right one.
create table rate_correction (
  id bigint generated always as identity primary key,
  country_id bigint not null references country (id),
  wrong_rate numeric(18, 6) not null constraint rate_correction_wrong_rate_check check (wrong_rate > 0),
  right_rate numeric(18, 6) not null constraint rate_correction_right_rate_check check (right_rate > 0),
  -- The first and the last day, at each hotel, of the records that were corrected; all days when empty.
  from_date date,
  until_date date,
  reason text not null,
  transactions integer not null,
  lines integer not null,
  visits integer not null,
  -- The number of records in closed months, which were not changed.
  left_closed integer not null,
  -- Whether the rate of the country itself was corrected.
  is_rate_of_country boolean not null,
  corrected_at timestamptz(0) not null,
  corrected_by_id bigint not null references users (id),
  undone_at timestamptz(0),
  undone_by_id bigint references users (id),
  constraint rate_correction_rates_check check (wrong_rate <> right_rate),
  constraint rate_correction_until_date_check check (until_date >= from_date),
  constraint rate_correction_undone_at_check check (num_nulls(undone_at, undone_by_id) in (0, 2))
);
create index rate_correction_country_id_idx on rate_correction (country_id, id desc);
revoke update, delete, truncate on rate_correction from public, current_user;
grant update (undone_at, undone_by_id) on rate_correction to current_user;

-- The corrected records. Lines have their former amount: which of them took the rest of the rounding depends on the
-- order in which they were written.
create table rate_correction_row (
  rate_correction_id bigint not null references rate_correction (id),
  resource text not null constraint rate_correction_row_resource_check
    check (resource in ('transaction', 'transaction_detail', 'visit')),
  record_id bigint not null,
  sub_total_usd numeric(14, 2),
  primary key (rate_correction_id, resource, record_id)
);
revoke update, delete, truncate on rate_correction_row from public, current_user;

-- Flagged activity ----------------------------------------------------------------------------------------------------

-- Unusual redemptions, bills and approvals, each once per reason, and what an auditor found out about them. Of two
-- users who approve each other's requests it names the later of two approvals.
create table flagged_activity (
  like record including all,
  kind text not null constraint flagged_activity_kind_check
    check (kind in ('after_shift', 'one_name', 'far_away', 'same_amount', 'mutual_approval')),
  occurred_at timestamptz(0) not null,
  hotel_id bigint not null references hotel (id),
  member_id bigint references member (id),
  visit_id bigint references visit (id),
  voucher_redeem_id bigint references voucher_redeem (id),
  staff_name text not null,
  times integer constraint flagged_activity_times_check check (times >= 1),
  amount numeric(15, 3) constraint flagged_activity_amount_check check (amount >= 0),
  currency text not null,
  note text,
  reviewed_by_id bigint references users (id),
  reviewed_at timestamptz(0),
  approval_id bigint references approval (id),
  constraint flagged_activity_note_check check (num_nulls(note, reviewed_by_id, reviewed_at) in (0, 3)),
  constraint flagged_activity_visit_id_check check (num_nonnulls(visit_id, voucher_redeem_id, approval_id) <= 1)
);
create index flagged_activity_hotel_id_idx on flagged_activity (hotel_id);
create index flagged_activity_member_id_idx on flagged_activity (member_id);
create index flagged_activity_visit_id_idx on flagged_activity (visit_id);
create index flagged_activity_voucher_redeem_id_idx on flagged_activity (voucher_redeem_id);
create unique index flagged_activity_approval_id_idx on flagged_activity (approval_id);
create index flagged_activity_reviewed_by_id_idx on flagged_activity (reviewed_by_id);
create index flagged_activity_occurred_at_idx on flagged_activity (occurred_at, id) where deleted_at is null;
create index flagged_activity_search_idx on flagged_activity using gin (staff_name gin_trgm_ops, note gin_trgm_ops);
call enable_audit('flagged_activity');

-- Reconciliation ------------------------------------------------------------------------------------------------------

-- Requested reconciliations: a job runs them and stores the result once. Append-only, like the log.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null default clock_timestamp(),
  actor_id bigint not null references users (id),
  ended_at timestamptz(0),
  result jsonb,
  error text,
  -- The head of the audit log that the run was requested to find.
  head text,
  constraint reconciliation_run_ended_at_check check ((ended_at is null) = (result is null and error is null))
);
create index reconciliation_run_waiting_idx on reconciliation_run (id) where ended_at is null;
revoke update, delete, truncate on reconciliation_run from public, current_user;
grant update (ended_at, result, error) on reconciliation_run to current_user;
