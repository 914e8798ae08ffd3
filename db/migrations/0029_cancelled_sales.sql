-- Why a sale was cancelled, in the words of whoever did it. Gone when it is restored: the log keeps it.
alter table transaction add column void_reason text;
create trigger forget_void_reason before update of deleted_at on transaction for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function forget_void_reason();

-- A sale stands as it was made (see 0023_sales_stand.sql), and says why it was cancelled.
create or replace function keep_transaction() returns trigger language plpgsql as $$
declare changed text;
begin
  if new.hotel_id <> old.hotel_id and not is_sale(old.transaction_type_id) then
    perform refuse_settled('transaction', 'hotel_id', 'transaction_hotel_settled');
  end if;
  if is_sale(old.transaction_type_id) then
    select n.key into changed from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from to_jsonb(old) -> n.key and not (n.key = 'member_id' and is_moving())
      and n.key <> all ('{reference_no,type_payment_id,marketing_name,remark,
                          version,updated_at,updated_by_id,deleted_at,deleted_by_id,void_reason}')
    order by n.key not in ('hotel_id', 'member_id', 'transaction_type_id'), n.key limit 1;
    if changed is not null then
      perform refuse_settled('transaction', changed, 'transaction_sale_settled');
    end if;
  end if;
  return null;
end $$;
