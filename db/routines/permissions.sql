-- Permissions: the codes of a module, required password changes, and the permissions version by which every server
-- notices changed permissions immediately.
-- See docs/decisions/0044-require-a-new-password-when-somebody-else-set-it.md.

-- Creates the four permission codes of a module, renames them when its slug changes, and deletes them while it is
-- inactive.
create or replace function create_module_permissions() returns trigger language plpgsql as $$
begin
  insert into roles (name, label, module_id, verb, deleted_at)
  select
    verb || '_' || upper(replace(new.slug, '-', '_')),
    initcap(verb) || ' ' || new.name,
    new.id,
    verb,
    case when new.is_active and new.deleted_at is null then null else now() end
  from unnest(array['VIEW', 'STORE', 'UPDATE', 'DELETE']) verb
  on conflict (module_id, verb) do update
    set name = excluded.name, label = excluded.label,
        deleted_at = case when excluded.deleted_at is null then null
          else coalesce(roles.deleted_at, excluded.deleted_at) end;
  return null;
end $$;
create or replace trigger create_module_permissions after insert or update on module for each row
  execute function create_module_permissions();

-- Required password changes -------------------------------------------------------------------------------------------

-- The discount limit in percent: that of the role group, or else the default of its access level.
create or replace function effective_discount_limit(discount_limit integer, level text) returns integer
  language sql immutable as $$
  select coalesce(discount_limit, case level when '1' then 100 else 25 end)
$$;

-- The discount limit of a role group's users, in percent.
create or replace function discount_limit_of(role_group bigint) returns integer language sql stable as $$
  select effective_discount_limit(g.discount_limit, d.code)
  from role_group g join option_detail d on d.id = g.access_type_id where g.id = role_group
$$;

-- Whether a permission code opens anything: every module has all verbs, but a report is only viewed. Codes without effect
-- are not compared, because nobody sees them. `hasEffect` of the contract says the same, for the console.
create or replace function has_effect(code text) returns boolean language sql immutable as $$
  select code !~ '^(STORE|UPDATE|DELETE)_[A-Z_]+_REPORT$'
$$;

-- True if a user who changes from one role group to another gains permissions: a code, a wider access level or a higher
-- discount limit. All comparisons of permissions use this function: password changes, who may know a password, and
-- which role groups a user may assign or edit.
create or replace function gains_rights(from_group bigint, to_group bigint) returns boolean language sql stable as $$
  select (select l.code from role_group g join option_detail l on l.id = g.access_type_id where g.id = to_group)
         < (select l.code from role_group g join option_detail l on l.id = g.access_type_id where g.id = from_group)
      or exists (
        select l.roles_id from role_group_role l join roles r on r.id = l.roles_id
        where l.role_group_id = to_group and has_effect(r.name)
        except select roles_id from role_group_role where role_group_id = from_group
      )
      or discount_limit_of(to_group) > discount_limit_of(from_group)
$$;

-- True if this user has all permissions of a role group, and so gains nothing by knowing the password of one of its
-- users.
create or replace function can_know_password(user_id bigint, role_group_id bigint) returns boolean
  language sql stable as $$
  select exists (
    select from users u
    where u.id = can_know_password.user_id and u.is_active and u.deleted_at is null and u.role_group_id is not null
      and not gains_rights(u.role_group_id, can_know_password.role_group_id))
$$;

-- If another user set the password, that user knows it. When the owner gains permissions beyond that user's, the
-- password becomes void: otherwise that user could sign in first and choose the next one. A password that was set
-- without an actor, in the database or at the first start, counts as the owner's. So does one that the owner has
-- changed since. Then gained permissions require nothing.
--
-- Any password ends an open invitation.
--
-- The change is required at the next sign-in (`must_change_for_rights`). Running sessions continue with the new
-- permissions.
create or replace function set_password_flags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.password_set_by_id := current_user_id();
  elsif new.password is distinct from old.password then
    new.must_change_password := current_user_id() is distinct from new.id;
    new.password_set_by_id := nullif(current_user_id(), new.id);
    new.must_change_for_rights := false;
    new.is_password_void := false;
    new.invited_at := null;
  else
    new.must_change_password := old.must_change_password or new.must_change_password;
    if new.password_set_by_id is not null and new.role_group_id is distinct from old.role_group_id then
      if not new.must_change_password and gains_rights(old.role_group_id, new.role_group_id) then
        new.must_change_password := true;
        new.must_change_for_rights := true;
      end if;
      new.is_password_void := new.is_password_void or not can_know_password(new.password_set_by_id, new.role_group_id);
    end if;
  end if;
  return new;
end $$;
-- Fires before `stamp`, so that an unchanged flag counts as no change.
create or replace trigger set_password_flags before insert or update on users for each row
  execute function set_password_flags();

-- When a role group gains permissions, one statement requires a new password from its users whose password another user
-- has set. Codes created in this transaction are ignored, so a new module affects nobody.
create or replace function require_password_change() returns trigger language plpgsql as $$
declare expanded bigint[];
begin
  if tg_table_name = 'role_group' then
    select array_agg(n.id) into expanded
    from new_rows n join old_rows o on o.id = n.id
    join option_detail higher on higher.id = n.access_type_id
    join option_detail lower on lower.id = o.access_type_id
    where higher.code < lower.code
       or effective_discount_limit(n.discount_limit, higher.code) > effective_discount_limit(o.discount_limit,
         lower.code);
  else
    select array_agg(distinct n.role_group_id) into expanded
    from new_rows n join roles r on r.id = n.roles_id and r.created_at <> now()::timestamptz(0) and has_effect(r.name);
  end if;
  update users set must_change_password = true,
    must_change_for_rights = must_change_for_rights or not must_change_password,
    is_password_void = is_password_void or not can_know_password(password_set_by_id, role_group_id)
  where password_set_by_id is not null and (not must_change_password or not is_password_void)
    and role_group_id = any(expanded);
  return null;
end $$;
create or replace trigger enforce_password_change after update on role_group
  referencing old table as old_rows new table as new_rows for each statement execute function require_password_change();
create or replace trigger enforce_password_change after insert on role_group_role
  referencing new table as new_rows for each statement execute function require_password_change();

-- The permissions version ---------------------------------------------------------------------------------------------

-- Arguments: the subject, and the column whose value completes it. One row per transaction and subject is enough,
-- because others see all its changes together; with a row per change, a large transaction left hundreds of rows for
-- every request to sum. Above 32 rows, a writer merges those of the past into one.
create or replace function bump_permissions_version() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  subject_key text := concat_ws(' ', tg_argv[0], changed ->> tg_argv[1]);
begin
  if exists (select from permissions_version where subject = subject_key and xact_id = pg_current_xact_id()) then
    return null;
  end if;
  insert into permissions_version values (subject_key, 1, pg_current_xact_id());
  if (select count(*) from permissions_version where subject = subject_key) > 32
     and pg_try_advisory_xact_lock(hashtext('permissions_version'), hashtext(subject_key)) then
    with merged as (
      delete from permissions_version where subject = subject_key and xact_id <> pg_current_xact_id() returning changes
    )
    insert into permissions_version select subject_key, coalesce(sum(changes), 0), '0' from merged;
  end if;
  return null;
end $$;
create or replace trigger bump_permissions_version after insert or update or delete on users
  for each row execute function bump_permissions_version('user', 'id');
create or replace trigger bump_permissions_version after insert or update or delete on region_users
  for each row execute function bump_permissions_version('user', 'user_id');
create or replace trigger bump_permissions_version after insert or update or delete on role_group
  for each row execute function bump_permissions_version('group', 'id');
create or replace trigger bump_permissions_version after insert or update or delete on role_group_role
  for each row execute function bump_permissions_version('group', 'role_group_id');
create or replace trigger bump_permissions_version after insert or update of confirmed_at or delete on two_factor
  for each row execute function bump_permissions_version('user', 'user_id');
create or replace trigger bump_permissions_version after insert or update or delete on region
  for each row execute function bump_permissions_version('places');
create or replace trigger bump_permissions_version after insert or update or delete on country
  for each row execute function bump_permissions_version('places');
create or replace trigger bump_permissions_version after insert or update or delete on hotel
  for each row execute function bump_permissions_version('places');
create or replace trigger bump_permissions_version after insert or update or delete on module
  for each row execute function bump_permissions_version('all');
create or replace trigger bump_permissions_version after insert or update or delete on roles
  for each row execute function bump_permissions_version('all');
create or replace trigger bump_permissions_version after insert or update or delete on option_detail
  for each row execute function bump_permissions_version('all');

-- The permissions version of a valid token; null for any other token. Two equal versions mean that nothing changed for
-- its user in between. A transaction does not see its own changes here, so they do not make its actor stale.
--
-- PL/pgSQL, because before PostgreSQL 18 only that caches its plan. The session is looked up first, then its user. As a
-- single query it was planned while there were few users and then scanned all users for each request until statistics
-- changed: 170 µs for a hundred users instead of 33.
create or replace function token_permissions_version(token bytea, at timestamptz) returns text
  language plpgsql stable parallel restricted as $$
declare
  signed_in_user_id bigint := (
    select s.user_id from access_token t join session s on s.id = t.session_id and s.ended_at is null
    where t.token_hash = token and t.expires_at > at);
begin
  return user_permissions_version(signed_in_user_id);
end $$;

-- The same by the user's id, for jobs that work for a user who is not signed in.
create or replace function user_permissions_version(of_user bigint) returns text
  language plpgsql stable parallel restricted as $$
begin
  return (
    select coalesce((
      select string_agg(v.subject || ':' || v.changes, ' ' order by v.subject)
      from (
        select subject, sum(changes) as changes
        from permissions_version
        where subject = any(array['all', 'user ' || u.id, 'group ' || u.role_group_id,
                                  case when exists (select from region_users a where a.user_id = u.id)
                                    then 'places' end])
          and xact_id is distinct from pg_current_xact_id_if_assigned()
        group by subject
      ) v
    ), '')
    from users u where u.id = of_user and u.is_active and u.deleted_at is null
  );
end $$;

-- The same for an integration: the values on which its token depends, or null if the token is not valid. Each call's
-- statements read it, so that every process notices a deactivated integration or hotel immediately. With permission
-- codes, it also depends on those of the modules.
create or replace function integration_permissions_version(token bytea, at timestamptz) returns text
  language plpgsql stable parallel restricted as $$
begin
  return (
    select i.version || ' ' || h.version || ' ' || n.version || case when exists (
        select from integration_role r where r.integration_id = i.id)
      then ' ' || coalesce((
        select sum(v.changes) from permissions_version v
        where v.subject = 'all' and v.xact_id is distinct from pg_current_xact_id_if_assigned()), 0)
      else '' end
    from integration i join hotel h on h.id = i.hotel_id join country n on n.id = h.country_id
    where i.access_token = encode(token, 'hex') and i.is_active and i.deleted_at is null and h.is_active
      and h.deleted_at is null
      and (i.end_date is null or i.end_date >= (at at time zone effective_time_zone(h.time_zone, n.time_zone))::date));
end $$;
