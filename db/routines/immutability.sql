-- Immutable records: sales and their lines, and redemptions. Each rejection has the name of a rule, which the API maps to
-- its message. See docs/decisions/0097-keep-the-database-guards-generic.md.

-- Raises an error like a constraint's: the API finds the message by its name, and the field by the column.
create or replace function raise_immutable(table_name text, column_name text, rule text) returns void
  language plpgsql as $$
begin
  raise exception '% of % is immutable', column_name, table_name
    using errcode = 'check_violation', table = table_name, column = column_name, constraint = rule;
end $$;

-- True for types that sell a membership: sold, renewed, given or upgraded. Other transactions are bills.
create or replace function is_sale(type bigint) returns boolean language sql stable as
$$ select d.code in ('1', '2', '3', '6') from option_detail d where d.id = type $$;

-- A reversal has minus the amounts of its transaction, and a refund minus a part of them. Either makes these amounts
-- immutable, also in a reopened month, unless the refund is cancelled.
create or replace function is_reversed(transaction_id bigint) returns boolean language sql stable as
$$ select exists (select from transaction b where b.reverses_id = transaction_id and b.deleted_at is null) $$;
create or replace function is_refunded(transaction_id bigint) returns boolean language sql stable as $$
  select exists (select from transaction r where r.reverses_id = transaction_id and r.refund_reason_id is not null
    and r.deleted_at is null)
$$;

-- True if the records of one member belong to another, by merging the two or by undoing that.
create or replace function is_merge(from_member bigint, to_member bigint) returns boolean language sql stable as $$
  select exists (select from member m where m.id = from_member and m.merged_into_id = to_member)
    or exists (select from member_merge g where g.retained_id = from_member and g.absorbed_id = to_member)
$$;

-- Rejects a change of columns: of `only` those in the list, or of all `except` those, so that a new column is immutable
-- by default; with `once`, those in the list can be written while all of them are null. The third argument is the name
-- of the rule; without it, each column has its own. A merge still moves the record to another member.
create or replace function reject_changed_columns() returns trigger language plpgsql as $$
declare
  listed text[] := tg_argv[1];
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  is_written boolean := exists (select from unnest(listed) c where before -> c <> 'null');
  changed text;
begin
  select n.key into changed from jsonb_each(after) n
  where case when n.key = any(listed) then tg_argv[0] = 'only' or tg_argv[0] = 'once' and is_written
    else tg_argv[0] <> 'only' end
    and n.value is distinct from before -> n.key
    and not (n.key = 'member_id' and is_merge((before ->> 'member_id')::bigint, (after ->> 'member_id')::bigint))
  order by array_position(listed, n.key), n.key not in ('hotel_id', 'member_id', 'transaction_type_id'), n.key limit 1;
  if changed is not null then
    perform raise_immutable(tg_table_name, changed,
      coalesce(tg_argv[2], tg_table_name || '_' || regexp_replace(changed, '_id$', '') || '_immutable'));
  end if;
  return new;
end $$;

-- Rejects a row for which the condition of the trigger is true. Its arguments are the column, the name of the rule and
-- the kind of the error.
create or replace function reject_row() returns trigger language plpgsql as $$
begin
  raise exception '% of % is rejected', tg_argv[0], tg_table_name
    using errcode = tg_argv[2], table = tg_table_name, column = tg_argv[0], constraint = tg_argv[1];
end $$;

-- A sale, a reversal and a reversed transaction keep everything but what is no part of the amounts. A rate changes by a
-- correction only (keep_rate).
create or replace trigger keep_reversed after update on transaction for each row
  when (not is_sale(old.transaction_type_id) and is_reversed(old.id))
  execute function reject_changed_columns('except', '{reference_no,type_payment_id,marketing_name,remark,
    correction_reason,usd_rate,grand_total_usd,version,updated_at,updated_by_id,deleted_at,deleted_by_id,void_reason}',
    'transaction_reversed_immutable');
create or replace trigger keep_sale after update on transaction for each row
  when (is_sale(old.transaction_type_id) or old.reverses_id is not null)
  execute function reject_changed_columns('except', '{reference_no,type_payment_id,marketing_name,remark,
    correction_reason,usd_rate,grand_total_usd,version,updated_at,updated_by_id,deleted_at,deleted_by_id,void_reason}',
    'transaction_immutable');

-- The line of a sale is created, deleted and restored only with the sale.
create or replace function guard_single_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join transaction t on t.id = n.transaction_id
    where (is_sale(t.transaction_type_id) or t.reverses_id is not null) and not n.is_reversal
      and exists (select from transaction_detail d where d.transaction_id = t.id and d.id <> n.id)) then
    perform raise_immutable('transaction_detail', 'transaction_id', 'transaction_detail_immutable');
  end if;
  if exists (select from new_rows n where is_reversed(n.transaction_id)) then
    perform raise_immutable('transaction_detail', 'transaction_id', 'transaction_reversed_immutable');
  end if;
  return null;
end $$;
-- True for a transaction whose lines are immutable.
create or replace function has_final_lines(transaction_id bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from transaction t where t.id = has_final_lines.transaction_id
    and (t.reverses_id is not null or is_sale(t.transaction_type_id) or is_reversed(t.id)));
end $$;
-- True for the lines of a transaction that is not deleted.
create or replace function is_live_transaction(transaction_id bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from transaction t where t.id = is_live_transaction.transaction_id and t.deleted_at is null);
end $$;
create or replace trigger keep_line
  after update of transaction_id, quantity, unit_price, spend_type_id, description, deleted_at
  on transaction_detail for each row
  when (((new.transaction_id, new.quantity, new.unit_price, new.spend_type_id, new.description)
           is distinct from (old.transaction_id, old.quantity, old.unit_price, old.spend_type_id, old.description)
         or old.deleted_at is null and new.deleted_at is not null and is_live_transaction(new.transaction_id)
         or old.deleted_at is not null and new.deleted_at is null and old.cancelled_with_id is null)
        and (has_final_lines(old.transaction_id) or has_final_lines(new.transaction_id)))
  execute function reject_changed_columns('only',
    '{transaction_id,quantity,unit_price,spend_type_id,description,deleted_at}', 'transaction_detail_immutable');
create or replace trigger assert_single_line after insert on transaction_detail referencing new table as new_rows
  for each statement execute function guard_single_line();

-- The voucher, hotel, member and date of a redemption are immutable. This fires before the foreign keys and the unique
-- index could report another error for the new values. A voided redemption follows a card that is corrected to another
-- member.
create or replace trigger keep_redemption before update of member_voucher_id, redeem_hotel_id, redeem_date, member_id
  on voucher_redeem for each row
  when (current_actor_id() is not null
        and (old.deleted_at is null or (new.member_voucher_id, new.redeem_hotel_id, new.redeem_date)
          <> (old.member_voucher_id, old.redeem_hotel_id, old.redeem_date)))
  execute function reject_changed_columns('only', '{member_voucher_id,redeem_hotel_id,redeem_date,member_id}');

-- A record that was cancelled with its sale can only be restored with it, and then no longer refers to it as its
-- cancellation, so a later delete counts as manual.
create or replace function clear_cancellation() returns trigger language plpgsql as $$
begin
  if exists (select from transaction t
      where t.id = old.cancelled_with_id and (t.deleted_at is not null or t.reverses_id is not null)) then
    perform raise_immutable(tg_table_name, 'deleted_at', 'cancelled_immutable');
  end if;
  new.cancelled_with_id := null;
  return new;
end $$;
create or replace trigger clear_cancellation before update of deleted_at on transaction_detail for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function clear_cancellation();
create or replace trigger clear_cancellation before update of deleted_at on member_card for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function clear_cancellation();
create or replace trigger clear_cancellation before update of deleted_at on member_voucher for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function clear_cancellation();

-- Sales and bills are in the currency of the hotel's country, so a hotel with amounts cannot move to a country with
-- another currency.
create or replace function has_amounts(hotel bigint) returns boolean language sql stable as $$
  select exists (select from transaction where hotel_id = hotel) or exists (select from visit where hotel_id = hotel)
      or exists (select from member_card where hotel_id = hotel)
$$;
-- True if a hotel has amounts in the currency of one country, and another country has another currency. Waits for
-- writes in progress, which may be the hotel's first amount.
create or replace function has_amounts_in_currency_of(hotel bigint, country bigint, other_country bigint)
  returns boolean language plpgsql as $$
begin
  if (select n.currency = o.currency from country n, country o where n.id = other_country and o.id = country) then
    return false;
  end if;
  perform lock_rollup_sources();
  return has_amounts(hotel);
end $$;
create or replace trigger keep_currency after update of country_id on hotel for each row
  when (new.country_id <> old.country_id and has_amounts_in_currency_of(new.id, old.country_id, new.country_id))
  execute function reject_changed_columns('only', '{country_id}', 'hotel_currency_immutable');
