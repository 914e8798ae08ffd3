-- Signing in: sessions and their tokens, brakes against guessing, what a user keeps, and the stamp by which every server
-- knows at once that a session is over or that rights have changed.

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

-- Whoever is deleted, deactivated or given another password is signed out in the same moment. The session that changes its
-- own user's password names itself, and stays: set_config('innkeeper.session', id, true).
create function end_sessions() returns trigger language plpgsql as $$
begin
  with ending as (
    select n.id, n.password is distinct from o.password as is_new_password, n.deleted_at is not null or not n.is_active as is_out
    from new_rows n join old_rows o on o.id = n.id
    where n.password is distinct from o.password or n.deleted_at is not null or not n.is_active
  ), resets as (
    delete from password_reset p using ending e where p.user_id = e.id
  )
  update session s set ended_at = now()
  from ending e
  where s.user_id = e.id and s.ended_at is null
    and (e.is_out or s.id is distinct from nullif(current_setting('innkeeper.session', true), '')::bigint);
  return null;
end $$;
create trigger end_sessions after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function end_sessions();

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

-- Arguments: the subject, and the column whose value ends it.
create function access_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  concerned text := concat_ws(' ', tg_argv[0], changed ->> tg_argv[1]);
begin
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

do $$
declare t record;
begin
  for t in
    select * from (values
      ('users', 'user', 'id'), ('region_users', 'user', 'user_id'),
      ('role_group', 'group', 'id'), ('role_group_role', 'group', 'role_group_id'),
      ('region', 'places', null), ('country', 'places', null), ('hotel', 'places', null),
      ('module', 'all', null), ('roles', 'all', null), ('option_detail', 'all', null)
    ) v (source, subject, ends_with)
  loop
    execute format('create trigger access_changed after insert or update or delete on %I for each row execute function access_changed(%L, %L)',
                   t.source, t.subject, t.ends_with);
  end loop;
end $$;

-- The stamp of a token that is alive, null of any other. Two equal stamps mean that nothing has changed for its user in
-- between. A transaction does not see its own changes here: what it does itself does not make its actor stale.
-- PL/pgSQL, because before PostgreSQL 18 only that keeps its plan.
create function access_stamp(token bytea, at timestamptz) returns text language plpgsql stable parallel restricted as $$
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
    from access_token t
    join session s on s.id = t.session_id and s.ended_at is null
    join users u on u.id = s.user_id and u.is_active and u.deleted_at is null
    where t.token_hash = token and t.expires_at > at
  );
end $$;
