-- What exceeds a limit waits here for somebody else: the call as it was asked, to be made once in the asker's name.
create table approval (
  id bigint generated always as identity primary key,
  kind text not null constraint approval_kind_check check (kind in ('discount', 'free_membership', 'level', 'reopen_month')),
  asked_at timestamptz(0) not null,
  asked_by_id bigint not null constraint approval_asked_by_id_fkey references users (id),
  expires_at timestamptz(0) not null,
  reason text not null,
  -- The permission code that it takes to decide.
  needs text not null,
  hotel_id bigint constraint approval_hotel_id_fkey references hotel (id),
  country_id bigint constraint approval_country_id_fkey references country (id),
  call text not null,
  path jsonb not null,
  body jsonb not null,
  time_zone text not null,
  -- What the call would have done when it was asked.
  facts jsonb not null,
  -- How it ended.
  outcome text constraint approval_outcome_check check (outcome in ('approved', 'refused', 'withdrawn', 'failed')),
  decided_at timestamptz(0),
  decided_by_id bigint constraint approval_decided_by_id_fkey references users (id),
  decision text,
  -- Why it could not be done, in both languages.
  failure jsonb,
  constraint approval_decided_at_check check (num_nulls(outcome, decided_at, decided_by_id) in (0, 3)),
  constraint approval_hotel_id_check check (num_nulls(hotel_id, country_id) = 1),
  constraint approval_decided_by_id_check check (outcome = 'withdrawn' or decided_by_id <> asked_by_id)
);
create index approval_asked_by_id_idx on approval (asked_by_id, id desc);
create index approval_waiting_idx on approval (id) where outcome is null;
revoke update, delete, truncate on approval from public, current_user;
grant update (outcome, decided_at, decided_by_id, decision, failure) on approval to current_user;
