-- Why a voucher was made or extended by hand, and the day on which it would have ended before it was extended.
alter table member_voucher
  add column remark text,
  add column extended_from date;

-- What was done by hand with cards and vouchers. The database writes it, whichever door the change came by, and nobody changes it
-- afterwards.
create table manual_change (
  like record including all,
  kind text not null constraint manual_change_kind_check check (
    kind in ('card_made', 'card_replaced', 'level_set', 'voucher_made', 'voucher_extended', 'voucher_reissued')),
  member_card_id bigint not null references member_card (id),
  member_voucher_id bigint references member_voucher (id),
  -- A number or a day before and after.
  value_before text,
  value_after text,
  reason text,
  -- The fee that was taken for it.
  transaction_id bigint references transaction (id)
);
create index manual_change_member_card_id_idx on manual_change (member_card_id);
create index manual_change_member_voucher_id_idx on manual_change (member_voucher_id);
create index manual_change_transaction_id_idx on manual_change (transaction_id);
create index manual_change_search_idx on manual_change using gin (value_before gin_trgm_ops, value_after gin_trgm_ops, reason gin_trgm_ops);
-- Numbers that serve no more, however they are grouped: a counter says so, and no card takes one again.
create index manual_change_number_idx on manual_change (translate(lower(value_before), ' -', '')) where kind in ('card_replaced', 'voucher_reissued');
call keep_records('manual_change');
