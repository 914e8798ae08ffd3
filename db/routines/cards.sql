-- Cards: the days of a term, the terms snapshot of a card, and the validity of its member.
-- See docs/decisions/0022-choose-number-formats-by-how-guessable-they-may-be.md.
-- See docs/decisions/0035-delete-only-what-belongs-to-the-deleted-record.md.

-- The last day of a term: the day before its start day in the last month, or the end of that month if it has no such
-- day. So 31 October and six months is 30 April.
create or replace function last_day_of_term(first_day date, months integer) returns date language sql immutable as $$
  select d.day - case when extract(day from d.day) < extract(day from first_day) then 0 else 1 end
  from (select (first_day + make_interval(months => months))::date as day) d
$$;

-- The number of months of a term, including a last one that has only begun. A term of 10 March to 9 March has twelve;
-- from an upgrade on 20 August, it has seven.
create or replace function months_of_term(first_day date, last_day date) returns integer language sql immutable as $$
  select greatest(m.months + (last_day_of_term(first_day, m.months) < last_day)::integer, 1)
  from (select (extract(year from last_day) - extract(year from first_day))::integer * 12
               + (extract(month from last_day) - extract(month from first_day))::integer as months) m
$$;

-- The rest of a term from the month of a day on: its first day and its number of calendar months. After the end of the
-- term, that is the month of the day alone.
create or replace function remaining_term(first_day date, months integer, on_day date, out term_start date,
  out term_months integer) language sql immutable as $$
  select greatest(first_day, date_trunc('month', on_day::timestamp)::date),
         greatest(months - greatest((extract(year from on_day) - extract(year from first_day))::integer * 12
                                    + (extract(month from on_day) - extract(month from first_day))::integer, 0), 1)
$$;

-- The first day of the term of a card. A card issued by an upgrade continues the term of the card it was upgraded from.
create or replace function first_day_of_term(card bigint) returns date language plpgsql stable as $$
declare
  first_day date;
  start_day date;
begin
  loop
    select c.start_date, c.upgraded_from_id into start_day, card from member_card c where c.id = card;
    first_day := least(first_day, start_day);
    exit when card is null;
  end loop;
  return first_day;
end $$;

-- The card with which the term of a card began. A manual card within the days of another card begins no term.
create or replace function first_card_of_term(card bigint) returns bigint language plpgsql stable as $$
declare
  first_card bigint := card;
  previous bigint;
begin
  loop
    select coalesce(c.upgraded_from_id, case when c.transaction_id is null then (
             select min(o.id) from member_card o
             where o.member_id = c.member_id and o.id < c.id and o.upgraded_from_id is null
               and o.start_date <= c.end_date and c.start_date <= o.end_date) end)
    into previous from member_card c where c.id = first_card;
    exit when previous is null;
    first_card := previous;
  end loop;
  return first_card;
end $$;

-- The card that was last sold for the term of a card: the card itself, or the one it was upgraded from. Null if none
-- was sold.
create or replace function sold_card_of(card bigint) returns bigint language plpgsql stable as $$
declare
  sale bigint;
  previous bigint;
begin
  loop
    select c.transaction_id, c.upgraded_from_id into sale, previous from member_card c where c.id = card;
    if sale is not null then
      return card;
    end if;
    exit when previous is null;
    card := previous;
  end loop;
  return null;
end $$;

-- True if nobody paid for the term of a card: it began with a complimentary membership or a manual card of a free one.
create or replace function is_free_term(card bigint) returns boolean language plpgsql stable as $$
begin
  return (
    select coalesce(sale_type.code = '3', first_membership.is_free)
    from member_card term join membership first_membership on first_membership.id = term.membership_id
    left join (transaction given join option_detail sale_type on sale_type.id = given.transaction_type_id)
      on given.id = term.transaction_id
    where term.id = first_card_of_term(card));
end $$;

-- The complimentary visits that count towards the next tier. None count in a term that nobody paid for, because its
-- tier is set with an approval.
create or replace function comp_visits_for_upgrade(credited integer, card bigint) returns integer language sql stable as
$$ select case when credited > 0 and not is_free_term(card) then credited else 0 end $$;

-- The required visits: the number on the card, or the membership's present number if that is lower. Zero turns the rule
-- off: no visits are required to maintain, and none lead to an upgrade.
create or replace function visits_to_maintain(at_sale integer, current_minimum integer) returns integer
  language sql immutable parallel safe as
$$ select least(at_sale, current_minimum) $$;
create or replace function visits_to_upgrade(at_sale integer, current_minimum integer) returns integer
  language sql immutable parallel safe as
$$ select case when current_minimum > 0 and at_sale > 0 then least(at_sale, current_minimum)
  else greatest(at_sale, current_minimum) end $$;

-- A card stores its terms, including the required visits and the region: a membership can change after the sale, and a
-- country can move to another region. When a card gets another membership, its benefits and required visits follow that
-- membership; the price paid does not change. If its hotel is corrected, its region of sale is that hotel's region.
-- The day of its deactivation is stored until it is activated again.
create or replace function snapshot_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.currency is null then
      select
        (price_at(m.id, new.hotel_id, false)).price,
        m.benefits,
        c.currency,
        coalesce(new.min_visit, m.min_visit),
        coalesce(new.min_visit_to_upgrade, m.min_visit_to_upgrade),
        m.is_regional,
        region_of(new.hotel_id)
      into new.price, new.benefits, new.currency, new.min_visit, new.min_visit_to_upgrade, new.is_regional,
        new.region_id
      from membership m, currency_of(new.hotel_id) c where m.id = new.membership_id;
    end if;
    return new;
  end if;
  if new.membership_id <> old.membership_id then
    select m.benefits, m.min_visit, m.min_visit_to_upgrade, m.is_regional
    into new.benefits, new.min_visit, new.min_visit_to_upgrade, new.is_regional
    from membership m where m.id = new.membership_id;
  end if;
  if new.hotel_id <> old.hotel_id then
    new.region_id := region_of(new.hotel_id);
  end if;
  if new.is_active <> old.is_active then
    new.deactivated_at := case when not new.is_active then now() end;
  end if;
  return new;
end $$;
create or replace trigger snapshot before insert or update of membership_id, hotel_id, is_active on member_card
  for each row execute function snapshot_card();

-- Derives three dates of members from their cards: valid until the last day of an active card, joined on the first day
-- of the first card, renewed on the day of the last renewal that is not cancelled. So cancelling a sale restores the
-- earlier values. Often called for few members, so its plan is cached. A card of a higher tier usually changes none of
-- these values; then no member is updated, which would fire every trigger of the table.
create or replace function set_validity(members bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare
  changed bigint[];
  last_days date[];
  first_days date[];
  renewals date[];
begin
  perform from member where id = any(members) order by id for no key update;
  select array_agg(m.id), array_agg(c.last_day), array_agg(c.first_day), array_agg(c.renewed_on) into changed,
    last_days, first_days, renewals
  from member m
  cross join lateral (
    select max(c.end_date) filter (where c.is_active) as last_day, min(c.start_date) as first_day,
           max((s.transaction_date at time zone effective_time_zone(s.hotel_id))::date) filter (
             where c.is_active) as renewed_on
    from member_card c
    -- The limit makes each card look up its own sale. A plan made while both tables were small would otherwise scan all
    -- sales for every card.
    left join lateral (
      select t.transaction_date, t.hotel_id
      from transaction t join option_detail d on d.id = t.transaction_type_id and d.code = '2'
      where t.id = c.transaction_id and t.deleted_at is null limit 1) s on true
    where c.member_id = m.id and c.deleted_at is null
  ) c
  where m.id = any(members)
    and (m.valid_until_date, m.member_date, m.renew_date) is distinct from (c.last_day, c.first_day, c.renewed_on);
  if changed is not null then
    update member m
    set valid_until_date = c.last_day, member_date = c.first_day, renew_date = c.renewed_on
    from unnest(changed, last_days, first_days, renewals) c (id, last_day, first_day, renewed_on) where m.id = c.id;
  end if;
  perform recompute_standing(members);
end $$;
-- Members with a running card already follow its new membership. A member whose card has ended follows it only from its
-- former membership; a membership set manually since then does not change.
create or replace function set_tier_of_ended_cards(cards bigint[], former_memberships bigint[]) returns void
  language sql set enable_nestloop = on as $$
  update member m set membership_id = c.membership_id
  from unnest(cards, former_memberships) f (card_id, membership_id)
  join member_card c on c.id = f.card_id join member_standing s on s.member_id = c.member_id and s.member_card_id = c.id
  where m.id = s.member_id and m.membership_id = f.membership_id
$$;
create or replace function set_validity_on_update() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  members bigint[] := array(
    select unnest(array[n.member_id, o.member_id]) from new_rows n join old_rows o on o.id = n.id
    where (n.member_id, n.start_date, n.end_date, n.is_active, n.deleted_at is null, n.membership_id)
      is distinct from (o.member_id, o.start_date, o.end_date, o.is_active, o.deleted_at is null, o.membership_id));
  cards bigint[];
  former_memberships bigint[];
begin
  if cardinality(members) = 0 then
    return null;
  end if;
  perform set_validity(members);
  select array_agg(n.id), array_agg(o.membership_id) into cards, former_memberships
  from new_rows n join old_rows o on o.id = n.id where n.membership_id <> o.membership_id;
  if cards is not null then
    perform set_tier_of_ended_cards(cards, former_memberships);
  end if;
  return null;
end $$;
create or replace trigger set_validity_on_insert after insert on member_card referencing new table as new_rows
  for each statement execute function derive_from_new_rows('set_validity');
create or replace trigger set_validity_on_update after update on member_card
  referencing old table as old_rows new table as new_rows
  for each statement execute function set_validity_on_update();
