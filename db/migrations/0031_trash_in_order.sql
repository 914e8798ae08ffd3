-- The trash shows what was deleted last first. Without these every record of the table was read for it, deleted or not.
create index member_deleted_at_idx on member (deleted_at nulls first, id) where deleted_at is not null;
create index member_card_deleted_at_idx on member_card (deleted_at nulls first, id) where deleted_at is not null;
create index member_voucher_deleted_at_idx on member_voucher (deleted_at nulls first, id) where deleted_at is not null;
create index voucher_redeem_deleted_at_idx on voucher_redeem (deleted_at nulls first, id) where deleted_at is not null;
create index transaction_deleted_at_idx on transaction (deleted_at nulls first, id) where deleted_at is not null;
create index transaction_detail_deleted_at_idx on transaction_detail (deleted_at nulls first, id) where deleted_at is not null;
create index visit_deleted_at_idx on visit (deleted_at nulls first, id) where deleted_at is not null;
create index member_call_deleted_at_idx on member_call (deleted_at nulls first, id) where deleted_at is not null;
