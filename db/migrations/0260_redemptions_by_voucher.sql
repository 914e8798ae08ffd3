-- Redemptions are told by the kind of their voucher, too (redemption_figures in living/voucher-standing.sql): these figures are counted.
insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'redemption_of', r.redeem_hotel_id, date_trunc('month', r.redeem_date at time zone coalesce(h.time_zone, n.time_zone))::date,
       c.membership_id, v.voucher_id::text, v.currency, count(*), sum(v.nominal), 0
from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join member_card c on c.id = v.member_card_id
join hotel h on h.id = r.redeem_hotel_id join country n on n.id = h.country_id
where r.deleted_at is null
group by 2, 3, 4, 5, 6;
