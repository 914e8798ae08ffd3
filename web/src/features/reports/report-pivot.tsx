import {
  formatChange,
  type Condition,
  type CurrencySums,
  type ReportKey,
  getReportDefinition,
} from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ListState, INITIAL_LIST_STATE } from '../../engine/data/list-state.ts';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { ReportChart } from './chart.tsx';
import type { RowsAddress } from './chart-data.ts';
import {
  type PivotLine,
  type Measure,
  type Pivot,
  isChartable,
  createMeasure,
  buildPivotChart,
  buildPivot,
  formatMeasure,
  valueOf,
} from './pivot.ts';
import { usdKey } from './add-sums.ts';
import { conditionsOf, parseDisplay, rowsDisplay } from './report-display.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { renderSum } from './report-sums.tsx';
import { rowsSearch } from './use-report-state.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportPivotProps {
  report: ReportKey;
  state: ListState;
  /** First page of groups. */
  response: ReportPage | undefined;
  isStale: boolean;
  fallback: ReactNode;
}

/** Maximum number of pages of groups in a table; further groups are counted but not shown. */
const MAX_PAGES = 4;

/** Loads all groups of a query, up to `MAX_PAGES` pages. `extraParams` are parameters in addition to the state. */
function useGroups(
  report: ReportKey,
  state: ListState,
  firstPage: ReportPage | undefined,
  extraParams: readonly (readonly [string, string])[] = [],
): { readonly responses: readonly ReportPage[]; readonly isComplete: boolean } | undefined {
  const { total = 0, per_page: perPage = 1 } = firstPage?.meta ?? {};
  const count = Math.min(MAX_PAGES, Math.ceil(total / perPage));
  const otherPages = useQueries({
    queries: Array.from({ length: Math.max(0, count - 1) }, (_, index) =>
      reportQuery(report, state, [...extraParams, ['page', String(index + 2)]]),
    ),
  });
  if (!firstPage || otherPages.some(({ data }) => !data)) return undefined;
  return {
    responses: [firstPage, ...otherPages.flatMap(({ data }) => data ?? [])],
    isComplete: total <= MAX_PAGES * perPage,
  };
}

/** Groups by two columns as a pivot table and as a chart, with the comparison period. */
export function ReportPivot({ report, state, response, isStale, fallback }: ReportPivotProps) {
  const { t } = useLingui();
  const { group, measure: measureKey, chart, compare } = parseDisplay(report, state);
  const groups = useGroups(report, state, response);
  const extraParams = [['compare', compare ?? '']] as const;
  const comparisonResult = useQuery({ ...reportQuery(report, state, extraParams), enabled: compare !== null });
  const comparisonGroups = useGroups(
    report,
    state,
    compare && !comparisonResult.isPlaceholderData ? comparisonResult.data : undefined,
    extraParams,
  );
  if (fallback) return <div className="flex min-h-64 flex-1 flex-col justify-center">{fallback}</div>;
  const pivot = groups && buildPivot(report, group, groups.responses);
  if (!pivot || !response || isStale) return <PivotSkeleton />;
  const allSums = pivot.sumsOf();
  const measure = createMeasure(report, measureKey, allSums);
  const comparison = compare && comparisonGroups ? buildPivot(report, group, comparisonGroups.responses) : undefined;
  const label = compare === 'last_year' ? t`Last year` : t`Previous period`;
  const definition = getReportDefinition(report);
  const conditionsAt = (row?: PivotLine, column?: PivotLine) => {
    const columns = [...(row ? [pivot.rowColumn] : []), ...(column && pivot.axisColumn ? [pivot.axisColumn] : [])];
    return conditionsOf(state.conditions, columns, { ...row?.values, ...column?.values });
  };
  const linkToRows = (row?: PivotLine, column?: PivotLine): RowsAddress | undefined => {
    const conditions = conditionsAt(row, column);
    if (!conditions) return undefined;
    const { search, columns: columnNames } = state;
    return {
      to: definition.path,
      search: rowsSearch(report, {
        ...INITIAL_LIST_STATE,
        search,
        columns: columnNames,
        conditions,
        display: rowsDisplay(report),
      }),
    };
  };
  const renderWithoutRate = (
    columnKey: string,
    sums: readonly CurrencySums[],
    conditions: readonly Condition[] | undefined,
  ): ReactNode => (
    <WithoutRateRows
      report={report}
      columns={response.offered.filter((column) => column.key === columnKey)}
      offeredColumns={response.offered}
      sums={sums}
      link={conditions && { state, conditions }}
    />
  );
  const count = formatNumber(response.meta.total);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
      {compare && comparisonResult.isError && (
        <p role="alert" className="text-sm text-danger-text">
          {comparisonResult.error.message}
        </p>
      )}
      {isChartable(report, measure, allSums) ? (
        <ReportChart
          kind={chart}
          {...buildPivotChart(
            { report, pivot, measure, comparison: comparison && { pivot: comparison, label }, linkToRows },
            chart === 'share',
          )}
        />
      ) : (
        <p className="text-sm text-muted">
          <Trans>Can’t chart mixed currencies. Choose a USD measure.</Trans>
        </p>
      )}
      {!groups.isComplete && (
        <p className="text-sm text-muted">
          {plural(response.meta.total, {
            one: `Too many values for one table. Filter or pick fewer columns (${count}).`,
            other: `Too many values for one table (${count}). Filter or pick fewer columns. Showing the first ones.`,
          })}
        </p>
      )}
      <PivotTable
        {...{ report, pivot, comparison, measure, linkToRows }}
        renderExclusions={(row, column) => {
          const conditions = conditionsAt(row, column);
          return renderWithoutRate(measure.key, pivot.sumsOf(row, column), conditions);
        }}
      />
      {/* The chart is in US dollars, and the table in local currency. */}
      <p className="text-sm empty:hidden">{renderWithoutRate(usdKey(measure.key), allSums, state.conditions)}</p>
    </div>
  );
}

interface PivotTableProps {
  report: ReportKey;
  pivot: Pivot;
  comparison: Pivot | undefined;
  measure: Measure;
  linkToRows: (row?: PivotLine, column?: PivotLine) => RowsAddress | undefined;
  /** Shown next to a value: how many records it excludes. */
  renderExclusions: (row?: PivotLine, column?: PivotLine) => ReactNode;
}

function PivotTable({ report, pivot, comparison, measure, linkToRows, renderExclusions }: PivotTableProps) {
  const { t } = useLingui();
  const { rows, columns, rowColumn, axisColumn } = pivot;
  const renderCell = (row?: PivotLine, column?: PivotLine) => {
    const sums = pivot.sumsOf(row, column);
    const previousSums = comparison?.sumsOf(
      row && findMatchingLine(comparison.rows, row),
      column && findMatchingLine(comparison.columns, column),
    );
    // A row or column that is missing in the other period had no records then.
    const isInComparison =
      (!row || comparison?.rows.some(({ key }) => key === row.key)) &&
      (!column || comparison?.columns.some(({ key }) => key === column.key));
    return (
      <>
        <PivotMetric
          report={report}
          measure={measure}
          sums={sums}
          previous={comparison ? (isInComparison ? (previousSums ?? []) : []) : undefined}
          rows={linkToRows(row, column)}
        />
        {renderExclusions(row, column)}
      </>
    );
  };
  return (
    <Table
      label={getReportDefinition(report).label[currentLanguage()]}
      className="-mx-4 shrink-0 px-4"
      columns={[
        {
          key: 'name',
          heading: [rowColumn.label, axisColumn?.label].filter(Boolean).join(' × '),
          className: 'max-w-60 truncate font-medium!',
          cell: (row) => row?.name ?? t`All`,
        },
        ...columns.map((column) => ({
          key: column.key,
          heading: column.name,
          isNumber: true,
          cell: (row?: PivotLine) => renderCell(row, column),
        })),
        { key: 'all', heading: t`All`, isNumber: true, className: 'font-medium', cell: (row) => renderCell(row) },
      ]}
      rows={rows}
      rowKey={(row) => row?.key ?? ''}
      totals={[undefined]}
    />
  );
}

const findMatchingLine = (lines: readonly PivotLine[], line: PivotLine): PivotLine | undefined =>
  lines.find(({ key }) => key === line.key);

interface PivotMetricProps {
  report: ReportKey;
  measure: Measure;
  sums: readonly CurrencySums[];
  previous: readonly CurrencySums[] | undefined;
  rows: RowsAddress | undefined;
}

/** A value that links to its rows, with its change below. Amounts in several currencies are stacked. */
function PivotMetric({ report, measure, sums, previous, rows }: PivotMetricProps) {
  const { t } = useLingui();
  const field = getReportDefinition(report).fields[measure.key];
  const isMoney = field?.kind === 'money';
  const text =
    sums.length === 0
      ? null
      : isMoney && sums.length > 1
        ? sums.map((currencySums) => (
            <span key={currencySums.currency} className="block">
              {renderSum(field, measure.key, currencySums.currency, currencySums.totals)}
            </span>
          ))
        : formatMeasure(report, { ...measure, isUsd: false }, sums);
  const isComparable = previous && isChartable(report, measure, [...sums, ...previous]);
  const changeText = isComparable ? formatChange(valueOf(measure, sums), valueOf(measure, previous)) : '';
  return (
    <>
      {text !== null &&
        (rows ? (
          <Link {...rows} className="rounded-sm underline-offset-4 hover:text-accent-text hover:underline">
            {text}
          </Link>
        ) : (
          text
        ))}
      {previous && previous.length > 0 && (
        <span
          className="block text-xs font-normal text-muted"
          title={isComparable ? t`Previous: ${formatMeasure(report, measure, previous)}` : undefined}
        >
          {changeText || t`none before`}
        </span>
      )}
    </>
  );
}

const PivotSkeleton = () => (
  <div className="flex flex-col gap-4 p-4">
    <Skeleton className="h-56 w-full" />
    {[1, 2, 3, 4].map((line) => (
      <Skeleton key={line} className="h-5 w-full" />
    ))}
  </div>
);
