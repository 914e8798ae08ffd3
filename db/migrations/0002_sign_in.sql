-- Signing in: sessions and their tokens, brakes against guessing, what a user keeps, a second factor; and the files that rows name.

-- Sessions ------------------------------------------------------------------------------------------------------------

-- One sign-in on one device. It lives as long as its newest refresh token, or until it is ended.
create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint session_user_id_fkey references users (id),
  is_remembered boolean not null,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_user_id_idx on session (user_id);
create index session_expires_at_idx on session (expires_at);

-- Tokens are stored as SHA-256 only: they are random enough that nothing slower is needed.
create table access_token (
  token_hash bytea primary key constraint access_token_token_hash_check check (length(token_hash) = 32),
  session_id bigint not null constraint access_token_session_id_fkey references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session_id_idx on access_token (session_id);

-- A refresh token serves once. It is kept after its use, because one that comes again was stolen.
create table refresh_token (
  token_hash bytea primary key constraint refresh_token_token_hash_check check (length(token_hash) = 32),
  session_id bigint not null constraint refresh_token_session_id_fkey references session (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session_id_idx on refresh_token (session_id);

create table password_reset (
  token_hash bytea primary key constraint password_reset_token_hash_check check (length(token_hash) = 32),
  user_id bigint not null constraint password_reset_user_id_fkey references users (id),
  expires_at timestamptz not null
);
create index password_reset_user_id_idx on password_reset (user_id);

-- Attempts that failed, by what they were aimed at or came from; after some of them the next one has to wait.
create table throttle (
  subject text primary key,
  attempts integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index throttle_last_at_idx on throttle (last_at);

create table user_preference (
  user_id bigint primary key constraint user_preference_user_id_fkey references users (id),
  settings jsonb not null default '{}' constraint user_preference_settings_check check (jsonb_typeof(settings) = 'object'),
  shortcuts jsonb not null default '[]' constraint user_preference_shortcuts_check check (jsonb_typeof(shortcuts) = 'array')
);

-- The access stamp ----------------------------------------------------------------------------------------------------

-- Counts the changes that may alter what somebody may do or see, by whom they concern: one user, one role group, everybody
-- whose reach is a list of hotels, or all. Writers only append, so that none waits for another; now and then one of them
-- folds the rows of the past into one.
create table access_version (
  subject text not null,
  changes bigint not null,
  made_in xid8 not null
);
create index access_version_subject_idx on access_version (subject) include (changes, made_in);

-- Captcha -------------------------------------------------------------------------------------------------------------

-- An answer to a captcha of our own serves once. Kept until the challenge has expired: from then on it is refused for its age.
create table captcha_used (
  signature bytea primary key constraint captcha_used_signature_check check (length(signature) = 32),
  expires_at timestamptz not null
);
create index captcha_used_expires_at_idx on captcha_used (expires_at);

-- Files ---------------------------------------------------------------------------------------------------------------

-- What the addresses of files are signed with. In the database, so that every server honours every other's addresses. Its
-- 366 random bits come from the generator that PostgreSQL makes UUIDs with, which is a cryptographic one.
create table signing_key (
  is_only boolean primary key default true constraint signing_key_is_only_check check (is_only),
  key bytea not null constraint signing_key_key_check check (length(key) = 32),
  -- The key as HMAC (RFC 2104) takes it: 64 bytes, under two masks.
  inner_pad bytea not null constraint signing_key_inner_pad_check check (length(inner_pad) = 64),
  outer_pad bytea not null constraint signing_key_outer_pad_check check (length(outer_pad) = 64)
);
with new as materialized (
  select sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')) as key
), byte as (
  select i, case when i < 32 then get_byte(key, i) else 0 end as value from new, generate_series(0, 63) i
)
insert into signing_key (key, inner_pad, outer_pad)
select key,
       (select string_agg(set_byte('\x00', 0, value # 54), ''::bytea order by i) from byte),
       (select string_agg(set_byte('\x00', 0, value # 92), ''::bytea order by i) from byte)
from new;

-- Files that a row names, or has named as far as the operation log can bring back. Written in the transaction that names
-- them: a file of which nothing stands here belongs to a write that never was, and is removed after a day.
create table stored_file (
  name text primary key constraint stored_file_name_check check (name ~ '^[0-9a-f]{32}\.[a-z]+$')
);

-- A table of its own: a picture is its user's alone, and makes no new version of the record.
create table user_photo (
  user_id bigint primary key constraint user_photo_user_id_fkey references users (id),
  file text not null constraint user_photo_file_fkey references stored_file (name)
    constraint user_photo_file_check check (file ~ '^[0-9a-f]{32}\.[a-z]+$')
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
