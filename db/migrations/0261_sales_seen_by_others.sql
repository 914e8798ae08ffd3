-- The hotels that see a sale of another one, since it is their member's (living/sight.sql): so that the sales in sight of a hotel are found without
-- a look at the members of all the others. Written by its triggers alone, from records that are never removed: so it has no foreign keys.
create table transaction_sight (
  record_id bigint not null,
  hotel_id bigint not null,
  happened_at timestamptz(0) not null,
  primary key (record_id, hotel_id)
);
insert into transaction_sight
select t.id, h.hotel_id, t.transaction_date
from transaction t join member m on m.id = t.member_id
cross join lateral (select m.hotel_id union select m.register_hotel_id) h (hotel_id)
where h.hotel_id <> t.hotel_id;
create index transaction_sight_hotel_id_happened_at_idx on transaction_sight (hotel_id, happened_at, record_id);
