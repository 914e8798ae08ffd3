-- Rights: the codes that a module yields, the passwords that are owed, and the stamp by which every server knows at once
-- that somebody's rights have changed.
-- See docs/decisions/0044-owed-passwords.md.

-- A module yields its four codes at once, renames them with its slug, and takes them away while it is switched off.
create or replace function yield_roles() returns trigger language plpgsql as $$
begin
  insert into roles (name, label, module_id, verb, deleted_at)
  select verb || '_' || upper(replace(new.slug, '-', '_')), initcap(verb) || ' ' || new.name, new.id, verb,
         case when new.is_active and new.deleted_at is null then null else now() end
  from unnest(array['VIEW', 'STORE', 'UPDATE', 'DELETE']) verb
  on conflict (module_id, verb) do update
    set name = excluded.name, label = excluded.label,
        deleted_at = case when excluded.deleted_at is null then null else coalesce(roles.deleted_at, excluded.deleted_at) end;
  return null;
end $$;
create or replace trigger yield_roles after insert or update on module for each row execute function yield_roles();

-- Owed passwords ------------------------------------------------------------------------------------------------------

-- How much of a price may be taken off at an access level, in percent, by the limit of a role group or without one.
create or replace function discount_limit_in_force(discount_limit integer, level text) returns integer language sql immutable as $$
  select coalesce(discount_limit, case level when '1' then 100 else 25 end)
$$;

-- How much of a price the users of a role group may take off, in percent.
create or replace function discount_limit_of(role_group bigint) returns integer language sql stable as $$
  select discount_limit_in_force(g.discount_limit, d.code)
  from role_group g join option_detail d on d.id = g.access_type_id where g.id = role_group
$$;

-- Whether a user who changes from one role group to another may do what they could not: by a code, a wider level, or a higher discount limit.
-- Rights are compared by this function alone: who rises, who may know a password, and which role groups somebody may give or change.
create or replace function is_rise(from_group bigint, to_group bigint) returns boolean language sql stable as $$
  select (select l.code from role_group g join option_detail l on l.id = g.access_type_id where g.id = to_group)
         < (select l.code from role_group g join option_detail l on l.id = g.access_type_id where g.id = from_group)
      or exists (
        select roles_id from role_group_role where role_group_id = to_group
        except select roles_id from role_group_role where role_group_id = from_group
      )
      or discount_limit_of(to_group) > discount_limit_of(from_group)
$$;

-- Whether this user may do all that a role group may, and so gains nothing by a password of somebody in it.
create or replace function may_know(user_id bigint, role_group_id bigint) returns boolean language sql stable as $$
  select exists (
    select from users u
    where u.id = may_know.user_id and u.is_active and u.deleted_at is null and u.role_group_id is not null
      and not is_rise(u.role_group_id, may_know.role_group_id))
$$;

-- Another user who set a password knows it. When its user rises above them, it opens nothing any more: otherwise the one who knows it
-- could sign in first, and choose the next. A password that is set without anybody acting, by hand in the database or at the first
-- start, is its owner's, and so is one that its owner has changed since: a rise then asks for nothing.
--
-- A rise that asks for another password does so at the next sign-in (`is_owed_by_rise`). Sessions that run go on with the new rights.
create or replace function mark_password() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.password_set_by_id := acting_user();
  elsif new.password is distinct from old.password then
    new.must_change_password := acting_user() is distinct from new.id;
    new.password_set_by_id := nullif(acting_user(), new.id);
    new.is_owed_by_rise := false;
    new.is_password_void := false;
  else
    new.must_change_password := old.must_change_password or new.must_change_password;
    if new.password_set_by_id is not null and new.role_group_id is distinct from old.role_group_id then
      if not new.must_change_password and is_rise(old.role_group_id, new.role_group_id) then
        new.must_change_password := true;
        new.is_owed_by_rise := true;
      end if;
      new.is_password_void := new.is_password_void or not may_know(new.password_set_by_id, new.role_group_id);
    end if;
  end if;
  return new;
end $$;
-- Before the trigger `nothing_new`: a mark that stays is no change.
create or replace trigger mark_password before insert or update on users for each row execute function mark_password();

-- A role group that is given more marks those passwords of its users that somebody else has set, by one statement. A code that came into
-- being in this very transaction was nobody's before: a new module marks nobody.
create or replace function lift_members() returns trigger language plpgsql as $$
declare risen bigint[];
begin
  if tg_table_name = 'role_group' then
    select array_agg(n.id) into risen
    from new_rows n join old_rows o on o.id = n.id
    join option_detail higher on higher.id = n.access_type_id
    join option_detail lower on lower.id = o.access_type_id
    where higher.code < lower.code
       or discount_limit_in_force(n.discount_limit, higher.code) > discount_limit_in_force(o.discount_limit, lower.code);
  else
    select array_agg(distinct n.role_group_id) into risen
    from new_rows n join roles r on r.id = n.roles_id and r.created_at <> now()::timestamptz(0);
  end if;
  update users set must_change_password = true,
    is_owed_by_rise = is_owed_by_rise or not must_change_password,
    is_password_void = is_password_void or not may_know(password_set_by_id, role_group_id)
  where password_set_by_id is not null and (not must_change_password or not is_password_void) and role_group_id = any(risen);
  return null;
end $$;
create or replace trigger lift_members after update on role_group
  referencing old table as old_rows new table as new_rows for each statement execute function lift_members();
create or replace trigger lift_members after insert on role_group_role
  referencing new table as new_rows for each statement execute function lift_members();

-- The access stamp ----------------------------------------------------------------------------------------------------

-- Arguments: the subject, and the column whose value ends it. One row of access_version for each transaction and subject is enough:
-- others see its changes all at once. With a row for each change, every request summed the hundreds that a large transaction had
-- left, such as the seed of the first start. Now and then a writer folds the rows of the past into one.
create or replace function access_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  concerned text := concat_ws(' ', tg_argv[0], changed ->> tg_argv[1]);
begin
  if exists (select from access_version where subject = concerned and made_in = pg_current_xact_id()) then
    return null;
  end if;
  insert into access_version values (concerned, 1, pg_current_xact_id());
  if (select count(*) from access_version where subject = concerned) > 32
     and pg_try_advisory_xact_lock(hashtext('access_version'), hashtext(concerned)) then
    with past as (
      delete from access_version where subject = concerned and made_in <> pg_current_xact_id() returning changes
    )
    insert into access_version select concerned, coalesce(sum(changes), 0), '0' from past;
  end if;
  return null;
end $$;
create or replace trigger access_changed after insert or update or delete on users
  for each row execute function access_changed('user', 'id');
create or replace trigger access_changed after insert or update or delete on region_users
  for each row execute function access_changed('user', 'user_id');
create or replace trigger access_changed after insert or update or delete on role_group
  for each row execute function access_changed('group', 'id');
create or replace trigger access_changed after insert or update or delete on role_group_role
  for each row execute function access_changed('group', 'role_group_id');
create or replace trigger access_changed after insert or update or delete on region
  for each row execute function access_changed('places');
create or replace trigger access_changed after insert or update or delete on country
  for each row execute function access_changed('places');
create or replace trigger access_changed after insert or update or delete on hotel
  for each row execute function access_changed('places');
create or replace trigger access_changed after insert or update or delete on module
  for each row execute function access_changed('all');
create or replace trigger access_changed after insert or update or delete on roles
  for each row execute function access_changed('all');
create or replace trigger access_changed after insert or update or delete on option_detail
  for each row execute function access_changed('all');

-- The stamp of a token that is alive, null of any other. Two equal stamps mean that nothing has changed for its user in between. A
-- transaction does not see its own changes here: they do not make its actor stale.
--
-- PL/pgSQL, because before PostgreSQL 18 only that keeps its plan. The session is found first, then its user. As one question it was
-- planned while there was hardly a user, and then read all users for each request until statistics said otherwise: 170 µs for a
-- hundred users, against 33.
create or replace function access_stamp(token bytea, at timestamptz) returns text language plpgsql stable parallel restricted as $$
declare
  signed_in bigint := (
    select s.user_id from access_token t join session s on s.id = t.session_id and s.ended_at is null
    where t.token_hash = token and t.expires_at > at);
begin
  return user_stamp(signed_in);
end $$;

-- The same of a user who is away, for whom a job works.
create or replace function user_stamp(of_user bigint) returns text language plpgsql stable parallel restricted as $$
begin
  return (
    select coalesce((
      select string_agg(v.subject || ':' || v.changes, ' ' order by v.subject)
      from (
        select subject, sum(changes) as changes
        from access_version
        where subject = any(array['all', 'user ' || u.id, 'group ' || u.role_group_id,
                                  case when exists (select from region_users a where a.user_id = u.id) then 'places' end])
          and made_in is distinct from pg_current_xact_id_if_assigned()
        group by subject
      ) v
    ), '')
    from users u where u.id = of_user and u.is_active and u.deleted_at is null
  );
end $$;

-- The same of a hotel's own system: the facts that decide about its token, null once that serves no more. Read in the statements of each call, so
-- that every process knows at once of a system or hotel that was switched off.
create or replace function integration_stamp(token bytea, at timestamptz) returns text language plpgsql stable parallel restricted as $$
begin
  return (
    select i.version || ' ' || h.version || ' ' || n.version
    from integration i join hotel h on h.id = i.hotel_id join country n on n.id = h.country_id
    where i.access_token = encode(token, 'hex') and i.is_active and i.deleted_at is null and h.is_active and h.deleted_at is null
      and (i.end_date is null or i.end_date >= (at at time zone zone_of(h.time_zone, n.time_zone))::date));
end $$;
