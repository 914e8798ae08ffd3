-- A renewal that was paid already rises with its member: the card of the higher level in the next term says with which card of the
-- running term it came, so that both go together.
alter table member_card add column risen_with_id bigint constraint member_card_risen_with_id_fkey references member_card (id);
create index member_card_risen_with_id_idx on member_card (risen_with_id) where risen_with_id is not null;

-- It returns whose standing was looked at, so that their levels are judged as well.
do $$
begin
  if to_regprocedure('refresh_due_standing(integer)') is not null then
    drop function refresh_due_standing(integer);
  end if;
end $$;
