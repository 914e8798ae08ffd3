-- A voucher was issued, whatever becomes of its card or its member: those of a sale that was reversed stay in the month of the sale, as
-- cancelled with their card. Until now a reversal deleted them, and figures left out the vouchers of deleted cards and members.
do $$
declare
  is_guarded boolean := exists (select from pg_trigger where tgrelid = 'member_voucher'::regclass and tgname = 'a_month_changed');
  reversed bigint[] := array(
    select v.id from member_voucher v join transaction t on t.id = v.cancelled_with_id join member_card c on c.id = v.member_card_id
    where t.reverses_id is not null and c.cancelled_with_id = t.id);
begin
  if is_guarded then
    alter table member_voucher disable trigger a_month_changed;
  end if;
  -- First of all they are no longer cancelled: what went with a sale comes back with it alone.
  update member_voucher set cancelled_with_id = null where id = any(reversed);
  update member_voucher set deleted_at = null where id = any(reversed);
  if is_guarded then
    alter table member_voucher enable trigger a_month_changed;
  end if;
end $$;

delete from figure_delta where kind in ('issued', 'issued_nominal');
delete from figure where kind in ('issued', 'issued_nominal');
insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select p.kind, m.hotel_id, date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, p.membership_id, p.part,
       p.currency, count(*), sum(p.amount), 0
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
cross join lateral (values ('issued', c.membership_id, null, null, 0),
                           ('issued_nominal', null, m.register_hotel_id::text, v.currency, v.nominal)) p (kind, membership_id, part, currency, amount)
where v.deleted_at is null
group by 1, 2, 3, 4, 5, 6;
