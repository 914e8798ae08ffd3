-- Term-end reviews: opened when a member has not maintained the membership, and applied by the renewal.
-- See docs/decisions/0061-review-members-who-missed-their-visits-in-a-list.md.

-- Closes an undecided review once the member's status changes: by a late visit, by a renewal, or because it is too late
-- to renew.
create or replace function sync_term_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.standing = 'not_maintained' then
    update term_end set deleted_at = now()
    where member_card_id = old.member_card_id and decision = 'open' and deleted_at is null;
  end if;
  if new.standing = 'not_maintained' and new.is_live then
    insert into term_end (member_card_id) values (new.member_card_id)
    on conflict (member_card_id) where deleted_at is null do nothing;
  end if;
  return null;
end $$;
create or replace trigger open_term_end after insert on member_standing for each row
  when (new.standing = 'not_maintained') execute function sync_term_end();
create or replace trigger update_term_end after update on member_standing for each row
  when ((new.standing = 'not_maintained') <> (old.standing = 'not_maintained')
        or (new.standing = 'not_maintained'
          and (new.member_card_id, new.is_live) is distinct from (old.member_card_id, old.is_live)))
  execute function sync_term_end();

-- A decision that was used for a renewal is immutable, unless that renewal was cancelled.
create or replace function guard_term_end_immutable() returns trigger language plpgsql as $$
begin
  if exists (select from transaction t where t.id = old.transaction_id and t.deleted_at is null) then
    perform raise_immutable('term_end', 'decision', 'term_end_applied');
  end if;
  return new;
end $$;
create or replace trigger guard_term_end_immutable before update of decision, grace_days, transaction_id, deleted_at
  on term_end for each row
  when (old.transaction_id is not null) execute function guard_term_end_immutable();

-- True if a card may be renewed only at a lower tier, on a day of its hotel.
create or replace function is_limited_to_lower_tier(card bigint, day date) returns boolean language sql stable as $$
  select coalesce(bool_or(e.decision = 'lower' or (e.decision = 'grace' and day > c.end_date + e.grace_days)), false)
  from term_end e join member_card c on c.id = e.member_card_id
  where e.member_card_id = card and e.deleted_at is null
$$;
