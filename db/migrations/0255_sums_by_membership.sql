-- What guests spent on rooms, food and other things is kept by membership, too, and what was taken off sales is kept beside their totals
-- (living/figures.sql).
delete from figure_delta where kind in ('visit_room', 'visit_fb', 'visit_others');
delete from figure where kind in ('visit_room', 'visit_fb', 'visit_others');

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select p.kind, v.hotel_id, v.month, v.membership_id, null, v.currency, p.number, p.amount, 0
from (
  select v.hotel_id, date_trunc('month', v.visit_date at time zone coalesce(h.time_zone, n.time_zone))::date as month, v.membership_id, v.currency,
         count(*) filter (where v.total_room <> 0) as room_number, sum(v.total_room) as room,
         count(*) filter (where v.total_fb <> 0) as fb_number, sum(v.total_fb) as fb,
         count(*) filter (where v.total_others <> 0) as others_number, sum(v.total_others) as others
  from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
  where v.deleted_at is null group by 1, 2, 3, 4) v,
  lateral (values ('visit_room', v.room_number, v.room), ('visit_fb', v.fb_number, v.fb), ('visit_others', v.others_number, v.others)) p (kind, number, amount)
where p.number > 0;

insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'sale_discount', t.hotel_id, date_trunc('month', t.transaction_date at time zone coalesce(h.time_zone, n.time_zone))::date, t.membership_id,
       t.transaction_type_id::text, t.currency, count(*), sum(t.discount), 0
from transaction t join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
where t.deleted_at is null and t.discount <> 0 group by 2, 3, 4, 5, 6;

-- Reports read how members see a sale from the index alone, as long as PostgreSQL knows that the rows are seen by everybody: it looks after
-- a fiftieth has changed, by itself after a fifth.
alter table member set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
