-- Whose password somebody else has set, and who has risen, chooses another one at the next sign-in: whoever knows the old one may
-- have lowered somebody, set it, and lifted them again. Only their owner's next password takes the mark away.
alter table users add column must_change_password boolean not null default false;

-- Whether a user who changes from one role group to another gets a code or a level that there was not.
create function is_rise(from_group bigint, to_group bigint) returns boolean language sql stable as $$
  select (select l.code from role_group g join option_detail l on l.id = g.access_type_id where g.id = to_group)
         < (select l.code from role_group g join option_detail l on l.id = g.access_type_id where g.id = from_group)
      or exists (
        select roles_id from role_group_role where role_group_id = to_group
        except select roles_id from role_group_role where role_group_id = from_group
      )
$$;

-- Who had no role group asked for access with a password of their own; giving one approves them and asks for nothing.
create function mark_password() returns trigger language plpgsql as $$
begin
  if new.password is distinct from old.password then
    new.must_change_password := acting_user() is distinct from new.id;
  elsif old.must_change_password
     or new.role_group_id <> old.role_group_id and is_rise(old.role_group_id, new.role_group_id) then
    new.must_change_password := true;
  end if;
  return new;
end $$;
-- Before the trigger `nothing_new`: a mark that stays is no change.
create trigger mark_password before update on users for each row execute function mark_password();

-- A role group that is given more lifts all of its users, by one statement. A code that came into being in this very transaction
-- was nobody's before: a new module lifts nobody.
create function lift_members() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'role_group' then
    update users set must_change_password = true
    where not must_change_password and role_group_id in (
      select n.id from new_rows n join old_rows o on o.id = n.id
      join option_detail higher on higher.id = n.access_type_id
      join option_detail lower on lower.id = o.access_type_id
      where higher.code < lower.code);
  else
    update users set must_change_password = true
    where not must_change_password and role_group_id in (
      select n.role_group_id from new_rows n join roles r on r.id = n.roles_id and r.created_at <> now()::timestamptz(0));
  end if;
  return null;
end $$;
create trigger lift_members after update on role_group
  referencing old table as old_rows new table as new_rows for each statement execute function lift_members();
create trigger lift_members after insert on role_group_role
  referencing new table as new_rows for each statement execute function lift_members();

-- Whoever is deleted, deactivated, given another password or asked for one is signed out in the same moment. The session that
-- changes its own user's password names itself, and stays: set_config('innkeeper.session', id, true).
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  with ending as (
    select n.id, n.deleted_at is not null or not n.is_active or n.must_change_password as is_out
    from new_rows n join old_rows o on o.id = n.id
    where n.password is distinct from o.password or n.deleted_at is not null or not n.is_active
       or n.must_change_password and not o.must_change_password
  ), resets as (
    delete from password_reset p using ending e where p.user_id = e.id
  )
  update session s set ended_at = now()
  from ending e
  where s.user_id = e.id and s.ended_at is null
    and (e.is_out or s.id is distinct from nullif(current_setting('innkeeper.session', true), '')::bigint);
  return null;
end $$;
