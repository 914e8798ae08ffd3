-- Months that a country has closed, and what stood in each when it was closed.
create table month_close (
  id bigint generated always as identity primary key,
  country_id bigint not null constraint month_close_country_id_fkey references country (id),
  month text not null constraint month_close_month_check check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  remark text,
  closed_at timestamptz(0) not null,
  closed_by_id bigint not null constraint month_close_closed_by_id_fkey references users (id),
  -- The one who asked to open it again, and the one who approved that.
  reopened_at timestamptz(0),
  reopened_by_id bigint constraint month_close_reopened_by_id_fkey references users (id),
  approved_by_id bigint constraint month_close_approved_by_id_fkey references users (id),
  reopen_reason text,
  constraint month_close_reopened_at_check check (num_nulls(reopened_at, reopened_by_id, approved_by_id, reopen_reason) in (0, 4)),
  constraint month_close_approved_by_id_check check (approved_by_id <> reopened_by_id)
);
-- A month is closed once at a time. Each write into the past looks here.
create unique index month_close_country_id_month_key on month_close (country_id, month) where reopened_at is null;
create index month_close_country_id_idx on month_close (country_id, month desc, id desc);
revoke update, delete, truncate on month_close from public, current_user;
grant update (reopened_at, reopened_by_id, approved_by_id, reopen_reason) on month_close to current_user;

-- The records of a month as they stood when it was closed.
create table month_close_row (
  month_close_id bigint not null constraint month_close_row_month_close_id_fkey references month_close (id),
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

-- A transaction that carries minus the amounts of one whose month is closed.
alter table transaction
  add column reverses_id bigint references transaction (id),
  drop constraint transaction_discount_check,
  drop constraint transaction_sub_total_check,
  drop constraint transaction_grand_total_check,
  drop constraint transaction_grand_total_usd_check,
  add constraint transaction_discount_check check (discount >= 0 or reverses_id is not null),
  add constraint transaction_sub_total_check check (sub_total >= 0 or reverses_id is not null),
  add constraint transaction_grand_total_check check (grand_total >= 0 or reverses_id is not null),
  add constraint transaction_grand_total_usd_check check (grand_total_usd >= 0 or reverses_id is not null);
-- A transaction is reversed once.
create unique index transaction_reverses_id_key on transaction (reverses_id);
alter table transaction_detail
  add column is_reversal boolean not null default false,
  drop constraint transaction_detail_quantity_check,
  drop constraint transaction_detail_sub_total_check,
  drop constraint transaction_detail_sub_total_usd_check,
  add constraint transaction_detail_quantity_check check (quantity between 0 and 1000000 or (is_reversal and quantity between -1000000 and 0)),
  add constraint transaction_detail_sub_total_check check (sub_total >= 0 or is_reversal),
  add constraint transaction_detail_sub_total_usd_check check (sub_total_usd >= 0 or is_reversal);
