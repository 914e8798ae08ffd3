import {
  type HistoryEntry,
  type ListMeta,
  type ResourceDefinition,
  getResource,
  parseLoggedValue,
  targetKey,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { GUEST_ACTOR_ID } from '../../access/guest-actor.ts';
import { displayName } from './source.ts';

interface HistoryRow {
  readonly at: string;
  readonly by_id: number | null;
  readonly by_name: string | null;
  readonly by_username: string | null;
  readonly by_kind: 'integration' | 'guest' | null;
  readonly action: HistoryEntry['action'];
  readonly before: Readonly<Record<string, string | null>> | null;
  readonly after: Readonly<Record<string, string | null>> | null;
  readonly total: number;
}

/** A page beyond the last one contains only the total. */
interface CountedRow {
  readonly at: null;
  readonly total: number;
}

/**
 * The changes of a record with their users, newest first. The caller must have checked that the record is visible.
 * Several steps of one request are merged into one entry.
 */
export async function readHistory(
  db: Db,
  d: ResourceDefinition,
  id: number,
  page: number,
  perPage: number,
): Promise<{ data: HistoryEntry[]; meta: ListMeta }> {
  const statement = sql`
    with lines as (
      select min(o.id) as id, max(o.at) as at, o.actor_id, o.action,
             jsonb_object_agg(coalesce(b.key, a.key), b.value) filter (where coalesce(b.key, a.key) is not null) as before,
             jsonb_object_agg(coalesce(b.key, a.key), a.value) filter (where coalesce(b.key, a.key) is not null) as after
      from (
        select l.*, values_of_log(l.resource, l.before) as values_before, values_of_log(l.resource, l.after) as values_after
        from audit_log l where l.resource = any(names_in_log(${d.key})) and l.record_id = ${id} offset 0) o
      left join lateral (
        select k.key from jsonb_object_keys(coalesce(o.values_before, '{}') || coalesce(o.values_after, '{}')) k (key)
      ) k on true
      left join lateral (select k.key, coalesce(o.values_before, '{}') ->> k.key as value where k.key is not null) b on true
      left join lateral (select k.key, coalesce(o.values_after, '{}') ->> k.key as value where k.key is not null) a on true
      group by coalesce(o.request_id, o.id::text), o.actor_id, o.action
    )
    select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
           case when l.actor_id = ${GUEST_ACTOR_ID} then l.actor_id else coalesce(u.id, i.id) end as by_id,
           case when l.actor_id = ${GUEST_ACTOR_ID} then 'Guest' else coalesce(u.name, i.name) end as by_name,
           u.username as by_username,
           case when l.actor_id = ${GUEST_ACTOR_ID} then 'guest' when i.id is not null then 'integration' end as by_kind,
           l.action,
           l.before, l.after, counted.total
    from (select count(*) as total from lines) counted
    left join (select * from lines order by id desc limit ${perPage} offset ${(page - 1) * perPage}) l on true
    left join users u on u.id = l.actor_id
    left join integration i on i.id = -l.actor_id
    order by l.id desc`.compile(db.kysely);
  const rows = await db.read<(HistoryRow | CountedRow) & Record<string, unknown>>(statement);
  const lines = rows.filter((row): row is HistoryRow & Record<string, unknown> => row.at !== null);
  const [labels, urlByFile] = await Promise.all([readLabels(db, d, lines), readFileUrls(db, d, lines)]);
  const data = lines.map((line) => {
    const names = Object.keys(line.after ?? {}).filter((name) => Object.hasOwn(d.fields, name));
    const changedNames = names.filter((name) => line.action !== 'create' || (line.after?.[name] ?? null) !== null);
    const displayValue = (name: string, text: string | null | undefined) =>
      d.fields[name]?.kind === 'file' ? (urlByFile.get(text ?? '') ?? null) : parseLoggedValue(d.fields[name], text);
    const beforeAndAfter = (name: string) =>
      [displayValue(name, line.before?.[name]), displayValue(name, line.after?.[name])] as const;
    return {
      at: line.at,
      by:
        line.by_id === null
          ? null
          : {
              id: line.by_id,
              name: line.by_name ?? '',
              ...(line.by_username !== null && { username: line.by_username }),
              ...(line.by_kind !== null && { kind: line.by_kind }),
            },
      action: line.action,
      changes: Object.fromEntries(changedNames.map((name) => [name, beforeAndAfter(name)])),
      labels: Object.fromEntries(
        changedNames.flatMap((name) => {
          const f = d.fields[name];
          if (f?.kind !== 'reference' && f?.kind !== 'option') return [];
          const labelFor = (value: unknown) => labels.get(`${targetKey(f)} ${String(value)}`) ?? null;
          const [before, after] = beforeAndAfter(name);
          return [[name, [labelFor(before), labelFor(after)] as const]];
        }),
      ),
    };
  });
  return { data, meta: { page, per_page: perPage, total: rows[0]?.total ?? 0, total_is_estimate: false } };
}

/** The URLs of the files in these lines. A file remains stored once a record has referenced it. */
async function readFileUrls(
  db: Db,
  d: ResourceDefinition,
  lines: readonly HistoryRow[],
): Promise<ReadonlyMap<string, string>> {
  const fields = Object.keys(d.fields).filter((name) => d.fields[name]?.kind === 'file');
  const names = lines.flatMap((line) => fields.flatMap((name) => [line.before?.[name], line.after?.[name]]));
  const files = [...new Set(names.filter((name) => typeof name === 'string'))];
  if (files.length === 0) return new Map();
  const rows = await db.read<{ name: string; address: string }>(
    sql`select name, signed_file_path(name) as address from unnest(${files}::text[]) name`.compile(db.kysely),
  );
  return new Map(rows.map(({ name, address }) => [name, address]));
}

/** Names of the records that these lines reference, keyed by `resource id`, in one statement. */
async function readLabels(
  db: Db,
  d: ResourceDefinition,
  lines: readonly HistoryRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<number>>();
  for (const [name, f] of Object.entries(d.fields)) {
    if (f.kind !== 'reference' && f.kind !== 'option') continue;
    for (const line of lines) {
      for (const value of [line.before?.[name], line.after?.[name]]) {
        if (value) ids.set(targetKey(f), (ids.get(targetKey(f)) ?? new Set()).add(Number(value)));
      }
    }
  }
  if (ids.size === 0) return new Map();
  const parts = [...ids].map(
    ([key, idSet]) =>
      sql`select ${key}::text || ' ' || t.id as key, ${sql.raw(displayName('t', getResource(key)))} as name from ${sql.table(key)} t where t.id = any(${[...idSet]}::bigint[])`,
  );
  const rows = await db.read<{ key: string; name: string }>(
    sql`${sql.join(parts, sql` union all `)}`.compile(db.kysely),
    { replan: true },
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}
