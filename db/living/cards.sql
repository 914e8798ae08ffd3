-- Cards: the first and the last day of a membership's term, the promise of a card, and the end of its member's validity.
-- See docs/decisions/0022-numbers.md.
-- See docs/decisions/0035-what-goes-along.md.

-- The last day of a term. It ends on the day before that of its start, and where the last month has no such day, with that month:
-- 31 October and six months is 30 April.
create or replace function term_end(first_day date, months integer) returns date language sql immutable as $$
  select d.day - case when extract(day from d.day) < extract(day from first_day) then 0 else 1 end
  from (select (first_day + make_interval(months => months))::date as day) d
$$;

-- The months of a term that have begun by its last day: a term of 10 March to 9 March has twelve, and of a card that was upgraded on 20 August seven are left.
create or replace function months_of_term(first_day date, last_day date) returns integer language sql immutable as $$
  select greatest(m.months + (term_end(first_day, m.months) < last_day)::integer, 1)
  from (select (extract(year from last_day) - extract(year from first_day))::integer * 12
               + (extract(month from last_day) - extract(month from first_day))::integer as months) m
$$;

-- The months of a term that are left on a day, by months of the calendar: those from its own on, and that month alone after the end of the term.
create or replace function months_left(first_day date, months integer, on_day date, out term_start date, out term_months integer) language sql immutable as $$
  select greatest(first_day, date_trunc('month', on_day::timestamp)::date),
         greatest(months - greatest((extract(year from on_day) - extract(year from first_day))::integer * 12
                                    + (extract(month from on_day) - extract(month from first_day))::integer, 0), 1)
$$;

-- The first day of the term in which a card was issued: that of the card that was sold, renewed or given. A card issued by an
-- upgrade goes on with the term.
create or replace function term_start(card bigint) returns date language plpgsql stable as $$
declare
  first_day date;
  day date;
begin
  loop
    select c.start_date, c.upgraded_from_id into day, card from member_card c where c.id = card;
    first_day := least(first_day, day);
    exit when card is null;
  end loop;
  return first_day;
end $$;

-- The card with which the term of a card began. One that was made by hand in the days of another begins none.
create or replace function term_of(card bigint) returns bigint language plpgsql stable as $$
declare
  term bigint := card;
  before bigint;
begin
  loop
    select coalesce(c.upgraded_from_id, case when c.transaction_id is null then (
             select min(o.id) from member_card o
             where o.member_id = c.member_id and o.id < c.id and o.upgraded_from_id is null
               and o.start_date <= c.end_date and c.start_date <= o.end_date) end)
    into before from member_card c where c.id = term;
    exit when before is null;
    term := before;
  end loop;
  return term;
end $$;

-- The card that was sold last for the term of a card: the one itself, or the one from which it came by upgrades. Null where none was.
create or replace function sold_card_of(card bigint) returns bigint language plpgsql stable as $$
declare
  sale bigint;
  before bigint;
begin
  loop
    select c.transaction_id, c.upgraded_from_id into sale, before from member_card c where c.id = card;
    if sale is not null then
      return card;
    end if;
    exit when before is null;
    card := before;
  end loop;
  return null;
end $$;

-- Whether nobody paid for the term of a card: it was given, or began with a card of a free membership that was made manually.
create or replace function is_free_term(card bigint) returns boolean language plpgsql stable as $$
begin
  return (
    select coalesce(how.code = '3', began.is_free)
    from member_card term join membership began on began.id = term.membership_id
    left join (transaction given join option_detail how on how.id = given.transaction_type_id) on given.id = term.transaction_id
    where term.id = term_of(card));
end $$;

-- The complimentary visits that count towards the next level: none in a term that nobody paid for, whose level is set with an approval.
create or replace function comp_visits_to_rise(credited integer, card bigint) returns integer language sql stable as
$$ select case when credited > 0 and not is_free_term(card) then credited else 0 end $$;

-- How many visits are asked for: as the guest was told with the card, or fewer where the membership asks fewer by now. Zero turns a
-- rule off: nothing has to be reached to maintain, and nothing can be reached to rise.
create or replace function asked_to_maintain(told integer, by_now integer) returns integer language sql immutable parallel safe as
$$ select least(told, by_now) $$;
create or replace function asked_to_rise(told integer, by_now integer) returns integer language sql immutable parallel safe as
$$ select case when by_now > 0 and told > 0 then least(told, by_now) else greatest(told, by_now) end $$;

-- The promise is kept on the card, also the visits that were asked for and the region: the guest was told them, and after the sale a
-- membership may change, and a country may move to another region.
create or replace function keep_card_promise() returns trigger language plpgsql as $$
begin
  select (price_at(m.id, new.hotel_id, false)).price, m.benefits, c.currency,
         coalesce(new.min_visit, m.min_visit), coalesce(new.min_visit_to_upgrade, m.min_visit_to_upgrade), m.is_regional, region_of(new.hotel_id)
  into new.price, new.benefits, new.currency, new.min_visit, new.min_visit_to_upgrade, new.is_regional, new.region_id
  from membership m, currency_of(new.hotel_id) c where m.id = new.membership_id;
  return new;
end $$;
create or replace trigger keep_promise before insert on member_card for each row when (new.currency is null) execute function keep_card_promise();

-- A card that is given another membership promises the benefits and asks for the visits of that one, from now on; the price paid
-- and the region where it was sold stay.
create or replace function keep_new_card_promise() returns trigger language plpgsql as $$
begin
  select m.benefits, m.min_visit, m.min_visit_to_upgrade, m.is_regional
  into new.benefits, new.min_visit, new.min_visit_to_upgrade, new.is_regional
  from membership m where m.id = new.membership_id;
  return new;
end $$;
create or replace trigger keep_new_promise before update of membership_id on member_card for each row
  when (new.membership_id <> old.membership_id) execute function keep_new_card_promise();

-- A card whose hotel is corrected was sold in the region of that one.
create or replace function keep_new_card_region() returns trigger language plpgsql as $$
begin
  new.region_id := region_of(new.hotel_id);
  return new;
end $$;
create or replace trigger keep_new_region before update of hotel_id on member_card for each row
  when (new.hotel_id <> old.hotel_id) execute function keep_new_card_region();

-- A member is valid until the last day of the cards at hand, joined on the first day of the first card that stands, and was renewed
-- when a renewal that stands was sold: so cancelling a sale leaves them as they were before it. It is called for one
-- member or a few, again and again: so its plan is kept. A card of a higher level changes none of it: then no member is written, which
-- would call all triggers of members.
create or replace function set_validity(members bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare
  changed bigint[];
  last_days date[];
  first_days date[];
  renewals date[];
begin
  perform from member where id = any(members) order by id for no key update;
  select array_agg(m.id), array_agg(c.last_day), array_agg(c.first_day), array_agg(c.renewed_on) into changed, last_days, first_days, renewals
  from member m
  cross join lateral (
    select max(c.end_date) filter (where c.is_active) as last_day, min(c.start_date) as first_day,
           max((s.transaction_date at time zone zone_of(s.hotel_id))::date) filter (where c.is_active) as renewed_on
    from member_card c
    -- By its limit, each card asks for its own sale: a plan made while there were few of both would go through all sales for every card.
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
  perform refresh_standing(members);
end $$;
create or replace function set_new_validity() returns trigger language plpgsql as $$
begin
  perform set_validity(array(select distinct member_id from new_rows));
  return null;
end $$;
-- The members of cards that were given another membership follow a running card already. A member whose card has ended follows it from its
-- former membership; one that was set manually since does not change.
create or replace function set_level_of_ended_cards(cards bigint[], former_memberships bigint[]) returns void language sql set enable_nestloop = on as $$
  update member m set membership_id = c.membership_id
  from unnest(cards, former_memberships) f (card_id, membership_id)
  join member_card c on c.id = f.card_id join member_standing s on s.member_id = c.member_id and s.member_card_id = c.id
  where m.id = s.member_id and m.membership_id = f.membership_id
$$;
create or replace function set_changed_validity() returns trigger language plpgsql set enable_nestloop = off as $$
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
    perform set_level_of_ended_cards(cards, former_memberships);
  end if;
  return null;
end $$;
create or replace trigger set_new_validity after insert on member_card referencing new table as new_rows
  for each statement execute function set_new_validity();
create or replace trigger set_changed_validity after update on member_card referencing old table as old_rows new table as new_rows
  for each statement execute function set_changed_validity();
