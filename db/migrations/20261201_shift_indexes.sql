-- A shift reads what was recorded at a hotel in some hours. These indexes replace those of the hotel alone.
create index transaction_hotel_id_created_at_idx on transaction (hotel_id, created_at);
drop index transaction_hotel_id_idx;
create index voucher_redeem_redeem_hotel_id_created_at_idx on voucher_redeem (redeem_hotel_id, created_at);
drop index voucher_redeem_redeem_hotel_id_idx;
create index visit_hotel_id_created_at_idx on visit (hotel_id, created_at);
drop index visit_hotel_id_idx;
-- The calls that somebody promised for a day.
create index member_call_call_back_on_idx on member_call (call_back_on)
  where outcome = 'call_back' and deleted_at is null;
