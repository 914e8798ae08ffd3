import { isNullable, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, validationError } from '../../platform/http/api-error.ts';
import type { ListQuery } from './list-query.ts';
import { type QueryPlan, readPlan } from './query-plan.ts';
import type { Source } from './source.ts';
import { findLargeTables } from './table-sizes.ts';

/** Scan at most this many rows in index order before falling back to filter-then-sort. */
const SCAN_LIMIT = 100_000;
/**
 * A page whose plan costs more is rejected before it runs, with the way out: it would take one processor about two
 * seconds. Measured with a million members: a millisecond takes 85 cost units of a plan that reads a whole table and
 * sorts it, and 300 of one that finds rows by an index. Lists as files have no such limit.
 */
const MAX_PAGE_COST = 600_000;
const MAX_WHOLE_TABLE_COST = 200_000;
/** From this offset on, a page is deep: even an index walk takes long to get there. */
export const DEEP_OFFSET = 2_000;
/** Kinds that sort by their raw value. */
const INDEX_ORDERED_KINDS = new Set(['integer', 'date', 'instant']);

interface SelectedRowsSql {
  readonly source: Source;
  readonly from: () => RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

interface PageOrder {
  readonly field: string;
  readonly descending: boolean;
}

interface PageBounds {
  readonly limit: number;
  readonly offset: number;
}

/**
 * SQL of the ids of a page, in the order of `page`. If PostgreSQL would walk an index of a large table until the page is
 * full, it may walk only SCAN_LIMIT rows; if these do not fill the page, all matching rows are found and sorted. The
 * planner assumes evenly spread matches: for a hotel without matching visits it walked all 5,000,000 of the group. See
 * docs/decisions/0074-resolve-searches-to-ids-and-choose-how-to-find-a-page.md. Throws a 422 for a page that would read
 * too much, see docs/decisions/0127-reject-what-would-read-too-many-records.md.
 */
export async function pageIdsSql(
  db: Db,
  rows: SelectedRowsSql,
  query: ListQuery,
  page: RawBuilder<unknown>,
  bounds: PageBounds,
): Promise<RawBuilder<unknown>> {
  const order = boundedOrder(rows.source, query);
  if (!order && isFirstInDefaultOrder(rows.source, query, bounds)) return sql`array(${page})`;
  const { key } = rows.source.definition;
  if (!(await findLargeTables(db, [key])).has(key)) return sql`array(${page})`;
  const plan = await readPlan(db, page);
  if (order && !plan.isSorted) {
    if (isAffordable(await readPlan(db, matchingSql(rows, order, bounds))))
      return scanOrSortSql(rows, order, bounds, SCAN_LIMIT);
    const ids = await readScannedIds(db, rows, order, bounds);
    if (ids.length < bounds.limit) throw await createRejection(db, rows, query, bounds);
    return sql`${ids}::bigint[]`;
  }
  if (!isAffordable(plan)) throw await createRejection(db, rows, query, bounds);
  return sql`array(${page})`;
}

const isAffordable = ({ cost, readsWholeTable }: QueryPlan): boolean =>
  cost <= (readsWholeTable ? MAX_WHOLE_TABLE_COST : MAX_PAGE_COST);

/** Every table has an index for its default order. */
const isFirstInDefaultOrder = (
  { definition }: Source,
  { sort, conditions, searchTerms }: ListQuery,
  { offset }: PageBounds,
): boolean => conditions.length + searchTerms.length === 0 && isDefaultSort(definition, sort) && offset < DEEP_OFFSET;

const isDefaultSort = ({ order = 'id' }: Source['definition'], sort: ListQuery['sort']): boolean =>
  sort.map(({ path, descending }) => (descending ? '-' : '') + path.column).join() === order;

async function readScannedIds(
  db: Db,
  rows: SelectedRowsSql,
  order: PageOrder,
  bounds: PageBounds,
): Promise<readonly number[]> {
  const statement = sql`select array(${scannedSql(rows, order, bounds, SCAN_LIMIT)}) as ids`.compile(db.kysely);
  const [row] = await db.read<{ ids: readonly (number | string)[] }>(statement, { replan: true });
  return (row?.ids ?? []).map(Number);
}

/** The 422 of a page that would read too much, at the parameter that someone can change. */
async function createRejection(
  db: Db,
  { from, where, source }: SelectedRowsSql,
  { conditions, searchTerms, sort }: ListQuery,
  { offset }: PageBounds,
): Promise<ApiError> {
  const isNarrowed = conditions.length + searchTerms.length > 0;
  const areRowsCheap = !isNarrowed || isAffordable(await readPlan(db, sql`select t.id from ${from()} where ${where}`));
  if (areRowsCheap && !isDefaultSort(source.definition, sort))
    return validationError({ sort: [message('too_many_to_sort')] });
  if (offset > 0) return validationError({ page: [message('page_too_far')] });
  const [first] = conditions;
  return first
    ? validationError({
        [`filter[${first.condition.column}][${first.condition.operator}]`]: [message('too_many_to_filter')],
      })
    : validationError({ search: [message('too_many_to_search')] });
}

export function scanOrSortSql(
  rows: SelectedRowsSql,
  order: PageOrder,
  bounds: PageBounds,
  threshold: number,
): RawBuilder<unknown> {
  return sql`(with scanned as materialized (${scannedSql(rows, order, bounds, threshold)})
    select case when (select count(*) from scanned) = ${bounds.limit}::bigint then array(select id from scanned)
      else array(${matchingSql(rows, order, bounds)}) end)`;
}

/** The page, if the first rows of the order fill it; else less. */
function scannedSql(
  { source, from, where }: SelectedRowsSql,
  { field, descending }: PageOrder,
  bounds: PageBounds,
  threshold: number,
): RawBuilder<unknown> {
  const column = sql.raw(source.ref(field));
  const [direction, comparison] = descending ? [sql`desc`, sql`>=`] : [sql`asc`, sql`<=`];
  const bound = sql`(select b.${sql.ref(field)} from ${sql.table(source.definition.key)} b where b.deleted_at is null
    order by b.${sql.ref(field)} ${direction}, b.id ${direction} offset ${sql.lit(threshold)} limit 1)`;
  return sql`select t.id from ${from()} where ${where} and ${column} ${comparison} ${bound}
    order by ${column} ${direction}, t.id ${direction} ${limitSql(bounds)}`;
}

/** The page by finding and sorting all matching rows. Without `offset 0` PostgreSQL would walk the index again. */
function matchingSql(
  { source, from, where }: SelectedRowsSql,
  { field, descending }: PageOrder,
  bounds: PageBounds,
): RawBuilder<unknown> {
  const column = sql.raw(source.ref(field));
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`select matching.id from (select t.id, ${column} as sort_key from ${from()} where ${where} offset 0) matching
    order by matching.sort_key ${direction}, matching.id ${direction} ${limitSql(bounds)}`;
}

const limitSql = ({ limit, offset }: PageBounds): RawBuilder<unknown> =>
  sql`limit ${limit}::bigint offset ${offset}::bigint`;

/**
 * The order of a filtered list, if it is a single non-null column that no filter limits to a range. A range may begin
 * anywhere in the order, beyond the scanned rows.
 */
function boundedOrder(source: Source, { sort, conditions, searchTerms, deleted }: ListQuery): PageOrder | null {
  const [first, second] = sort;
  if (!first || second || deleted || conditions.length + searchTerms.length === 0) return null;
  const { relations, field, definition } = first.path;
  const isOrderFiltered = conditions.some(({ path }) => path.column === first.path.column);
  if (relations.length > 0 || field === null || isNullable(definition) || isOrderFiltered) return null;
  if (!INDEX_ORDERED_KINDS.has(definition.kind) && field !== 'id') return null;
  // Computed columns are not indexed, and views have no indexes.
  if (source.definition.view || source.ref(field) !== `${source.alias}."${field}"`) return null;
  return { field, descending: first.descending };
}
