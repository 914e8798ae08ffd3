-- Sessions end as soon as their user may no longer sign in as before.

-- A user who is deleted or deactivated, gets another password or must change it is signed out immediately. The session
-- that changes its own user's password is resumed by the application. Gaining permissions ends no working session. If it
-- makes the password void, only those sessions end that can do nothing but choose a new password.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  with ending as (
    select n.id, n.password is distinct from o.password as has_new_password, n.is_password_void
      and not o.is_password_void as is_newly_void,
           n.deleted_at is not null or not n.is_active
             or n.must_change_password and not n.must_change_for_rights as is_signed_out
    from new_rows n join old_rows o on o.id = n.id
    where n.password is distinct from o.password or n.deleted_at is not null or not n.is_active
       or n.must_change_password and not o.must_change_password and not n.must_change_for_rights
       or n.is_password_void and not o.is_password_void
  ), resets as (
    delete from password_reset p using ending e where p.user_id = e.id
  )
  update session s set ended_at = now()
  from ending e
  where s.user_id = e.id and s.ended_at is null
    and (e.is_signed_out or e.is_newly_void and s.must_change_password
      or e.has_new_password);
  return null;
end $$;
create or replace trigger end_sessions after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function end_sessions();

-- Whether users of a role group may sign in with a password. Every statement that starts or renews a session asks this.
create or replace function allows_password(role_group_id bigint) returns boolean language sql stable as $$
  select coalesce((select g.is_password_allowed from role_group g
    where g.id = allows_password.role_group_id and g.deleted_at is null), true)
$$;

-- Logs a new or removed way to sign in under its user's id.
create or replace function log_sign_in_method() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, ip, request_id, resource, record_id, action)
  values (current_user_id(), nullif(current_setting('innkeeper.ip', true), '')::inet,
          nullif(current_setting('innkeeper.request_id', true), ''), tg_table_name,
          case when tg_op = 'DELETE' then old.user_id else new.user_id end,
          case when tg_op = 'DELETE' then 'delete' else 'create' end);
  return null;
end $$;
create or replace trigger log_sign_in_method after insert or delete on user_identity
  for each row execute function log_sign_in_method();
create or replace trigger log_sign_in_method after insert or delete on passkey
  for each row execute function log_sign_in_method();

-- Logs switching two-factor sign-in on or off under the user's id, and ends the user's sessions. A setup that is not
-- confirmed is neither.
create or replace function log_two_factor_change() returns trigger language plpgsql as $$
declare
  was_on boolean := tg_op <> 'INSERT' and old.confirmed_at is not null;
  is_on boolean := tg_op <> 'DELETE' and new.confirmed_at is not null;
  changed_user_id bigint := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if was_on = is_on then
    return null;
  end if;
  insert into audit_log (actor_id, ip, request_id, resource, record_id, action)
  values (current_user_id(), nullif(current_setting('innkeeper.ip', true), '')::inet,
          nullif(current_setting('innkeeper.request_id', true), ''), tg_table_name, changed_user_id,
          case when is_on then 'create' else 'delete' end);
  update session s set ended_at = now()
  where s.user_id = changed_user_id and s.ended_at is null;
  return null;
end $$;
create or replace trigger log_two_factor_change after insert or update or delete on two_factor
  for each row execute function log_two_factor_change();
