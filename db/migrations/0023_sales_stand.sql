-- What a cancelled sale took along says so, so that restoring it brings back just that. Until now it was known by its moment.

alter table transaction_detail add column cancelled_with_id bigint references transaction (id);
alter table member_card add column cancelled_with_id bigint references transaction (id);
alter table member_voucher add column cancelled_with_id bigint references transaction (id);

-- Written past the triggers: nobody changes anything here.
alter table transaction_detail disable trigger user;
alter table member_card disable trigger user;
alter table member_voucher disable trigger user;
update transaction_detail d set cancelled_with_id = t.id from transaction t where t.id = d.transaction_id and d.deleted_at = t.deleted_at;
with recursive sold as (
  select c.id, t.id as sale, t.deleted_at as moment from member_card c join transaction t on t.id = c.transaction_id where t.deleted_at is not null
  union
  select u.id, sold.sale, sold.moment from member_card u join sold on sold.id = u.upgraded_from_id
), cards as (
  update member_card c set cancelled_with_id = sold.sale from sold where c.id = sold.id and c.deleted_at = sold.moment
)
update member_voucher v set cancelled_with_id = s.sale
from (select id as card, null::bigint as given, sale, moment from sold
      union all select null, id, id, deleted_at from transaction where deleted_at is not null) s
where (v.member_card_id = s.card or v.transaction_id = s.given) and v.deleted_at = s.moment;
alter table transaction_detail enable trigger user;
alter table member_card enable trigger user;
alter table member_voucher enable trigger user;

create index transaction_detail_cancelled_with_id_idx on transaction_detail (cancelled_with_id);
create index member_card_cancelled_with_id_idx on member_card (cancelled_with_id);
create index member_voucher_cancelled_with_id_idx on member_voucher (cancelled_with_id);

-- What comes back, with its sale or by itself, is no longer cancelled: deleted again, it was deleted by somebody.
create function forget_cancelling() returns trigger language plpgsql as $$
begin
  new.cancelled_with_id := null;
  return new;
end $$;
create trigger forget_cancelling before update of deleted_at on transaction_detail for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function forget_cancelling();
create trigger forget_cancelling before update of deleted_at on member_card for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function forget_cancelling();
create trigger forget_cancelling before update of deleted_at on member_voucher for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function forget_cancelling();

-- A sale stands as it was made -------------------------------------------------------------------------------------------

-- Refuses like a constraint: its name finds the words, the column what was to change.
create function refuse_settled(table_name text, column_name text, rule text) returns void language plpgsql as $$
begin
  raise exception '% of % stands as it was made', column_name, table_name
    using errcode = 'check_violation', table = table_name, column = column_name, constraint = rule;
end $$;

-- Sold, renewed or given: a membership, and no bill.
create function is_sale(type bigint) returns boolean language sql stable as
$$ select d.code in ('1', '2', '3') from option_detail d where d.id = type $$;

-- Whether records go to another member with the member that theirs turned out to be, or by moving a visit.
create function is_moving() returns boolean language sql stable as
$$ select coalesce('on' in (current_setting('innkeeper.merging', true), current_setting('innkeeper.moving', true)), false) $$;

-- What may change is named, so that a column that comes later stands like the others. The last line is the record's keeping.
create function keep_transaction() returns trigger language plpgsql as $$
declare changed text;
begin
  if new.hotel_id <> old.hotel_id and not is_sale(old.transaction_type_id) then
    perform refuse_settled('transaction', 'hotel_id', 'transaction_hotel_settled');
  end if;
  if is_sale(old.transaction_type_id) then
    select n.key into changed from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from to_jsonb(old) -> n.key and not (n.key = 'member_id' and is_moving())
      and n.key <> all ('{reference_no,type_payment_id,marketing_name,remark,
                          version,updated_at,updated_by_id,deleted_at,deleted_by_id}')
    order by n.key not in ('hotel_id', 'member_id', 'transaction_type_id'), n.key limit 1;
    if changed is not null then
      perform refuse_settled('transaction', changed, 'transaction_sale_settled');
    end if;
  end if;
  return null;
end $$;
create trigger keep_transaction after update on transaction for each row execute function keep_transaction();

-- The line of a sale is made with it, and is deleted and restored with it alone.
create function keep_new_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join transaction t on t.id = n.transaction_id
    where is_sale(t.transaction_type_id) and exists (select from transaction_detail d where d.transaction_id = t.id and d.id <> n.id)) then
    perform refuse_settled('transaction_detail', 'transaction_id', 'transaction_detail_sale_settled');
  end if;
  return null;
end $$;
create function keep_line() returns trigger language plpgsql as $$
declare changed text;
begin
  select case when n.transaction_id <> o.transaction_id then 'transaction_id' when n.quantity <> o.quantity then 'quantity'
              when n.unit_price <> o.unit_price then 'unit_price' when n.spend_type_id <> o.spend_type_id then 'spend_type_id'
              when n.description is distinct from o.description then 'description' else 'id' end
  into changed
  from new_rows n join old_rows o on o.id = n.id join transaction t on t.id in (n.transaction_id, o.transaction_id)
  where is_sale(t.transaction_type_id)
    and ((n.transaction_id, n.quantity, n.unit_price, n.spend_type_id, n.description)
           is distinct from (o.transaction_id, o.quantity, o.unit_price, o.spend_type_id, o.description)
      or (o.deleted_at is null and n.deleted_at is not null and t.deleted_at is null)
      or (o.deleted_at is not null and n.deleted_at is null and o.cancelled_with_id is null))
  limit 1;
  if changed is not null then
    perform refuse_settled('transaction_detail', changed, 'transaction_detail_sale_settled');
  end if;
  return null;
end $$;
create trigger a_new_line after insert on transaction_detail referencing new table as new_rows
  for each statement execute function keep_new_line();
create trigger a_line after update on transaction_detail referencing old table as old_rows new table as new_rows
  for each statement execute function keep_line();

-- A visit stays at its hotel, and goes to another member by moving it.
create function keep_visit() returns trigger language plpgsql as $$
begin
  if new.hotel_id <> old.hotel_id then
    perform refuse_settled('visit', 'hotel_id', 'visit_hotel_settled');
  end if;
  if not is_moving() then
    perform refuse_settled('visit', 'member_id', 'visit_member_settled');
  end if;
  return null;
end $$;
create trigger keep_visit after update of hotel_id, member_id on visit for each row
  when ((new.hotel_id, new.member_id) is distinct from (old.hotel_id, old.member_id)) execute function keep_visit();

-- Nothing goes to a hotel of another currency any more.
drop trigger keep_new_rate on transaction;
drop trigger rate_details on transaction;
drop function rate_details;
drop trigger keep_new_rate on visit;
