-- Members can be found by the words of their names, in any order and with typing errors; member_name holds the words.
-- See docs/decisions/0021-search-names-by-word-with-one-typo-allowed.md.

create or replace function insert_name_words(members bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into member_name
  select w.word, m.id, m.hotel_id, m.register_hotel_id
  from member m
  cross join lateral (
    select distinct word from string_to_table(search_name(concat_ws(' ', m.first_name, m.last_name)), ' ') word
      where word <> '') w
  where m.id = any(members) and m.deleted_at is null;
end $$;

create or replace function rebuild_name_words_on_update() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare members bigint[] := array(
  select n.id from new_rows n join old_rows o on o.id = n.id
  where (n.first_name, n.last_name, n.hotel_id, n.register_hotel_id, n.deleted_at is null)
    is distinct from (o.first_name, o.last_name, o.hotel_id, o.register_hotel_id, o.deleted_at is null));
begin
  if cardinality(members) > 0 then
    delete from member_name where member_id = any(members);
    perform insert_name_words(members);
  end if;
  return null;
end $$;
create or replace trigger rebuild_name_words_on_insert after insert on member referencing new table as new_rows
  for each statement execute function derive_from_new_rows('insert_name_words');
create or replace trigger rebuild_name_words_on_update after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function rebuild_name_words_on_update();
