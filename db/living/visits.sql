-- Visits: at which level a guest came, and that a bill has an amount.

create or replace function give_visit_level() returns trigger language plpgsql as $$
begin
  select m.membership_id into new.membership_id from member m where m.id = new.member_id;
  return new;
end $$;
create or replace trigger give_level before insert on visit for each row when (new.membership_id is null) execute function give_visit_level();
-- The level stays as it was that day, whoever the guest turns out to be.
create or replace trigger give_new_level before update of member_id on visit for each row
  when (new.member_id <> old.member_id and current_setting('innkeeper.merging', true) is distinct from 'on')
  execute function give_visit_level();

-- A bill that was held and is posted after all, by whoever and however, is held no more; one whose visit is no longer there waits again.
create or replace function settle_held() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'UPDATE' then
    update held_posting h set state = 'waiting', visit_id = null from new_rows n
    where h.visit_id = n.id and (n.deleted_at is not null or folded(n.reference_no) <> folded(h.reference_no));
  end if;
  update held_posting h set state = 'posted', visit_id = n.id, dismiss_reason = null from new_rows n
  where h.hotel_id = n.hotel_id and folded(h.reference_no) = folded(n.reference_no) and h.deleted_at is null
    and n.deleted_at is null and h.visit_id is distinct from n.id;
  return null;
end $$;
create or replace trigger settle_held after insert on visit referencing new table as new_rows
  for each statement execute function settle_held();
create or replace trigger settle_changed_held after update on visit referencing new table as new_rows
  for each statement execute function settle_held();

-- A bill of nothing is no visit: eight of them led to a level. One that stands from before may be deleted, moved and merged.
create or replace function refuse_bill_of_nothing() returns trigger language plpgsql as $$
begin
  perform refuse_settled('visit', 'total_fb', 'visit_of_nothing');
  return null;
end $$;
create or replace trigger refuse_nothing before insert on visit for each row
  when (new.total_fb + new.total_room + new.total_others = 0) execute function refuse_bill_of_nothing();
create or replace trigger refuse_nothing_left before update of total_fb, total_room, total_others, deleted_at on visit for each row
  when (new.total_fb + new.total_room + new.total_others = 0 and new.deleted_at is null
        and (old.total_fb + old.total_room + old.total_others > 0 or old.deleted_at is not null))
  execute function refuse_bill_of_nothing();
