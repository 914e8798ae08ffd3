import {
  type ChoiceItem,
  type ListMeta,
  PER_PAGE_DEFAULT,
  type ResourceDefinition,
  message,
  recordPermissions,
  resourceKeys,
  resources,
  targetKey,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { HooksByResource } from './resource-hooks.ts';
import { parseListQuery, type RawQuery } from './list-query.ts';
import { recordZone } from './conditions.ts';
import { choiceSearchSql, nameIdsSql } from './search.ts';
import { createSource, displayName } from './source.ts';
import { findLargeTables } from './table-sizes.ts';
import { isAlwaysIndexed, isShortWord, isUnindexedName } from './word-match.ts';

/**
 * Maximum number of choices that are sorted and counted. If there are more, only the newest are used until the user
 * narrows the search.
 */
const MAX_CHOICES = 10_000;
/** Number of newest records in which a word is searched that no index finds. Other words are searched in all records. */
const RECENT_RECORDS = 100_000;

/**
 * Permission keys of the resources whose forms reference this one, including its own: any permission on one of them
 * opens its choices.
 */
export function choicePermissions(d: ResourceDefinition): readonly string[] {
  const keys = resourceKeys.filter((key) => {
    const referrer: ResourceDefinition = resources[key];
    return (
      key === d.key ||
      Object.values(referrer.fields).some((f) =>
        f.kind === 'references'
          ? f.to === d.key
          : (f.kind === 'reference' || f.kind === 'option') && targetKey(f) === d.key,
      )
    );
  });
  return [...new Set(keys.flatMap((key) => recordPermissions(resources[key].permission)))];
}

/**
 * The choices of a select: id, name and code of the visible live records, the newest 10,000 at most, sorted by name. A
 * hotel also has its time zone and currency, in which forms show its moments and amounts. `id` requests a single record by id, `slug` limits option details to one option. Inactive records are left out.
 */
export async function readChoices(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  d: ResourceDefinition,
  query: RawQuery,
  now: Date,
): Promise<{ data: ChoiceItem[]; meta: ListMeta }> {
  const { id, ...parameters } = query;
  const { [d.choicesBy?.parameter ?? '']: filterValue, ...listParameters } = parameters;
  const { page, perPage, searchTerms } = parseListQuery(d, { per_page: String(PER_PAGE_DEFAULT), ...listParameters });
  const source = createSource(d, hooksByResource);
  const scope = scopeSql(actor, source);
  const largeTables = searchTerms.every(isAlwaysIndexed) ? new Set<string>() : await findLargeTables(db, [d.key]);
  const conditions = [...choiceSearchSql(d, searchTerms, largeTables), ...(scope ? [scope] : [])];
  if (id !== undefined) {
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) throw validationError({ id: [message('number')] });
    conditions.push(sql`t.id = ${id}::bigint`);
  } else {
    conditions.push(sql`t.deleted_at is null`);
    if (d.fields.is_active) conditions.push(sql`t.is_active`);
    const isIndexed = (term: string) =>
      nameIdsSql(d, { term, largeTables }) !== undefined || !(isShortWord(term) || isUnindexedName(term));
    if (searchTerms.length > 0 && !searchTerms.some(isIndexed)) {
      const firstId = await findFirstRecentId(db, d);
      if (firstId !== null) conditions.push(sql`t.id > ${firstId}::bigint`);
    }
  }
  if (d.choicesBy && filterValue !== undefined) {
    if (typeof filterValue !== 'string')
      throw validationError({ [d.choicesBy.parameter]: [message('unknown_parameter')] });
    conditions.push(sql`${sql.raw(source.ref(d.choicesBy.column))} = ${filterValue}`);
  }
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const name = sql.raw(displayName('t', d));
  const code = d.display.code ? sql`t.${sql.ref(d.display.code)}` : sql`null::text`;
  const placeColumns = d.place
    ? sql.raw(`, ${recordZone(source)} as time_zone, ${source.ref(d.place.currency)} as currency`)
    : sql``;
  // Choices of one kind are listed in the order of entry; everything else is sorted by name.
  const order = filterValue === undefined ? sql`lower(name), id` : sql`id`;
  const limit = perPage ?? PER_PAGE_DEFAULT;
  const statement = sql`
    with matches as materialized (
      select t.id, ${name} as name, ${code} as code ${placeColumns} from ${sql.raw(source.from())} where ${where} order by t.id desc
      limit ${sql.lit(MAX_CHOICES + 1)})
    select (select coalesce(json_agg(c), '[]')::text from (
             select * from matches order by ${order}
             limit ${limit}::bigint offset ${(page - 1) * limit}::bigint) c) as data,
           (select count(*) from matches) as total, ${permissionsVersionSql(actor, now)} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ data: string; total: number; stamp: string | null }>(statement, {
    replan: searchTerms.length > 0,
  });
  assertPermissionsVersion(actor, row?.stamp ?? null);
  const total = row?.total ?? 0;
  return {
    data: JSON.parse(row?.data ?? '[]'),
    meta: { page, per_page: limit, total, total_is_estimate: total > MAX_CHOICES },
  };
}

/**
 * The id just before the newest records; null if there are no older ones. Read before the choices, so that their query
 * is planned with its value.
 */
async function findFirstRecentId(db: Db, d: ResourceDefinition): Promise<number | null> {
  const statement = sql`select id from ${sql.table(d.key)} order by id desc offset ${sql.lit(RECENT_RECORDS)} limit 1`;
  const [row] = await db.read<{ id: number }>(statement.compile(db.kysely));
  return row?.id ?? null;
}
