import { LOG_HEAD } from '@innkeeper/contract';
import { PART_SIZE } from './audit-log.ts';

/*
 * Recomputes the chain of the audit log. The formulas repeat those of migration 0340, because an attacker could replace
 * a function in the database. See docs/decisions/0093-chain-the-audit-log-by-hashes-and-seal-complete-parts.md.
 */

const EMPTY_HASH = `'\\x${'00'.repeat(32)}'::bytea`;

/** SQL: the hash of the line `o`. */
const lineHash = (previous: string): string => `sha256(
  coalesce(${previous}, ${EMPTY_HASH}) || int8send(o.id) || timestamptz_send(o.at)
  || convert_to(coalesce(o.actor_id::text, '-') || ' ' || coalesce(text(o.ip), '-') || ' ' || o.resource || ' ' || o.record_id::text || ' ' || o.action || ' '
       || coalesce(length(o.request_id)::text || ':' || o.request_id, '-') || ' ' || coalesce(o.before::text, '-') || ' ' || coalesce(o.after::text, '-'), 'UTF8'))`;

/** SQL: the resources of the log and the highest record id of each, from the index alone. */
export const LOGGED_RESOURCES_QUERY = `
  with recursive logged_resource as (
    (select resource from audit_log order by resource limit 1)
    union all
    select (select o.resource from audit_log o where o.resource > n.resource order by o.resource limit 1)
    from logged_resource n
    where n.resource is not null
  )
  select resource as name, (select max(o.record_id) from audit_log o where o.resource = n.resource) as last_id
  from logged_resource n
  where resource is not null`;

export interface LoggedResource {
  readonly name: string;
  readonly last_id: number;
}

/** Limits the number of statements, which a forged id could inflate. The last part has no upper bound. */
const MAX_PARTS = 1_000;

/**
 * The statements that recompute each line, each with its part of the log: small resources in one statement, large ones
 * in parts.
 */
export function lineStatements(resources: readonly LoggedResource[]): (readonly [string | undefined, string])[] {
  const smallNames = resources
    .filter(({ last_id }) => last_id < PART_SIZE)
    .map(({ name }) => `'${name.replaceAll("'", "''")}'`);
  const largeResources = resources.filter(({ last_id }) => last_id >= PART_SIZE);
  return [
    ...(smallNames.length > 0 ? [[undefined, lineStatement(`o.resource in (${smallNames.join(', ')})`)] as const] : []),
    ...largeResources.flatMap(({ name, last_id }) => {
      const parts = Math.min(Math.floor(last_id / PART_SIZE) + 1, MAX_PARTS);
      return Array.from({ length: parts }, (_, i) => {
        const lowerBound = i === 0 ? '' : `and o.record_id >= ${i * PART_SIZE}`;
        const upperBound = i === parts - 1 ? '' : `and o.record_id < ${(i + 1) * PART_SIZE}`;
        const statement = lineStatement(`o.resource = '${name.replaceAll("'", "''")}' ${lowerBound} ${upperBound}`);
        return [`${name} ${i + 1}/${parts}`, statement] as const;
      });
    }),
  ];
}

/**
 * SQL: lines that were altered, or whose previous line is no longer the same. Lines from before the chain have no hash.
 */
const lineStatement = (condition: string): string => `
  select 'log-lines' as "check", o.resource, o.record_id as id, '#' || o.id as note
  from (
    select o.*, case when lead(o.id) over lines is null then (
        select a.hash from archived_record a where a.resource = o.resource and a.record_id = o.record_id
        order by a.log_archive_id desc limit 1)
      else lead(o.hash) over lines end as previous
    from audit_log o where ${condition}
    window lines as (partition by o.resource, o.record_id order by o.id desc)) o
  where o.hash is distinct from ${lineHash(`case when o.action <> 'create' then o.previous end`)}
    and (o.hash is not null or o.id > (select coalesce(max(last_id), 0) from log_seal where is_unchained))`;

export const CHAIN_RULES = {
  // A seal covers the number and the hashes of its lines, in order, and the previous seal. Seals follow each other
  // without a gap.
  'log-seals': `
    select 'log_seal' as resource, s.id,
           concat_ws(' ', '#' || s.after_id + 1 || '–' || s.last_id,
             case when recounted.lines <> s.sealed_lines then recounted.lines || ' ≠ ' || s.sealed_lines end) as note
    from (
      select s.*, s.lines - coalesce(p.lines, 0) as sealed_lines, coalesce(p.id, 0) as previous_id,
             coalesce(p.last_id, 0) as previous_last_id, p.hash as previous_hash,
             coalesce(
               -- Some of its lines are in the archive, which the file's own checksum protects.
               (select jsonb_build_array(s.lines - coalesce(p.lines, 0), encode(a.hash, 'hex'))
                from archived_seal a where a.seal_id = s.id),
               (select jsonb_build_array(count(*),
                   encode(sha256(coalesce(string_agg(coalesce(o.hash, ${lineHash('null::bytea')}), '' order by o.id),
                       '')), 'hex'))
              from audit_log o where o.id > s.after_id and o.id <= s.last_id)) as content
      from (select s.*, lag(s.id) over (order by s.id) as before_id from log_seal s) s
      left join log_seal p on p.id = s.before_id) s
    cross join lateral (select (s.content ->> 0)::bigint as lines, decode(s.content ->> 1, 'hex') as hash) recounted
    where s.id <> s.previous_id + 1 or s.after_id <> s.previous_last_id or recounted.lines <> s.sealed_lines
      or s.hash is distinct from sha256(coalesce(s.previous_hash,
            ${EMPTY_HASH}) || int8send(s.id) || timestamptz_send(s.at) || int8send(s.after_id)
           || int8send(s.last_id) || int8send(s.lines) || boolsend(s.is_unchained) || recounted.hash)`,
  // reconcile() also checks a head that is stored outside of the database.
  'log-heads': `
    select 'month_close' as resource, m.id, m.month || ': ' || m.seal_id as note
    from month_close m left join log_seal s on s.id = m.seal_id
    where m.seal_id is not null and s.hash is distinct from m.seal_hash`,
} as const;

/** SQL: one row if the log does not contain the recorded head. Throws if the text is not a head. */
export function recordedHeadStatement(head: string): string {
  const [, sealId, hash] = LOG_HEAD.exec(head) ?? [];
  if (sealId === undefined)
    throw new Error(`Not a head of the log: ${head}. It looks like 12-9f86d081…, a number and 64 digits`);
  return `
    select 'log-heads' as "check", 'log_seal' as resource, ${sealId}::bigint as id, null::text as note
    where not exists (select from log_seal where id = ${sealId} and hash = '\\x${hash}')`;
}
