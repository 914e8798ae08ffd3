-- A sale of 24 vouchers asked for the same promise 24 times, and planned the same few statements anew each time: a third of its
-- time in the database. What is promised is one question now, which a trigger asks for one voucher and a sale for all of them.

create view voucher_promise as
select c.id as member_card_id, v.id as voucher_id, c.member_id,
       coalesce(local_price(v.nominal, m.currency_country_id, c.hotel_id), v.nominal) as nominal,
       n.currency, v.terms_condition, v.terms_condition_id
from member_card c join hotel h on h.id = c.hotel_id join country n on n.id = h.country_id
cross join voucher v join membership m on m.id = v.membership_id;

create or replace function keep_voucher_promise() returns trigger language plpgsql as $$
begin
  select p.member_id, p.nominal, p.currency, p.terms_condition, p.terms_condition_id
  into new.member_id, new.nominal, new.currency, new.terms_condition, new.terms_condition_id
  from voucher_promise p where p.member_card_id = new.member_card_id and p.voucher_id = new.voucher_id;
  return new;
end $$;

-- As in 0017: called for one record or a few.
alter function set_validity(bigint[]) set plan_cache_mode = force_generic_plan;
alter function add_up(bigint[]) set plan_cache_mode = force_generic_plan;
alter function name_members(bigint[]) set plan_cache_mode = force_generic_plan;
