-- Manual changes of cards and vouchers, and the list of them (manual_change). Their limits and reasons are rules of the
-- application, which also lists extensions and replaced numbers.

-- The value of `extended_from` after the last day is reverted. Null if the extension itself is reverted. If an
-- extension is restored, the value comes from the list of manual changes.
create or replace function extended_from_after_revert(change_kind text, record_id bigint, extended_from date,
  last_day date, reverted_to date)
returns date language sql stable as $$
  select case
    when reverted_to = extended_from then null
    when reverted_to > last_day and extended_from is null then (
      select m.value_before::date from manual_change m
      where m.kind = change_kind and m.value_after = reverted_to::text
        and case change_kind when 'card_extended' then m.member_card_id else m.member_voucher_id end = record_id
      order by m.id desc limit 1)
    else extended_from
  end
$$;

-- The last day of a card that is sold today: a card that is created manually ends no later.
create or replace function end_date_if_sold_today(membership bigint, hotel bigint) returns date
  language sql stable as $$
  select last_day_of_term((now() at time zone effective_time_zone(hotel))::date, m.validity_months) from membership m
    where m.id = membership
$$;
-- True if the number was replaced on another card. Undoing a replacement gives it back to its own card.
create or replace function is_retired_number(number text, card bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from manual_change m
    where m.kind in ('card_replaced', 'voucher_reissued') and m.member_card_id <> card
      and translate(lower(m.value_before), ' -', '') = translate(lower(number), ' -', ''));
end $$;
create or replace trigger validate_card_number before insert or update of sbec_no, deleted_at on member_card
  for each row when (new.deleted_at is null and is_retired_number(new.sbec_no, new.id))
  execute function reject_row('sbec_no', 'member_card_sbec_no_key', 'unique_violation');

-- Lists the manual changes of users. Changes by the server and its maintenance jobs are not listed.
create or replace function log_manual_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.is_tier_manual or new.transaction_id is null and new.upgraded_from_id is null then
      insert into manual_change (kind, member_card_id, value_after, reason)
      values (case when new.is_tier_manual then 'tier_set' else 'card_made' end, new.id, new.sbec_no, new.remark);
    end if;
    return null;
  end if;
  if new.membership_id <> old.membership_id then
    insert into manual_change (kind, member_card_id, value_before, value_after, reason)
    values ('card_changed', new.id, (select name from membership where id = old.membership_id),
      (select name from membership where id = new.membership_id), new.remark);
  end if;
  if new.is_tier_manual and (not old.is_tier_manual or new.remark is distinct from old.remark
    and (new.end_date, new.membership_id) = (old.end_date, old.membership_id)) then
    insert into manual_change (kind, member_card_id, value_after, reason)
    values ('tier_set', new.id, new.sbec_no, new.remark);
  end if;
  return null;
end $$;
create or replace trigger log_manual_changes after insert or update on member_card for each row
  when (current_user_id() is not null) execute function log_manual_card();

-- Lists each change of complimentary visits.
create or replace function log_comp_visits() returns trigger language plpgsql as $$
begin
  insert into manual_change (kind, member_card_id, value_before, value_after, reason)
  select
    'visits_credited',
    s.member_card_id,
    coalesce(old.comp_visits_period, 0),
    coalesce(new.comp_visits_period, 0),
    case when new.comp_visits_reason is distinct from old.comp_visits_reason then new.comp_visits_reason end
  from member_standing s where s.member_id = new.id and s.member_card_id is not null;
  return null;
end $$;
create or replace trigger log_comp_visits after update of comp_visits_period on member for each row
  when (current_user_id() is not null and coalesce(new.comp_visits_period, 0) <> coalesce(old.comp_visits_period, 0))
    execute function log_comp_visits();

create or replace trigger append_only before update or truncate on manual_change for each statement
  execute function reject_change();
