-- Vouchers: the promise of each, and its owner.
-- See docs/decisions/0025-redeemed-once.md.

-- The worth of a voucher with a card: asked by the trigger for one voucher, and by a sale for all of them at once. A sale of 24
-- vouchers asked for the same promise 24 times before, and planned the same few statements anew each time: a third of its time in
-- the database.
create or replace view voucher_promise as
select c.id as member_card_id, v.id as voucher_id, c.member_id,
       coalesce(local_price(v.nominal, m.currency_country_id, c.hotel_id), v.nominal) as nominal,
       n.currency, v.terms_condition, v.terms_condition_id, case when v.is_restricted then c.hotel_id end as restrict_hotel_id
from member_card c join hotel h on h.id = c.hotel_id join country n on n.id = h.country_id
cross join voucher v join membership m on m.id = v.membership_id;

-- How many vouchers of the kind of a voucher the term of a card has had with its cards: of the same type and name, used or good. Cancelled ones and
-- those that were made manually do not count.
create or replace function vouchers_had(card bigint, voucher bigint) returns integer language sql stable as $$
  select count(*)::integer
  from member_card held
  join member_card c on c.member_id = held.member_id and c.deleted_at is null and term_of(c.id) = term_of(held.id)
  join member_voucher v on v.member_card_id = c.id and v.issued_as is not null and v.deleted_at is null
  join voucher w on w.id = v.voucher_id
  join voucher wanted on wanted.id = vouchers_had.voucher
  where held.id = card and w.type_voucher_id = wanted.type_voucher_id and lower(w.name) = lower(wanted.name)
    and (c.is_active or exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null))
$$;
-- How many vouchers an upgrade of a card that is sold brings.
create or replace function vouchers_of_upgrade(card bigint, voucher bigint, quantity integer) returns integer language sql stable as $$
  select case when option_number('upgrade-vouchers', 'difference') = 1 then greatest(quantity - vouchers_had(card, voucher), 0) else quantity end
$$;

-- The promise is kept: nominal and terms as they were on the day of issue, in the currency of the card's hotel.
create or replace function keep_voucher_promise() returns trigger language plpgsql as $$
begin
  select p.member_id, p.nominal, p.currency, p.terms_condition, p.terms_condition_id
  into new.member_id, new.nominal, new.currency, new.terms_condition, new.terms_condition_id
  from voucher_promise p where p.member_card_id = new.member_card_id and p.voucher_id = new.voucher_id;
  return new;
end $$;
create or replace trigger keep_promise before insert on member_voucher for each row when (new.member_id is null) execute function keep_voucher_promise();
create or replace trigger keep_new_promise before update of member_card_id, voucher_id on member_voucher for each row
  when (new.voucher_id <> old.voucher_id or (new.member_card_id <> old.member_card_id and new.member_id = old.member_id))
  execute function keep_voucher_promise();

-- A voucher that was issued with a card is neither exchanged for something else nor handed to another guest: it stays with its card, which a merge
-- alone moves. Nor is it good elsewhere than at the hotel to which its card restricts it, or before that card, unless it is over by then: on the
-- day of its member's hotel, by which it is shown as expired, too. One that was made by hand may be put right. Once redeemed, either stays as it
-- is: its days and its hotel are why it was honoured.
create or replace function keep_voucher() returns trigger language plpgsql as $$
declare
  card member_card;
  changed text;
begin
  select * into card from member_card where id = old.member_card_id;
  select c.name into changed
  from (values ('member_card', new.member_card_id <> old.member_card_id), ('voucher', new.voucher_id <> old.voucher_id),
               ('transaction', new.transaction_id is distinct from old.transaction_id),
               ('restrict_hotel', new.restrict_hotel_id is distinct from old.restrict_hotel_id and old.restrict_hotel_id = card.hotel_id)) c (name, is_changed)
  where c.is_changed limit 1;
  if exists (select from voucher_redeem r where r.member_voucher_id = new.id and r.deleted_at is null) then
    perform refuse_settled('member_voucher', case when changed is not null then changed || '_id'
      when new.restrict_hotel_id is distinct from old.restrict_hotel_id then 'restrict_hotel_id'
      when new.redeem_date <> old.redeem_date then 'redeem_date' else 'valid_until_date' end, 'member_voucher_settled');
  end if;
  if new.issued_as is not null and changed is not null then
    perform refuse_settled('member_voucher', changed || '_id', 'member_voucher_' || changed || '_settled');
  end if;
  if new.issued_as is not null and new.redeem_date < old.redeem_date and new.redeem_date < card.start_date
     and new.valid_until_date >=
         least(card.start_date, (now() at time zone zone_of((select m.hotel_id from member m where m.id = new.member_id)))::date) then
    perform refuse_settled('member_voucher', 'redeem_date', 'member_voucher_before_card');
  end if;
  return new;
end $$;
create or replace trigger keep_voucher before update of member_card_id, voucher_id, transaction_id, restrict_hotel_id, redeem_date, valid_until_date
  on member_voucher for each row
  when ((old.issued_as is not null or acting_user() is not null)
        and (new.member_card_id, new.voucher_id, new.transaction_id) is distinct from (old.member_card_id, old.voucher_id, old.transaction_id)
        or acting_user() is not null
        and (new.restrict_hotel_id, new.redeem_date, new.valid_until_date) is distinct from (old.restrict_hotel_id, old.redeem_date, old.valid_until_date))
  execute function keep_voucher();

-- A redeemed voucher is not cancelled, and neither is its card, until the redemption is voided. A redemption holds the voucher by its foreign
-- key, and is waited for.
create or replace function keep_redeemed() returns trigger language plpgsql as $$
declare redeemed text;
begin
  if tg_table_name = 'member_card' then
    perform from member_voucher where member_card_id = new.id order by id for update;
    select v.voucher_no into redeemed from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
    where v.member_card_id = new.id limit 1;
  else
    perform from member_voucher where id = new.id for update;
    select new.voucher_no into redeemed from voucher_redeem r where r.member_voucher_id = new.id and r.deleted_at is null;
  end if;
  if redeemed is not null then
    raise exception '% was redeemed', redeemed using errcode = 'check_violation', table = tg_table_name, constraint = tg_table_name || '_redeemed';
  end if;
  return null;
end $$;
create or replace trigger keep_redeemed after update of deleted_at on member_card for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_redeemed();
create or replace trigger keep_redeemed after update of deleted_at on member_voucher for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_redeemed();

create or replace function give_redeemer() returns trigger language plpgsql as $$
begin
  select v.member_id into new.member_id from member_voucher v where v.id = new.member_voucher_id;
  return new;
end $$;
create or replace trigger give_redeemer before insert on voucher_redeem for each row when (new.member_id is null) execute function give_redeemer();

-- A redemption that is restored takes its voucher first, as a new one does. Otherwise each of two at the same moment would wait for the other: one
-- has the voucher, and the other the place in the index by which a voucher is redeemed once.
create or replace function hold_redeemed() returns trigger language plpgsql as $$
begin
  perform from member_voucher where id = new.member_voucher_id for no key update;
  return new;
end $$;
create or replace trigger hold_redeemed before update of deleted_at on voucher_redeem for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function hold_redeemed();
