-- Visits: at which level a guest came.

create or replace function give_visit_level() returns trigger language plpgsql as $$
begin
  select m.membership_id into new.membership_id from member m where m.id = new.member_id;
  return new;
end $$;
create or replace trigger give_level before insert on visit for each row when (new.membership_id is null) execute function give_visit_level();
-- The level stays as it was that day, even if the guest turns out to be another member.
create or replace trigger give_new_level before update of member_id on visit for each row
  when (new.member_id <> old.member_id and current_setting('innkeeper.merging', true) is distinct from 'on')
  execute function give_visit_level();

-- A bill that was held and is posted after all, by anybody in any way, is held no more; one whose visit is no longer there waits again.
-- Whether any bill was ever held is asked first: where none was, a visit costs this one question more.
create or replace function settle_held() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from held_posting) then
    return null;
  end if;
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

-- In a bill with an amount, an amount that was not told is 0. A visit without any told amount has none, and so has one whose last amount is emptied.
create or replace function complete_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if coalesce(new.total_fb, 0) + coalesce(new.total_room, 0) + coalesce(new.total_others, 0) = 0
      and (coalesce(new.total_fb, old.total_fb), coalesce(new.total_room, old.total_room), coalesce(new.total_others, old.total_others))
        is not distinct from (old.total_fb, old.total_room, old.total_others) then
      new.total_fb := null;
      new.total_room := null;
      new.total_others := null;
      return new;
    end if;
  end if;
  new.total_fb := coalesce(new.total_fb, 0);
  new.total_room := coalesce(new.total_room, 0);
  new.total_others := coalesce(new.total_others, 0);
  -- What completes an update to the values that were there makes it none. A generated column has no value here yet, so that nothing_new
  -- takes it for a change.
  if tg_op = 'UPDATE' and (new.total_fb, new.total_room, new.total_others) = (old.total_fb, old.total_room, old.total_others)
    and to_jsonb(new) - '{grand_total,grand_total_usd}'::text[] = to_jsonb(old) - '{grand_total,grand_total_usd}'::text[] then
    return null;
  end if;
  return new;
end $$;
create or replace trigger complete_bill before insert or update of total_fb, total_room, total_others on visit for each row
  when (num_nonnulls(new.total_fb, new.total_room, new.total_others) between 1 and 2) execute function complete_bill();
