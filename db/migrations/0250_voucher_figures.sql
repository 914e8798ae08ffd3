-- What became of vouchers is kept like other figures (living/open-vouchers.sql). Kinds, by what they count, at the hotel that serves the member, by
-- membership and currency; numbers and nominals:
--   issued         vouchers by the month in which they were issued
--   cancelled      those of them that nobody redeemed and whose card or member is deleted or switched off, by the same month
--   voucher        those that may still be redeemed, or might until their last day, by that day and by the month in which they were issued
--   voucher_month  the same by the month of the last day
-- Each of them has another beside it, issued_away and so on: of members whom another hotel signed up, by that hotel (part).
alter table figure add column issue_month date;
alter table figure_delta add column issue_month date;
drop index figure_key;
create unique index figure_key on figure (kind, hotel_id, day, membership_id, part, currency, issue_month) nulls not distinct;

-- What each voucher counts as that nobody has redeemed. Written by refresh_unredeemed alone, from records that are never removed: so it has
-- no foreign keys.
drop table voucher_open;
create table voucher_unredeemed (
  member_voucher_id bigint primary key,
  is_open boolean not null,
  hotel_id bigint not null,
  register_hotel_id bigint,
  membership_id bigint not null,
  issue_month date not null,
  valid_until_date date not null,
  currency text not null,
  nominal numeric(15, 3) not null
);
