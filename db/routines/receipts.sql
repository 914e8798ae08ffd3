-- Receipts: each has the next number of its hotel and is immutable once printed.
-- See docs/decisions/0065-number-receipts-when-they-are-printed.md.

-- The number is assigned when the receipt is written. A print waits for concurrent prints of its hotel, so a rolled
-- back receipt leaves no gap. Dates never go backwards, even if a process's clock does.
create or replace function assign_receipt_number() returns trigger language plpgsql as $$
declare code text;
begin
  select t.hotel_id, h.code into new.hotel_id, code
  from transaction t join hotel h on h.id = t.hotel_id where t.id = new.transaction_id;
  insert into receipt_counter as c (hotel_id, last_number, last_date)
  values (new.hotel_id, 1, new.receipt_date)
  on conflict (hotel_id) do update
    set last_number = c.last_number + 1, last_date = greatest(c.last_date, excluded.last_date)
  returning last_number, last_date into new.number, new.receipt_date;
  new.receipt_no := concat_ws('/', code, to_char(new.receipt_date, 'YYYY'),
    lpad(new.number::text, greatest(6, length(new.number::text)), '0'));
  new.copies := 0;
  return new;
end $$;
create or replace trigger assign_receipt_number before insert on receipt for each row
  execute function assign_receipt_number();

-- Only the number of copies can change, and only upwards. A receipt is never deleted: if its sale is cancelled, the
-- receipt shows that.
create or replace trigger keep_receipt before update on receipt for each row
  execute function reject_changed_columns('except', '{copies}', 'receipt_immutable');
