-- Members are found by the words of their names, in any order, and mistyped.

-- A name as it is compared: small letters without accents, without the signs that one writes and another leaves out.
create function name_key(name text) returns text language sql immutable parallel safe as
$$ select lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f''’`.,()-]', '', 'g')) $$;

-- The words of the names of all members who are not deleted, each with what the row scope asks of a member: its index alone
-- answers, in the order of the words, of each the newest member first. What it refers to is guarded where it is copied from.
create table member_name (
  word text collate "C" not null,
  member_id bigint not null,
  hotel_id bigint not null,
  register_hotel_id bigint
);

create function name_members(members bigint[]) returns void language sql as $$
  insert into member_name
  select w.word, m.id, m.hotel_id, m.register_hotel_id
  from member m
  cross join lateral (
    select distinct word from string_to_table(name_key(concat_ws(' ', m.first_name, m.last_name)), ' ') word where word <> '') w
  where m.id = any(members) and m.deleted_at is null
$$;
select name_members(array(select id from member));

create unique index member_name_word_member_id_key on member_name (word, member_id desc) include (hotel_id, register_hotel_id);
create index member_name_member_id_idx on member_name (member_id, word);

create function name_new_members() returns trigger language plpgsql as $$
begin
  perform name_members(array(select id from new_rows));
  return null;
end $$;
create function name_changed_members() returns trigger language plpgsql as $$
declare members bigint[] := array(
  select n.id from new_rows n join old_rows o on o.id = n.id
  where (n.first_name, n.last_name, n.hotel_id, n.register_hotel_id, n.deleted_at is null)
    is distinct from (o.first_name, o.last_name, o.hotel_id, o.register_hotel_id, o.deleted_at is null));
begin
  if cardinality(members) > 0 then
    delete from member_name where member_id = any(members);
    perform name_members(members);
  end if;
  return null;
end $$;
alter function name_changed_members() set enable_nestloop = off;
create trigger name_new_members after insert on member referencing new table as new_rows
  for each statement execute function name_new_members();
create trigger name_changed_members after update on member referencing old table as old_rows new table as new_rows
  for each statement execute function name_changed_members();
