-- These columns are copied from a member and a card by triggers, so their own foreign keys would only check the same
-- records a second time, in each write of a member, a visit and a card.
alter table member_standing
  drop constraint member_standing_hotel_id_fkey,
  drop constraint member_standing_membership_id_fkey;
