import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { fileCell, orderedRowsSql } from '../../engine/import-export/export-rows.ts';
import { zoneSql } from '../../engine/resources/conditions.ts';
import { orderSql, orderTermsSql } from '../../engine/resources/list.ts';
import type { SortTerm } from '../../engine/resources/list-query.ts';
import { wireFormat } from '../../engine/resources/record-json.ts';
import type { Source } from '../../engine/resources/source.ts';
import { createGroupedStatement } from './grouped-statement.ts';
import { toRollupQuery } from './rollup-query.ts';
import type { ReportQuery } from './report-query.ts';
import { type ReportContext, type ReportStatement, monthSql, pageSql, sourceOf, withClause } from './report-context.ts';
import { findCurrency } from './amount-currency.ts';
import { type Extent, recordsSql, selectRows } from './selection.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { currencySumsSql, quoteColumn, sumsSql, currencySumSql } from './sums.ts';
import { rowCounts } from './missing-rate-counts.ts';

export function createReportStatement(reportContext: ReportContext, reportQuery: ReportQuery): ReportStatement {
  if (!reportQuery.isGrouped) return createRecordStatement(reportContext, reportQuery);
  const rollup = toRollupQuery(reportContext, reportQuery);
  return rollup
    ? { ...createGroupedStatement(rollup.reportContext, rollup.reportQuery), readsRecords: false }
    : createGroupedStatement(reportContext, reportQuery);
}

/** One row per record. */
function createRecordStatement(reportContext: ReportContext, reportQuery: ReportQuery): ReportStatement {
  const { order, currency }: ReportSource = REPORT_SOURCES[reportContext.report];
  const { columns, sums, group } = reportQuery;
  const { source, where, from } = selectRows(reportContext, reportQuery, 'all');
  const cells = columns.map(({ key, path }) => ({ key, field: path.definition, ref: source.column(path) }));
  const currencyColumn = currency === undefined ? 'null::text' : source.ref(currency);
  const sort = reportQuery.sort.length > 0 ? reportQuery.sort : defaultSortFor(source, order ?? 'id');
  // Sorts the rows by group: dates by their month at the hotel, names of equal sort order by their spelling.
  const groupTerms = group.flatMap(({ path }) =>
    path.definition.kind === 'date' || path.definition.kind === 'instant'
      ? [sql`${monthSql(reportContext, source, path)} nulls first`]
      : [...orderTermsSql(source, [{ path, descending: false }]), source.column(path)].map((term) => sql.raw(term)),
  );
  const orderTerms = sql.join([...groupTerms, sql.raw(orderSql(source, sort))]);
  const pageCondition = reportContext.isFile ? null : createPageCondition(reportContext, reportQuery, sort);
  const createFileStatement = () => {
    const zone = zoneSql(source, reportContext.context);
    const values = cells.map(({ field, ref }) => fileCell(field, ref, zone));
    const extraColumns = [currencyColumn, ...rowCounts(reportQuery).map(({ path }) => source.column(path))];
    return orderedRowsSql(
      [...values, ...extraColumns.map((ref) => ({ value: sql.raw(ref) }))],
      sql`from ${from()} where ${where} order by ${orderTerms}`,
    );
  };
  const createPageStatement = (condition: RawBuilder<unknown>) => {
    const units = unitsSql(reportContext, source, columns);
    const values = cells.map(({ key, field, ref }) => `${wireFormat[field.kind](ref)} as ${quoteColumn(key)}`);
    const currencySums = currencySumsSql(sums, currencyColumn, '1', (path) => source.column(path));
    const selectedColumns = [...values, `json_build_array(${currencySums}) as by_currency`].join(', ');
    return sql`
      select ${sql.raw(selectedColumns)}, ${units} as units
      from ${from()} where ${condition} order by ${orderTerms}`;
  };
  const rollup = toRollupQuery(reportContext, { ...reportQuery, columns: [], group: [], sort: [] });
  const countedRows = rollup
    ? currencyTotalsSql(rollup.reportContext, rollup.reportQuery)
    : currencyTotalsSql(reportContext, reportQuery);
  const sumsStatement = sumsSql(sums, 'coalesce(sum(c.rows), 0)::bigint', countedRows);
  return {
    ctes: withClause([
      ...recordsSql(reportContext, []),
      ...(rollup ? recordsSql(rollup.reportContext, []) : []),
      ...(pageCondition ? [sql`summed as materialized (${sumsStatement})`] : []),
    ]),
    rows: pageCondition ? createPageStatement(pageCondition) : createFileStatement(),
    sums: pageCondition ? sql`select * from summed` : sumsStatement,
    readsRecords: rollup === null || reportQuery.sort.length > 0,
  };
}

/** The units of a row's values, as JSON: the zone of its moments, and the currency of each amount. */
function unitsSql(reportContext: ReportContext, source: Source, columns: ReportQuery['columns']): RawBuilder<unknown> {
  const currencies = new Map(
    columns.flatMap((column) => {
      const currency = findCurrency(REPORT_SOURCES[reportContext.report], column);
      return currency ? [[currency.key, sql.raw(source.column(currency.path))] as const] : [];
    }),
  );
  const hasMoments = columns.some(({ type }) => type === 'instant');
  const units = [
    ...(hasMoments ? [['time_zone', zoneSql(source, reportContext.context)] as const] : []),
    ...currencies,
  ].map(([key, value]) => sql`${sql.lit(key)}, ${value}`);
  return units.length === 0 ? sql`'{}'::json` : sql`json_build_object(${sql.join(units)})`;
}

/** Sums are computed apart from the rows: they need none of the tables that are only displayed. */
function currencyTotalsSql(reportContext: ReportContext, reportQuery: ReportQuery): RawBuilder<unknown> {
  const { currency, rows } = sourceOf(reportContext);
  const { source, where, from } = selectRows(reportContext, reportQuery, 'all');
  const sumColumns = reportQuery.sums.map(
    ({ path }) => `, ${currencySumSql(path, source.column(path))} as ${quoteColumn(path.column)}`,
  );
  const currencySql = currency === undefined ? 'null::text' : source.ref(currency);
  const countSql = rows === undefined ? 'count(*)' : `sum(${source.ref(rows)})::bigint`;
  return sql`select ${sql.raw(currencySql)} as currency, ${sql.raw(countSql)} as rows ${sql.raw(sumColumns.join(''))}
             from ${from()} where ${where} group by 1 ${rows === undefined ? sql`` : sql.raw(`having ${countSql} > 0`)}`;
}

/** Up to this many records, the page is taken from all of them, which takes as long as their sums. */
const MAX_FEW_ROWS = 2_500;
/**
 * A lower limit if only a range of the sort column restricts the records: an index scan is then as short as the range.
 */
const MAX_FEW_ROWS_OF_RANGE = 100;

/**
 * Finds the records of a page before building its cells. PostgreSQL then knows how few there are, and looks up what
 * each cell needs instead of hashing whole tables.
 *
 * The sums give the number of matching records. Few matches are all found, as for the sums, and then sorted. For more,
 * PostgreSQL may walk the index of the order until the page is full. It cannot know beforehand how few match: when no
 * visit of a hotel met a filter, it walked all 5,000,000 of the group.
 */
function createPageCondition(
  reportContext: ReportContext,
  reportQuery: ReportQuery,
  sort: readonly SortTerm[],
): RawBuilder<unknown> {
  const { order: defaultOrder }: ReportSource = REPORT_SOURCES[reportContext.report];
  const isDefaultOrderPath = (path: ColumnPath | undefined) =>
    path?.relations.length === 0 && path.field === defaultOrder?.replace('-', '');
  const isDefaultOrder = isDefaultOrderPath(sort[0]?.path);
  const hasFilters =
    reportQuery.searchTerms.length > 0 || reportQuery.conditions.some(({ path }) => !isDefaultOrderPath(path));
  const rowLimit = isDefaultOrder && !hasFilters ? MAX_FEW_ROWS_OF_RANGE : MAX_FEW_ROWS;
  const pageIdsSql = (extent: Extent, isFew: boolean) => {
    const { source, where, from } = selectRows(reportContext, reportQuery, extent);
    const order = sql.raw(orderSql(source, sort));
    const condition = sql`(select total ${sql.raw(isFew ? 'between 1 and' : '>')} ${sql.lit(rowLimit)} from summed)`;
    const matchCondition = sql`${condition} and ${where}`;
    const rowCondition = isFew
      ? sql`t.id = any(array(select t.id from ${from()} where ${matchCondition}))`
      : matchCondition;
    return sql`array(select t.id from ${from()} where ${rowCondition} order by ${order} ${pageSql(reportQuery)})`;
  };
  // In the default order, rows are read until the page is full; in any other order, all rows are read and sorted.
  return sql`t.id = any(${pageIdsSql(isDefaultOrder ? 'some' : 'all', false)} || ${pageIdsSql('all', true)})`;
}

function defaultSortFor({ definition }: Source, term: string): SortTerm[] {
  const descending = term.startsWith('-');
  return [{ path: getColumn(definition, descending ? term.slice(1) : term), descending }];
}
