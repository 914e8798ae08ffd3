import { isPartlyArchived } from './audit-log.ts';

/**
 * Tables of decisions, which are not records, with their timestamptz columns. The text of those in the log depends on
 * the session that wrote it.
 */
const DECISION_TABLES = {
  approval: ['requested_at', 'expires_at', 'decided_at'],
  member_merge: ['at', 'undone_at'],
  rate_correction: ['corrected_at', 'undone_at'],
  sale_dispute: ['disputed_at', 'resolved_at'],
} as const;

/** SQL: rows that differ from their last state in the log, or that only the table or only the log has. */
const differencesFromLog = ([table, instants]: readonly [string, readonly string[]]): string => `
  select '${table}' as resource, coalesce(b.id, l.id) as id,
         case when b.id is not null and l.id is not null then (
           select string_agg(c.key, ', ' order by c.key) from jsonb_each(b.state) c
           where not ${isAsLogged(instants)}) end as note
  from (select b.id, to_jsonb(b) - 'id' as state from ${table} b) b
  full join (
    select o.record_id as id, jsonb_object_agg(e.key, e.value order by o.id) as state
    from audit_log o cross join jsonb_each(values_of_log(o.resource, o.after)) e where o.resource = '${table}'
    group by o.record_id) l on l.id = b.id
  where b.id is null or (l.id is null and not ${isPartlyArchived(table, 'b.id')})
    or (b.state <> l.state and exists (select from jsonb_each(b.state) c where not ${isAsLogged(instants)}))`;

/**
 * SQL: whether a column equals its value in the log. A column that the log has never mentioned is younger than the row.
 */
const isAsLogged = (instants: readonly string[]): string => `case
  when not l.state ? c.key then true
  when c.key = any('{${instants.join(',')}}')
    then (c.value #>> '{}')::timestamptz is not distinct from (l.state ->> c.key)::timestamptz
  else c.value is not distinct from (l.state -> c.key) end`;

/** The fields of rights that are stored in link tables: resource, field, link table, its column of ids. */
const LINK_FIELDS = [
  ['role_group', 'rolesId', 'role_group_role', 'roles_id'],
  ['integration', 'rolesId', 'integration_role', 'roles_id'],
  ['integration', 'hotelsId', 'integration_hotel', 'hotel_id'],
] as const;

/** SQL: records whose linked ids are not those of their last entry in the log. */
const linkDifferencesFromLog = ([resource, field, link, target]: (typeof LINK_FIELDS)[number]): string => `
  select '${resource}' as resource, g.id, null as note from ${resource} g
  left join (
    select distinct on (record_id) record_id, after -> '${field}' as ids from audit_log
    where resource = '${resource}' and after ? '${field}' order by record_id, id desc) o on o.record_id = g.id
  where (o.ids is not null or not ${isPartlyArchived(resource, 'g.id')}) and coalesce(o.ids, '[]') <> coalesce((select jsonb_agg(l.${target} order by l.${target}) from ${link} l
        where l.${resource}_id = g.id), '[]')`;

export const LOGGED_DECISION_RULES = {
  'log-of-decisions': Object.entries(DECISION_TABLES).map(differencesFromLog).join(' union all '),
  'log-of-rights': LINK_FIELDS.map(linkDifferencesFromLog).join(' union all '),
} as const;
