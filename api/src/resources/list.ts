import type { ListMeta, ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import { checkStamp, stampSql } from '../auth/stamp.ts';
import { scopeSql } from '../auth/scope.ts';
import type { Behaviours } from './behaviour.ts';
import { type FilterContext, conditionSql } from './conditions.ts';
import type { ParsedList, SortTerm } from './list-query.ts';
import { recordSql } from './record-json.ts';
import { searchSql } from './search.ts';
import { type Source, createSource } from './source.ts';

/** Totals are exact up to here; beyond, the planner's estimate is given and marked as one. */
const EXACT_TOTAL = 10_000;
/** From this row on a page is found by the kept counts instead of walking to it. */
const DEEP = 2_000;
/** Ids in a bucket of row_count, as a power of two. */
const BUCKET_BITS = 12;

export interface ListAnswer {
  /** The records as JSON text. */
  readonly data: string;
  readonly meta: ListMeta;
}

interface Picked {
  readonly where: RawBuilder<unknown>;
  readonly source: Source;
  /** Nothing but `deleted` limits the rows: the kept counts hold. */
  readonly isWhole: boolean;
  /** The best plan depends on the values. */
  readonly replan: boolean;
}

/** The rows that a list means, as SQL: scope, search and filters together. Every use of a list goes through here. */
export async function pickRows(
  db: Db, behaviours: Behaviours, actor: Actor, d: ResourceDefinition, query: ParsedList, context: FilterContext,
): Promise<Picked> {
  const source = createSource(d, behaviours);
  const scope = scopeSql(actor, source);
  const search = query.words.length > 0 ? await searchSql(db, d, query.words) : [];
  const filters = query.conditions.map(({ path, condition }) => conditionSql(source, path, condition, context));
  const parts = [...(query.deleted ? [] : [sql`t.deleted_at is null`]), ...(scope ? [scope] : []), ...search, ...filters];
  return {
    source,
    where: parts.length === 0 ? sql`true` : sql.join(parts, sql` and `),
    isWhole: scope === null && search.length === 0 && filters.length === 0,
    replan: search.length > 0 || filters.length > 0,
  };
}

const TEXTS = new Set(['text', 'email', 'phone', 'textarea', 'editor', 'choice']);

/**
 * Empty values count as the smallest, so that one index `(column nulls first, id)` serves both directions; texts sort
 * regardless of case. The id always ends the order, in the direction of the column before it.
 */
export function orderSql(source: Source, sort: readonly SortTerm[]): string {
  const direction = (descending: boolean) => (descending ? ' desc' : '');
  const terms = sort.map(({ path, descending }) => {
    const ref = source.column(path);
    const sorted = TEXTS.has(path.definition.kind) ? `lower(${ref})` : ref;
    const isNever = path.relations.length === 0 && (path.definition.required || path.definition.default !== undefined);
    return `${sorted}${direction(descending)}${isNever ? '' : descending ? ' nulls last' : ' nulls first'}`;
  });
  const last = sort.at(-1);
  const endsWithId = last?.path.column === 'id';
  return [...terms, ...(endsWithId ? [] : [`t.id${direction(last?.descending ?? false)}`])].join(', ');
}

/** Ids of one page of the default kind of order, found by the kept counts: page 20,000 costs about what page 1 does. */
function deepPage(d: ResourceDefinition, query: ParsedList, descending: boolean, limit: number, offset: number): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const rows = query.deleted ? sql`live + deleted` : sql`live`;
  const bound = descending ? sql`t.id < (select (bucket + 1) << ${sql.lit(BUCKET_BITS)} from start)` : sql`t.id >= (select bucket << ${sql.lit(BUCKET_BITS)} from start)`;
  return sql`
    with buckets as (select bucket, sum(${rows})::bigint as n from row_count where resource = ${d.key} group by bucket),
    reached as (select bucket, n, sum(n) over (order by bucket ${direction})::bigint as upto from buckets),
    start as (select bucket, ${offset}::bigint - (upto - n) as skip from reached where upto > ${offset}::bigint order by bucket ${direction} limit 1)
    select t.id from ${sql.table(d.key)} t
    where ${query.deleted ? sql`true` : sql`t.deleted_at is null`} and ${bound}
    order by t.id ${direction} limit ${limit}::bigint offset (select skip from start)`;
}

function totalSql(d: ResourceDefinition, query: ParsedList, picked: Picked): RawBuilder<unknown> {
  if (picked.isWhole) {
    return sql`(select coalesce(sum(${query.deleted ? sql`live + deleted` : sql`live`}), 0)::bigint from row_count where resource = ${d.key})`;
  }
  return sql`(select count(*) from (select from ${sql.raw(picked.source.from())} where ${picked.where} limit ${EXACT_TOTAL + 1}) counted)`;
}

/** One page of a list and its total, in one round trip (a search that looks into other tables takes two). */
export async function readList(
  db: Db, behaviours: Behaviours, actor: Actor, d: ResourceDefinition, query: ParsedList, context: FilterContext,
): Promise<ListAnswer> {
  const picked = await pickRows(db, behaviours, actor, d, query, context);
  const { source, where } = picked;
  const limit = query.perPage ?? EXACT_TOTAL;
  const offset = (query.page - 1) * limit;
  const order = orderSql(source, query.sort);
  const [only, second] = query.sort;
  const isById = only?.path.column === 'id' && second === undefined;
  const page =
    picked.isWhole && isById && offset >= DEEP
      ? deepPage(d, query, only.descending, limit, offset)
      : sql`select t.id from ${sql.raw(source.from())} where ${where} order by ${sql.raw(order)} limit ${limit}::bigint offset ${offset}::bigint`;
  const total = totalSql(d, query, picked);
  // The page's ids are picked first, over as few tables as the question needs; the other joins serve those few rows only.
  const shown = recordSql(d, behaviours);
  const statement = sql`
    select (select coalesce(json_agg(row_to_json(r) order by n), '[]')::text
            from unnest(array(${page})) with ordinality page (id, n)
            join lateral (select ${sql.raw(shown.columns)} from ${sql.raw(shown.from)} where t.id = page.id) r on true) as data,
           ${total} as total,
           ${stampSql(actor, context.now)} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ data: string; total: number; stamp: string | null }>(statement, { replan: picked.replan });
  checkStamp(actor, row?.stamp ?? null);
  const counted = row?.total ?? 0;
  const isEstimate = !picked.isWhole && counted > EXACT_TOTAL;
  const all = isEstimate ? await estimateTotal(db, picked) : counted;
  return {
    data: row?.data ?? '[]',
    meta: { page: query.page, per_page: query.perPage ?? Math.max(all, 1), total: all, total_is_estimate: isEstimate },
  };
}

/** The planner's guess, never below what was counted. */
async function estimateTotal(db: Db, { source, where }: Picked): Promise<number> {
  const statement = sql`explain (format json) select from ${sql.raw(source.from())} where ${where}`.compile(db.kysely);
  const [row] = await db.read<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(statement, { replan: true });
  return Math.max(Math.round(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0), EXACT_TOTAL + 1);
}
