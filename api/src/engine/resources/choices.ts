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
import { checkStamp, stampSql } from '../../access/stamp.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Behaviours } from './behaviour.ts';
import { parseListQuery, type RawQuery } from './list-query.ts';
import { choiceSearchSql, isShortWord } from './search.ts';
import { createSource, displayName } from './source.ts';

/** Choices that are put in order and counted; of more the newest, and somebody types on. */
const MOST = 10_000;
/** The newest records, in which a short word is looked for until somebody types on. */
const LOOKED_THROUGH = 100_000;

/** Permission keys of the resources whose forms point to this one, its own included: any right on one of them opens its choices. */
export function choicePermissions(d: ResourceDefinition): readonly string[] {
  const keys = resourceKeys.filter((key) => {
    const from: ResourceDefinition = resources[key];
    return (
      key === d.key ||
      Object.values(from.fields).some((f) =>
        f.kind === 'references'
          ? f.to === d.key
          : (f.kind === 'reference' || f.kind === 'option') && targetKey(f) === d.key,
      )
    );
  });
  return [...new Set(keys.flatMap((key) => recordPermissions(resources[key].permission)))];
}

/**
 * The choices of a select: id, name and code of the live records in sight, the newest 10,000 at most, in the order of their names. `id`
 * asks for one of them by id, `slug` narrows option details to one option; switched-off records are left out.
 */
export async function readChoices(
  db: Db,
  behaviours: Behaviours,
  actor: Actor,
  d: ResourceDefinition,
  query: RawQuery,
  now: Date,
): Promise<{ data: ChoiceItem[]; meta: ListMeta }> {
  const { id, slug, ...rest } = query;
  const { page, perPage, words } = parseListQuery(d, { per_page: String(PER_PAGE_DEFAULT), ...rest });
  const source = createSource(d, behaviours);
  const scope = scopeSql(actor, source);
  const parts = [...choiceSearchSql(d, words), ...(scope ? [scope] : [])];
  if (id !== undefined) {
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) throw invalid({ id: [message('number')] });
    parts.push(sql`t.id = ${id}::bigint`);
  } else {
    parts.push(sql`t.deleted_at is null`);
    if (d.fields.is_active) parts.push(sql`t.is_active`);
    if (words.length > 0 && words.every(isShortWord)) {
      const from = await firstLookedThrough(db, d);
      if (from !== null) parts.push(sql`t.id > ${from}::bigint`);
    }
  }
  if (slug !== undefined) {
    if (d.key !== 'option_detail' || typeof slug !== 'string') throw invalid({ slug: [message('unknown_parameter')] });
    parts.push(sql`${sql.raw(source.ref('option.slug'))} = ${slug}`);
  }
  const where = parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
  const name = sql.raw(displayName('t', d));
  const code = d.display.code ? sql`t.${sql.ref(d.display.code)}` : sql`null::text`;
  // Details of an option keep the order in which they were entered; everything else is found by its name.
  const order = slug === undefined ? sql`lower(name), id` : sql`id`;
  const limit = perPage ?? PER_PAGE_DEFAULT;
  const statement = sql`
    with meant as materialized (
      select t.id, ${name} as name, ${code} as code from ${sql.raw(source.from())} where ${where} order by t.id desc limit ${sql.lit(MOST + 1)})
    select (select coalesce(json_agg(c), '[]')::text from (
             select * from meant order by ${order} limit ${limit}::bigint offset ${(page - 1) * limit}::bigint) c) as data,
           (select count(*) from meant) as total, ${stampSql(actor, now)} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ data: string; total: number; stamp: string | null }>(statement, {
    replan: words.length > 0,
  });
  checkStamp(actor, row?.stamp ?? null);
  const total = row?.total ?? 0;
  return {
    data: JSON.parse(row?.data ?? '[]'),
    meta: { page, per_page: limit, total, total_is_estimate: total > MOST },
  };
}

/** The id before the newest records; null where there are no others. Known before the choices are asked for, so that they are planned by it. */
async function firstLookedThrough(db: Db, d: ResourceDefinition): Promise<number | null> {
  const statement = sql`select id from ${sql.table(d.key)} order by id desc offset ${sql.lit(LOOKED_THROUGH)} limit 1`;
  const [row] = await db.read<{ id: number }>(statement.compile(db.kysely));
  return row?.id ?? null;
}
