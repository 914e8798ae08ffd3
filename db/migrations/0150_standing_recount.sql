-- Members to be counted anew because a rule changed. A mark on each of a million members took longer than a person waits; this is one row,
-- and the upkeep goes through the members in the order of their ids.
create table standing_recount (
  id bigint generated always as identity primary key,
  -- Whose card at hand is of this membership; everybody without it.
  membership_id bigint references membership,
  -- Those alone who have the visits to rise.
  is_of_rising boolean not null default false,
  -- The last member who was counted.
  after_member_id bigint not null default 0
);
create index standing_recount_membership_id_idx on standing_recount (membership_id);
