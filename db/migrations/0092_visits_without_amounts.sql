-- A visit of which no amount was told is kept, and counts for no level until it has one; what is told comes to more than nothing. Bills of 0
-- from before become visits without an amount, with an entry in their history, those of closed months too: their sums stay what they are.
alter table visit
  alter column total_fb drop not null, alter column total_fb drop default,
  alter column total_room drop not null, alter column total_room drop default,
  alter column total_others drop not null, alter column total_others drop default,
  alter column grand_total drop not null;

do $$
declare
  is_guarded boolean := exists (select from pg_trigger where tgrelid = 'visit'::regclass and tgname = 'a_month_changed');
  emptied bigint[];
begin
  if is_guarded then
    alter table visit disable trigger a_month_changed;
  end if;
  with changed as (
    update visit set total_fb = null, total_room = null, total_others = null where total_fb + total_room + total_others = 0 returning member_id)
  select array_agg(distinct member_id) into emptied from changed;
  if is_guarded then
    alter table visit enable trigger a_month_changed;
  end if;
  if emptied is not null then
    -- The upkeep judges them anew.
    update member_standing set changes_on = date '2000-01-01' where member_id = any(emptied);
    raise notice 'Bills of 0 count for no level any more: % members are judged anew', cardinality(emptied);
  end if;
end $$;

alter table visit drop constraint visit_grand_total_check, add constraint visit_grand_total_check check (grand_total > 0);
