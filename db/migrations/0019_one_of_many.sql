-- Triggers that compare new rows with old ones do so without nested loops, for many rows at once (0010, 0017). What they call ran
-- without them, too, and so read whole tables for a single record: of a million members a voucher that was changed, a card or member
-- switched off and a visit deleted took seconds. Looking up a few records is what nested loops are for.
--
-- Where what was is compared with what is, one of them is hashed by the form of the question, and not by a setting: so both hold.
create or replace function refresh_standing(members bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare moved bigint[];
begin
  perform from member where id = any(members) order by id for no key update;
  with before as materialized (select member_id, coalesce(member_card_id, 0) as card from member_standing where member_id = any(members)),
       after as (
         insert into member_standing as s select * from standing_today where member_id = any(members)
         on conflict (member_id) do update
           set (hotel_id, membership_id, is_live, member_card_id, standing, visits, to_maintain, to_upgrade, changes_on)
             = (excluded.hotel_id, excluded.membership_id, excluded.is_live, excluded.member_card_id, excluded.standing, excluded.visits,
                excluded.to_maintain, excluded.to_upgrade, excluded.changes_on)
           where (s.hotel_id, s.membership_id, s.is_live, s.member_card_id, s.standing, s.visits, s.to_maintain, s.to_upgrade, s.changes_on)
             is distinct from (excluded.hotel_id, excluded.membership_id, excluded.is_live, excluded.member_card_id, excluded.standing,
                               excluded.visits, excluded.to_maintain, excluded.to_upgrade, excluded.changes_on)
         returning s.member_id, coalesce(s.member_card_id, 0) as card)
  select array_agg(member_id) into moved from after where (member_id, card) not in (select member_id, card from before);
  -- The level is that of the card at hand.
  if moved is not null then
    update member m set membership_id = c.membership_id
    from member_standing s join member_card c on c.id = s.member_card_id
    where m.id = any(moved) and s.member_id = m.id and m.membership_id <> c.membership_id;
  end if;
end $$;

create or replace function refresh_open(vouchers bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
begin
  perform from member_voucher where id = any(vouchers) order by id for no key update;
  with before as (select * from voucher_open where member_voucher_id = any(vouchers)),
       after as materialized (select * from voucher_open_now where member_voucher_id = any(vouchers)),
       gone as (
         delete from voucher_open
         where member_voucher_id = any(vouchers) and member_voucher_id not in (select member_voucher_id from after)),
       put as (
         insert into voucher_open as o select * from after
         on conflict (member_voucher_id) do update
           set (hotel_id, valid_until_date, currency, nominal) = (excluded.hotel_id, excluded.valid_until_date, excluded.currency, excluded.nominal)
           where (o.hotel_id, o.valid_until_date, o.currency, o.nominal)
             is distinct from (excluded.hotel_id, excluded.valid_until_date, excluded.currency, excluded.nominal))
  insert into figure_delta
  select 'voucher', x.hotel_id, x.valid_until_date, null, null, x.currency, sum(x.sign), sum(x.sign * x.nominal), 0
  from (select 1 as sign, a.* from after a union all select -1, b.* from before b) x
  group by x.hotel_id, x.valid_until_date, x.currency having sum(x.sign) <> 0 or sum(x.sign * x.nominal) <> 0;
end $$;

alter function set_validity(bigint[]) set enable_nestloop = on;

create or replace function count_vouchers_changed() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  moved bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id where (n.member_card_id, n.member_id) <> (o.member_card_id, o.member_id));
  changed bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.member_card_id, n.member_id, n.valid_until_date, n.currency, n.nominal, n.deleted_at is null)
      <> (o.member_card_id, o.member_id, o.valid_until_date, o.currency, o.nominal, o.deleted_at is null));
begin
  -- From here on every row is looked up by its id.
  set local enable_nestloop = on;
  if cardinality(moved) > 0 then
    perform from member_card where id in (select member_card_id from new_rows where id = any(moved)) order by id for no key update;
    perform from member where id in (select member_id from new_rows where id = any(moved)) order by id for no key update;
  end if;
  if cardinality(changed) > 0 then
    perform refresh_open(changed);
    -- What was redeemed with it goes by its nominal.
    insert into figure_delta
    select f.kind, f.hotel_id, f.day, f.membership_id, f.part, x.currency, sum(x.sign), sum(x.sign * x.nominal), 0
    from (select 1 as sign, n.id, n.currency, n.nominal from new_rows n union all select -1, o.id, o.currency, o.nominal from old_rows o) x
    join voucher_redeem r on r.member_voucher_id = x.id, redemption_figures(r) f
    where x.id = any(changed)
    group by 1, 2, 3, 4, 5, 6 having sum(x.sign) <> 0 or sum(x.sign * x.nominal) <> 0;
  end if;
  return null;
end $$;
