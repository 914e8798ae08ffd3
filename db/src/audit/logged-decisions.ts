/** Books of decisions that are not records, and their columns of instants: how the log writes these depends on its session. */
const BOOKS = {
  approval: ['asked_at', 'expires_at', 'decided_at'],
  member_merge: ['at', 'undone_at'],
  rate_correction: ['corrected_at', 'undone_at'],
  sale_dispute: ['disputed_at', 'lifted_at'],
} as const;

/** Each row is what the log says of it last, each row is in the log, and each that is in the log is there. */
const asLogged = ([book, instants]: readonly [string, readonly string[]]): string => `
  select '${book}' as resource, coalesce(b.id, l.id) as id,
         case when b.id is not null and l.id is not null then (
           select string_agg(c.key, ', ' order by c.key) from jsonb_each(b.state) c where not ${isSame(instants)}) end as note
  from (select b.id, to_jsonb(b) - 'id' as state from ${book} b) b
  full join (
    select o.record_id as id, jsonb_object_agg(e.key, e.value order by o.id) as state
    from operation o cross join jsonb_each(o.after) e where o.resource = '${book}' group by o.record_id) l on l.id = b.id
  where b.id is null or l.id is null or (b.state <> l.state and exists (select from jsonb_each(b.state) c where not ${isSame(instants)}))`;

/** SQL: a column that the log has never named is younger than the row. */
const isSame = (instants: readonly string[]): string => `case
  when not l.state ? c.key then true
  when c.key = any('{${instants.join(',')}}') then (c.value #>> '{}')::timestamptz is not distinct from (l.state ->> c.key)::timestamptz
  else c.value is not distinct from (l.state -> c.key) end`;

export const LOGGED_DECISIONS = {
  'log-of-decisions': Object.entries(BOOKS).map(asLogged).join(' union all '),
  'log-of-rights': `
    select g.id, null as note from role_group g
    left join (
      select distinct on (record_id) record_id, after -> 'rolesId' as rights from operation
      where resource = 'role_group' and after ? 'rolesId' order by record_id, id desc) o on o.record_id = g.id
    where coalesce(o.rights, '[]') <> coalesce((select jsonb_agg(r.roles_id order by r.roles_id) from role_group_role r where r.role_group_id = g.id), '[]')`,
} as const;
