-- Receipts: each has the next number of its hotel, and stands as it was printed.
-- See docs/decisions/0065-receipts-without-gaps.md.

-- Given once the receipt is written: a print waits here for the prints before it, and a receipt that is not written after all
-- leaves no gap. Days never go back, whichever clock a process goes by.
create or replace function number_receipt() returns trigger language plpgsql as $$
declare code text;
begin
  select t.hotel_id, h.code into new.hotel_id, code
  from transaction t join hotel h on h.id = t.hotel_id where t.id = new.transaction_id;
  insert into receipt_count as c (hotel_id, last_number, last_date)
  values (new.hotel_id, 1, new.receipt_date)
  on conflict (hotel_id) do update set last_number = c.last_number + 1, last_date = greatest(c.last_date, excluded.last_date)
  returning last_number, last_date into new.number, new.receipt_date;
  new.receipt_no := concat_ws('/', code, to_char(new.receipt_date, 'YYYY'), lpad(new.number::text, greatest(6, length(new.number::text)), '0'));
  new.copies := 0;
  return new;
end $$;
create or replace trigger number_receipt before insert on receipt for each row execute function number_receipt();

-- Of a receipt only the number of its copies changes, and only upwards. None is deleted: its sale is cancelled, and it says so.
create or replace function keep_receipt() returns trigger language plpgsql as $$
begin
  if new.copies < old.copies or new.deleted_at is not null
     or to_jsonb(new) - '{copies,version,updated_at,updated_by_id}'::text[] <> to_jsonb(old) - '{copies,version,updated_at,updated_by_id}'::text[] then
    perform refuse_settled('receipt', 'receipt_no', 'receipt_settled');
  end if;
  return new;
end $$;
create or replace trigger keep_receipt before update on receipt for each row execute function keep_receipt();
