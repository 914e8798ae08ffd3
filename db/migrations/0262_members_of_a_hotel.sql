-- Nobody collects the members of a hotel for the sales in its sight any more (0240): transaction_sight has these.
create index member_register_hotel_id_idx on member (register_hotel_id);
drop index member_register_hotel_id_hotel_id_idx;
