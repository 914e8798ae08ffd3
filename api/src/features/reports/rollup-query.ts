import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { isWholeMonths } from './period-comparison.ts';
import type { Rollup } from './rollup.ts';
import type { ReportQuery } from './report-query.ts';
import { ALL_MONTHS, partialCoverage } from './rollup-coverage.ts';
import { type ReportContext, sourceOf } from './report-context.ts';
import type { ReportSource } from './report-sources.ts';

/**
 * Rewrites the query to read rollups if they can answer it: all rows or whole months. For partial months, rows of those
 * days are added. Returns null otherwise.
 */
export function rollupQuery(
  reportContext: ReportContext,
  reportQuery: ReportQuery,
): { readonly reportContext: ReportContext; readonly reportQuery: ReportQuery } | null {
  const { rollup, measures }: ReportSource = sourceOf(reportContext);
  if (!rollup || reportQuery.searchTerms.length > 0) return null;
  const rollupPath = ({ column }: ColumnPath) => findRollupPath(rollup, column);
  const isMeasure = (path: ColumnPath) => Object.hasOwn(measures, path.column);
  const isMoment = (path: ColumnPath) => rollupPath(path)?.field === 'month';
  const requestedFields = [...reportQuery.columns, ...reportQuery.sums, ...reportQuery.conditions].map(
    ({ path }) => path,
  );
  const fields = requestedFields.map((path) => fieldOf(rollupPath(path)));
  const periodConditions = reportQuery.conditions.filter(({ path }) => isMoment(path));
  const isWhole = periodConditions.every(({ condition }) => isWholeMonths(condition, reportContext.context));
  const coverage = isWhole ? ALL_MONTHS : partialCoverage(reportContext, reportQuery, rollup, periodConditions);
  const canUseRollups =
    !fields.includes(undefined) &&
    // Rollups have only months and totals: times can be shown only in groups, and conditions on a record's amount are
    // not possible.
    (reportQuery.group.length > 0 || !reportQuery.columns.some(({ path }) => isMoment(path))) &&
    coverage !== undefined &&
    reportQuery.conditions.every(
      ({ path }) => isMoment(path) || isMeasure(path) || !rollup.sums.includes(rollupPath(path)?.field ?? ''),
    );
  if (!canUseRollups) return null;
  const toRollupPath = <T extends { readonly path: ColumnPath }>(of: T): T => ({
    ...of,
    path: rollupPath(of.path) ?? of.path,
  });
  const requestedRows = new Set(fields.flatMap((field) => field ?? []));
  const source: ReportSource = {
    definition: rollup.definition,
    records: () => rollup.records(reportContext.actor, requestedRows, coverage),
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
        .filter((candidate) => isWhole || !periodConditions.includes(candidate))
        .map(toRollupPath),
      sort: reportQuery.sort.map(toRollupPath),
      sums: reportQuery.sums.map(toRollupPath),
    },
  };
}

/** The rollup field that a path starts from. */
const fieldOf = (path: ColumnPath | undefined): string | undefined =>
  path?.relations[0]?.field ?? path?.field ?? undefined;

/** The rollup path of a column: mapped directly, or through the longest mapped part of its path. */
function findRollupPath({ definition, rollupPath }: Rollup, column: string): ColumnPath | undefined {
  const parts = column.split('.');
  const known = parts.findLastIndex((_, at) => Object.hasOwn(rollupPath, parts.slice(0, at + 1).join('.')));
  if (known < 0) return undefined;
  const path = `${rollupPath[parts.slice(0, known + 1).join('.')]}${parts.slice(known + 1).join('.')}`;
  return { ...getColumn(definition, path), column };
}
