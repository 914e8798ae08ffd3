-- The sums that reports show of whole months are kept like their numbers (living/figures.sql): what guests spent on rooms, food and
-- other things, and the worth of vouchers issued, by the hotel that serves the member and the one that signed the member up.
delete from figure_delta where kind in ('visit_room', 'visit_fb', 'visit_others', 'issued_nominal');
delete from figure where kind in ('visit_room', 'visit_fb', 'visit_others', 'issued_nominal');

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select p.kind, v.hotel_id, v.month, null, null, v.currency, p.number, p.amount, 0
from (
  select v.hotel_id, date_trunc('month', v.visit_date at time zone coalesce(h.time_zone, n.time_zone))::date as month, v.currency,
         count(*) filter (where v.total_room <> 0) as room_number, sum(v.total_room) as room,
         count(*) filter (where v.total_fb <> 0) as fb_number, sum(v.total_fb) as fb,
         count(*) filter (where v.total_others <> 0) as others_number, sum(v.total_others) as others
  from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
  where v.deleted_at is null group by 1, 2, 3) v,
  lateral (values ('visit_room', v.room_number, v.room), ('visit_fb', v.fb_number, v.fb), ('visit_others', v.others_number, v.others)) p (kind, number, amount)
where p.number > 0;

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'issued_nominal', m.hotel_id, date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, null, m.register_hotel_id::text,
       v.currency, count(*), sum(v.nominal), 0
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
where v.deleted_at is null and c.deleted_at is null
  and (m.deleted_at is null or exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null))
group by 2, 3, 5, 6;

-- Months are asked for of all hotels, and beside them the same months of the year before.
create index figure_kind_day_idx on figure (kind, day);
create index figure_kind_year_after_idx on figure (kind, ((day + interval '1 year')::date));
