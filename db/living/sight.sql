-- Who sees a sale. Its own hotel does, and so do the two of its member: those of them that are others than its own are written down, so that sums over
-- the sales in sight of a hotel look no member up. See docs/decisions/0072-scope-over-all-rows.md.

create or replace view transaction_sight_now as
select t.id as record_id, h.hotel_id, t.transaction_date as happened_at
from transaction t join member m on m.id = t.member_id
cross join lateral (select m.hotel_id union select m.register_hotel_id) h (hotel_id)
where h.hotel_id <> t.hotel_id;

-- A transaction that is written holds its member by the foreign key, and reads the member's hotels afterwards. A member who moves waits for
-- the transactions that do, and reads them afterwards: so the later of the two sees both.
create or replace function refresh_transaction_sight(transactions bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  delete from transaction_sight s where s.record_id = any(transactions)
    and not exists (select from transaction_sight_now n where (n.record_id, n.hotel_id) = (s.record_id, s.hotel_id));
  insert into transaction_sight select * from transaction_sight_now where record_id = any(transactions)
  on conflict (record_id, hotel_id) do update set happened_at = excluded.happened_at;
end $$;

create or replace function see_new_sales() returns trigger language plpgsql as $$
begin
  perform refresh_transaction_sight(array(select id from new_rows));
  return null;
end $$;
create or replace function see_changed_sale() returns trigger language plpgsql as $$
begin
  perform refresh_transaction_sight(array[new.id]);
  return null;
end $$;
create or replace function see_sales_of_moved_member() returns trigger language plpgsql as $$
begin
  perform from member where id = new.id for update;
  perform refresh_transaction_sight(array(select id from transaction where member_id = new.id));
  return null;
end $$;
create or replace trigger see_sales after insert on transaction referencing new table as new_rows
  for each statement execute function see_new_sales();
-- The hotel of a transaction stands as it was made (settled.sql).
create or replace trigger see_changed_sale after update of member_id, transaction_date on transaction for each row
  when ((new.member_id, new.transaction_date) is distinct from (old.member_id, old.transaction_date)) execute function see_changed_sale();
create or replace trigger see_sales after update of hotel_id, register_hotel_id on member for each row
  when ((new.hotel_id, new.register_hotel_id) is distinct from (old.hotel_id, old.register_hotel_id)) execute function see_sales_of_moved_member();
