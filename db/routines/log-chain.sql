-- The chain of the audit log: a hash for each line, seals over many lines, and lines for decisions, which are not
-- records.
-- See docs/decisions/0093-chain-the-audit-log-by-hashes-and-seal-complete-parts.md.

-- Each line has a hash of its content and of the previous line of the same record. Writers do not wait for each other,
-- because the writer of a line already holds the lock of its record. A line that creates a record has no previous line
-- and needs no lookup.
create or replace function set_log_hash() returns trigger language plpgsql as $$
begin
  new.hash := line_hash(case when new.action <> 'create' then last_line_hash(new.resource, new.record_id, new.at) end,
    new.id, new.at, new.actor_id, new.ip, new.request_id, new.resource, new.record_id, new.action, new.before, new.after);
  return new;
end $$;

-- The hash of the last line of a record, in any month or in the archive. `last_line_hash` (log-partitions.sql) searches
-- the newest months first.
create or replace function find_last_line_hash(logged_resource text, logged_id bigint) returns bytea
  language plpgsql as $$
declare
  last_hash bytea;
begin
  select o.hash into last_hash from audit_log o where o.resource = logged_resource and o.record_id = logged_id
  order by o.id desc limit 1;
  if found then
    return last_hash;
  end if;
  return (select a.hash from archived_record a where a.resource = logged_resource and a.record_id = logged_id
    order by a.log_archive_id desc limit 1);
end $$;
create or replace trigger set_log_hash before insert on audit_log for each row execute function set_log_hash();

-- Seals the lines that were written before the trigger existed. This runs after the migrations, because they may log
-- changes too. Only lines at the beginning of the log can lack hashes.
do $$
declare
  last_unchained_id bigint;
  end_id bigint;
begin
  if exists (select from log_seal where not is_unchained) then
    return;
  end if;
  -- Creating the trigger waited for transactions that wrote lines without it, and blocks others until this transaction
  -- ends. An explicit lock would need rights that the owner of the log does not have.
  last_unchained_id := (select max(id) from audit_log where hash is null);
  if last_unchained_id is null or last_unchained_id <= (select coalesce(max(last_id), 0) from log_seal) then
    return;
  end if;
  loop
    select max(id) into end_id from (
      select id from audit_log where id > coalesce((select max(last_id) from log_seal), 0) and id <= last_unchained_id
        order by id limit 100000) l;
    exit when end_id is null;
    perform add_seal(end_id, true);
  end loop;
  update log_watermark set safe_id = greatest(safe_id, last_unchained_id),
    next_id = greatest(next_id, last_unchained_id),
    writers = '{}';
end $$;

-- Seals ---------------------------------------------------------------------------------------------------------------

-- Finds the id up to which the log is complete. Ids are assigned before transactions commit, so a line with a lower id
-- may still appear. A transaction locks the table before it gets an id, and until its end. So the highest assigned id
-- is stored with the present lock holders, and is safe once they have ended. Nobody waits.
create or replace function advance_log_watermark() returns void language plpgsql as $$
declare
  last_assigned_id bigint := (select case when is_called then last_value else 0 end from audit_log_id_seq);
  open_transactions text[] := array(
    select virtualtransaction from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database()));
begin
  if open_transactions = '{}' then
    update log_watermark set safe_id = last_assigned_id, next_id = last_assigned_id, writers = '{}'
    where safe_id < last_assigned_id;
  else
    update log_watermark set safe_id = next_id, next_id = last_assigned_id, writers = open_transactions
    where not writers && open_transactions and next_id < last_assigned_id;
  end if;
end $$;

-- Seals the lines that have no seal yet, up to where the log is complete, if the newest seal is older than `age`.
-- Requires read committed: a transaction that does not see recent commits would seal without their lines.
create or replace function seal_log(age interval default '0') returns void language plpgsql as $$
declare
  last_sealed_at timestamptz;
  end_id bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' or not pg_try_advisory_xact_lock(hashtext('log_seal'))
    then
    return;
  end if;
  perform advance_log_watermark();
  last_sealed_at := (select at from log_seal order by id desc limit 1);
  if age > interval '0' and last_sealed_at > clock_timestamp() - age then
    return;
  end if;
  loop
    select max(id) into end_id from (
      select id from audit_log
      where id > coalesce((select max(last_id) from log_seal), 0) and id <= (select safe_id from log_watermark)
        order by id limit 100000) l;
    exit when end_id is null;
    perform add_seal(end_id, false);
  end loop;
end $$;

create or replace trigger append_only before update or delete or truncate on log_seal for each statement
  execute function reject_change();

-- Lines of decisions --------------------------------------------------------------------------------------------------

-- Logs the insert of a row into an append-only table, and the update that writes its outcome.
create or replace function log_decision() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into audit_log (actor_id, ip, request_id, resource, record_id, action, before, after)
  select
    current_actor_id(),
    nullif(current_setting('innkeeper.ip', true), '')::inet,
    nullif(current_setting('innkeeper.request_id', true), ''),
    tg_table_name,
    new.id,
    case tg_op when 'INSERT' then 'create' else 'update' end,
    case tg_op when 'UPDATE' then jsonb_object_agg(n.key, to_jsonb(old) -> n.key) end,
    jsonb_object_agg(n.key, n.value)
  from jsonb_each(to_jsonb(new) - 'id') n
  where tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key
  having count(*) > 0;
  return null;
end $$;
create or replace trigger log_decision after insert or update on approval for each row execute function log_decision();
create or replace trigger log_decision after insert or update on member_merge for each row
  execute function log_decision();
create or replace trigger log_decision after insert or update on rate_correction for each row
  execute function log_decision();
create or replace trigger log_decision after insert or update on sale_dispute for each row
  execute function log_decision();

-- Permissions and hotels that a role group or an integration gains or loses, from either side, are a change of that
-- record: a line of its log and a new version. Those it was created with belong to its creation. Arguments: the resource,
-- the column of its id in the link table, the column of the linked ids, and the name of the field.
create or replace function log_rights() returns trigger language plpgsql as $$
declare
  existing bigint[];
  changed record;
  linked bigint[];
begin
  execute format('select array_agg(id) from (
      select t.id from %1$I t where t.id in (select %2$I from changed_rows) and not (t.version = 1 and age(t.xmin) <= 0)
        order by t.id for no key update) t', tg_argv[0], tg_argv[1]) into existing;
  execute format('update %I set version = version + 1 where id = any($1)', tg_argv[0]) using existing;
  for changed in execute format(
    'select %1$I as id, array_agg(%2$I) as ids from changed_rows group by 1 order by 1', tg_argv[1], tg_argv[2])
  loop
    execute format('select array(select %3$I from %1$I where %2$I = $1 order by 1)', tg_table_name, tg_argv[1],
      tg_argv[2]) into linked using changed.id;
    insert into audit_log (actor_id, ip, request_id, resource, record_id, action, before, after)
    values (
      current_actor_id(),
      nullif(current_setting('innkeeper.ip', true), '')::inet,
      nullif(current_setting('innkeeper.request_id', true), ''),
      tg_argv[0],
      changed.id,
      case when changed.id = any(existing) then 'update' else 'create' end,
      jsonb_build_object(tg_argv[3], to_jsonb(array(
        select r.id from unnest(case tg_op when 'DELETE' then linked || changed.ids else linked end) r (id)
        where tg_op = 'DELETE' or r.id <> all(changed.ids) order by 1))),
      jsonb_build_object(tg_argv[3], to_jsonb(linked)));
  end loop;
  return null;
end $$;
create or replace trigger log_added_rights after insert on role_group_role referencing new table as changed_rows
  for each statement execute function log_rights('role_group', 'role_group_id', 'roles_id', 'rolesId');
create or replace trigger log_removed_rights after delete on role_group_role referencing old table as changed_rows
  for each statement execute function log_rights('role_group', 'role_group_id', 'roles_id', 'rolesId');
create or replace trigger log_added_rights after insert on integration_role referencing new table as changed_rows
  for each statement execute function log_rights('integration', 'integration_id', 'roles_id', 'rolesId');
create or replace trigger log_removed_rights after delete on integration_role referencing old table as changed_rows
  for each statement execute function log_rights('integration', 'integration_id', 'roles_id', 'rolesId');
create or replace trigger log_added_rights after insert on integration_hotel referencing new table as changed_rows
  for each statement execute function log_rights('integration', 'integration_id', 'hotel_id', 'hotelsId');
create or replace trigger log_removed_rights after delete on integration_hotel referencing old table as changed_rows
  for each statement execute function log_rights('integration', 'integration_id', 'hotel_id', 'hotelsId');
