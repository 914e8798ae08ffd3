-- What each voucher counts as is written down, those that were redeemed and their kinds, too (living/voucher-standing.sql): so that what became of
-- vouchers is told by kind without a look at their redemptions, cards and members. Written by refresh_voucher_standing alone, from records that are
-- never removed: so it has no foreign keys.
create table voucher_standing (
  member_voucher_id bigint primary key,
  state text not null check (state in ('open', 'cancelled', 'redeemed')),
  hotel_id bigint not null,
  register_hotel_id bigint,
  membership_id bigint not null,
  voucher_id bigint not null,
  issue_month date not null,
  valid_until_date date not null,
  currency text not null,
  nominal numeric(15, 3) not null
) with (fillfactor = 90);
insert into voucher_standing
select v.id,
       case when exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null) then 'redeemed'
            when c.deleted_at is null and c.is_active and m.deleted_at is null and m.is_active then 'open'
            else 'cancelled' end,
       m.hotel_id, m.register_hotel_id, c.membership_id, v.voucher_id,
       date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, v.valid_until_date, v.currency, v.nominal
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
where v.deleted_at is null;
create index voucher_standing_hotel_id_idx on voucher_standing (hotel_id);
create index voucher_standing_register_hotel_id_idx on voucher_standing (register_hotel_id) where register_hotel_id <> hotel_id;
create index voucher_standing_valid_until_date_idx on voucher_standing (valid_until_date);
