-- Immutable records: sales and their lines, redemptions, the hotel and the member of a visit. Each rejection has the
-- name of a rule, which the API maps to its message.

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

-- True while records move to another member, by a merge or by moving a visit.
create or replace function is_moving_records() returns boolean language sql stable as
$$ select coalesce('on' in (current_setting('innkeeper.merging', true), current_setting('innkeeper.moving', true)),
  false) $$;

-- True while amounts get a new value in US dollars, by a rate that was missing or is corrected.
create or replace function is_revaluing() returns boolean language sql stable as
$$ select coalesce(current_setting('innkeeper.revaluing', true) = 'on', false) $$;

-- The list has the columns that may change, so a new column is immutable by default.
create or replace function guard_transaction_immutable() returns trigger language plpgsql as $$
declare
  changed text;
  reversed boolean := is_reversed(old.id);
begin
  if new.hotel_id <> old.hotel_id and not is_sale(old.transaction_type_id) then
    perform raise_immutable('transaction', 'hotel_id', 'transaction_hotel_immutable');
  end if;
  if old.reverses_id is not null and old.refund_reason_id is null and new.deleted_at is not null then
    perform raise_immutable('transaction', 'reverses_id', 'transaction_reversal_immutable');
  end if;
  -- Restoring a cancelled refund would end the term again, which continued when the refund was cancelled.
  if old.refund_reason_id is not null and old.deleted_at is not null and new.deleted_at is null then
    perform raise_immutable('transaction', 'deleted_at', 'transaction_refund_ended');
  end if;
  -- In a reopened month, deleting a reversed sale would cancel it twice.
  if old.deleted_at is null and new.deleted_at is not null and reversed then
    perform raise_immutable('transaction', 'deleted_at',
      case when is_refunded(old.id) then 'transaction_refunded_immutable' else 'transaction_reversed_immutable' end);
  end if;
  if is_sale(old.transaction_type_id) or old.reverses_id is not null or reversed then
    select n.key into changed from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from to_jsonb(old) -> n.key and not (n.key = 'member_id' and is_moving_records())
      and not (n.key in ('usd_rate', 'grand_total_usd') and is_revaluing())
      and n.key <> all ('{reference_no,type_payment_id,marketing_name,remark,correction_reason,
                          version,updated_at,updated_by_id,deleted_at,deleted_by_id,void_reason}')
    order by n.key not in ('hotel_id', 'member_id', 'transaction_type_id'), n.key limit 1;
    if changed is not null then
      perform raise_immutable('transaction', changed,
        case when reversed and not is_sale(old.transaction_type_id) then 'transaction_reversed_immutable'
          else 'transaction_immutable' end);
    end if;
  end if;
  return null;
end $$;
create or replace trigger guard_transaction_immutable after update on transaction for each row
  execute function guard_transaction_immutable();

-- A printed receipt shows payment type, receipt number and seller. A later change needs a new reason, which the next
-- copy shows. Undoing a change would be a correction without a reason of its own, so it is rejected.
create or replace function guard_printed_receipt() returns trigger language plpgsql as $$
begin
  if not exists (select from receipt r where r.transaction_id = new.id) then
    return null;
  end if;
  if is_reverting() then
    perform raise_immutable('transaction', 'correction_reason', 'transaction_correction_undone');
  elsif new.correction_reason is null or new.correction_reason is not distinct from old.correction_reason then
    perform raise_immutable('transaction', 'correction_reason', 'transaction_correction_reason');
  end if;
  return null;
end $$;
create or replace trigger guard_printed_receipt after update of type_payment_id, reference_no, marketing_name
  on transaction for each row
  when ((new.type_payment_id, new.reference_no, new.marketing_name)
          is distinct from (old.type_payment_id, old.reference_no, old.marketing_name))
  execute function guard_printed_receipt();

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
create or replace function guard_line_immutable() returns trigger language plpgsql as $$
declare changed text;
begin
  select case when n.transaction_id <> o.transaction_id then 'transaction_id' when n.quantity <> o.quantity
    then 'quantity'
              when n.unit_price <> o.unit_price then 'unit_price' when n.spend_type_id <> o.spend_type_id
                then 'spend_type_id'
              when n.description is distinct from o.description then 'description' else 'id' end
  into changed
  from new_rows n join old_rows o on o.id = n.id join transaction t on t.id in (n.transaction_id, o.transaction_id)
  where (is_sale(t.transaction_type_id) or t.reverses_id is not null or is_reversed(t.id))
    and ((n.transaction_id, n.quantity, n.unit_price, n.spend_type_id, n.description)
           is distinct from (o.transaction_id, o.quantity, o.unit_price, o.spend_type_id, o.description)
      or (o.deleted_at is null and n.deleted_at is not null and t.deleted_at is null)
      or (o.deleted_at is not null and n.deleted_at is null and o.cancelled_with_id is null))
  limit 1;
  if changed is not null then
    perform raise_immutable('transaction_detail', changed, 'transaction_detail_immutable');
  end if;
  return null;
end $$;
create or replace trigger assert_single_line after insert on transaction_detail referencing new table as new_rows
  for each statement execute function guard_single_line();
create or replace trigger assert_line_immutable after update on transaction_detail
  referencing old table as old_rows new table as new_rows
  for each statement execute function guard_line_immutable();

-- A visit cannot change its hotel. Only moving the visit changes its member.
create or replace function guard_visit_immutable() returns trigger language plpgsql as $$
begin
  if new.hotel_id <> old.hotel_id then
    perform raise_immutable('visit', 'hotel_id', 'visit_hotel_immutable');
  end if;
  if not is_moving_records() then
    perform raise_immutable('visit', 'member_id', 'visit_member_immutable');
  end if;
  return null;
end $$;
create or replace trigger guard_visit_immutable after update of hotel_id, member_id on visit for each row
  when ((new.hotel_id, new.member_id) is distinct from (old.hotel_id, old.member_id))
    execute function guard_visit_immutable();

-- The voucher, hotel, member and date of a redemption are immutable. This fires before the foreign keys and the unique
-- index could report another error for the new values. The member changes only when members are merged. A voided
-- redemption also follows a card that is corrected to another member.
create or replace function guard_redemption_immutable() returns trigger language plpgsql as $$
declare
  changed text := case when new.member_voucher_id <> old.member_voucher_id then 'member_voucher_id'
                       when new.redeem_hotel_id <> old.redeem_hotel_id then 'redeem_hotel_id'
                       when new.redeem_date <> old.redeem_date then 'redeem_date' else 'member_id' end;
begin
  if changed <> 'member_id' or not (is_moving_records() or old.deleted_at is not null) then
    perform raise_immutable('voucher_redeem', changed, 'voucher_redeem_' || regexp_replace(changed, '_id$', '')
      || '_immutable');
  end if;
  return new;
end $$;
create or replace trigger guard_immutable before update of member_voucher_id, redeem_hotel_id, redeem_date, member_id
  on voucher_redeem for each row
  when (current_actor_id() is not null
        and (new.member_voucher_id, new.redeem_hotel_id, new.redeem_date, new.member_id)
          is distinct from (old.member_voucher_id, old.redeem_hotel_id, old.redeem_date, old.member_id))
  execute function guard_redemption_immutable();

-- Rows deleted by cancelling a sale can only be restored with that sale. Restoring clears `cancelled_with_id`, so a
-- later delete counts as manual.
create or replace function clear_cancellation() returns trigger language plpgsql as $$
begin
  if exists (select from transaction t where t.id = old.cancelled_with_id
    and (t.deleted_at is not null or t.reverses_id is not null)) then
    perform raise_immutable(tg_table_name, 'deleted_at', 'cancelled_immutable');
  end if;
  new.cancelled_with_id := null;
  return new;
end $$;
create or replace trigger clear_cancellation before update of deleted_at on transaction_detail for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function clear_cancellation();
create or replace trigger clear_cancellation before update of deleted_at on member_card for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function clear_cancellation();
create or replace trigger clear_cancellation before update of deleted_at on member_voucher for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function clear_cancellation();

-- Restoring clears the reason of voiding or cancelling; the audit log still has it.
create or replace function clear_void_reason() returns trigger language plpgsql as $$
begin
  new.void_reason := null;
  return new;
end $$;
create or replace trigger clear_void_reason before update of deleted_at on transaction for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function clear_void_reason();
create or replace trigger clear_void_reason before update of deleted_at on voucher_redeem for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function clear_void_reason();
create or replace trigger clear_void_reason before update of deleted_at on member_voucher for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function clear_void_reason();

-- Sales and bills are in the currency of the hotel's country, so a hotel with amounts cannot move to a country with
-- another currency.
create or replace function has_amounts(hotel bigint) returns boolean language sql stable as $$
  select exists (select from transaction where hotel_id = hotel) or exists (select from visit where hotel_id = hotel)
      or exists (select from member_card where hotel_id = hotel)
$$;
create or replace function guard_hotel_currency_immutable() returns trigger language plpgsql as $$
begin
  if (select n.currency <> o.currency from country n, country o where n.id = new.country_id and o.id = old.country_id)
    then
    perform lock_rollup_sources();
    if has_amounts(new.id) then
      perform raise_immutable('hotel', 'country_id', 'hotel_currency_immutable');
    end if;
  end if;
  return null;
end $$;
create or replace trigger guard_currency after update of country_id on hotel for each row
  when (new.country_id <> old.country_id) execute function guard_hotel_currency_immutable();
