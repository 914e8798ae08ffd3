/** A table of records that the audit log covers. */
export interface LoggedTable {
  readonly name: string;
  /** Columns that the log masks. */
  readonly secrets: readonly string[];
  /** Columns of instants: their text depends on the session that wrote them. */
  readonly instants: readonly string[];
  /** The names under which the log has its lines. */
  readonly names: readonly string[];
  /** Whether the log has lines with former names of its columns or values. */
  readonly has_former_names: boolean;
}

export const LOGGED_TABLES = `
  select t.name, t.secrets,
         array(select a.attname::text from pg_attribute a where a.attrelid = t.name::regclass and a.attnum > 0
             and a.atttypid = 'timestamptz'::regtype) as instants,
         names_in_log(t.name) as names,
         exists (select from former_name f where f.resource = t.name and f.column_name is not null) as has_former_names
  from audited_table t order by t.name`;

/** The highest ids of tables, 0 for an empty one. */
export const lastIds = (tables: readonly { readonly name: string }[]): string =>
  tables
    .map(({ name }) => `select '${name}' as name, coalesce(max(id), 0)::bigint as last from ${name}`)
    .join(' union all ');

/** SQL: whether a field of a record has changed since a moment, according to the log. `id` and `since` are SQL. */
export const changedSince = (resource: string, id: string, field: string, since: string): string => `exists (
  select from audit_log o where o.resource = '${resource}' and o.record_id = ${id} and o.action = 'update'
    and o.after ? '${field}' and o.at >= ${since})`;

const METADATA_COLUMNS = '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}';
const quoted = (names: readonly string[]): string => `'{${names.join(',')}}'::text[]`;

/**
 * Compares a part of a table with the log: rows are `check`, `resource`, `id` and `note`. The part has the ids from
 * `first` up to below `until`, so that a statement never sorts more than a part of a log of millions.
 *
 * - A record equals its last state in the log: each of its columns, and whether it is deleted. A column that the log
 *   has never mentioned is younger than the record.
 * - An entry begins with the values with which the previous one ended. A record begins with a create; deletes and
 *   restores alternate.
 * - A record has one entry for each of its versions, so an entry removed from the log is detected. Gaps in the log's
 *   own sequence prove nothing, because every rolled back transaction leaves one. Records that were loaded without log
 *   entries are listed in `loaded_record`.
 */
export function logStatement(table: LoggedTable, first: number, until: number): string {
  const { name, secrets, instants, names, has_former_names } = table;
  const logged = (side: string) => (has_former_names ? `values_of_log(resource, ${side})` : side);
  const part = (id: string) => `${id} >= ${first} and ${id} < ${until}`;
  const same = (key: string, a: string, b: string) =>
    `(${a} is not distinct from ${b} or (${key} = any(${quoted(instants)}) and (${a} #>> '{}')::timestamptz is not distinct from (${b} #>> '{}')::timestamptz))`;
  return `
  with o as materialized (
    select id, record_id, action, coalesce(${logged('before')}, '{}') as before,
           coalesce(${logged('after')}, '{}') as after,
           row_number() over (partition by record_id order by id) as nth, count(*) over (partition by record_id) as many
    from audit_log where resource = any('{${names.join(',')}}') and ${part('record_id')}
  ), piece as materialized (
    select o.record_id, o.id, e.key, o.before -> e.key as before, e.value as after,
           lag(e.value) over k as last, row_number() over k as nth
    from o cross join lateral jsonb_each(o.after) e
    where o.many > 1 and e.key <> all(${quoted(secrets)})
    window k as (partition by o.record_id, e.key order by o.id)
  ), stated as (
    select record_id, jsonb_object_agg(key, after order by id) as state from piece group by record_id
    union all
    select record_id, after - ${quoted(secrets)} from o where many = 1
  ), ended as (
    select record_id, (array_agg(action order by id desc) filter (where action in ('delete', 'restore')))[1] as act,
           count(*) filter (where action <> 'create') as changes, bool_or(nth = 1 and action = 'create') as is_made
    from o group by record_id
  )
  select 'log-state' as "check", '${name}' as resource, t.id,
    concat_ws(', ', d.columns, case when e.act is distinct from a.act then 'deleted_at' end) as note
  from ${name} t join ended e on e.record_id = t.id left join stated s on s.record_id = t.id
  cross join lateral (select case when t.deleted_at is not null then 'delete'
      when e.act = 'restore' then 'restore' end as act) a
  cross join lateral (
    select string_agg(c.key, ', ' order by c.key) as columns
    from jsonb_each(to_jsonb(t) - '${METADATA_COLUMNS}'::text[]) c
    where s.state ? c.key and not ${same('c.key', 'c.value', '(s.state -> c.key)')}) d
  where ${part('t.id')} and not (to_jsonb(t) @> coalesce(s.state, '{}') and e.act is not distinct from a.act)
    and (d.columns is not null or e.act is distinct from a.act)
  union all
  select 'log-chain', '${name}', record_id, string_agg(distinct key, ', ')
  from piece where nth > 1 and not ${same('key', 'before', 'last')} group by record_id
  union all
  select 'log-chain', '${name}', record_id, string_agg(action, ', ') from (
    select record_id, action, lag(action, 1, 'restore') over (partition by record_id order by id) as last from o
    where action in ('delete', 'restore')) d
  where action = last group by record_id
  union all
  select 'log-complete', '${name}', t.id, t.version || ' ≠ ' || coalesce(e.changes, 0) + 1
  from ${name} t left join ended e on e.record_id = t.id
  where ${part('t.id')} and (e.is_made is not true or t.version <> e.changes + 1)
    and not exists (select from loaded_record l where l.resource = '${name}' and t.id between l.first_id and l.last_id)
  union all
  select 'log-of-records', '${name}', record_id, null from ended
  where not exists (select from ${name} t where t.id = record_id)`;
}

/** Ids per part. */
export const PART_SIZE = 100_000;
