-- Sales: a transaction is the sum of its lines, and its lines take from it what they do not say.
-- See docs/decisions/0034-what-a-sale-is.md.

create or replace function give_transaction_type() returns trigger language plpgsql as $$
begin
  select d.id into new.transaction_type_id
  from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type' and d.code = '99' and d.deleted_at is null;
  return new;
end $$;
create or replace trigger give_type before insert on transaction for each row
  when (new.transaction_type_id is null) execute function give_transaction_type();

-- A line is worth in US dollars what its transaction's rate says; its fee type follows from the transaction's type.
create or replace function complete_detail() returns trigger language plpgsql as $$
begin
  select round(new.quantity * new.unit_price / t.usd_rate, 2), coalesce(new.spend_type_id, fee.id)
  into new.sub_total_usd, new.spend_type_id
  from transaction t
  join option_detail type on type.id = t.transaction_type_id
  left join (option_detail fee join option o on o.id = fee.option_id and o.slug = 'spend-type')
    on fee.deleted_at is null
    and fee.code = case type.code when '1' then '1' when '2' then '2' when '3' then '1' when '4' then '3' when '5' then '4' else '99' end
  where t.id = new.transaction_id;
  return new;
end $$;
create or replace trigger complete before insert on transaction_detail for each row execute function complete_detail();
create or replace trigger complete_anew before update of transaction_id, quantity, unit_price on transaction_detail for each row
  when ((new.transaction_id, new.quantity, new.unit_price) is distinct from (old.transaction_id, old.quantity, old.unit_price))
  execute function complete_detail();

-- A transaction is the sum of its lines. It is locked before they are read: two lines that come at once are both counted.
create or replace function add_up(transactions bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
begin
  perform from transaction where id = any(transactions) and deleted_at is null order by id for no key update;
  update transaction t
  set sub_total = coalesce((select sum(d.sub_total) from transaction_detail d where d.transaction_id = t.id and d.deleted_at is null), 0)
  where t.id = any(transactions) and t.deleted_at is null;
end $$;
create or replace function add_up_new() returns trigger language plpgsql as $$
begin
  perform add_up(array(select distinct transaction_id from new_rows));
  return null;
end $$;
create or replace function add_up_changed() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  perform add_up(array(
    select n.transaction_id from new_rows n join old_rows o on o.id = n.id
    where (n.sub_total, n.transaction_id, n.deleted_at) is distinct from (o.sub_total, o.transaction_id, o.deleted_at)
    union
    select o.transaction_id from new_rows n join old_rows o on o.id = n.id where n.transaction_id <> o.transaction_id));
  return null;
end $$;
create or replace trigger add_up_new after insert on transaction_detail referencing new table as new_rows
  for each statement execute function add_up_new();
create or replace trigger add_up_changed after update on transaction_detail referencing old table as old_rows new table as new_rows
  for each statement execute function add_up_changed();
