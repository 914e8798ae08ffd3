import type { ColumnPath } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { conditionSql } from '../../engine/resources/conditions.ts';
import { termsSql } from '../../engine/resources/list.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { ReportQuery } from './report-query.ts';
import { type Selection, recordsSql, select } from './selection.ts';
import {
  type ReportContext,
  type ReportStatement,
  cellSql,
  monthSql,
  pageSql,
  sourceOf,
  withNames,
} from './report-context.ts';
import { currencySumsSql, quoteColumn, sumsSql, totalSql, withinLimitsSql } from './sums.ts';
import { rowCounts } from './missing-rate-counts.ts';

/** A column that identifies a grouped row. */
interface Key {
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
export function groupedStatement(reportContext: ReportContext, reportQuery: ReportQuery): ReportStatement {
  const { currency, measures, rows } = sourceOf(reportContext);
  const isMeasure = ({ column }: ColumnPath) => Object.hasOwn(measures, column);
  const measureConditions = reportQuery.conditions.filter(({ path }) => isMeasure(path));
  const selection = select(
    reportContext,
    { ...reportQuery, conditions: reportQuery.conditions.filter(({ path }) => !isMeasure(path)) },
    'all',
  );
  const { source, where, from } = selection;
  const { sums } = reportQuery;
  const isSum = (path: ColumnPath) => sums.some((sum) => sum.path.column === path.column);
  const shown = reportQuery.columns.map(({ path }) => path);
  const isGrouped = reportQuery.group.length > 0;
  const keys = shown.filter((path) => !isSum(path)).map((path) => keyOf(reportContext, selection, path, isGrouped));
  const ids = isGrouped
    ? []
    : keys.flatMap(({ path }) => (isName(path) ? [source.column({ ...path, field: 'id' })] : []));
  const added = [...new Map([...sums, ...measureConditions].map(({ path }) => [path.column, path])).values()];
  const picked = [
    ...keys.map((key) => sql`${key.sql} as ${sql.raw(quoteColumn(key.path.column))}`),
    ...ids.map((id, i) => sql.raw(`${id} as id_${i}`)),
    ...added
      .filter((path) => !isMeasure(path))
      .map((path) => sql.raw(`${source.column(path)} as ${quoteColumn(path.column)}`)),
    ...[...new Set(added.flatMap((path) => measures[path.column]?.columns ?? []))].map((column) =>
      sql.raw(`${source.ref(column)} as ${column}`),
    ),
    sql.raw(`${currency === undefined ? 'null::text' : source.ref(currency)} as currency`),
    ...(rows === undefined ? [] : [sql.raw(`${source.ref(rows)} as stands_for`)]),
  ];
  const number = rows === undefined ? 'count(*)' : 'sum(stands_for)::bigint';

  const groups = [...keys.map(({ path }) => quoteColumn(path.column)), ...ids.map((_, i) => `id_${i}`)];
  const within = added.map(
    (path) =>
      `${withinLimitsSql(path, measures[path.column]?.sql ?? quoteColumn(path.column))} as ${quoteColumn(path.column)}`,
  );
  const columnSql = groups.join(', ');
  const parts = [
    ...groups,
    'currency',
    `${number} as rows`,
    ...within,
    `dense_rank() over (${columnSql && `order by ${columnSql}`}) as g`,
  ];

  const cell = (path: ColumnPath): string =>
    added.some(({ column }) => column === path.column)
      ? totalSql(path, quoteColumn(path.column), 'currency')
      : quoteColumn(path.column);
  const summedSource: Source = { ...source, column: cell };
  const having = measureConditions.map(({ path, condition }) =>
    conditionSql(summedSource, path, condition, reportContext.context),
  );
  const defaultSort = keys.map(({ path }) => ({ path: textCast(path, isGrouped), descending: false }));
  const sort = reportQuery.sort.map((term) => ({ ...term, path: textCast(term.path, isGrouped) }));
  // In a file, each group's rows are contiguous, whatever the order within the group.
  const outer = reportContext.isFile
    ? defaultSort.filter(({ path }) => reportQuery.group.some(({ key }) => key === path.column))
    : [];
  const groupTerms = outer.flatMap((term) => [...termsSql(summedSource, [term]), quoteColumn(term.path.column)]);
  const order = [...groupTerms, ...termsSql(summedSource, [...sort, ...defaultSort]), ...groups];
  const rowSums = currencySumsSql(sums, 'currency', 'rows', ({ column }) => quoteColumn(column));
  const counts = rowCounts(reportQuery).map(({ path }) => path);
  const relatedColumn = reportContext.isFile
    ? [
        'case when count(distinct currency) < 2 then min(currency) end as row_currency',
        ...counts.map((path) => `${cell(path)} as ${quoteColumn(path.column)}`),
      ]
    : [`json_agg(${rowSums} order by currency) as by_currency`];
  const behindCells = reportContext.isFile
    ? ['row_currency', ...counts.map(({ column }) => quoteColumn(column))]
    : ['by_currency'];
  const cells = shown.map((path) => {
    const key = keys.find((candidate) => candidate.path === path);
    const value = key ? key.columnSql : cellSql(reportContext, path, quoteColumn(path.column));
    return sql`${value} as ${sql.raw(quoteColumn(path.column))}`;
  });
  return {
    names: withNames([
      ...recordsSql(
        reportContext,
        added.filter(isMeasure).map(({ field }) => field ?? ''),
      ),
      // `offset 0` keeps the planner from inlining the subquery, so the picked columns are computed once, however many
      // sums use them.
      sql`parts as (select ${sql.raw(parts.join(', '))}
            from (select ${sql.join(picked)} from ${from()} where ${where} offset 0) picked
        group by ${sql.raw([...groups, 'currency'].join(', '))} ${sql.raw(rows === undefined ? '' : `having ${number} > 0`)})`,
      sql`grouped as (
        select g, ${sql.raw(shown.map((path) => `${cell(path)} as ${quoteColumn(path.column)}, `).join(''))}
               ${sql.raw(relatedColumn.join(', '))},
               row_number() over (order by ${sql.raw(order.join(', ') || '1')}) as n
        from parts group by ${sql.raw(['g', ...groups].join(', '))}
        having ${sql.join([sql`true`, ...having], sql` and `)})`,
    ]),
    rows: sql`select ${sql.join([...cells, sql.raw(behindCells.join(', '))])} from grouped
      order by n ${reportContext.isFile ? sql`` : pageSql(reportQuery)}`,
    sums: sumsSql(
      sums,
      '(select count(*) from grouped)',
      sql`select currency, sum(rows)::bigint as rows ${sql.raw(sums.map(({ path }) => `, sum(${quoteColumn(path.column)}) as ${quoteColumn(path.column)}`).join(''))}
          from parts where g in (select g from grouped) group by currency`,
    ),
  };
}

function keyOf(
  reportContext: ReportContext,
  { source, monthsBack }: Selection,
  path: ColumnPath,
  isGrouped: boolean,
): Key {
  const column = sql.raw(source.column(path));
  const name = sql.raw(quoteColumn(path.column));
  const { kind } = path.definition;
  if (!isGrouped || (kind !== 'date' && kind !== 'instant'))
    return { path, sql: column, columnSql: cellSql(reportContext, path, quoteColumn(path.column)) };
  return { path, sql: monthSql(reportContext, source, path, monthsBack), columnSql: name };
}

/** Months sort as text. */
const textCast = (path: ColumnPath, isGrouped: boolean): ColumnPath =>
  isGrouped && (path.definition.kind === 'date' || path.definition.kind === 'instant')
    ? { ...path, definition: { kind: 'text', label: path.label } }
    : path;

/** Whether a column shows the name or code of another record. */
const isName = ({ relations, resource, field }: ColumnPath): boolean =>
  relations.length > 0 && (field === null || field === resource.display.code || resource.display.name.includes(field));
