-- Figures that reports show by month, hotel and membership are kept like the others (living/figures.sql): who joined, vouchers
-- issued, and redemptions, which had no membership. Months are those of the hotel's zone.
delete from figure_delta where kind in ('joined_month', 'issued', 'redemption');
delete from figure where kind in ('joined_month', 'issued', 'redemption');

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'joined_month', hotel_id, date_trunc('month', member_date)::date, membership_id, null, null, count(*), 0, 0
from member where deleted_at is null and member_date is not null group by 1, 2, 3, 4;

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'issued', m.hotel_id, date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, c.membership_id, null, null, count(*), 0, 0
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
where v.deleted_at is null and c.deleted_at is null
  and (m.deleted_at is null or exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null))
group by 1, 2, 3, 4;

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'redemption', r.redeem_hotel_id, date_trunc('month', r.redeem_date at time zone coalesce(h.time_zone, n.time_zone))::date, c.membership_id, null, v.currency,
       count(*), sum(v.nominal), 0
from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join member_card c on c.id = v.member_card_id
join hotel h on h.id = r.redeem_hotel_id join country n on n.id = h.country_id
where r.deleted_at is null group by 1, 2, 3, 4, 5, 6;
