-- Orders and periods that lists of large tables offer. Creation is a moment of its own, since records may be entered for
-- an earlier day.
create index member_created_at_idx on member (created_at, id) where deleted_at is null;
create index member_card_created_at_idx on member_card (created_at, id) where deleted_at is null;
create index transaction_created_at_idx on transaction (created_at, id) where deleted_at is null;
create index transaction_detail_created_at_idx on transaction_detail (created_at, id) where deleted_at is null;
create index visit_created_at_idx on visit (created_at, id) where deleted_at is null;
create index voucher_redeem_created_at_idx on voucher_redeem (created_at, id) where deleted_at is null;
create index member_card_start_date_idx on member_card (start_date, id) where deleted_at is null;
create index member_renew_date_idx on member (renew_date nulls first, id) where deleted_at is null;
-- Lists sort empty values first, which the index so far did not.
drop index member_member_date_idx;
create index member_member_date_idx on member (member_date nulls first, id) where deleted_at is null;
