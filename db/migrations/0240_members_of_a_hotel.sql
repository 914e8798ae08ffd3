-- Members of a hotel are collected by either of their hotels from the index alone: docs/decisions/0072-scope-over-all-rows.md.
create index member_register_hotel_id_hotel_id_idx on member (register_hotel_id, hotel_id, id);
drop index member_register_hotel_id_idx;
