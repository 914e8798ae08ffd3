import { isNullable } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { ParsedList } from './list-query.ts';
import type { Source } from './source.ts';

/** Rows at the beginning of the order that are walked in search of a page, before all rows that are meant are found and sorted. */
const NEAR = 100_000;
/** Kinds that are sorted as they stand. */
const AS_IT_STANDS = new Set(['integer', 'date', 'instant']);

interface Rows {
  readonly source: Source;
  readonly from: () => RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

interface Order {
  readonly field: string;
  readonly descending: boolean;
}

interface Bounds {
  readonly limit: number;
  readonly offset: number;
}

/**
 * SQL of the ids of a page, in order, as `page` selects them. Where PostgreSQL would walk an index until the page is full it may do so for the
 * rows at the beginning of the order; if these do not fill the page, all rows that are meant are found, and sorted. It takes
 * filters for fulfilled evenly: where no visit of a hotel met one, it walked all 5,000,000 of the group.
 * See docs/decisions/0074-words-and-pages-of-reports.md.
 */
export async function idsOfPage(
  db: Db,
  rows: Rows,
  query: ParsedList,
  page: RawBuilder<unknown>,
  bounds: Bounds,
): Promise<RawBuilder<unknown>> {
  const order = boundedOrder(rows.source, query);
  return order && (await isWalked(db, page)) ? nearOrFarSql(rows, order, bounds, NEAR) : sql`array(${page})`;
}

export function nearOrFarSql(
  { source, from, where }: Rows,
  { field, descending }: Order,
  { limit, offset }: Bounds,
  near: number,
): RawBuilder<unknown> {
  const column = sql.raw(source.ref(field));
  const [direction, within] = descending ? [sql`desc`, sql`>=`] : [sql`asc`, sql`<=`];
  const taken = sql`limit ${limit}::bigint offset ${offset}::bigint`;
  const bound = sql`(select b.${sql.ref(field)} from ${sql.table(source.definition.key)} b where b.deleted_at is null
    order by b.${sql.ref(field)} ${direction}, b.id ${direction} offset ${sql.lit(near)} limit 1)`;
  // Without `offset 0` PostgreSQL would walk again.
  return sql`(with near as materialized (
      select t.id from ${from()} where ${where} and ${column} ${within} ${bound}
      order by ${column} ${direction}, t.id ${direction} ${taken})
    select case when (select count(*) from near) = ${limit}::bigint then array(select id from near) else array(
      select far.id from (select t.id, ${column} as place from ${from()} where ${where} offset 0) far
      order by far.place ${direction}, far.id ${direction} ${taken}) end)`;
}

/**
 * The order of a filtered list, where it is that of one column which each row has, and the filters leave its range open. A range is
 * walked from its beginning, however far that is.
 */
function boundedOrder(source: Source, { sort, conditions, words, deleted }: ParsedList): Order | null {
  const [first, second] = sort;
  if (!first || second || deleted || conditions.length + words.length === 0) return null;
  const { relations, field, definition } = first.path;
  const isRanged = conditions.some(({ path }) => path.column === first.path.column);
  if (relations.length > 0 || field === null || isNullable(definition) || isRanged) return null;
  if (!AS_IT_STANDS.has(definition.kind) && field !== 'id') return null;
  // A computed column stands in no index, and a view has none.
  if (source.definition.view || source.ref(field) !== `${source.alias}."${field}"`) return null;
  return { field, descending: first.descending };
}

interface Node {
  readonly 'Node Type': string;
  readonly Plans?: readonly Node[];
}

/** Whether PostgreSQL would walk an index until the page is full, in place of finding the rows and sorting them. */
async function isWalked(db: Db, page: RawBuilder<unknown>): Promise<boolean> {
  const statement = sql`explain (format json) ${page}`.compile(db.kysely);
  const [row] = await db.read<{ 'QUERY PLAN': [{ Plan: Node }] }>(statement, { replan: true });
  for (let node = row?.['QUERY PLAN'][0].Plan; node; node = node.Plans?.[0])
    if (node['Node Type'] === 'Sort') return false;
  return true;
}
