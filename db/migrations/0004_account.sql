-- What a user has beside the record: a picture, and a second factor for signing in.

-- Files ---------------------------------------------------------------------------------------------------------------

-- What the addresses of files are signed with. In the database, so that every server honours every other's addresses. Its
-- 366 random bits come from the generator that PostgreSQL makes UUIDs with, which is a cryptographic one.
create table signing_key (
  is_only boolean primary key default true constraint signing_key_is_only_check check (is_only),
  key bytea not null constraint signing_key_key_check check (length(key) = 32)
);
insert into signing_key (key)
values (sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')));

-- A table of its own: a picture is its user's alone, and makes no new version of the record.
create table user_photo (
  user_id bigint primary key constraint user_photo_user_id_fkey references users (id),
  file text not null constraint user_photo_file_check check (file ~ '^[0-9a-f]{32}\.[a-z]+$')
);

-- Two-factor sign-in --------------------------------------------------------------------------------------------------

-- An authenticator app's secret (RFC 6238). Offered until it is confirmed by a code, asked for at each sign-in from then on.
-- A code is of a step of 30 seconds; one that is not later than the last step serves no more.
create table two_factor (
  user_id bigint primary key constraint two_factor_user_id_fkey references users (id),
  secret bytea not null constraint two_factor_secret_check check (length(secret) = 20),
  recovery_salt bytea not null constraint two_factor_recovery_salt_check check (length(recovery_salt) = 16),
  confirmed_at timestamptz,
  last_step bigint,
  constraint two_factor_last_step_check check (confirmed_at is null or last_step is not null)
);

-- Codes that serve in the app's place, each once: using one removes it. Argon2id under the salt of their factor, so that
-- one hash finds a code among all of them.
create table recovery_code (
  user_id bigint not null constraint recovery_code_user_id_fkey references two_factor (user_id) on delete cascade,
  code_hash bytea not null constraint recovery_code_code_hash_check check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Switching it on or off is logged under the user's id, and ends the user's sessions but the one that names itself
-- (see end_sessions). An offer is neither.
create function two_factor_switched() returns trigger language plpgsql as $$
declare
  was_on boolean := tg_op <> 'INSERT' and old.confirmed_at is not null;
  is_on boolean := tg_op <> 'DELETE' and new.confirmed_at is not null;
  person bigint := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if was_on = is_on then
    return null;
  end if;
  insert into operation (actor_id, ip, request_id, resource, record_id, action)
  values (acting_user(), nullif(current_setting('innkeeper.ip', true), '')::inet,
          nullif(current_setting('innkeeper.request_id', true), ''), tg_table_name, person,
          case when is_on then 'create' else 'delete' end);
  update session s set ended_at = now()
  where s.user_id = person and s.ended_at is null
    and s.id is distinct from nullif(current_setting('innkeeper.session', true), '')::bigint;
  return null;
end $$;
create trigger two_factor_switched after insert or update or delete on two_factor
  for each row execute function two_factor_switched();
