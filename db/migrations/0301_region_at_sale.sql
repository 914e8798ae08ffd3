-- A card keeps the region in which it was sold: a country that moves to another one would take along where vouchers sold before are good.
-- Regions are never removed from their table, so nothing looks for the cards of one, and the reference has no index.
alter table member_card add column region_id bigint;
-- What cards say by themselves is no change of theirs: neither their log nor what follows from them has to hear of it.
alter table member_card disable trigger user;
update member_card c set region_id = n.region_id from hotel h join country n on n.id = h.country_id where h.id = c.hotel_id;
alter table member_card enable trigger user;
alter table member_card alter column region_id set not null,
  add constraint member_card_region_id_fkey foreign key (region_id) references region (id);
