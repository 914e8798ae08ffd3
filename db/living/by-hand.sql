-- Changes by hand of cards and vouchers: their limits, and the list of them (manual_change).

-- Says in the transaction why a number is given up, and which fee was taken for it: set_config('innkeeper.reason', …, true).
create or replace function reason_given() returns text language sql stable as
$$ select nullif(current_setting('innkeeper.reason', true), '') $$;
create or replace function fee_taken() returns bigint language sql stable as
$$ select nullif(current_setting('innkeeper.fee', true), '')::bigint $$;

-- Whether somebody else has approved that a voucher is extended beyond the limit.
create or replace function is_extension_approved() returns boolean language sql stable as
$$ select coalesce(current_setting('innkeeper.extension_approved', true) = 'on', false) $$;

-- Whether records get the values back that they had: whoever takes a change back owes no reason, and an extension that is taken back was none.
create or replace function is_taking_back() returns boolean language sql stable as
$$ select coalesce(current_setting('innkeeper.taking_back', true) = 'on', false) $$;

-- The day from which a card or voucher was extended, once its last day is taken back: none any more where the extension is; where that comes back,
-- the day that the list of changes by hand tells.
create or replace function extended_from_then(the_kind text, record_id bigint, extended_from date, last_day date, taken_back_to date)
returns date language sql stable as $$
  select case
    when taken_back_to = extended_from then null
    when taken_back_to > last_day and extended_from is null then (
      select m.value_before::date from manual_change m
      where m.kind = the_kind and m.value_after = taken_back_to::text
        and case the_kind when 'card_extended' then m.member_card_id else m.member_voucher_id end = record_id
      order by m.id desc limit 1)
    else extended_from
  end
$$;

-- A voucher ends with its card, as those of a sale do, also one that is made manually or moved to another card. It is extended once, by some days
-- beyond its card, and says why. Its number is given up with a reason.
create or replace function keep_voucher_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.voucher_no <> old.voucher_no and reason_given() is null then
    perform refuse_settled('member_voucher', 'voucher_no', 'member_voucher_number_settled');
  end if;
  if tg_op = 'UPDATE' and is_taking_back() then
    new.extended_from := extended_from_then('voucher_extended', new.id, old.extended_from, old.valid_until_date, new.valid_until_date);
    return new;
  end if;
  if tg_op = 'UPDATE' and new.valid_until_date > old.valid_until_date then
    if old.extended_from is not null then
      perform refuse_settled('member_voucher', 'valid_until_date', 'member_voucher_extended_once');
    elsif new.remark is null or new.remark is not distinct from old.remark then
      perform refuse_settled('member_voucher', 'remark', 'member_voucher_extension_reason');
    end if;
    new.extended_from := old.valid_until_date;
  end if;
  if tg_op = 'INSERT' or new.member_card_id <> old.member_card_id then
    if new.valid_until_date > (select c.end_date from member_card c where c.id = new.member_card_id) then
      perform refuse_settled('member_voucher', 'valid_until_date', 'member_voucher_manual_limit');
    end if;
  elsif new.valid_until_date > old.valid_until_date and not is_extension_approved()
     and new.valid_until_date > (select c.end_date + option_number('voucher-extension', 'days') from member_card c where c.id = new.member_card_id) then
    perform refuse_settled('member_voucher', 'valid_until_date', 'member_voucher_extension_limit');
  end if;
  return new;
end $$;
create or replace trigger keep_days_made before insert on member_voucher for each row
  when (new.issued_as is null) execute function keep_voucher_days();
create or replace trigger keep_days before update of valid_until_date, voucher_no, member_card_id on member_voucher for each row execute function keep_voucher_days();

-- A card or voucher that is made manually says why, and the card ends no later than one that is sold today would; a voucher ends with its card
-- (keep_voucher_days).
create or replace function end_of_sale_today(membership bigint, hotel bigint) returns date language sql stable as $$
  select term_end((now() at time zone zone_of(hotel))::date, m.validity_months) from membership m where m.id = membership
$$;
create or replace function guard_manual_card() returns trigger language plpgsql as $$
begin
  if new.remark is null then
    perform refuse_settled('member_card', 'remark', 'member_card_manual_reason');
  elsif new.end_date > end_of_sale_today(new.membership_id, new.hotel_id) then
    perform refuse_settled('member_card', 'end_date', 'member_card_manual_limit');
  end if;
  return new;
end $$;
create or replace trigger guard_manual before insert on member_card for each row
  when (acting_user() is not null and new.transaction_id is null and new.upgraded_from_id is null) execute function guard_manual_card();
create or replace function guard_manual_voucher() returns trigger language plpgsql as $$
begin
  if new.remark is null then
    perform refuse_settled('member_voucher', 'remark', 'member_voucher_manual_reason');
  end if;
  return new;
end $$;
create or replace trigger guard_manual before insert on member_voucher for each row
  when (acting_user() is not null and new.issued_as is null) execute function guard_manual_voucher();

-- A card is extended by hand once, by some days, and given another membership, each with a reason. One that was sold, or that visits
-- led to or from, keeps its hotel, by which its vouchers count in a region, and its first day, from which visits count; and it stays with
-- its member, unless that member turns out to be another.
create or replace function keep_card_by_hand() returns trigger language plpgsql as $$
begin
  if coalesce(old.transaction_id, old.upgraded_from_id) is not null or exists (select from member_card u where u.upgraded_from_id = old.id) then
    if new.member_id <> old.member_id and not is_moving() then
      perform refuse_settled('member_card', 'member_id', 'member_card_member_settled');
    elsif new.hotel_id <> old.hotel_id then
      perform refuse_settled('member_card', 'hotel_id', 'member_card_hotel_settled');
    elsif new.start_date <> old.start_date then
      perform refuse_settled('member_card', 'start_date', 'member_card_start_date_settled');
    end if;
  end if;
  if is_taking_back() then
    new.extended_from := extended_from_then('card_extended', new.id, old.extended_from, old.end_date, new.end_date);
    return new;
  end if;
  -- Cancelling the sale that ended a free term gives its days back.
  if old.ended_from is not null and new.ended_from is null then
    return new;
  end if;
  if (new.end_date > old.end_date or new.membership_id <> old.membership_id)
     and (new.remark is null or new.remark is not distinct from old.remark) then
    perform refuse_settled('member_card', 'remark', 'member_card_change_reason');
  end if;
  if new.end_date > old.end_date then
    if old.extended_from is not null then
      perform refuse_settled('member_card', 'end_date', 'member_card_extended_once');
    elsif new.end_date > old.end_date + option_number('voucher-extension', 'days') then
      perform refuse_settled('member_card', 'end_date', 'member_card_extension_limit');
    end if;
    new.extended_from := old.end_date;
  end if;
  return new;
end $$;
create or replace trigger keep_by_hand before update of start_date, end_date, membership_id, member_id, hotel_id on member_card for each row
  when (acting_user() is not null
        and (new.start_date, new.end_date, new.membership_id, new.member_id, new.hotel_id)
          <> (old.start_date, old.end_date, old.membership_id, old.member_id, old.hotel_id))
  execute function keep_card_by_hand();

-- Complimentary visits count towards the vouchers of the next tier. So a term has at most some of them, each change has a reason of its own, and all
-- are listed. Only merges, and taking a change back, bring a number that was judged before.
create or replace function guard_comp_visits() returns trigger language plpgsql as $$
declare had integer := coalesce(old.comp_visits_period, 0);
begin
  if is_taking_back() or is_moving() or coalesce(new.comp_visits_period, 0) = had then
    return new;
  end if;
  if new.comp_visits_period > had then
    if new.comp_visits_period > option_number('complimentary-visits', 'per-term') then
      perform refuse_settled('member', 'comp_visits_period', 'member_comp_visits_limit');
    elsif not exists (select from member_standing s where s.member_id = new.id and s.member_card_id is not null) then
      perform refuse_settled('member', 'comp_visits_period', 'member_comp_visits_term');
    end if;
  end if;
  if new.comp_visits_reason is null or new.comp_visits_reason is not distinct from old.comp_visits_reason then
    perform refuse_settled('member', 'comp_visits_reason', 'member_comp_visits_reason');
  end if;
  return new;
end $$;
create or replace trigger guard_new_comp_visits before insert on member for each row
  when (acting_user() is not null and new.comp_visits_period > 0) execute function guard_comp_visits();
create or replace trigger guard_comp_visits before update of comp_visits_period on member for each row
  when (acting_user() is not null and new.comp_visits_period is distinct from old.comp_visits_period) execute function guard_comp_visits();

create or replace function log_comp_visits() returns trigger language plpgsql as $$
begin
  insert into manual_change (kind, member_card_id, value_before, value_after, reason)
  select 'visits_credited', s.member_card_id, coalesce(old.comp_visits_period, 0), coalesce(new.comp_visits_period, 0),
         case when new.comp_visits_reason is distinct from old.comp_visits_reason then new.comp_visits_reason end
  from member_standing s where s.member_id = new.id and s.member_card_id is not null;
  return null;
end $$;
create or replace trigger log_comp_visits after update of comp_visits_period on member for each row
  when (acting_user() is not null and coalesce(new.comp_visits_period, 0) <> coalesce(old.comp_visits_period, 0)) execute function log_comp_visits();

-- The membership of a member whose card runs follows from that card: the level is set by a card, of which the approval knows.
create or replace function guard_level_of_card() returns trigger language plpgsql as $$
begin
  if new.membership_id <> (
    select c.membership_id from member_standing s join member_card c on c.id = s.member_card_id
    where s.member_id = new.id and (now() at time zone zone_of(s.hotel_id))::date <= c.end_date) then
    perform refuse_settled('member', 'membership_id', 'member_level_of_card');
  end if;
  return new;
end $$;
create or replace trigger guard_level_of_card before update of membership_id on member for each row
  when (acting_user() is not null and new.membership_id <> old.membership_id) execute function guard_level_of_card();

-- The number of a card that was sold, or that visits led to, is given up with a reason, and refused from then on: by replacing the card.
create or replace function guard_card_number() returns trigger language plpgsql as $$
begin
  if reason_given() is null then
    perform refuse_settled('member_card', 'sbec_no', 'member_card_sbec_no_settled');
  end if;
  return new;
end $$;
create or replace trigger guard_number before update of sbec_no on member_card for each row
  when (acting_user() is not null and new.sbec_no <> old.sbec_no and (old.transaction_id is not null or old.upgraded_from_id is not null))
  execute function guard_card_number();

-- A number that was given up serves no other card, neither a new one nor one that comes back.
create or replace function refuse_given_up_number() returns trigger language plpgsql as $$
begin
  if exists (
    select from manual_change m
    where m.kind in ('card_replaced', 'voucher_reissued') and translate(lower(m.value_before), ' -', '') = translate(lower(new.sbec_no), ' -', '')) then
    raise unique_violation using table = 'member_card', constraint = 'member_card_sbec_no_key',
      message = format('%s was replaced and serves no other card', new.sbec_no);
  end if;
  return new;
end $$;
create or replace trigger refuse_given_up_number before insert or update of sbec_no on member_card for each row execute function refuse_given_up_number();
create or replace trigger refuse_given_up_restored before update of deleted_at on member_card for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function refuse_given_up_number();

-- The list of people's changes by hand. Changes of the program and its upkeep are not among them.
create or replace function note_made_cards() returns trigger language plpgsql as $$
begin
  insert into manual_change (kind, member_card_id, value_after, reason)
  select case when n.is_by_hand then 'level_set' else 'card_made' end, n.id, n.sbec_no, n.remark
  from new_rows n where acting_user() is not null and (n.is_by_hand or (n.transaction_id is null and n.upgraded_from_id is null));
  return null;
end $$;
create or replace function note_changed_cards() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into manual_change (kind, member_card_id, value_before, value_after, reason, transaction_id)
  select 'card_replaced', n.id, o.sbec_no, n.sbec_no, reason_given(), fee_taken()
  from new_rows n join old_rows o on o.id = n.id where n.sbec_no <> o.sbec_no and reason_given() is not null
  union all
  select c.kind, n.id, c.value_before, c.value_after, c.reason, null
  from new_rows n join old_rows o on o.id = n.id
  cross join lateral (values
    ('card_extended', o.end_date::text, n.end_date::text, n.remark, n.end_date > o.end_date and not is_taking_back() and (o.ended_from is null or n.ended_from is not null)),
    ('card_changed', (select name from membership where id = o.membership_id), (select name from membership where id = n.membership_id),
     n.remark, n.membership_id <> o.membership_id),
    ('level_set', null, n.sbec_no, n.remark, n.is_by_hand and (not o.is_by_hand or (
      n.remark is distinct from o.remark and (n.end_date, n.membership_id) = (o.end_date, o.membership_id))))
  ) c (kind, value_before, value_after, reason, is_so)
  where acting_user() is not null and c.is_so;
  return null;
end $$;
create or replace function note_made_vouchers() returns trigger language plpgsql as $$
begin
  insert into manual_change (kind, member_card_id, member_voucher_id, value_after, reason)
  select 'voucher_made', n.member_card_id, n.id, n.valid_until_date, n.remark
  from new_rows n where acting_user() is not null and n.issued_as is null;
  return null;
end $$;
create or replace function note_changed_vouchers() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into manual_change (kind, member_card_id, member_voucher_id, value_before, value_after, reason)
  select 'voucher_extended', n.member_card_id, n.id, o.valid_until_date::text, n.valid_until_date::text, n.remark
  from new_rows n join old_rows o on o.id = n.id where n.valid_until_date > o.valid_until_date and not is_taking_back()
  union all
  select 'voucher_reissued', n.member_card_id, n.id, o.voucher_no, n.voucher_no, reason_given()
  from new_rows n join old_rows o on o.id = n.id where n.voucher_no <> o.voucher_no;
  return null;
end $$;
create or replace trigger note_made after insert on member_card referencing new table as new_rows
  for each statement execute function note_made_cards();
create or replace trigger note_changed after update on member_card referencing old table as old_rows new table as new_rows
  for each statement execute function note_changed_cards();
create or replace trigger note_made after insert on member_voucher referencing new table as new_rows
  for each statement execute function note_made_vouchers();
create or replace trigger note_changed after update on member_voucher referencing old table as old_rows new table as new_rows
  for each statement execute function note_changed_vouchers();

create or replace trigger append_only before update or truncate on manual_change for each statement execute function refuse_change();
