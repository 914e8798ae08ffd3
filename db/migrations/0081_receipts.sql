-- Receipts of transactions: numbered by hotel, one after the other, in the order in which they are printed.

-- The last number of each hotel. Whoever prints holds the row until the receipt is there, so that no number is missing or given twice.
create table receipt_count (
  hotel_id bigint primary key constraint receipt_count_hotel_id_fkey references hotel (id),
  last_number integer not null,
  last_date date not null
);

create table receipt (
  like record including all,
  receipt_no text not null,
  -- The how many-th of its hotel.
  number integer not null constraint receipt_number_check check (number > 0),
  transaction_id bigint not null references transaction (id),
  hotel_id bigint not null references hotel (id),
  -- The day on which it was printed first, at the hotel.
  receipt_date date not null,
  -- How often it was printed since.
  copies integer not null default 0 constraint receipt_copies_check check (copies >= 0)
);
create unique index receipt_hotel_id_number_key on receipt (hotel_id, number);
create unique index receipt_transaction_id_key on receipt (transaction_id);
create index receipt_search_idx on receipt using gin (receipt_no gin_trgm_ops);
create index receipt_transaction_id_idx on receipt (transaction_id);
create index receipt_hotel_id_idx on receipt (hotel_id);
call keep_records('receipt');

-- A mail that brings a receipt: which one, and which copy of it.
alter table mail_cause
  add column receipt_id bigint references receipt (id),
  add column receipt_copy integer;
create index mail_cause_receipt_id_idx on mail_cause (receipt_id) where receipt_id is not null;
