-- The months of the audit log: a partition for each, from the first moment of a month in UTC. `audit_log_before` has
-- what is older than the oldest month, `audit_log_default` what no other partition has, so that no write fails.
-- See docs/decisions/0124-partition-the-audit-log-by-month.md.

-- The partitions with their bounds, except the default one: from `starts_at`, or `-infinity`, up to but not including
-- `ends_at`.
create or replace view log_partition as
select
  c.relname as name,
  case when b.bound ~ '^FOR VALUES FROM \(MINVALUE\)' then '-infinity'
    else substring(b.bound from $$FROM \('([^']+)'\)$$) end::timestamptz as starts_at,
  substring(b.bound from $$TO \('([^']+)'\)$$)::timestamptz as ends_at
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
cross join lateral pg_get_expr(c.relpartbound, c.oid) b (bound)
where i.inhparent = 'audit_log'::regclass and b.bound <> 'DEFAULT';

-- The name of the partition of a month.
create or replace function log_partition_name(starts_at timestamptz) returns text language sql stable
  set timezone = 'UTC' as
$$ select to_char(starts_at, '"audit_log_"YYYY_MM') $$;

-- Creates a table for entries, with the guards of the log, to attach as a partition.
create or replace function create_log_table(name text) returns void language plpgsql as $$
begin
  execute format('create table %I (like audit_log including defaults including constraints, primary key (id))', name);
  execute format('revoke insert, update, delete, truncate on %I from public, current_user', name);
  execute format('create trigger append_only before update or delete or truncate on %I for each statement
    execute function reject_change()', name);
end $$;

-- Creates the partitions of this month and the next three, and returns their number. Months follow each other without a
-- gap, so entries in the default partition are younger than every month, and it becomes the partition of theirs. Returns
-- 0 while another process is doing it or a long query reads the log: the next call tries again.
create or replace function create_log_partitions(present timestamptz default clock_timestamp()) returns integer
  language plpgsql set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
  last_end constant timestamptz := date_trunc('month', present) + interval '4 months';
  next_start timestamptz := (select max(ends_at) from log_partition);
  next_end timestamptz;
  created integer := 0;
begin
  if next_start >= last_end or not pg_try_advisory_xact_lock(hashtext('log_partition')) then
    return 0;
  end if;
  next_start := (select max(ends_at) from log_partition);
  if exists (select from audit_log_default) then
    alter table audit_log detach partition audit_log_default;
    next_end := (select greatest(date_trunc('month', max(at)), date_trunc('month', present)) + interval '1 month'
      from audit_log_default);
    execute format('alter table audit_log_default rename to %I', log_partition_name(next_start));
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)',
      log_partition_name(next_start), next_start, next_end);
    perform create_log_table('audit_log_default');
    alter table audit_log attach partition audit_log_default default;
    next_start := next_end;
    created := created + 1;
  end if;
  while next_start < last_end loop
    next_end := next_start + interval '1 month';
    perform create_log_table(log_partition_name(next_start));
    -- Unlike `create table … partition of`, this does not make writers wait.
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)',
      log_partition_name(next_start), next_start, next_end);
    next_start := next_end;
    created := created + 1;
  end loop;
  return created;
exception when lock_not_available then
  return 0;
end $$;

-- The guard of each partition against statements that name it. The rights of the log apply to those that name the log.
do $$
declare
  partition_name text;
begin
  for partition_name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass order by 1
  loop
    execute format('create or replace trigger append_only before update or delete or truncate on %I for each statement
      execute function reject_change()', partition_name);
  end loop;
end $$;
