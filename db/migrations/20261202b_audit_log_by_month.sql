-- The audit log in partitions, one for each month of its entries (UTC). The table so far becomes the partition of all
-- entries up to the end of this month: no row moves. The view audit_entry is created again
-- with the routines. See docs/decisions/0124-partition-the-audit-log-by-month.md.

do $$
declare
  trigger_definitions text[] := array(
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'audit_log'::regclass and not tgisinternal
    order by tgname);
  next_id bigint;
  last_at timestamptz;
  ends_at timestamptz;
  definition text;
begin
  alter table audit_log rename to audit_log_before;
  alter table audit_log_before rename constraint audit_log_pkey to audit_log_before_pkey;
  alter index audit_log_record_idx rename to audit_log_before_record_idx;
  alter index audit_log_request_idx rename to audit_log_before_request_idx;

  -- PostgreSQL allows identity columns in partitioned tables only from version 17 on.
  next_id := (select last_value + is_called::integer from audit_log_id_seq);
  alter table audit_log_before alter id drop identity;
  create sequence audit_log_id_seq;
  perform setval('audit_log_id_seq', next_id, false);
  create table audit_log (like audit_log_before including defaults including constraints) partition by range (at);
  alter table audit_log alter id set default nextval('audit_log_id_seq');
  alter sequence audit_log_id_seq owned by audit_log.id;
  -- A primary key would have to contain the time. Each partition has its own, over the ids; the sequence assigns each
  -- id once.
  create index audit_log_record_idx on audit_log (resource, record_id, id desc);
  create index audit_log_request_idx on audit_log (request_id);
  revoke update, delete, truncate on audit_log from public, current_user;

  -- Statements name the log, not a partition: the guard stays on the partition, the others move to the log.
  drop trigger if exists enqueue_webhook_events on audit_log_before;
  drop trigger if exists set_log_hash on audit_log_before;
  revoke insert on audit_log_before from public, current_user;
  last_at := (select max(at) from audit_log_before);
  ends_at := (date_trunc('month', greatest(clock_timestamp(), last_at) at time zone 'UTC') + interval '1 month')
    at time zone 'UTC';
  execute format('alter table audit_log attach partition audit_log_before for values from (minvalue) to (%L)', ends_at);

  -- An entry of a month without a partition.
  create table audit_log_default (like audit_log including defaults including constraints, primary key (id));
  revoke insert, update, delete, truncate on audit_log_default from public, current_user;
  alter table audit_log attach partition audit_log_default default;

  -- Later migrations of the same start log changes with the triggers of the version before.
  foreach definition in array trigger_definitions loop
    execute definition;
  end loop;
end $$;

-- Archived months: their entries are in a file, and no longer in the log. Append-only but for the moment when a month was
-- brought back.
create table log_archive (
  id bigint generated always as identity primary key,
  -- Null for everything before the end.
  starts_at timestamptz,
  ends_at timestamptz not null,
  lines bigint not null,
  first_id bigint,
  last_id bigint,
  -- The name in the store of files, the size in bytes and the checksum of the compressed file.
  file text not null unique,
  bytes bigint not null,
  sha256 bytea not null,
  archived_at timestamptz(0) not null default clock_timestamp(),
  restored_at timestamptz(0)
);
revoke update, delete, truncate on log_archive from public, current_user;
grant update (restored_at) on log_archive to current_user;

-- What the chain and the reconciliation need of a record's archived lines: the hash of the last one, and their number
-- without the one of its creation. Without foreign key, which would check each of millions of rows.
create table archived_record (
  resource text not null,
  record_id bigint not null,
  log_archive_id bigint not null,
  hash bytea,
  changes integer not null,
  is_created boolean not null,
  last_action text,
  primary key (resource, record_id, log_archive_id)
);
revoke update, truncate on archived_record from public, current_user;

-- The hash over the lines of a seal, of which some are archived.
create table archived_seal (
  seal_id bigint primary key,
  hash bytea not null
);
revoke update, truncate on archived_seal from public, current_user;
