-- Term-end reviews: opened when a member has not maintained the membership, and applied by the renewal.
-- See docs/decisions/0061-review-members-who-missed-their-visits-in-a-list.md.

-- Closes an undecided review once the member's status changes: by a late visit, by a renewal, or because it is too late
-- to renew.
create or replace function sync_term_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.member_card_id, new.standing = 'not_maintained', new.is_live)
    is not distinct from (old.member_card_id, old.standing = 'not_maintained', old.is_live) then
    return null;
  end if;
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
create or replace trigger sync_term_end after insert or update on member_standing for each row
  execute function sync_term_end();

-- A decision that was used for a renewal is immutable, unless that renewal was cancelled.
create or replace trigger keep_applied_decision before update of decision, grace_days, transaction_id, deleted_at
  on term_end for each row
  when (old.transaction_id is not null and is_live_transaction(old.transaction_id))
  execute function reject_changed_columns('only', '{decision,grace_days,transaction_id,deleted_at}',
    'term_end_immutable');

-- True if a card may be renewed only at a lower tier, on a day of its hotel.
create or replace function is_limited_to_lower_tier(card bigint, day date) returns boolean language sql stable as $$
  select coalesce(bool_or(e.decision = 'lower' or (e.decision = 'grace' and day > c.end_date + e.grace_days)), false)
  from term_end e join member_card c on c.id = e.member_card_id
  where e.member_card_id = card and e.deleted_at is null
$$;
