import type { ColumnPath } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { conditionSql } from '../../engine/resources/conditions.ts';
import { orderTermsSql } from '../../engine/resources/list.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { ReportQuery } from './report-query.ts';
import { type Selection, recordsSql, selectRows } from './selection.ts';
import {
  type ReportContext,
  type ReportStatement,
  cellSql,
  monthSql,
  pageSql,
  sourceOf,
  withClause,
} from './report-context.ts';
import { currencySumsSql, quoteColumn, sumsSql, totalSql, currencySumSql } from './sums.ts';
import { rowCounts } from './missing-rate-counts.ts';

/** A column that identifies a grouped row. */
interface GroupKey {
  readonly path: ColumnPath;
  /** SQL for its value in a record. */
  readonly sql: RawBuilder<unknown>;
  /** SQL for its value in the response, over its name. */
  readonly columnSql: RawBuilder<unknown>;
}

/**
 * Groups rows that are equal in all columns except the sums. Sums are computed per currency first, so that none mixes
 * two; then the currencies of a row are combined.
 *
 * If the request has groups, a day or time is replaced by its month, and records with equal names form one group: a
 * filter on that name then finds the group's rows. Without groups, different records stay separate even if their names
 * are equal.
 */
export function createGroupedStatement(reportContext: ReportContext, reportQuery: ReportQuery): ReportStatement {
  const { currency, measures, rows } = sourceOf(reportContext);
  const isMeasure = ({ column }: ColumnPath) => Object.hasOwn(measures, column);
  const measureConditions = reportQuery.conditions.filter(({ path }) => isMeasure(path));
  const selection = selectRows(
    reportContext,
    { ...reportQuery, conditions: reportQuery.conditions.filter(({ path }) => !isMeasure(path)) },
    'all',
  );
  const { source, where, from } = selection;
  const { sums } = reportQuery;
  const isSum = (path: ColumnPath) => sums.some((sum) => sum.path.column === path.column);
  const shownPaths = reportQuery.columns.map(({ path }) => path);
  const isGrouped = reportQuery.group.length > 0;
  const keys = shownPaths
    .filter((path) => !isSum(path))
    .map((path) => createGroupKey(reportContext, selection, path, isGrouped));
  const idColumns = isGrouped
    ? []
    : keys.flatMap(({ path }) => (isNameColumn(path) ? [source.column({ ...path, field: 'id' })] : []));
  const summedPaths = [...new Map([...sums, ...measureConditions].map(({ path }) => [path.column, path])).values()];
  const pickedColumns = [
    ...keys.map((key) => sql`${key.sql} as ${sql.raw(quoteColumn(key.path.column))}`),
    ...idColumns.map((id, i) => sql.raw(`${id} as id_${i}`)),
    ...summedPaths
      .filter((path) => !isMeasure(path))
      .map((path) => sql.raw(`${source.column(path)} as ${quoteColumn(path.column)}`)),
    ...[...new Set(summedPaths.flatMap((path) => measures[path.column]?.columns ?? []))].map((column) =>
      sql.raw(`${source.ref(column)} as ${column}`),
    ),
    sql.raw(`${currency === undefined ? 'null::text' : source.ref(currency)} as currency`),
    ...(rows === undefined ? [] : [sql.raw(`${source.ref(rows)} as record_count`)]),
  ];
  const countSql = rows === undefined ? 'count(*)' : 'sum(record_count)::bigint';

  const groupColumns = [...keys.map(({ path }) => quoteColumn(path.column)), ...idColumns.map((_, i) => `id_${i}`)];
  const sumColumns = summedPaths.map(
    (path) =>
      `${currencySumSql(path, measures[path.column]?.sql ?? quoteColumn(path.column))} as ${quoteColumn(path.column)}`,
  );
  const groupList = groupColumns.join(', ');
  const partColumns = [
    ...groupColumns,
    'currency',
    `${countSql} as rows`,
    ...sumColumns,
    `dense_rank() over (${groupList && `order by ${groupList}`}) as g`,
  ];

  const totalCellSql = (path: ColumnPath): string =>
    summedPaths.some(({ column }) => column === path.column)
      ? totalSql(path, quoteColumn(path.column), 'currency')
      : quoteColumn(path.column);
  const summedSource: Source = { ...source, column: totalCellSql };
  const havingConditions = measureConditions.map(({ path, condition }) =>
    conditionSql(summedSource, path, condition, reportContext.context),
  );
  const defaultSort = keys.map(({ path }) => ({ path: asTextPath(path, isGrouped), descending: false }));
  const sort = reportQuery.sort.map((term) => ({ ...term, path: asTextPath(term.path, isGrouped) }));
  // In a file, each group's rows are contiguous, whatever the order within the group.
  const groupSort = reportContext.isFile
    ? defaultSort.filter(({ path }) => reportQuery.group.some(({ key }) => key === path.column))
    : [];
  const groupTerms = groupSort.flatMap((term) => [
    ...orderTermsSql(summedSource, [term]),
    quoteColumn(term.path.column),
  ]);
  const orderTerms = [...groupTerms, ...orderTermsSql(summedSource, [...sort, ...defaultSort]), ...groupColumns];
  const currencySums = currencySumsSql(sums, 'currency', 'rows', ({ column }) => quoteColumn(column));
  const countPaths = rowCounts(reportQuery).map(({ path }) => path);
  const extraColumns = reportContext.isFile
    ? [
        'case when count(distinct currency) < 2 then min(currency) end as row_currency',
        ...countPaths.map((path) => `${totalCellSql(path)} as ${quoteColumn(path.column)}`),
      ]
    : [`json_agg(${currencySums} order by currency) as by_currency`];
  const trailingColumns = reportContext.isFile
    ? ['row_currency', ...countPaths.map(({ column }) => quoteColumn(column))]
    : ['by_currency', `'{}'::json as units`];
  const cells = shownPaths.map((path) => {
    const key = keys.find((candidate) => candidate.path === path);
    const value = key ? key.columnSql : cellSql(reportContext, path, quoteColumn(path.column));
    return sql`${value} as ${sql.raw(quoteColumn(path.column))}`;
  });
  return {
    ctes: withClause([
      ...recordsSql(
        reportContext,
        summedPaths.filter(isMeasure).map(({ field }) => field ?? ''),
      ),
      // `offset 0` keeps the planner from inlining the subquery, so the picked columns are computed once, however many
      // sums use them.
      sql`parts as (select ${sql.raw(partColumns.join(', '))}
            from (select ${sql.join(pickedColumns)} from ${from()} where ${where} offset 0) picked
        group by ${sql.raw([...groupColumns, 'currency'].join(', '))} ${sql.raw(rows === undefined ? '' : `having ${countSql} > 0`)})`,
      sql`grouped as (
        select g, ${sql.raw(shownPaths.map((path) => `${totalCellSql(path)} as ${quoteColumn(path.column)}, `).join(''))}
               ${sql.raw(extraColumns.join(', '))},
               row_number() over (order by ${sql.raw(orderTerms.join(', ') || '1')}) as n
        from parts group by ${sql.raw(['g', ...groupColumns].join(', '))}
        having ${sql.join([sql`true`, ...havingConditions], sql` and `)})`,
    ]),
    rows: sql`select ${sql.join([...cells, sql.raw(trailingColumns.join(', '))])} from grouped
      order by n ${reportContext.isFile ? sql`` : pageSql(reportQuery)}`,
    sums: sumsSql(
      sums,
      '(select count(*) from grouped)',
      sql`select currency, sum(rows)::bigint as rows ${sql.raw(sums.map(({ path }) => `, sum(${quoteColumn(path.column)}) as ${quoteColumn(path.column)}`).join(''))}
          from parts where g in (select g from grouped) group by currency`,
    ),
    readsRecords: true,
  };
}

function createGroupKey(
  reportContext: ReportContext,
  { source, monthsBack }: Selection,
  path: ColumnPath,
  isGrouped: boolean,
): GroupKey {
  const column = sql.raw(source.column(path));
  const name = sql.raw(quoteColumn(path.column));
  const { kind } = path.definition;
  if (!isGrouped || (kind !== 'date' && kind !== 'instant'))
    return { path, sql: column, columnSql: cellSql(reportContext, path, quoteColumn(path.column)) };
  return { path, sql: monthSql(reportContext, source, path, monthsBack), columnSql: name };
}

/** Months sort as text. */
const asTextPath = (path: ColumnPath, isGrouped: boolean): ColumnPath =>
  isGrouped && (path.definition.kind === 'date' || path.definition.kind === 'instant')
    ? { ...path, definition: { kind: 'text', label: path.label } }
    : path;

/** Whether a column shows the name or code of another record. */
const isNameColumn = ({ relations, resource, field }: ColumnPath): boolean =>
  relations.length > 0 && (field === null || field === resource.display.code || resource.display.name.includes(field));
