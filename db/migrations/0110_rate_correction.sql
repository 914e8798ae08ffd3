-- A rate to the US dollar that was wrong, and what was written down with it and has another worth since.
create table rate_correction (
  id bigint generated always as identity primary key,
  country_id bigint not null constraint rate_correction_country_id_fkey references country (id),
  wrong_rate numeric(18, 6) not null constraint rate_correction_wrong_rate_check check (wrong_rate > 0),
  right_rate numeric(18, 6) not null constraint rate_correction_right_rate_check check (right_rate > 0),
  -- The first and the last day, at each hotel, of what was valued anew; all days when empty.
  from_date date,
  until_date date,
  reason text not null,
  transactions integer not null,
  lines integer not null,
  visits integer not null,
  -- How many records lie in closed months, and stay as they were closed.
  left_closed integer not null,
  -- Whether the country's own rate went along.
  is_rate_of_country boolean not null,
  corrected_at timestamptz(0) not null,
  corrected_by_id bigint not null constraint rate_correction_corrected_by_id_fkey references users (id),
  undone_at timestamptz(0),
  undone_by_id bigint constraint rate_correction_undone_by_id_fkey references users (id),
  constraint rate_correction_rates_check check (wrong_rate <> right_rate),
  constraint rate_correction_until_date_check check (until_date >= from_date),
  constraint rate_correction_undone_at_check check (num_nulls(undone_at, undone_by_id) in (0, 2))
);
create index rate_correction_country_id_idx on rate_correction (country_id, id desc);
revoke update, delete, truncate on rate_correction from public, current_user;
grant update (undone_at, undone_by_id) on rate_correction to current_user;

-- What has another worth since. Of lines what each was worth before: which of them took what rounding left follows from how they came.
create table rate_correction_row (
  rate_correction_id bigint not null constraint rate_correction_row_rate_correction_id_fkey references rate_correction (id),
  resource text not null constraint rate_correction_row_resource_check check (resource in ('transaction', 'transaction_detail', 'visit')),
  record_id bigint not null,
  sub_total_usd numeric(14, 2),
  primary key (rate_correction_id, resource, record_id)
);
revoke update, delete, truncate on rate_correction_row from public, current_user;
