-- The duties of the database for every record: it stamps it, writes each change into the operation log, counts it, and lets nobody
-- remove it. `keep_records` (migrations/0001_ground.sql) names the tables of such records.
-- See docs/decisions/0012-kept-counts.md.
-- See docs/decisions/0023-operation-log-by-trigger.md.

-- The transaction tells who acts: set_config('innkeeper.actor', id, true), '' or unset for the system.
-- An integration acts as its id below zero; acting_user() is null then, because it is nobody's account.
create or replace function acting() returns bigint language sql stable as
$$ select nullif(current_setting('innkeeper.actor', true), '')::bigint $$;
create or replace function acting_user() returns bigint language sql stable as
$$ select case when acting() > 0 then acting() end $$;

create or replace function stamp_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    new.created_by_id := coalesce(new.created_by_id, acting_user());
    new.updated_by_id := coalesce(new.updated_by_id, new.created_by_id);
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  new.updated_by_id := acting_user();
  if new.deleted_at is null then
    new.deleted_by_id := null;
  elsif old.deleted_at is null then
    new.deleted_by_id := acting_user();
  end if;
  return new;
end $$;

-- The operation log ---------------------------------------------------------------------------------------------------

-- A row as the log keeps it: without columns that say nothing of a person's act, or follow from others, and with its
-- secrets hidden. The demonstration writes its history with it.
create or replace function logged(r jsonb, secrets text[]) returns jsonb language sql immutable as $$
  select (r - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[])
    || coalesce((select jsonb_object_agg(s, '••••••') from unnest(secrets) s where r ->> s is not null), '{}')
$$;

-- As `logged`, taken apart in the statement itself: a function would be set up anew for each of thousands of rows.
create or replace function log_created() returns trigger language plpgsql as $$
begin
  insert into operation (actor_id, ip, request_id, resource, record_id, action, after)
  select acting(), nullif(current_setting('innkeeper.ip', true), '')::inet,
         nullif(current_setting('innkeeper.request_id', true), ''), tg_table_name, n.id, 'create',
         (r - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[])
           || coalesce((select jsonb_object_agg(s, '••••••') from unnest(tg_argv[0]::text[]) s where r ->> s is not null), '{}')
  from new_rows n, to_jsonb(n) r;
  return null;
end $$;

-- Only the columns that changed. Rows before and after are joined by hash: a plan that the connection had made for a write of one
-- row compared each row with each in a write of many, 42 s for 10,000 where 1 s is enough.
create or replace function log_updated() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into operation (actor_id, ip, request_id, resource, record_id, action, before, after)
  select acting(), nullif(current_setting('innkeeper.ip', true), '')::inet,
         nullif(current_setting('innkeeper.request_id', true), ''), tg_table_name, n.id,
         case when o.deleted_at is null and n.deleted_at is not null then 'delete'
              when o.deleted_at is not null and n.deleted_at is null then 'restore'
              else 'update' end,
         d.before, d.after
  from new_rows n
  join old_rows o on o.id = n.id
  cross join lateral (
    select coalesce(jsonb_object_agg(a.key, case when a.key = any(tg_argv[0]::text[]) then '"••••••"' else b.value end), '{}') as before,
           coalesce(jsonb_object_agg(a.key, case when a.key = any(tg_argv[0]::text[]) then '"••••••"' else a.value end), '{}') as after
    from jsonb_each(to_jsonb(n) - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[]) a
    join jsonb_each(to_jsonb(o)) b on b.key = a.key
    where a.value is distinct from b.value
  ) d
  where n.deleted_at is distinct from o.deleted_at or d.after <> '{}';
  return null;
end $$;

-- Kept counts ---------------------------------------------------------------------------------------------------------

create or replace function count_created() returns trigger language plpgsql as $$
begin
  insert into row_count
  select tg_table_name, id >> 12, count(*) filter (where deleted_at is null), count(deleted_at) from new_rows group by 2;
  return null;
end $$;

create or replace function count_updated() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into row_count
  select tg_table_name, n.id >> 12,
         sum((n.deleted_at is null)::int - (o.deleted_at is null)::int), sum((n.deleted_at is not null)::int - (o.deleted_at is not null)::int)
  from new_rows n join old_rows o on o.id = n.id
  where (n.deleted_at is null) <> (o.deleted_at is null)
  group by 2;
  return null;
end $$;

-- Folds the deltas into one row per bucket. Returns the number of rows folded; 0 while another process is at it.
create or replace function compact_row_counts() returns bigint language plpgsql as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('row_count')) then
    return 0;
  end if;
  with crowded as (select resource, bucket from row_count group by 1, 2 having count(*) > 1),
       gone as (delete from row_count r using crowded c where r.resource = c.resource and r.bucket = c.bucket returning r.*),
       folds as (insert into row_count select resource, bucket, sum(live), sum(deleted) from gone group by 1, 2 returning 1)
  select count(*) into folded from gone;
  return folded;
end $$;

-- Append only ---------------------------------------------------------------------------------------------------------

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % can be appended to only', tg_table_name;
end $$;

-- Imports, merges and exports are noted as changes are: nobody rewrites them. The end of each is written once: that it was
-- undone, how many rows left. The columns that are named may be written while all of them are null; everything else stands.
create or replace function keep_but_the_end() returns trigger language plpgsql as $$
declare
  ends text[] := tg_argv;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - ends = to_jsonb(old) - ends
     and not exists (select from jsonb_each(to_jsonb(old)) o where o.key = any(ends) and o.value <> 'null') then
    return new;
  end if;
  raise exception 'The table % can be appended to only', tg_table_name;
end $$;

create or replace trigger append_only before update or delete or truncate on operation for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on look_up for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on loaded_record for each statement execute function refuse_change();
create or replace trigger append_only before update or delete on export_log
  for each row execute function keep_but_the_end('rows');
create or replace trigger append_only before update or delete on import_run
  for each row execute function keep_but_the_end('undone_at', 'undone_by_id');
create or replace trigger append_only before update or delete on member_merge
  for each row execute function keep_but_the_end('undone_at', 'undone_by_id');
create or replace trigger append_only before update or delete on audit_run
  for each row execute function keep_but_the_end('ended_at', 'result', 'error');
create or replace trigger never_emptied before truncate on audit_run for each statement execute function refuse_change();
create or replace trigger never_emptied before truncate on export_log for each statement execute function refuse_change();
create or replace trigger never_emptied before truncate on import_run for each statement execute function refuse_change();
create or replace trigger never_emptied before truncate on member_merge for each statement execute function refuse_change();

-- Every record --------------------------------------------------------------------------------------------------------

do $$
declare kept record_table;
begin
  for kept in select * from record_table order by name loop
    -- A write that changes nothing is no write: no new version, nothing in the log.
    execute format('create or replace trigger nothing_new before update on %I for each row execute function suppress_redundant_updates_trigger()', kept.name);
    execute format('create or replace trigger stamp before insert or update on %I for each row execute function stamp_record()', kept.name);
    execute format('create or replace trigger log_created after insert on %I referencing new table as new_rows for each statement execute function log_created(%L)', kept.name, kept.secrets);
    execute format('create or replace trigger log_updated after update on %I referencing old table as old_rows new table as new_rows for each statement execute function log_updated(%L)', kept.name, kept.secrets);
    execute format('create or replace trigger count_created after insert on %I referencing new table as new_rows for each statement execute function count_created()', kept.name);
    execute format('create or replace trigger count_updated after update on %I referencing old table as old_rows new table as new_rows for each statement execute function count_updated()', kept.name);
    execute format('create or replace trigger never_removed before delete on %I for each statement execute function refuse_change()', kept.name);
    -- By default a table of less than 50 rows is never analysed: 24 hotels were planned for as 180, and a region's as one. A report
    -- of a region then took 7.2 s in place of 0.9.
    execute format('alter table %I set (autovacuum_analyze_threshold = 5)', kept.name);
  end loop;
end $$;

-- How long the first answer to an Idempotency-Key is given again: a hotel's own system repeats failed calls over a long weekend, too.
create or replace function kept_answers(actor bigint) returns interval language sql immutable as
$$ select case when actor < 0 then interval '7 days' else interval '24 hours' end $$;
