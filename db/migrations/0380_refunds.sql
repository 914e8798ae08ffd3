-- A refund pays back a part of a sale: a transaction of its own with minus the amount, which points to the sale and has a reason.
alter table transaction
  add column refund_reason_id bigint references option_detail (id),
  -- add_up sets the sum once more when the line is there.
  add constraint transaction_refund_check check (
    refund_reason_id is null or (reverses_id is not null and type_payment_id is not null and discount = 0 and sub_total < 0));
create index transaction_refund_reason_id_idx on transaction (refund_reason_id);

-- A sale is reversed as a whole once, and refunded in as many parts as it was paid.
drop index transaction_reverses_id_key;
create unique index transaction_reverses_id_key on transaction ((case when refund_reason_id is null then reverses_id end));
create index transaction_reverses_id_idx on transaction (reverses_id);

-- The refund that switched a card off. Cancelling the refund switches it on again, and nothing else does.
alter table member_card
  add column refunded_with_id bigint references transaction (id),
  add constraint member_card_refunded_check check (refunded_with_id is null or not is_active);
create index member_card_refunded_with_id_idx on member_card (refunded_with_id) where refunded_with_id is not null;
