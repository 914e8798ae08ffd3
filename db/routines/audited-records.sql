-- Triggers of every record: they set the audit columns, log each change, count rows and prevent deletion. The procedure
-- `enable_audit` adds a table to audited_table, which lists the tables of records.
-- See docs/decisions/0012-maintain-row-counts-instead-of-counting.md.
-- See docs/decisions/0023-write-the-audit-log-with-triggers.md.

-- The transaction sets the actor: set_config('innkeeper.actor', id, true), '' or unset for the system. An integration
-- acts with its negated id, a guest by a link in a mail with 0; current_user_id() is null then, because neither has a
-- user account.
create or replace function current_actor_id() returns bigint language sql stable as
$$ select nullif(current_setting('innkeeper.actor', true), '')::bigint $$;
create or replace function current_user_id() returns bigint language sql stable as
$$ select case when current_actor_id() > 0 then current_actor_id() end $$;

-- Sets the audit columns, and skips an update that changes nothing: no new version and no log line. A restored record no
-- longer has the reason of its deletion, which the log still has. A generated column, named by an argument, has no value
-- yet, so rows of its table are compared without it. The trigger's name places it
-- after those that set values (`set_…`, `snapshot_…`).
create or replace function stamp_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    new.created_by_id := coalesce(new.created_by_id, current_user_id());
    new.updated_by_id := coalesce(new.updated_by_id, new.created_by_id);
    return new;
  end if;
  if tg_nargs = 0 and new *= old or tg_nargs > 0 and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return null;
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  new.updated_by_id := current_user_id();
  if new.deleted_at is null then
    new.deleted_by_id := null;
  elsif old.deleted_at is null then
    new.deleted_by_id := current_user_id();
  end if;
  if new.deleted_at is null and old.deleted_at is not null then
    new := jsonb_populate_record(new, '{"void_reason": null}');
  end if;
  return new;
end $$;

-- The audit log -------------------------------------------------------------------------------------------------------

-- A row as the audit log stores it: without id and audit columns, and with secrets masked. The demonstration uses it to
-- write its history.
create or replace function audit_json(r jsonb, secrets text[]) returns jsonb language sql immutable as $$
  select (r - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[])
    || coalesce((select jsonb_object_agg(s, '••••••') from unnest(secrets) s where r ->> s is not null), '{}')
$$;

-- Logs and counts new rows. Repeats `audit_json` inline, because a function call would be initialised for each of
-- thousands of rows.
create or replace function log_created() returns trigger language plpgsql as $$
begin
  with counted as (
    insert into row_count
    select tg_table_name, id >> 12, count(*) filter (where deleted_at is null), count(deleted_at) from new_rows
      group by 2)
  insert into audit_log (actor_id, ip, request_id, resource, record_id, action, after)
  select
    current_actor_id(),
    nullif(current_setting('innkeeper.ip', true), '')::inet,
    nullif(current_setting('innkeeper.request_id', true), ''),
    tg_table_name,
    n.id,
    'create',
    case when tg_argv[0] = '{}'
      then r - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[]
      else (r - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[])
        || coalesce((select jsonb_object_agg(s, '••••••') from unnest(tg_argv[0]::text[]) s where r ->> s is not null),
          '{}') end
  from new_rows n, to_jsonb(n) r;
  return null;
end $$;

-- Logs changed rows, with only the columns that changed, and counts those that are deleted or restored. The setting
-- makes the join of rows before and after a hash join. A plan cached from a write of one row compared every pair of
-- rows: 42 s for 10,000 rows instead of 1 s.
create or replace function log_updated() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  with logged as (
    insert into audit_log (actor_id, ip, request_id, resource, record_id, action, before, after)
    select
      current_actor_id(),
      nullif(current_setting('innkeeper.ip', true), '')::inet,
      nullif(current_setting('innkeeper.request_id', true), ''),
      tg_table_name,
      n.id,
      case when o.deleted_at is null and n.deleted_at is not null then 'delete'
        when o.deleted_at is not null and n.deleted_at is null then 'restore'
        else 'update' end,
      d.before,
      d.after
    from new_rows n
    join old_rows o on o.id = n.id
    -- `offset 0` builds the JSON of each row once.
    cross join lateral (
      select to_jsonb(o) as old, to_jsonb(n)
        - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[] as new
      offset 0) r
    cross join lateral (
      select coalesce(jsonb_object_agg(c.key, case when c.key = any(tg_argv[0]::text[]) then '"••••••"'
        else r.old -> c.key end), '{}') as before,
             coalesce(jsonb_object_agg(c.key, case when c.key = any(tg_argv[0]::text[]) then '"••••••"'
               else c.value end), '{}') as after
      from jsonb_each(r.new) c where c.value is distinct from r.old -> c.key
    ) d
    where n.deleted_at is distinct from o.deleted_at or d.after <> '{}'
    returning record_id, case action when 'restore' then 1 when 'delete' then -1 end as added)
  insert into row_count
  select tg_table_name, record_id >> 12, sum(added), -sum(added) from logged where added is not null group by 2;
  return null;
end $$;

-- Row counts ----------------------------------------------------------------------------------------------------------

-- Merges the deltas into one row per bucket. Returns the number of merged rows, or 0 while another process is doing it.
create or replace function compact_row_counts() returns bigint language plpgsql as $$
declare compacted bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('row_count')) then
    return 0;
  end if;
  with duplicated as (select resource, bucket from row_count group by 1, 2 having count(*) > 1),
       removed as (delete from row_count r using duplicated c where r.resource = c.resource and r.bucket = c.bucket
         returning r.*),
       inserted as (insert into row_count select resource, bucket, sum(live), sum(deleted) from removed group by 1, 2
         returning 1)
  select count(*) into compacted from removed;
  return compacted;
end $$;

-- What follows from new rows ------------------------------------------------------------------------------------------

-- Calls the function that the trigger's argument names, with the records of the new rows. Each call is written out,
-- because PostgreSQL would plan one that is composed from a name again for every write.
create or replace function derive_from_new_rows() returns trigger language plpgsql as $$
begin
  case tg_argv[0]
    when 'recompute_standing' then perform recompute_standing(array(select distinct member_id from new_rows));
    when 'set_validity' then perform set_validity(array(select distinct member_id from new_rows));
    when 'calculate_totals' then perform calculate_totals(array(select distinct transaction_id from new_rows));
    when 'insert_name_words' then perform insert_name_words(array(select id from new_rows));
  end case;
  return null;
end $$;

-- Append-only tables --------------------------------------------------------------------------------------------------

create or replace function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % can be appended to only', tg_table_name;
end $$;

-- Logs of actions, such as imports, merges and exports, are immutable except for their outcome: the undo, or the number
-- of exported rows. The columns given as arguments may be written while all of them are null. The rights of these tables
-- reject truncation.
create or replace function append_only_except() returns trigger language plpgsql as $$
declare
  outcome_columns text[] := tg_argv;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - outcome_columns = to_jsonb(old) - outcome_columns
     and not exists (select from jsonb_each(to_jsonb(old)) o
       where o.key = any(outcome_columns) and o.value <> 'null') then
    return new;
  end if;
  raise exception 'The table % can be appended to only', tg_table_name;
end $$;

create or replace trigger append_only before update or delete or truncate on audit_log for each statement
  execute function reject_change();
create or replace trigger append_only before update or delete or truncate on member_lookup for each statement
  execute function reject_change();
create or replace trigger append_only before update or delete or truncate on loaded_record for each statement
  execute function reject_change();
create or replace trigger append_only before update or delete on export_log
  for each row execute function append_only_except('rows');
create or replace trigger append_only before update or delete on import_run
  for each row execute function append_only_except('undone_at', 'undone_by_id');
create or replace trigger append_only before update or delete on member_merge
  for each row execute function append_only_except('undone_at', 'undone_by_id');
create or replace trigger append_only before update or delete on reconciliation_run
  for each row execute function append_only_except('ended_at', 'result', 'error');

-- Every record --------------------------------------------------------------------------------------------------------

do $$
declare
  audited audited_table;
begin
  for audited in select * from audited_table order by name loop
    execute format('create or replace trigger stamp before insert or update on %I
      for each row execute function stamp_record(%s)', audited.name, (
      select string_agg(quote_literal(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = audited.name::regclass and a.attgenerated <> ''));
    execute format('create or replace trigger log_created after insert on %I referencing new table as new_rows
      for each statement execute function log_created(%L)', audited.name, audited.secrets);
    execute format('create or replace trigger log_updated after update on %I
      referencing old table as old_rows new table as new_rows
      for each statement execute function log_updated(%L)', audited.name, audited.secrets);
    execute format('create or replace trigger never_removed before delete or truncate on %I
      for each statement execute function reject_change()', audited.name);
    -- By default a table with fewer than 50 rows is never analysed. With wrong estimates (180 hotels instead of 24) a
    -- report of a region took 7.2 s instead of 0.9.
    execute format('alter table %I set (autovacuum_analyze_threshold = 5)', audited.name);
  end loop;
end $$;

-- How long a response is stored for its Idempotency-Key. A hotel's own system repeats failed calls even over a long
-- weekend.
create or replace function idempotency_retention(actor bigint) returns interval language sql immutable as
$$ select case when actor < 0 then interval '7 days' else interval '24 hours' end $$;
