-- Liability as of a day (living/liability.sql): the movements of vouchers by hotel, voucher, currency and day.

-- Since when a card or a member is inactive: on that day their vouchers leave the liability. Null where it was inactive from the start.
alter table member add column deactivated_at timestamptz(0);
alter table member_card add column deactivated_at timestamptz(0);
-- What records say by themselves is no change of theirs: neither their log nor what follows from them has to hear of it.
alter table member disable trigger user;
alter table member_card disable trigger user;
update member m set deactivated_at = (
  select max(o.at) from operation o
  where o.resource = 'member' and o.record_id = m.id and o.action = 'update' and o.after ->> 'is_active' = 'false')
where not m.is_active;
update member_card c set deactivated_at = (
  select max(o.at) from operation o
  where o.resource = 'member_card' and o.record_id = c.id and o.action = 'update' and o.after ->> 'is_active' = 'false')
where not c.is_active;
alter table member enable trigger user;
alter table member_card enable trigger user;

-- Deleted vouchers have a standing, too: they were issued, and cancelled on the day on which they were deleted.
alter table voucher_standing drop constraint voucher_standing_state_check,
  add constraint voucher_standing_state_check check (state in ('open', 'cancelled', 'redeemed', 'deleted')),
  add column issuing_hotel_id bigint,
  add column issued_on date,
  add column ended_as text constraint voucher_standing_ended_as_check check (ended_as in ('redeemed', 'expired', 'cancelled')),
  add column ended_on date,
  add column usd_rate numeric(18, 6);

create temporary table life on commit drop as
select v.id, c.hotel_id as issuing_hotel_id, i.day as issued_on, e.kind as ended_as, greatest(e.day, i.day) as ended_on, t.usd_rate
from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = c.hotel_id join country n on n.id = h.country_id
left join transaction t on t.id = v.transaction_id and v.issued_as is not null
left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null and v.deleted_at is null
cross join lateral (select coalesce(h.time_zone, n.time_zone) as zone) z
cross join lateral (select (coalesce(t.transaction_date, v.created_at) at time zone z.zone)::date as day) i
cross join lateral (
  select (least(v.deleted_at, c.deleted_at, m.deleted_at, case when not c.is_active then coalesce(c.deactivated_at, c.created_at) end,
                case when not m.is_active then coalesce(m.deactivated_at, m.created_at) end) at time zone z.zone)::date as day) x
cross join lateral (
  select case when r.id is not null then 'redeemed' when x.day <= v.valid_until_date then 'cancelled' else 'expired' end as kind,
         case when r.id is not null then (r.redeem_date at time zone z.zone)::date
              when x.day <= v.valid_until_date then x.day else v.valid_until_date + 1 end as day) e;
update voucher_standing s
set (issuing_hotel_id, issued_on, ended_as, ended_on, usd_rate) = (l.issuing_hotel_id, l.issued_on, l.ended_as, l.ended_on, l.usd_rate)
from life l where l.id = s.member_voucher_id;
insert into voucher_standing (member_voucher_id, state, hotel_id, membership_id, voucher_id, issue_month, valid_until_date, currency, nominal,
                              issuing_hotel_id, issued_on, ended_as, ended_on, usd_rate)
select v.id, 'deleted', m.hotel_id, c.membership_id, v.voucher_id,
       date_trunc('month', v.created_at at time zone coalesce(h.time_zone, n.time_zone))::date, v.valid_until_date, v.currency, v.nominal,
       l.issuing_hotel_id, l.issued_on, l.ended_as, l.ended_on, l.usd_rate
from life l join member_voucher v on v.id = l.id join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
join hotel h on h.id = m.hotel_id join country n on n.id = h.country_id
where v.deleted_at is not null;
alter table voucher_standing alter column issuing_hotel_id set not null, alter column issued_on set not null,
  alter column ended_as set not null, alter column ended_on set not null;

-- How many vouchers were issued, redeemed, expired or cancelled on a day, or in the month that begins on it; their nominal, their worth in US
-- dollars at the rate of their sale, and how many have no rate. `corrected` takes up what changed in closed months.
create table liability_rollup (
  hotel_id bigint not null,
  voucher_id bigint not null,
  currency text not null,
  kind text not null constraint liability_rollup_kind_check check (kind in ('issued', 'redeemed', 'expired', 'cancelled', 'corrected')),
  span text not null constraint liability_rollup_span_check check (span in ('day', 'month')),
  day date not null,
  number bigint not null,
  nominal numeric not null,
  nominal_usd numeric not null,
  without_rate bigint not null
);
create table liability_rollup_delta (like liability_rollup);
insert into liability_rollup
select s.issuing_hotel_id, s.voucher_id, s.currency, k.kind, p.span, p.day, count(*), sum(s.nominal),
       coalesce(sum(round(s.nominal / s.usd_rate, 2)), 0), count(*) - count(s.usd_rate)
from voucher_standing s
cross join lateral (values ('issued', s.issued_on), (s.ended_as, s.ended_on)) k (kind, day)
cross join lateral (values ('day', k.day), ('month', date_trunc('month', k.day)::date)) p (span, day)
group by 1, 2, 3, 4, 5, 6;
create unique index liability_rollup_key on liability_rollup (span, day, hotel_id, voucher_id, currency, kind);
