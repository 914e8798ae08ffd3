-- The transactions of a hotel by their receipt number, however it is spelled: a number that stands already is asked about.
create index transaction_hotel_id_reference_no_idx on transaction (hotel_id, folded(reference_no)) where deleted_at is null;
