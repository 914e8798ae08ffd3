import { type Field, type ListMeta, type ResourceDefinition, isNullable } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { scopeSql } from '../../access/scope.ts';
import type { HooksByResource } from './resource-hooks.ts';
import { type FilterContext, conditionSql } from './conditions.ts';
import type { ListQuery, SortTerm } from './list-query.ts';
import { DEEP_OFFSET, pageIdsSql } from './page-ids.ts';
import { recordSql } from './record-json.ts';
import { searchSql } from './search.ts';
import { type ScopedSource, createScopedSource } from './scoped-source.ts';
import { setupTableLookupSql } from './setup-table-lookup.ts';
import type { Source } from './source.ts';
import { storedTotalSql, readTotal } from './list-total.ts';

/** Maximum number of rows of a list requested without paging. */
const MAX_UNPAGED = 10_000;
/** Ids per bucket of row_count, as a power of two. */
const BUCKET_BITS = 12;

export interface ListResponse {
  /** The records as JSON text. */
  readonly data: string;
  readonly meta: ListMeta;
}

interface SelectedRowsSql extends ScopedSource {
  readonly where: RawBuilder<unknown>;
  /** Whether `deleted` is the only condition, so that the stored row counts apply. */
  readonly isUnfiltered: boolean;
}

/** SQL of the rows that a list selects by scope, search and filters. Lists, exports and bulk calls all use it. */
export async function selectRows(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  d: ResourceDefinition,
  query: ListQuery,
  context: FilterContext,
): Promise<SelectedRowsSql> {
  const { source, from, isVisible } = createScopedSource(actor, d, hooksByResource);
  const scope = scopeSql(actor, source);
  const search = query.searchTerms.length > 0 ? await searchSql(db, d, query.searchTerms) : [];
  const filters = query.conditions.map(
    (filter) =>
      (isVisible(filter.path) ? setupTableLookupSql(source, filter, hooksByResource, context, false) : null) ??
      conditionSql(source, filter.path, filter.condition, context),
  );
  const parts = [
    ...(query.deleted ? [] : [sql`t.deleted_at is null`]),
    ...(scope ? [scope] : []),
    ...search,
    ...filters,
  ];
  return {
    source,
    from,
    isVisible,
    where: parts.length === 0 ? sql`true` : sql.join(parts, sql` and `),
    isUnfiltered: !d.view && scope === null && search.length === 0 && filters.length === 0,
  };
}

const TEXT_KINDS = new Set(['text', 'email', 'phone', 'textarea', 'editor', 'choice']);

/** A text that the database generates, such as the number of a visit: its unique index serves its order as it is. */
const isGeneratedNumber = ({ kind, computed, generated }: Field): boolean =>
  kind === 'text' && computed === true && generated === true;

/**
 * Empty values sort lowest, so that one index `(column nulls first, id)` serves both directions. Texts sort
 * case-insensitively. The id is always the last term, in the direction of the column before it.
 */
export function orderSql(source: Source, sort: readonly SortTerm[]): string {
  const last = sort.at(-1);
  const endsWithId = last?.path.column === 'id';
  return [...orderTermsSql(source, sort), ...(endsWithId ? [] : [`t.id${directionSql(last)}`])].join(', ');
}

const directionSql = (term: SortTerm | undefined): string => (term?.descending ? ' desc' : '');

/** The terms of an order, for rows without an id. */
export const orderTermsSql = (source: Source, sort: readonly SortTerm[]): readonly string[] =>
  sort.map((term) => {
    const { path, descending } = term;
    const ref = source.column(path);
    const ignoresCase = TEXT_KINDS.has(path.definition.kind) && !isGeneratedNumber(path.definition);
    const sortExpression = ignoresCase ? `lower(${ref})` : ref;
    const isNeverNull = path.relations.length === 0 && !isNullable(path.definition);
    return `${sortExpression}${directionSql(term)}${isNeverNull ? '' : descending ? ' nulls last' : ' nulls first'}`;
  });

/**
 * Ids of one page of a whole list in id order. The stored row counts locate deep pages instead of an index walk, so that
 * page 20,000 costs about as much as page 1. `(select …)` hides limit and offset from the planner: otherwise it would
 * prefer a custom plan to the generic one and plan again each time.
 */
function pageByIdSql(
  d: ResourceDefinition,
  query: ListQuery,
  descending: boolean,
  limit: number,
  offset: number,
): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const liveCondition = query.deleted ? sql`true` : sql`t.deleted_at is null`;
  if (offset < DEEP_OFFSET) {
    return sql`select t.id from ${sql.table(d.key)} t where ${liveCondition} order by t.id ${direction}
      limit (select ${limit}::bigint) offset (select ${offset}::bigint)`;
  }
  const countSql = query.deleted ? sql`live + deleted` : sql`live`;
  const bound = descending
    ? sql`t.id < (select (bucket + 1) << ${sql.lit(BUCKET_BITS)} from first_bucket)`
    : sql`t.id >= (select bucket << ${sql.lit(BUCKET_BITS)} from first_bucket)`;
  return sql`
    with buckets as (select bucket, sum(${countSql})::bigint as n from row_count where resource = ${d.key} group by bucket),
    running as (select bucket, n, sum(n) over (order by bucket ${direction})::bigint as running_total from buckets),
    first_bucket as (select bucket, ${offset}::bigint - (running_total - n) as skip from running where running_total > ${offset}::bigint
        order by bucket ${direction} limit 1)
    select t.id from ${sql.table(d.key)} t
    where ${liveCondition} and ${bound}
    order by t.id ${direction} limit (select ${limit}::bigint) offset (select skip from first_bucket)`;
}

/**
 * One page of a list and its total. For a user who sees everything, the default list is one round trip with one cached
 * plan. A filtered page is planned for its values, and its total is queried only if the page is full.
 */
export async function readList(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  d: ResourceDefinition,
  query: ListQuery,
  context: FilterContext,
): Promise<ListResponse> {
  const selection = await selectRows(db, hooksByResource, actor, d, query, context);
  const limit = query.perPage ?? MAX_UNPAGED;
  const offset = (query.page - 1) * limit;
  const [firstTerm, secondTerm] = query.sort;
  const isById = firstTerm?.path.column === 'id' && secondTerm === undefined;
  const hasOnePlan = selection.isUnfiltered && isById;
  // The order must be built before the rows, because it adds joins to the tables that it sorts by.
  const order = sql.raw(orderSql(selection.source, query.sort));
  const rows = fromWhereSql(selection);
  const ids = hasOnePlan
    ? sql`array(${pageByIdSql(d, query, firstTerm.descending, limit, offset)})`
    : await pageIdsSql(
        db,
        selection,
        query,
        sql`select t.id ${rows} order by ${order} limit ${limit}::bigint offset ${offset}::bigint`,
        { limit, offset },
      );
  // Selects the ids of the page first, from as few tables as possible. The other joins run only for those rows.
  const record = recordSql(d, hooksByResource);
  const statement = sql`
    select coalesce(json_agg(row_to_json(r) order by page.n), '[]')::text as data, count(*) as rows,
           ${selection.isUnfiltered ? storedTotalSql(d, query.deleted) : sql`null::bigint`} as total,
           ${permissionsVersionSql(actor, context.now)} as stamp
    from unnest(${ids}) with ordinality page (id, n)
    join ${sql.raw(record.table)} on t.id = page.id ${sql.raw(record.joins)}
    cross join lateral (select ${sql.raw(record.columns)}) r`.compile(db.kysely);
  const [row] = await db.read<PageRow>(statement, { replan: !hasOnePlan });
  assertPermissionsVersion(actor, row?.stamp ?? null);
  const { data, total: storedTotal, rows: n } = row ?? { data: '[]', total: null, rows: 0 };
  const isLast = n < limit && (n > 0 || offset === 0);
  const total =
    storedTotal !== null || isLast
      ? { total: storedTotal ?? offset + n, total_is_estimate: false }
      : await readTotal(db, sql`select ${rows}`, n === 0 ? 0 : offset + n);
  return { data, meta: { page: query.page, per_page: query.perPage ?? Math.max(total.total, 1), ...total } };
}

interface PageRow extends Record<string, unknown> {
  readonly data: string;
  readonly rows: number;
  readonly total: number | null;
  readonly stamp: string | null;
}

const fromWhereSql = ({ from, where }: SelectedRowsSql): RawBuilder<unknown> => sql`from ${from()} where ${where}`;
