-- A membership that a free member buys ends the free term. Its cards name the sale that ended them and their last day before it, which
-- cancelling that sale gives back.
alter table member_card
  add column ended_with_id bigint constraint member_card_ended_with_id_fkey references transaction (id),
  add column ended_from date,
  add constraint member_card_ended_from_check check ((ended_with_id is null) = (ended_from is null));
create index member_card_ended_with_id_idx on member_card (ended_with_id) where ended_with_id is not null;
