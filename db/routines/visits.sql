-- Visits: what a new one stores, and its amounts.

-- A new visit stores the tier of its guest, and the currency and rate of its day. If a bill has an amount, its missing
-- amounts become 0. If its last amount is cleared, it has no amounts at all.
create or replace function snapshot_visit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.membership_id is null then
      select m.membership_id into new.membership_id from member m where m.id = new.member_id;
    end if;
    if new.currency is null then
      select c.currency, c.usd_rate into new.currency, new.usd_rate from currency_of(new.hotel_id) c;
    end if;
  end if;
  if num_nonnulls(new.total_fb, new.total_room, new.total_others) not between 1 and 2 then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if coalesce(new.total_fb, 0) + coalesce(new.total_room, 0) + coalesce(new.total_others, 0) = 0
      and (coalesce(new.total_fb, old.total_fb), coalesce(new.total_room, old.total_room),
        coalesce(new.total_others, old.total_others))
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
  return new;
end $$;
create or replace trigger snapshot before insert or update of total_fb, total_room, total_others on visit
  for each row execute function snapshot_visit();

-- When a bill on hold is posted in any way, it is no longer on hold. If its visit is deleted, the bill waits again. The
-- check for any bill on hold comes first, so that a visit costs only one more query if there is none.
create or replace function resolve_held_postings() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from held_posting) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update held_posting h set state = 'waiting', visit_id = null from new_rows n
    where h.visit_id = n.id and (n.deleted_at is not null
      or normalize_text(n.reference_no) <> normalize_text(h.reference_no));
  end if;
  update held_posting h set state = 'posted', visit_id = n.id, dismiss_reason = null from new_rows n
  where h.hotel_id = n.hotel_id and normalize_text(h.reference_no) = normalize_text(n.reference_no)
    and h.deleted_at is null
    and n.deleted_at is null and h.visit_id is distinct from n.id;
  return null;
end $$;
create or replace trigger resolve_held_postings after insert on visit referencing new table as new_rows
  for each statement execute function resolve_held_postings();
create or replace trigger resolve_held_postings_on_update after update on visit referencing new table as new_rows
  for each statement execute function resolve_held_postings();
