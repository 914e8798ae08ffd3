import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { fileCell, orderedRowsSql } from '../../engine/import-export/export-rows.ts';
import { zoneSql } from '../../engine/resources/conditions.ts';
import { orderSql, termsSql } from '../../engine/resources/list.ts';
import type { SortTerm } from '../../engine/resources/list-query.ts';
import { wire } from '../../engine/resources/record-json.ts';
import type { Source } from '../../engine/resources/source.ts';
import { groupedStatement } from './grouped-statement.ts';
import { rollupQuery } from './rollup-query.ts';
import type { ReportQuery } from './report-query.ts';
import { type ReportContext, type ReportStatement, monthSql, pageSql, sourceOf, withNames } from './report-context.ts';
import { type Extent, recordsSql, select } from './selection.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { currencySumsSql, quoteColumn, sumsSql, withinLimitsSql } from './sums.ts';
import { rowCounts } from './missing-rate-counts.ts';

export function reportStatement(reportContext: ReportContext, reportQuery: ReportQuery): ReportStatement {
  if (!reportQuery.isGrouped) return recordStatement(reportContext, reportQuery);
  const rollup = rollupQuery(reportContext, reportQuery);
  return rollup
    ? groupedStatement(rollup.reportContext, rollup.reportQuery)
    : groupedStatement(reportContext, reportQuery);
}

/** One row per record. */
function recordStatement(reportContext: ReportContext, reportQuery: ReportQuery): ReportStatement {
  const { order, currency }: ReportSource = REPORT_SOURCES[reportContext.report];
  const { columns, sums, group } = reportQuery;
  const { source, where, from } = select(reportContext, reportQuery, 'all');
  const cells = columns.map(({ key, path }) => ({ key, field: path.definition, ref: source.column(path) }));
  const rowSums = currency === undefined ? 'null::text' : source.ref(currency);
  const sort = reportQuery.sort.length > 0 ? reportQuery.sort : defaultSortFor(source, order ?? 'id');
  // Group by group: rows of one month in any zone, and of one name in one spelling.
  const ofGroups = group.flatMap(({ path }) =>
    path.definition.kind === 'date' || path.definition.kind === 'instant'
      ? [sql`${monthSql(reportContext, source, path)} nulls first`]
      : [...termsSql(source, [{ path, descending: false }]), source.column(path)].map((term) => sql.raw(term)),
  );
  const ordered = sql.join([...ofGroups, sql.raw(orderSql(source, sort))]);
  const page = reportContext.isFile ? null : pageOf(reportContext, reportQuery, sort);
  const fileStatement = () => {
    const zone = zoneSql(source, reportContext.context);
    const values = cells.map(({ field, ref }) => fileCell(field, ref, zone));
    const relatedColumn = [rowSums, ...rowCounts(reportQuery).map(({ path }) => source.column(path))];
    return orderedRowsSql(
      [...values, ...relatedColumn.map((ref) => ({ value: sql.raw(ref) }))],
      sql`from ${from()} where ${where} order by ${ordered}`,
    );
  };
  const pageStatement = (condition: RawBuilder<unknown>) => {
    const values = cells.map(({ key, field, ref }) => `${wire[field.kind](ref)} as ${quoteColumn(key)}`);
    const byCurrency = currencySumsSql(sums, rowSums, '1', (path) => source.column(path));
    const selectedColumns = [...values, `json_build_array(${byCurrency}) as by_currency`].join(', ');
    return sql`select ${sql.raw(selectedColumns)} from ${from()} where ${condition} order by ${ordered}`;
  };
  const rollup = rollupQuery(reportContext, { ...reportQuery, columns: [], group: [], sort: [] });
  const counted = rollup
    ? countedSql(rollup.reportContext, rollup.reportQuery)
    : countedSql(reportContext, reportQuery);
  const summed = sumsSql(sums, 'coalesce(sum(c.rows), 0)::bigint', counted);
  return {
    names: withNames([
      ...recordsSql(reportContext, []),
      ...(rollup ? recordsSql(rollup.reportContext, []) : []),
      ...(page ? [sql`summed as materialized (${summed})`] : []),
    ]),
    rows: page ? pageStatement(page) : fileStatement(),
    sums: page ? sql`select * from summed` : summed,
  };
}

/** Sums are computed apart from the rows: they need none of the tables that are only displayed. */
function countedSql(reportContext: ReportContext, reportQuery: ReportQuery): RawBuilder<unknown> {
  const { currency, rows } = sourceOf(reportContext);
  const { source, where, from } = select(reportContext, reportQuery, 'all');
  const added = reportQuery.sums.map(
    ({ path }) => `, ${withinLimitsSql(path, source.column(path))} as ${quoteColumn(path.column)}`,
  );
  const inCurrency = currency === undefined ? 'null::text' : source.ref(currency);
  const number = rows === undefined ? 'count(*)' : `sum(${source.ref(rows)})::bigint`;
  return sql`select ${sql.raw(inCurrency)} as currency, ${sql.raw(number)} as rows ${sql.raw(added.join(''))}
             from ${from()} where ${where} group by 1 ${rows === undefined ? sql`` : sql.raw(`having ${number} > 0`)}`;
}

/** Up to this many records, the page is taken from all of them, which takes as long as their sums. */
const MAX_FEW_ROWS = 2_500;
/**
 * A lower limit if only a range of the sort column restricts the records: an index scan is then as short as the range.
 */
const MAX_FEW_OF_RANGE = 100;

/**
 * Finds the records of a page before building its cells. PostgreSQL then knows how few there are, and looks up what
 * each cell needs instead of hashing whole tables.
 *
 * The sums give the number of matching records. Few matches are all found, as for the sums, and then sorted. For more,
 * PostgreSQL may walk the index of the order until the page is full. It cannot know beforehand how few match: when no
 * visit of a hotel met a filter, it walked all 5,000,000 of the group.
 */
function pageOf(
  reportContext: ReportContext,
  reportQuery: ReportQuery,
  sort: readonly SortTerm[],
): RawBuilder<unknown> {
  const { order: defaultOrder }: ReportSource = REPORT_SOURCES[reportContext.report];
  const isOrder = (path: ColumnPath | undefined) =>
    path?.relations.length === 0 && path.field === defaultOrder?.replace('-', '');
  const isDefaultOrder = isOrder(sort[0]?.path);
  const isLimited = reportQuery.searchTerms.length > 0 || reportQuery.conditions.some(({ path }) => !isOrder(path));
  const few = isDefaultOrder && !isLimited ? MAX_FEW_OF_RANGE : MAX_FEW_ROWS;
  const ids = (extent: Extent, isFew: boolean) => {
    const { source, where, from } = select(reportContext, reportQuery, extent);
    const order = sql.raw(orderSql(source, sort));
    const condition = sql`(select total ${sql.raw(isFew ? 'between 1 and' : '>')} ${sql.lit(few)} from summed)`;
    const all = sql`${condition} and ${where}`;
    const picked = isFew ? sql`t.id = any(array(select t.id from ${from()} where ${all}))` : all;
    return sql`array(select t.id from ${from()} where ${picked} order by ${order} ${pageSql(reportQuery)})`;
  };
  // In the default order, rows are read until the page is full; in any other order, all rows are read and sorted.
  return sql`t.id = any(${ids(isDefaultOrder ? 'some' : 'all', false)} || ${ids('all', true)})`;
}

function defaultSortFor({ definition }: Source, term: string): SortTerm[] {
  const descending = term.startsWith('-');
  return [{ path: getColumn(definition, descending ? term.slice(1) : term), descending }];
}
