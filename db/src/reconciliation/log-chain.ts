import { LOG_HEAD } from '@innkeeper/contract';
import { PART_SIZE } from './audit-log.ts';

/*
 * Recomputes the chain of the audit log. The formulas repeat those of migration 0340, because a function of the
 * database could be replaced by one that agrees with anything. See
 * docs/decisions/0093-chain-the-audit-log-by-hashes-and-seal-complete-parts.md.
 */

const EMPTY_HASH = `'\\x${'00'.repeat(32)}'::bytea`;

/** SQL: the hash of the line `o`. */
const lineHash = (previous: string): string => `sha256(
  coalesce(${previous}, ${EMPTY_HASH}) || int8send(o.id) || timestamptz_send(o.at)
  || convert_to(coalesce(o.actor_id::text, '-') || ' ' || coalesce(text(o.ip), '-') || ' ' || o.resource || ' ' || o.record_id::text || ' ' || o.action || ' '
       || coalesce(length(o.request_id)::text || ':' || o.request_id, '-') || ' ' || coalesce(o.before::text, '-') || ' ' || coalesce(o.after::text, '-'), 'UTF8'))`;

/** The resources of the log and the highest id of each, from the index alone. */
export const LOGGED_RESOURCES = `
  with recursive named as (
    (select resource from audit_log order by resource limit 1)
    union all
    select (select o.resource from audit_log o where o.resource > n.resource order by o.resource limit 1) from named n
    where n.resource is not null
  )
  select resource as name, (select max(o.record_id) from audit_log o where o.resource = n.resource) as last from named n
  where resource is not null`;

export interface LoggedResource {
  readonly name: string;
  readonly last: number;
}

/** Limits the statements if an id is forged; the last part has no upper bound. */
const MAX_PARTS = 1_000;

/**
 * The statements that recompute each line, each with its part of the log: small resources in one statement, large ones
 * in parts.
 */
export function lineStatements(resources: readonly LoggedResource[]): (readonly [string | undefined, string])[] {
  const small = resources.filter(({ last }) => last < PART_SIZE).map(({ name }) => `'${name.replaceAll("'", "''")}'`);
  const large = resources.filter(({ last }) => last >= PART_SIZE);
  return [
    ...(small.length > 0 ? [[undefined, lineStatement(`o.resource in (${small.join(', ')})`)] as const] : []),
    ...large.flatMap(({ name, last }) => {
      const parts = Math.min(Math.floor(last / PART_SIZE) + 1, MAX_PARTS);
      return Array.from({ length: parts }, (_, i) => {
        const from = i === 0 ? '' : `and o.record_id >= ${i * PART_SIZE}`;
        const until = i === parts - 1 ? '' : `and o.record_id < ${(i + 1) * PART_SIZE}`;
        const part = lineStatement(`o.resource = '${name.replaceAll("'", "''")}' ${from} ${until}`);
        return [`${name} ${i + 1}/${parts}`, part] as const;
      });
    }),
  ];
}

/**
 * Lines of a part that were altered, or that follow another line than they did. Lines from before the chain have no
 * hash.
 */
const lineStatement = (part: string): string => `
  select 'log-lines' as "check", o.resource, o.record_id as id, '#' || o.id as note
  from (
    select o.*, lead(o.hash) over (partition by o.resource, o.record_id order by o.id desc) as previous
    from audit_log o where ${part}) o
  where o.hash is distinct from ${lineHash(`case when o.action <> 'create' then o.previous end`)}
    and (o.hash is not null or o.id > (select coalesce(max(last_id), 0) from log_seal where is_unchained))`;

export const CHAIN = {
  // A seal contains the count of its lines and their hashes, in order, and the previous seal. The rows of seals follow
  // each other without a gap.
  'log-seals': `
    select 'log_seal' as resource, s.id,
           concat_ws(' ', '#' || s.after_id + 1 || '–' || s.last_id,
               case when found.lines <> s.counted then found.lines || ' ≠ ' || s.counted end) as note
    from (
      select s.*, s.lines - coalesce(p.lines, 0) as counted, coalesce(p.id, 0) as previous_id,
             coalesce(p.last_id, 0) as previous_last_id, p.hash as previous_hash,
             (select jsonb_build_array(count(*),
                   encode(sha256(coalesce(string_agg(coalesce(o.hash, ${lineHash('null::bytea')}), '' order by o.id),
                       '')), 'hex'))
              from audit_log o where o.id > s.after_id and o.id <= s.last_id) as content
      from (select s.*, lag(s.id) over (order by s.id) as before_id from log_seal s) s
      left join log_seal p on p.id = s.before_id) s
    cross join lateral (select (s.content ->> 0)::bigint as lines, decode(s.content ->> 1, 'hex') as hash) found
    where s.id <> s.previous_id + 1 or s.after_id <> s.previous_last_id or found.lines <> s.counted
      or s.hash is distinct from sha256(coalesce(s.previous_hash,
            ${EMPTY_HASH}) || int8send(s.id) || timestamptz_send(s.at) || int8send(s.after_id)
           || int8send(s.last_id) || int8send(s.lines) || boolsend(s.is_unchained) || found.hash)`,
  // The reconciliation adds a head that is stored outside.
  'log-heads': `
    select 'month_close' as resource, m.id, m.month || ': ' || m.seal_id as note
    from month_close m left join log_seal s on s.id = m.seal_id
    where m.seal_id is not null and s.hash is distinct from m.seal_hash`,
} as const;

/** The statement that reports a stored head as missing. Throws if the text is not a head. */
export function recordedHeadStatement(head: string): string {
  const [, seal, hash] = LOG_HEAD.exec(head) ?? [];
  if (seal === undefined)
    throw new Error(`Not a head of the log: ${head}. It looks like 12-9f86d081…, a number and 64 digits`);
  return `
    select 'log-heads' as "check", 'log_seal' as resource, ${seal}::bigint as id, null::text as note
    where not exists (select from log_seal where id = ${seal} and hash = '\\x${hash}')`;
}
