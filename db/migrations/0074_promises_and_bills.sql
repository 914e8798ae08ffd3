-- A card keeps whether it holds in the region alone where it was sold: ticked later, it would refuse every voucher ever sold.
alter table member_card add column is_regional boolean;
-- What cards say by themselves is no change of theirs: neither their log nor what follows from them has to hear of it.
alter table member_card disable trigger user;
update member_card c set is_regional = m.is_regional from membership m where m.id = c.membership_id;
alter table member_card enable trigger user;

-- Above so much a visit says what it is for: some 10,000 US dollars, for countries that have a rate.
alter table country add column visit_limit numeric(15, 3) constraint country_visit_limit_check check (visit_limit > 0);
update country set visit_limit = round(10000 * usd_rate, -2) where usd_rate is not null and round(10000 * usd_rate, -2) > 0;
