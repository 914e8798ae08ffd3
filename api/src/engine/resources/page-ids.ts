import { isNullable } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from './list-query.ts';
import type { Source } from './source.ts';

/** Scan at most this many rows in index order before falling back to filter-then-sort. */
const SCAN_LIMIT = 100_000;
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
 * SQL of the ids of a page, in the order of `page`. If PostgreSQL would walk an index until the page is full, it may
 * walk only SCAN_LIMIT rows; if these do not fill the page, all matching rows are found and sorted. The planner assumes
 * evenly spread matches: for a hotel without matching visits it walked all 5,000,000 of the group. See
 * docs/decisions/0074-resolve-searches-to-ids-and-choose-how-to-find-a-page.md.
 */
export async function pageIdsSql(
  db: Db,
  rows: SelectedRowsSql,
  query: ListQuery,
  page: RawBuilder<unknown>,
  bounds: PageBounds,
): Promise<RawBuilder<unknown>> {
  const order = boundedOrder(rows.source, query);
  return order && (await isIndexScan(db, page)) ? scanOrSortSql(rows, order, bounds, SCAN_LIMIT) : sql`array(${page})`;
}

export function scanOrSortSql(
  { source, from, where }: SelectedRowsSql,
  { field, descending }: PageOrder,
  { limit, offset }: PageBounds,
  threshold: number,
): RawBuilder<unknown> {
  const column = sql.raw(source.ref(field));
  const [direction, comparison] = descending ? [sql`desc`, sql`>=`] : [sql`asc`, sql`<=`];
  const limitSql = sql`limit ${limit}::bigint offset ${offset}::bigint`;
  const bound = sql`(select b.${sql.ref(field)} from ${sql.table(source.definition.key)} b where b.deleted_at is null
    order by b.${sql.ref(field)} ${direction}, b.id ${direction} offset ${sql.lit(threshold)} limit 1)`;
  // Without `offset 0` PostgreSQL would walk the index again.
  return sql`(with scanned as materialized (
      select t.id from ${from()} where ${where} and ${column} ${comparison} ${bound}
      order by ${column} ${direction}, t.id ${direction} ${limitSql})
    select case when (select count(*) from scanned) = ${limit}::bigint then array(select id from scanned) else array(
      select matching.id from (select t.id, ${column} as sort_key from ${from()} where ${where} offset 0) matching
      order by matching.sort_key ${direction}, matching.id ${direction} ${limitSql}) end)`;
}

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

interface PlanNode {
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

/** Whether PostgreSQL would walk an index until the page is full, rather than find and sort the rows. */
async function isIndexScan(db: Db, page: RawBuilder<unknown>): Promise<boolean> {
  const statement = sql`explain (format json) ${page}`.compile(db.kysely);
  const [row] = await db.read<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(statement, { replan: true });
  for (let node = row?.['QUERY PLAN'][0].Plan; node; node = node.Plans?.[0])
    if (node['Node Type'] === 'Sort') return false;
  return true;
}
