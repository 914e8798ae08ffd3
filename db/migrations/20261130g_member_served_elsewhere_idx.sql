-- The dashboard counts the members who registered at a hotel and are served at another one.
create index member_served_elsewhere_idx on member (register_hotel_id, hotel_id)
  where deleted_at is null and register_hotel_id <> hotel_id;
