-- Decisions at the end of a term: opened where a member turns out not to have maintained the membership, settled by the renewal.
-- See docs/decisions/0061-decided-at-term-end.md.

-- A card of which nothing was decided is no longer to be decided once its member stands otherwise: by a visit that came late, a
-- renewal, or because it is too late to renew.
create or replace function follow_standing() returns trigger language plpgsql as $$
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
  when (new.standing = 'not_maintained') execute function follow_standing();
create or replace trigger follow_term_end after update on member_standing for each row
  when ((new.standing = 'not_maintained') <> (old.standing = 'not_maintained')
        or (new.standing = 'not_maintained' and (new.member_card_id, new.is_live) is distinct from (old.member_card_id, old.is_live)))
  execute function follow_standing();

-- A decision that a renewal was made with stands, unless that renewal was cancelled.
create or replace function keep_term_end() returns trigger language plpgsql as $$
begin
  if exists (select from transaction t where t.id = old.transaction_id and t.deleted_at is null) then
    perform refuse_settled('term_end', 'decision', 'term_end_applied');
  end if;
  return new;
end $$;
create or replace trigger keep_term_end before update of decision, grace_days, transaction_id, deleted_at on term_end for each row
  when (old.transaction_id is not null) execute function keep_term_end();

-- Whether a card may be renewed at a lower level only, on a day of its hotel.
create or replace function is_lowered(card bigint, day date) returns boolean language sql stable as $$
  select coalesce(bool_or(e.decision = 'lower' or (e.decision = 'grace' and day > c.end_date + e.grace_days)), false)
  from term_end e join member_card c on c.id = e.member_card_id
  where e.member_card_id = card and e.deleted_at is null
$$;
