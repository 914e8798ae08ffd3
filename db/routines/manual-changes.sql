-- Manual changes of cards and vouchers: their limits, and the list of them (manual_change).

-- The reason for replacing a number and the transaction of its fee, as the transaction sets them:
-- set_config('innkeeper.reason', …, true).
create or replace function current_change_reason() returns text language sql stable as
$$ select nullif(current_setting('innkeeper.reason', true), '') $$;
create or replace function current_fee_transaction_id() returns bigint language sql stable as
$$ select nullif(current_setting('innkeeper.fee', true), '')::bigint $$;

-- True if another person has approved extending a voucher beyond the limit.
create or replace function is_extension_approved() returns boolean language sql stable as
$$ select coalesce(current_setting('innkeeper.extension_approved', true) = 'on', false) $$;

-- True while reverting a change: no reason is required, and a reverted extension no longer counts as one.
create or replace function is_reverting() returns boolean language sql stable as
$$ select coalesce(current_setting('innkeeper.reverting', true) = 'on', false) $$;

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

-- A voucher ends with its card, also if it is created manually or moved to another card. It can be extended once, by
-- some days beyond its card, with a reason. Replacing its number needs a reason too.
create or replace function guard_voucher_validity() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.voucher_no <> old.voucher_no and current_change_reason() is null then
    perform raise_immutable('member_voucher', 'voucher_no', 'member_voucher_number_immutable');
  end if;
  if tg_op = 'UPDATE' and is_reverting() then
    new.extended_from := extended_from_after_revert('voucher_extended', new.id, old.extended_from, old.valid_until_date,
      new.valid_until_date);
    return new;
  end if;
  if tg_op = 'UPDATE' and new.valid_until_date > old.valid_until_date then
    if old.extended_from is not null then
      perform raise_immutable('member_voucher', 'valid_until_date', 'member_voucher_extended_once');
    elsif new.remark is null or new.remark is not distinct from old.remark then
      perform raise_immutable('member_voucher', 'remark', 'member_voucher_extension_reason');
    end if;
    new.extended_from := old.valid_until_date;
  end if;
  if tg_op = 'INSERT' or new.member_card_id <> old.member_card_id then
    if new.valid_until_date > (select c.end_date from member_card c where c.id = new.member_card_id) then
      perform raise_immutable('member_voucher', 'valid_until_date', 'member_voucher_manual_limit');
    end if;
  elsif new.valid_until_date > old.valid_until_date and not is_extension_approved()
     and new.valid_until_date > (select c.end_date + option_number('voucher-extension', 'days') from member_card c
       where c.id = new.member_card_id) then
    perform raise_immutable('member_voucher', 'valid_until_date', 'member_voucher_extension_limit');
  end if;
  return new;
end $$;
create or replace trigger guard_validity_on_insert before insert on member_voucher for each row
  when (new.issued_as is null) execute function guard_voucher_validity();
create or replace trigger guard_validity_on_update before update of valid_until_date, voucher_no, member_card_id
  on member_voucher for each row execute function guard_voucher_validity();

-- A card or voucher that is created manually needs a reason. The card ends no later than one that is sold today would,
-- and a voucher ends with its card (guard_voucher_validity).
create or replace function end_date_if_sold_today(membership bigint, hotel bigint) returns date
  language sql stable as $$
  select last_day_of_term((now() at time zone effective_time_zone(hotel))::date, m.validity_months) from membership m
    where m.id = membership
$$;
create or replace function guard_manual_card() returns trigger language plpgsql as $$
begin
  if new.remark is null then
    perform raise_immutable('member_card', 'remark', 'member_card_manual_reason');
  elsif new.end_date > end_date_if_sold_today(new.membership_id, new.hotel_id) then
    perform raise_immutable('member_card', 'end_date', 'member_card_manual_limit');
  end if;
  return new;
end $$;
create or replace trigger guard_manual before insert on member_card for each row
  when (current_user_id() is not null and new.transaction_id is null and new.upgraded_from_id is null)
    execute function guard_manual_card();
create or replace function guard_manual_voucher() returns trigger language plpgsql as $$
begin
  if new.remark is null then
    perform raise_immutable('member_voucher', 'remark', 'member_voucher_manual_reason');
  end if;
  return new;
end $$;
create or replace trigger guard_manual before insert on member_voucher for each row
  when (current_user_id() is not null and new.issued_as is null) execute function guard_manual_voucher();

-- A card can be extended manually once, by some days, and can be given another membership; each change needs a reason.
-- A card that was sold, or that is part of an upgrade, keeps its hotel, since its vouchers depend on the region. It
-- keeps its first day, since visits count from it. It also keeps its member, unless members are merged.
create or replace function guard_manual_card_change() returns trigger language plpgsql as $$
begin
  if coalesce(old.transaction_id, old.upgraded_from_id) is not null
    or exists (select from member_card u where u.upgraded_from_id = old.id) then
    if new.member_id <> old.member_id and not is_moving_records() then
      perform raise_immutable('member_card', 'member_id', 'member_card_member_immutable');
    elsif new.hotel_id <> old.hotel_id then
      perform raise_immutable('member_card', 'hotel_id', 'member_card_hotel_immutable');
    elsif new.start_date <> old.start_date then
      perform raise_immutable('member_card', 'start_date', 'member_card_start_date_immutable');
    end if;
  end if;
  if is_reverting() then
    new.extended_from := extended_from_after_revert('card_extended', new.id, old.extended_from, old.end_date,
      new.end_date);
    return new;
  end if;
  -- Cancelling the sale that ended a free term restores its days.
  if old.ended_from is not null and new.ended_from is null then
    return new;
  end if;
  if (new.end_date > old.end_date or new.membership_id <> old.membership_id)
     and (new.remark is null or new.remark is not distinct from old.remark) then
    perform raise_immutable('member_card', 'remark', 'member_card_change_reason');
  end if;
  if new.end_date > old.end_date then
    if old.extended_from is not null then
      perform raise_immutable('member_card', 'end_date', 'member_card_extended_once');
    elsif new.end_date > old.end_date + option_number('voucher-extension', 'days') then
      perform raise_immutable('member_card', 'end_date', 'member_card_extension_limit');
    end if;
    new.extended_from := old.end_date;
  end if;
  return new;
end $$;
create or replace trigger guard_manual_change before update of start_date, end_date, membership_id, member_id, hotel_id
  on member_card for each row
  when (current_user_id() is not null
        and (new.start_date, new.end_date, new.membership_id, new.member_id, new.hotel_id)
          <> (old.start_date, old.end_date, old.membership_id, old.member_id, old.hotel_id))
  execute function guard_manual_card_change();

-- Complimentary visits count towards the vouchers of the next tier. So their number per term is limited, each change
-- needs its own reason, and all changes are listed. Merging and reverting restore a number that was validated before.
create or replace function guard_comp_visits() returns trigger language plpgsql as $$
declare
  old_count integer := coalesce(old.comp_visits_period, 0);
begin
  if is_reverting() or is_moving_records() or coalesce(new.comp_visits_period, 0) = old_count then
    return new;
  end if;
  if new.comp_visits_period > old_count then
    if new.comp_visits_period > option_number('complimentary-visits', 'per-term') then
      perform raise_immutable('member', 'comp_visits_period', 'member_comp_visits_limit');
    elsif not exists (select from member_standing s where s.member_id = new.id and s.member_card_id is not null) then
      perform raise_immutable('member', 'comp_visits_period', 'member_comp_visits_term');
    end if;
  end if;
  if new.comp_visits_reason is null or new.comp_visits_reason is not distinct from old.comp_visits_reason then
    perform raise_immutable('member', 'comp_visits_reason', 'member_comp_visits_reason');
  end if;
  return new;
end $$;
create or replace trigger guard_new_comp_visits before insert on member for each row
  when (current_user_id() is not null and new.comp_visits_period > 0) execute function guard_comp_visits();
create or replace trigger guard_comp_visits before update of comp_visits_period on member for each row
  when (current_user_id() is not null and new.comp_visits_period is distinct from old.comp_visits_period)
    execute function guard_comp_visits();

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

-- The membership of a member with a running card follows from that card. The tier is set through a card, because
-- approvals apply to cards.
create or replace function guard_tier_of_card() returns trigger language plpgsql as $$
begin
  if new.membership_id <> (
    select c.membership_id from member_standing s join member_card c on c.id = s.member_card_id
    where s.member_id = new.id and (now() at time zone effective_time_zone(s.hotel_id))::date <= c.end_date) then
    perform raise_immutable('member', 'membership_id', 'member_tier_of_card');
  end if;
  return new;
end $$;
create or replace trigger guard_tier_of_card before update of membership_id on member for each row
  when (current_user_id() is not null and new.membership_id <> old.membership_id) execute function guard_tier_of_card();

-- The number of a card that was sold or upgraded is replaced only with a reason. The old number no longer works.
create or replace function guard_card_number() returns trigger language plpgsql as $$
begin
  if current_change_reason() is null then
    perform raise_immutable('member_card', 'sbec_no', 'member_card_sbec_no_immutable');
  end if;
  return new;
end $$;
create or replace trigger guard_card_number before update of sbec_no on member_card for each row
  when (current_user_id() is not null and new.sbec_no <> old.sbec_no
    and (old.transaction_id is not null or old.upgraded_from_id is not null))
  execute function guard_card_number();

-- A replaced number is rejected on any other card, whether it is new or restored.
create or replace function reject_retired_number() returns trigger language plpgsql as $$
begin
  if exists (
    select from manual_change m
    where m.kind in ('card_replaced', 'voucher_reissued')
      and translate(lower(m.value_before), ' -', '') = translate(lower(new.sbec_no), ' -', '')) then
    raise unique_violation using table = 'member_card', constraint = 'member_card_sbec_no_key',
      message = format('%s was replaced and serves no other card', new.sbec_no);
  end if;
  return new;
end $$;
create or replace trigger validate_card_number before insert or update of sbec_no on member_card for each row
  execute function reject_retired_number();
create or replace trigger validate_restored_number before update of deleted_at on member_card for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function reject_retired_number();

-- Lists the manual changes of users. Changes by the server and its maintenance jobs are not listed.
create or replace function log_manual_card_insert() returns trigger language plpgsql as $$
begin
  insert into manual_change (kind, member_card_id, value_after, reason)
  select case when n.is_tier_manual then 'tier_set' else 'card_made' end, n.id, n.sbec_no, n.remark
  from new_rows n where current_user_id() is not null
    and (n.is_tier_manual or (n.transaction_id is null and n.upgraded_from_id is null));
  return null;
end $$;
create or replace function log_manual_card_update() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into manual_change (kind, member_card_id, value_before, value_after, reason, transaction_id)
  select
    'card_replaced',
    n.id,
    o.sbec_no,
    n.sbec_no,
    current_change_reason(),
    current_fee_transaction_id()
  from new_rows n join old_rows o on o.id = n.id where n.sbec_no <> o.sbec_no and current_change_reason() is not null
  union all
  select
    c.kind,
    n.id,
    c.value_before,
    c.value_after,
    c.reason,
    null
  from new_rows n join old_rows o on o.id = n.id
  cross join lateral (values
    ('card_extended', o.end_date::text, n.end_date::text, n.remark, n.end_date > o.end_date and not is_reverting()
      and (o.ended_from is null or n.ended_from is not null)),
    ('card_changed', (select name from membership where id = o.membership_id),
      (select name from membership where id = n.membership_id),
     n.remark, n.membership_id <> o.membership_id),
    ('tier_set', null, n.sbec_no, n.remark, n.is_tier_manual and (not o.is_tier_manual or (
      n.remark is distinct from o.remark and (n.end_date, n.membership_id) = (o.end_date, o.membership_id))))
  ) c (kind, value_before, value_after, reason, is_changed)
  where current_user_id() is not null and c.is_changed;
  return null;
end $$;
create or replace function log_manual_voucher_insert() returns trigger language plpgsql as $$
begin
  insert into manual_change (kind, member_card_id, member_voucher_id, value_after, reason)
  select
    'voucher_made',
    n.member_card_id,
    n.id,
    n.valid_until_date,
    n.remark
  from new_rows n where current_user_id() is not null and n.issued_as is null;
  return null;
end $$;
create or replace function log_manual_voucher_update() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into manual_change (kind, member_card_id, member_voucher_id, value_before, value_after, reason)
  select
    'voucher_extended',
    n.member_card_id,
    n.id,
    o.valid_until_date::text,
    n.valid_until_date::text,
    n.remark
  from new_rows n join old_rows o on o.id = n.id where n.valid_until_date > o.valid_until_date and not is_reverting()
  union all
  select
    'voucher_reissued',
    n.member_card_id,
    n.id,
    o.voucher_no,
    n.voucher_no,
    current_change_reason()
  from new_rows n join old_rows o on o.id = n.id where n.voucher_no <> o.voucher_no;
  return null;
end $$;
create or replace trigger record_manual_changes_on_insert after insert on member_card referencing new table as new_rows
  for each statement execute function log_manual_card_insert();
create or replace trigger record_manual_changes_on_update after update on member_card
  referencing old table as old_rows new table as new_rows
  for each statement execute function log_manual_card_update();
create or replace trigger record_manual_changes_on_insert after insert on member_voucher
  referencing new table as new_rows
  for each statement execute function log_manual_voucher_insert();
create or replace trigger record_manual_changes_on_update after update on member_voucher
  referencing old table as old_rows new table as new_rows
  for each statement execute function log_manual_voucher_update();

create or replace trigger append_only before update or truncate on manual_change for each statement
  execute function reject_change();
