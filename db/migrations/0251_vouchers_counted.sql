-- Vouchers that were there before their figures are counted.
insert into voucher_unredeemed
select v.id, c.deleted_at is null and c.is_active and m.deleted_at is null and m.is_active, m.hotel_id, m.register_hotel_id, c.membership_id,
       date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, v.valid_until_date, v.currency, v.nominal
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
where v.deleted_at is null and not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)
on conflict do nothing;

delete from figure_delta where kind in ('issued_nominal', 'issued', 'issued_away', 'cancelled', 'cancelled_away', 'voucher', 'voucher_away', 'voucher_month', 'voucher_month_away');
delete from figure where kind in ('issued_nominal', 'issued', 'issued_away', 'cancelled', 'cancelled_away', 'voucher', 'voucher_away', 'voucher_month', 'voucher_month_away');
insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select a.kind, m.hotel_id, date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, c.membership_id, a.part,
       v.currency, count(*), sum(v.nominal), 0
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
cross join lateral (values (false, 'issued', null), (true, 'issued_away', m.register_hotel_id::text)) a (is_away, kind, part)
where v.deleted_at is null and (not a.is_away or m.register_hotel_id <> m.hotel_id)
group by 1, 2, 3, 4, 5, 6;
insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd, issue_month)
select k.kind || a.suffix, v.hotel_id, k.day, v.membership_id, a.part, v.currency, count(*), sum(v.nominal), 0, k.issue_month
from voucher_unredeemed v
cross join lateral (values (true, 'voucher', v.valid_until_date, v.issue_month),
                           (true, 'voucher_month', date_trunc('month', v.valid_until_date)::date, v.issue_month),
                           (false, 'cancelled', v.issue_month, null)) k (is_open, kind, day, issue_month)
cross join lateral (values (false, '', null), (true, '_away', v.register_hotel_id::text)) a (is_away, suffix, part)
where k.is_open = v.is_open and (not a.is_away or v.register_hotel_id <> v.hotel_id)
group by 1, 2, 3, 4, 5, 6, 10;
