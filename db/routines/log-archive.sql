-- The archive of the audit log: old months as files. A month is readable in the log until the transaction that drops its
-- partition commits, and in its file from then on.
-- See docs/decisions/0124-partition-the-audit-log-by-month.md.

create or replace trigger append_only before update or delete on log_archive
  for each row execute function append_only_except('restored_at');

-- The oldest partition that ended so many months ago; null if none did.
create or replace function find_archivable_partition(months integer, present timestamptz default clock_timestamp())
  returns text language plpgsql stable set timezone = 'UTC' as $$
begin
  return (select p.name from log_partition p
    where p.ends_at <= present - make_interval(months => months)
      and (p.name <> 'audit_log_before' or exists (select from audit_log_before))
    order by p.ends_at limit 1);
end $$;

-- Replaces the oldest months, which are in `audit_log_before` or are the partition with this name, by a table with the
-- given name. Waits for nobody for longer than 200 ms, because everybody would wait for it: it tries again instead.
create or replace function replace_oldest_log_partition(partition_name text, replacement text, cut timestamptz)
  returns void language plpgsql set lock_timeout = '200ms' as $$
begin
  for attempt in 1..100 loop
    begin
      execute format('alter table audit_log detach partition %I', partition_name);
      if partition_name <> 'audit_log_before' then
        alter table audit_log detach partition audit_log_before;
      end if;
      exit;
    exception when lock_not_available then
      if attempt = 100 then
        raise;
      end if;
      perform pg_sleep(0.2);
    end;
  end loop;
  execute format('drop table %I', partition_name);
  drop table if exists audit_log_before;
  execute format('alter table %I rename to audit_log_before', replacement);
  execute format('alter table audit_log attach partition audit_log_before for values from (minvalue) to (%L)', cut);
  perform define_last_line_hash();
end $$;

-- Records that a partition is in a file, and drops it. Fails if its lines are not those of the file, or if some are not
-- sealed or not the oldest.
create or replace function archive_log_partition(
  partition_name text, archive_file text, archive_lines bigint, archive_bytes bigint, archive_sha256 bytea
) returns bigint language plpgsql set timezone = 'UTC' as $$
declare
  part record;
  content record;
  new_id bigint;
begin
  select * into strict part from log_partition p where p.name = partition_name;
  execute format('select count(*) as lines, min(id) as first_id, max(id) as last_id from %I', partition_name)
    into content;
  if content.lines <> archive_lines then
    raise exception 'The partition % has % lines, and its file %', partition_name, content.lines, archive_lines;
  end if;
  if content.last_id > (select coalesce(max(last_id), 0) from log_seal) then
    raise exception 'The partition % has lines without a seal', partition_name;
  end if;
  if partition_name <> 'audit_log_before' and (part.starts_at <> (select ends_at from log_partition
    where name = 'audit_log_before') or exists (select from audit_log_before)) then
    raise exception 'The partition % does not have the oldest lines', partition_name;
  end if;
  insert into log_archive (starts_at, ends_at, lines, first_id, last_id, file, bytes, sha256)
  values (nullif(part.starts_at, '-infinity'), part.ends_at, content.lines, content.first_id, content.last_id,
    archive_file, archive_bytes, archive_sha256)
  returning id into new_id;
  execute format($insert$
    insert into archived_record
    select resource, record_id, $1, (array_agg(hash order by id desc))[1], count(*) filter (where action <> 'create'),
           bool_or(action = 'create'),
           (array_agg(action order by id desc) filter (where action in ('delete', 'restore')))[1]
    from %I group by resource, record_id$insert$, partition_name) using new_id;
  insert into archived_seal
  select s.id, sha256(l.hashes)
  from log_seal s
  cross join lateral (
    select string_agg(coalesce(o.hash, line_hash(null, o.id, o.at, o.actor_id, o.ip, o.request_id, o.resource,
      o.record_id, o.action, o.before, o.after)), '' order by o.id) as hashes
    from audit_log o where o.id > s.after_id and o.id <= s.last_id) l
  where s.last_id >= content.first_id and s.after_id < content.last_id and l.hashes is not null
    -- Times of entries need not follow their ids.
    and exists (select from audit_log o where o.id > s.after_id and o.id <= s.last_id and o.at >= part.starts_at
      and o.at < part.ends_at)
  on conflict do nothing;
  perform create_log_table('audit_log_oldest');
  perform replace_oldest_log_partition(partition_name, 'audit_log_oldest', part.ends_at);
  return new_id;
end $$;

-- Brings the newest archived month back into the log, from a table that has its lines. Entries of later months that were
-- brought back before are copied.
create or replace function restore_log_archive(archive_id bigint, table_name text) returns void
  language plpgsql set timezone = 'UTC' as $$
declare
  archive record;
  lines bigint;
begin
  select * into strict archive from log_archive where id = archive_id and restored_at is null;
  if exists (select from log_archive where restored_at is null and ends_at > archive.ends_at) then
    raise exception 'A later month is still in the archive';
  end if;
  execute format('select count(*) from %I', table_name) into lines;
  if lines <> archive.lines then
    raise exception 'The table % has % lines, and the archive %', table_name, lines, archive.lines;
  end if;
  execute format('insert into %I select * from audit_log_before', table_name);
  execute format('revoke insert on %I from public, current_user', table_name);
  delete from archived_record where log_archive_id = archive_id;
  delete from archived_seal a using log_seal s
  where s.id = a.seal_id and s.after_id >= (select coalesce(max(last_id), 0) from log_archive
    where restored_at is null and id <> archive_id);
  update log_archive set restored_at = clock_timestamp() where id = archive_id;
  perform replace_oldest_log_partition('audit_log_before', table_name,
    (select ends_at from log_partition where name = 'audit_log_before'));
end $$;
