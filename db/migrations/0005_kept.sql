-- Kept by the database itself, and never by hand: where members stand, the words of their names, the figures of the dashboard.

-- Where a member stands is kept, so that lists, work lists and the dashboard read it for a million members as for one: by every change of what it
-- follows from, and by the upkeep on the day on which it changes by itself.
create table member_standing (
  member_id bigint primary key references member (id),
  hotel_id bigint not null references hotel (id),
  membership_id bigint not null references membership (id),
  is_live boolean not null,
  member_card_id bigint references member_card (id),
  standing text not null constraint member_standing_standing_check check (standing in ('none', 'active', 'maintained', 'not_maintained', 'lapsed')),
  visits integer not null,
  to_maintain integer,
  to_upgrade integer,
  changes_on date
) with (fillfactor = 80);
create index member_standing_standing_idx on member_standing (standing, member_id);
create index member_standing_hotel_id_idx on member_standing (hotel_id);
create index member_standing_membership_id_idx on member_standing (membership_id);
create index member_standing_member_card_id_idx on member_standing (member_card_id);
create index member_standing_changes_on_idx on member_standing (changes_on);

-- The words of the names of all members who are not deleted, each with what the row scope asks of a member: its index alone
-- answers, in the order of the words, of each the newest member first. What it refers to is guarded where it is copied from.
create table member_name (
  word text collate "C" not null,
  member_id bigint not null,
  hotel_id bigint not null,
  register_hotel_id bigint
);
create unique index member_name_word_member_id_key on member_name (word, member_id desc) include (hotel_id, register_hotel_id);
create index member_name_member_id_idx on member_name (member_id, word);

-- The figures of the dashboard, see living/figures.sql. Kinds, by what they count:
--   member      members by standing (part) and membership, at the hotel that serves them
--   joined      members by the day on which they joined (member_date)
--   ending      members by their last day (valid_until_date)
--   sale        transactions by month of the hotel's zone, type (part) and membership; grand totals
--   visit       visits by month of the hotel's zone and membership; grand totals
--   redemption  redemptions by month where they were made; nominals
--   voucher     vouchers that may still be redeemed, by their last day, at the hotel that serves the member; nominals
create table figure (
  kind text not null,
  hotel_id bigint not null,
  day date,
  membership_id bigint,
  part text,
  currency text,
  number bigint not null,
  amount numeric,
  amount_usd numeric
);
create unique index figure_key on figure (kind, hotel_id, day, membership_id, part, currency) nulls not distinct;

-- What has happened since the figures were folded. Writers only append here, so that none ever waits for another.
create table figure_delta (like figure);

-- Vouchers that may still be redeemed. Whether one may follows from four records: the voucher, its redemption, its card and its member. So what each counts as is
-- written down here, and each change of one of the four looks anew: under a lock on the voucher, whichever of them it was. Written by
-- refresh_open alone, from records that are never removed: so it has no foreign keys.
create table voucher_open (
  member_voucher_id bigint primary key,
  hotel_id bigint not null,
  valid_until_date date not null,
  currency text not null,
  nominal numeric(15, 3) not null
);
