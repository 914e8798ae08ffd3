/** A table of records that the audit log covers. */
export interface LoggedTable {
  readonly name: string;
  /** Columns that the log masks. */
  readonly secrets: readonly string[];
  /** Columns of type timestamptz. Their text depends on the session that wrote them. */
  readonly instants: readonly string[];
  /** The current and former names of the resource in the log. */
  readonly log_names: readonly string[];
  /** Whether the log may have former names of its columns or values. */
  readonly has_former_names: boolean;
}

export const LOGGED_TABLES_QUERY = `
  select t.name, t.secrets,
         array(select a.attname::text from pg_attribute a where a.attrelid = t.name::regclass and a.attnum > 0
             and a.atttypid = 'timestamptz'::regtype) as instants,
         names_in_log(t.name) as log_names,
         exists (select from former_name f where f.resource = t.name and f.column_name is not null) as has_former_names
  from audited_table t order by t.name`;

/** SQL: the highest id of each table, or 0 if it is empty. */
export const lastIdsQuery = (tables: readonly { readonly name: string }[]): string =>
  tables
    .map(({ name }) => `select '${name}' as name, coalesce(max(id), 0)::bigint as last_id from ${name}`)
    .join(' union all ');

/**
 * SQL: whether a field of a record has changed since a moment, according to the log, or may have changed because its
 * first entries are in the archive. `id` and `since` are SQL.
 */
export const changedSince = (resource: string, id: string, field: string, since: string): string => `(exists (
  select from audit_log o where o.resource = '${resource}' and o.record_id = ${id} and o.action = 'update'
    and o.after ? '${field}' and o.at >= ${since}) or ${isPartlyArchived(resource, id)})`;

/** SQL: whether entries of a record are in the archive of the log, where no rule looks. `id` is SQL. */
export const isPartlyArchived = (resource: string, id: string): string =>
  `exists (
  select from archived_record archived where archived.resource = '${resource}' and archived.record_id = ${id})`;

/** SQL: when the log begins; what happened before is in its archive. */
export const LOG_START = `(select coalesce(max(ends_at), '-infinity') from log_archive where restored_at is null)`;

const METADATA_COLUMNS = '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}';
const textArray = (names: readonly string[]): string => `'{${names.join(',')}}'::text[]`;

/**
 * Compares a part of a table with the log: rows are `check`, `resource`, `id` and `note`. The part has the ids from
 * `firstId` up to, but not including, `endId`. So a statement never sorts a whole log of millions of entries.
 *
 * - A record equals its last state in the log: each of its columns, and whether it is deleted. A column that the log
 *   has never mentioned is younger than the record.
 * - An entry begins with the values with which the previous one ended. A record begins with a create; deletes and
 *   restores alternate.
 * - A record has one entry for each of its versions, so an entry removed from the log is detected. Gaps in the log's
 *   own sequence prove nothing, because every rolled back transaction leaves one. Records that were loaded without log
 *   entries are listed in `loaded_record`.
 * - Of entries in the archive of the log only their number and the last delete or restore are known.
 */
export function logStatement(table: LoggedTable, firstId: number, endId: number): string {
  const { name, secrets, instants, log_names: names, has_former_names } = table;
  const currentNames = (side: string) => (has_former_names ? `values_of_log(resource, ${side})` : side);
  const isInPart = (id: string) => `${id} >= ${firstId} and ${id} < ${endId}`;
  const isEqual = (key: string, left: string, right: string) =>
    `(${left} is not distinct from ${right} or (${key} = any(${textArray(instants)}) and (${left} #>> '{}')::timestamptz is not distinct from (${right} #>> '{}')::timestamptz))`;
  return `
  with entry as materialized (
    select id, record_id, action, coalesce(${currentNames('before')}, '{}') as before,
           coalesce(${currentNames('after')}, '{}') as after,
           row_number() over (partition by record_id order by id) as nth,
           count(*) over (partition by record_id) as entry_count
    from audit_log where resource = any('{${names.join(',')}}') and ${isInPart('record_id')}
  ), field_change as materialized (
    select e.record_id, e.id, f.key, e.before -> f.key as before, f.value as after,
           lag(f.value) over by_field as previous, row_number() over by_field as nth
    from entry e cross join lateral jsonb_each(e.after) f
    where e.entry_count > 1 and f.key <> all(${textArray(secrets)})
    window by_field as (partition by e.record_id, f.key order by e.id)
  ), logged as (
    select record_id, jsonb_object_agg(key, after order by id) as state from field_change group by record_id
    union all
    select record_id, after - ${textArray(secrets)} from entry where entry_count = 1
  ), archived as materialized (
    select record_id, sum(changes) as changes, bool_or(is_created) as is_created,
           (array_agg(last_action order by log_archive_id desc) filter (where last_action is not null))[1] as last_action
    from archived_record where resource = any('{${names.join(',')}}') and ${isInPart('record_id')} group by record_id
  ), summary as (
    select coalesce(e.record_id, a.record_id) as record_id, coalesce(e.last_action, a.last_action) as last_action,
           coalesce(e.changes, 0) + coalesce(a.changes, 0) as changes,
           coalesce(a.is_created, e.has_create) as has_create
    from (
      select record_id,
             (array_agg(action order by id desc) filter (where action in ('delete', 'restore')))[1] as last_action,
             count(*) filter (where action <> 'create') as changes, bool_or(nth = 1 and action = 'create') as has_create
      from entry group by record_id) e
    full join archived a on a.record_id = e.record_id
  )
  select 'log-state' as "check", '${name}' as resource, t.id,
    concat_ws(', ', d.columns, case when e.last_action is distinct from a.expected_action then 'deleted_at' end) as note
  from ${name} t join summary e on e.record_id = t.id left join logged s on s.record_id = t.id
  cross join lateral (select case when t.deleted_at is not null then 'delete'
      when e.last_action = 'restore' then 'restore' end as expected_action) a
  cross join lateral (
    select string_agg(c.key, ', ' order by c.key) as columns
    from jsonb_each(to_jsonb(t) - '${METADATA_COLUMNS}'::text[]) c
    where s.state ? c.key and not ${isEqual('c.key', 'c.value', '(s.state -> c.key)')}) d
  where ${isInPart('t.id')} and not (to_jsonb(t) @> coalesce(s.state, '{}')
      and e.last_action is not distinct from a.expected_action)
    and (d.columns is not null or e.last_action is distinct from a.expected_action)
  union all
  select 'log-chain', '${name}', record_id, string_agg(distinct key, ', ')
  from field_change where nth > 1 and not ${isEqual('key', 'before', 'previous')} group by record_id
  union all
  select 'log-chain', '${name}', record_id, string_agg(action, ', ') from (
    select e.record_id, e.action,
      lag(e.action, 1, coalesce(a.last_action, 'restore')) over (partition by e.record_id order by e.id) as previous
    from entry e left join archived a on a.record_id = e.record_id where e.action in ('delete', 'restore')) d
  where action = previous group by record_id
  union all
  select 'log-complete', '${name}', t.id, t.version || ' ≠ ' || coalesce(e.changes, 0) + 1
  from ${name} t left join summary e on e.record_id = t.id
  where ${isInPart('t.id')} and (e.has_create is not true or t.version <> e.changes + 1)
    and not exists (select from loaded_record l where l.resource = '${name}' and t.id between l.first_id and l.last_id)
  union all
  select 'log-of-records', '${name}', record_id, null from summary
  where not exists (select from ${name} t where t.id = record_id)`;
}

/** Number of ids per part. */
export const PART_SIZE = 100_000;
