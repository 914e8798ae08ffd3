import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { isWholeMonths } from './period-comparison.ts';
import type { Rollup } from './rollup.ts';
import type { ReportQuery } from './report-query.ts';
import { ALL_MONTHS, createPartialCoverage } from './rollup-coverage.ts';
import { type ReportContext, sourceOf } from './report-context.ts';
import type { ReportSource } from './report-sources.ts';

/**
 * Rewrites the query to read rollups if they can answer it: all rows or whole months. For partial months, rows of those
 * days are added. Returns null otherwise.
 */
export function toRollupQuery(
  reportContext: ReportContext,
  reportQuery: ReportQuery,
): { readonly reportContext: ReportContext; readonly reportQuery: ReportQuery } | null {
  const { rollup, measures }: ReportSource = sourceOf(reportContext);
  if (!rollup || reportQuery.searchTerms.length > 0) return null;
  const rollupPathOf = ({ column }: ColumnPath) => findRollupPath(rollup, column);
  const isMeasure = (path: ColumnPath) => Object.hasOwn(measures, path.column);
  const isMonthPath = (path: ColumnPath) => rollupPathOf(path)?.field === 'month';
  const requestedPaths = [...reportQuery.columns, ...reportQuery.sums, ...reportQuery.conditions].map(
    ({ path }) => path,
  );
  const fields = requestedPaths.map((path) => rollupFieldOf(rollupPathOf(path)));
  const periodConditions = reportQuery.conditions.filter(({ path }) => isMonthPath(path));
  const isWholePeriod = periodConditions.every(({ condition }) => isWholeMonths(condition, reportContext.context));
  const coverage = isWholePeriod
    ? ALL_MONTHS
    : createPartialCoverage(reportContext, reportQuery, rollup, periodConditions);
  const canUseRollups =
    !fields.includes(undefined) &&
    // Rollups have only months and totals: times can be shown only in groups, and conditions on a record's amount are
    // not possible.
    (reportQuery.group.length > 0 || !reportQuery.columns.some(({ path }) => isMonthPath(path))) &&
    coverage !== undefined &&
    reportQuery.conditions.every(
      ({ path }) => isMonthPath(path) || isMeasure(path) || !rollup.sums.includes(rollupPathOf(path)?.field ?? ''),
    );
  if (!canUseRollups) return null;
  const toRollupPath = <T extends { readonly path: ColumnPath }>(item: T): T => ({
    ...item,
    path: rollupPathOf(item.path) ?? item.path,
  });
  const requestedFields = new Set(fields.flatMap((field) => field ?? []));
  const source: ReportSource = {
    definition: rollup.definition,
    records: () => rollup.records(reportContext.actor, requestedFields, coverage),
    isVisibilityApplied: true,
    tables: {},
    live: [],
    order: null,
    summed: [],
    currency: 'currency',
    rows: rollup.rows,
    measures: Object.fromEntries(
      Object.keys(measures).map((key) => {
        const field = findRollupPath(rollup, key)?.field ?? '';
        return [key, { columns: [field], sql: field }];
      }),
    ),
  };
  return {
    reportContext: { ...reportContext, source },
    reportQuery: {
      ...reportQuery,
      columns: reportQuery.columns.map(toRollupPath),
      group: reportQuery.group.map(toRollupPath),
      conditions: reportQuery.conditions
        .filter((candidate) => isWholePeriod || !periodConditions.includes(candidate))
        .map(toRollupPath),
      sort: reportQuery.sort.map(toRollupPath),
      sums: reportQuery.sums.map(toRollupPath),
    },
  };
}

/** The rollup field that a path starts from. */
const rollupFieldOf = (path: ColumnPath | undefined): string | undefined =>
  path?.relations[0]?.field ?? path?.field ?? undefined;

/** The rollup path of a column: mapped directly, or through the longest mapped part of its path. */
function findRollupPath({ definition, pathByColumn }: Rollup, column: string): ColumnPath | undefined {
  const parts = column.split('.');
  const matchIndex = parts.findLastIndex((_, index) =>
    Object.hasOwn(pathByColumn, parts.slice(0, index + 1).join('.')),
  );
  if (matchIndex < 0) return undefined;
  const path = `${pathByColumn[parts.slice(0, matchIndex + 1).join('.')]}${parts.slice(matchIndex + 1).join('.')}`;
  return { ...getColumn(definition, path), column };
}
