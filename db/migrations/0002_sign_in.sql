-- Sign-in: sessions and their tokens, limits on guessing, the second factor, preferences of a user, and stored files.

-- Sessions ------------------------------------------------------------------------------------------------------------

-- One sign-in on one device. It lasts as long as its newest refresh token, or until it is ended.
create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  is_remembered boolean not null,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The session began while a new password was required.
  must_change_password boolean not null default false
);
create index session_user_id_idx on session (user_id);
create index session_expires_at_idx on session (expires_at);

-- Tokens are stored as SHA-256 only: they are random enough that nothing slower is needed.
create table access_token (
  token_hash bytea primary key constraint access_token_token_hash_check check (length(token_hash) = 32),
  session_id bigint not null references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session_id_idx on access_token (session_id);

-- A refresh token is valid once. It remains after its use, because one that is used again was stolen.
create table refresh_token (
  token_hash bytea primary key constraint refresh_token_token_hash_check check (length(token_hash) = 32),
  session_id bigint not null references session (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A refresh whose response was lost gets the same response again for 30 seconds: the new pair of tokens follows from
  -- the old refresh token, which is stored nowhere, and from this salt, which is removed afterwards.
  -- See docs/decisions/0084-repeat-a-lost-refresh-response-for-30-seconds.md.
  response_salt bytea constraint refresh_token_response_salt_check check (length(response_salt) = 32)
);
create index refresh_token_session_id_idx on refresh_token (session_id);

create table password_reset (
  token_hash bytea primary key constraint password_reset_token_hash_check check (length(token_hash) = 32),
  user_id bigint not null references users (id),
  expires_at timestamptz not null
);
create index password_reset_user_id_idx on password_reset (user_id);

-- Limits on guessing --------------------------------------------------------------------------------------------------

-- Failed attempts, by their target or their origin. After some of them the next one has to wait.
create table throttle (
  subject text primary key,
  attempts integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index throttle_last_at_idx on throttle (last_at);

-- Solutions of our own captcha, each valid once. A row remains until its challenge expires; from then on the challenge
-- is rejected for its age.
create table used_captcha (
  signature bytea primary key constraint used_captcha_signature_check check (length(signature) = 32),
  expires_at timestamptz not null
);
create index used_captcha_expires_at_idx on used_captcha (expires_at);

-- Two-factor sign-in --------------------------------------------------------------------------------------------------

-- The secret of an authenticator app (RFC 6238). It is offered until a code confirms it, and requested at each sign-in
-- from then on. A code belongs to a step of 30 seconds, and is valid only if that is later than the last step used.
create table two_factor (
  user_id bigint primary key references users (id),
  secret bytea not null constraint two_factor_secret_check check (length(secret) = 20),
  recovery_salt bytea not null constraint two_factor_recovery_salt_check check (length(recovery_salt) = 16),
  confirmed_at timestamptz,
  last_step bigint,
  constraint two_factor_last_step_check check (confirmed_at is null or last_step is not null)
);

-- Codes that replace the app, each valid once: using one removes it. Stored as Argon2id with the salt of their factor,
-- so that one hash finds a code among all of them.
create table recovery_code (
  user_id bigint not null references two_factor (user_id) on delete cascade,
  code_hash bytea not null constraint recovery_code_code_hash_check check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Preferences and files -----------------------------------------------------------------------------------------------

create table user_preference (
  user_id bigint primary key references users (id),
  settings jsonb not null default '{}'
    constraint user_preference_settings_check check (jsonb_typeof(settings) = 'object'),
  shortcuts jsonb not null default '[]'
    constraint user_preference_shortcuts_check check (jsonb_typeof(shortcuts) = 'array')
);

-- The key that signs the URLs of files. It is in the database, so that every server accepts the URLs of every other.
-- Its 366 random bits come from the generator that PostgreSQL creates UUIDs with, which is cryptographically secure.
create table signing_key (
  is_singleton boolean primary key default true constraint signing_key_is_singleton_check check (is_singleton),
  key bytea not null constraint signing_key_key_check check (length(key) = 32),
  -- The key as HMAC (RFC 2104) takes it: 64 bytes, with two masks.
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

-- Files that a row references, or that the audit log can restore. The transaction that references a file writes its row
-- here. A file without a row belongs to a write that never happened, and is removed after a day.
create table stored_file (
  name text primary key constraint stored_file_name_check check (name ~ '^[0-9a-f]{32}\.[a-z]+$')
);

-- A separate table: a photo belongs to its user alone, and changing it makes no new version of the record.
create table user_photo (
  user_id bigint primary key references users (id),
  file text not null references stored_file (name)
    constraint user_photo_file_check check (file ~ '^[0-9a-f]{32}\.[a-z]+$')
);
