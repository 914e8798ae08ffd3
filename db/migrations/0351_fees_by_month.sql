-- Fees by month of service (fee_by_month in living/figures.sql): a sale has the first day and the months of the term that it sold, and the amount that
-- each of these months takes of the fee; the last one takes what is left. They are written down, since a card may be shortened later, and the decimals of
-- a currency may change.
alter table transaction
  add column term_start date,
  add column term_months integer,
  add column term_share numeric(15, 3),
  add constraint transaction_term_check check (num_nulls(term_start, term_months, term_share) in (0, 3)),
  add constraint transaction_term_months_check check (term_months > 0);
