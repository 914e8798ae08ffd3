-- A function plans its questions once, for as many rows as it sees first: one card that was changed made changing thousands of them
-- compare each with each, in the same connection. What was and what is are hashed, as in 0010 and 0019; looking up what they name is not.
alter function set_changed_validity() set enable_nestloop = off;
alter function add_up_changed() set enable_nestloop = off;
alter function add_up(bigint[]) set enable_nestloop = on;

-- When a member was last here, without reading all their visits.
create index visit_member_id_visit_date_idx on visit (member_id, visit_date);
drop index visit_member_id_idx;

-- The work lists of one hotel, in their order: whose card ends first.
create index member_hotel_id_valid_until_date_idx on member (hotel_id, valid_until_date nulls first, id) include (deleted_at);
drop index member_hotel_id_idx;

-- Whoever is new has no card: nothing has to be asked for.
create or replace function refresh_new_standing() returns trigger language plpgsql as $$
begin
  insert into member_standing (member_id, hotel_id, membership_id, is_live, standing, visits)
  select id, hotel_id, membership_id, deleted_at is null, 'none', 0 from new_rows;
  return null;
end $$;
