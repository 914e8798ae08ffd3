import { type Condition, type CurrencySums, type ReportKey, reportDefinition } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ListState, START } from '../../engine/data/list-state.ts';
import { formatNumber } from '../../format/number.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReportChart, type RowsAddress } from './chart.tsx';
import {
  type Line,
  type Measure,
  type Pivot,
  changeOf,
  isChartable,
  measureOf,
  pictureOf,
  pivotOf,
  textOf,
  valueOf,
} from './pivot.ts';
import { usdKey } from './add-sums.ts';
import { conditionsOf, displayOf, rowsDisplay } from './report-display.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { renderSum } from './report-sums.tsx';
import { rowsSearch } from './use-report-state.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportPivotProps {
  report: ReportKey;
  state: ListState;
  /** First page of groups. */
  response: ReportPage | undefined;
  isEarlier: boolean;
  fallback: ReactNode;
}

/** Most pages of groups in a table; further groups are counted but not shown. */
const MAX_PAGES = 4;

/** Loads all groups of a query, up to `MAX_PAGES` pages. `further` are parameters in addition to the state. */
function useGroups(
  report: ReportKey,
  state: ListState,
  first: ReportPage | undefined,
  further: readonly (readonly [string, string])[] = [],
): { readonly responses: readonly ReportPage[]; readonly isWhole: boolean } | undefined {
  const { total = 0, per_page: size = 1 } = first?.meta ?? {};
  const count = Math.min(MAX_PAGES, Math.ceil(total / size));
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, count - 1) }, (_, at) =>
      reportQuery(report, state, [...further, ['page', String(at + 2)]]),
    ),
  });
  if (!first || others.some(({ data }) => !data)) return undefined;
  return { responses: [first, ...others.flatMap(({ data }) => data ?? [])], isWhole: total <= MAX_PAGES * size };
}

/** Groups by two columns as a pivot table and as a chart, with the comparison period. */
export function ReportPivot({ report, state, response, isEarlier, fallback }: ReportPivotProps) {
  const { t } = useLingui();
  const { group, measure: key, chart, compare } = displayOf(report, state);
  const groups = useGroups(report, state, response);
  const further = [['compare', compare ?? '']] as const;
  const compared = useQuery({ ...reportQuery(report, state, further), enabled: compare !== null });
  const otherGroups = useGroups(
    report,
    state,
    compare && !compared.isPlaceholderData ? compared.data : undefined,
    further,
  );
  if (fallback) return <div className="flex min-h-64 flex-1 flex-col justify-center">{fallback}</div>;
  const pivot = groups && pivotOf(report, group, groups.responses);
  if (!pivot || !response || isEarlier) return <Waiting />;
  const all = pivot.sumsOf();
  const measure = measureOf(report, key, all);
  const other = compare && otherGroups ? pivotOf(report, group, otherGroups.responses) : undefined;
  const label = compare === 'last_year' ? t`Last year` : t`Previous period`;
  const d = reportDefinition(report);
  const conditionsAt = (row?: Line, column?: Line) => {
    const columns = [...(row ? [pivot.down] : []), ...(column && pivot.across ? [pivot.across] : [])];
    return conditionsOf(state.conditions, columns, { ...row?.values, ...column?.values });
  };
  const rowsAt = (row?: Line, column?: Line): RowsAddress | undefined => {
    const conditions = conditionsAt(row, column);
    if (!conditions) return undefined;
    const { search, columns: named } = state;
    return {
      to: d.path,
      search: rowsSearch(report, { ...START, search, columns: named, conditions, display: rowsDisplay(report) }),
    };
  };
  const withoutRate = (
    shown: string,
    sums: readonly CurrencySums[],
    conditions: readonly Condition[] | undefined,
  ): ReactNode => (
    <WithoutRateRows
      report={report}
      columns={response.offered.filter((column) => column.key === shown)}
      offered={response.offered}
      sums={sums}
      link={conditions && { state, conditions }}
    />
  );
  const count = formatNumber(response.meta.total);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
      {compare && compared.isError && (
        <p role="alert" className="text-sm text-danger-text">
          {compared.error.message}
        </p>
      )}
      {isChartable(report, measure, all) ? (
        <ReportChart
          kind={chart}
          {...pictureOf({ report, pivot, measure, other: other && { pivot: other, label }, rowsAt }, chart === 'share')}
        />
      ) : (
        <p className="text-sm text-muted">
          <Trans>Can’t chart mixed currencies. Choose a USD measure.</Trans>
        </p>
      )}
      {!groups.isWhole && (
        <p className="text-sm text-muted">
          {plural(response.meta.total, {
            one: `Too many values for one table. Filter or pick fewer columns (${count}).`,
            other: `Too many values for one table (${count}). Filter or pick fewer columns. Showing the first ones.`,
          })}
        </p>
      )}
      <PivotTable
        {...{ report, pivot, other, measure, rowsAt }}
        without={(row, column) => {
          const conditions = conditionsAt(row, column);
          return withoutRate(measure.key, pivot.sumsOf(row, column), conditions);
        }}
      />
      {/* The chart is in US dollars, and the table in local currency. */}
      <p className="text-sm empty:hidden">{withoutRate(usdKey(measure.key), all, state.conditions)}</p>
    </div>
  );
}

interface PivotTableProps {
  report: ReportKey;
  pivot: Pivot;
  other: Pivot | undefined;
  measure: Measure;
  rowsAt: (row?: Line, column?: Line) => RowsAddress | undefined;
  /** Shown next to a value: how many records it excludes. */
  without: (row?: Line, column?: Line) => ReactNode;
}

const CELL = 'h-9 border-b border-border px-3 text-right whitespace-nowrap tabular';
const HEAD = 'sticky top-0 z-10 bg-sunken font-medium text-muted';
const NAME = 'sticky left-0 max-w-60 truncate bg-inherit text-left!';

function PivotTable({ report, pivot, other, measure, rowsAt, without }: PivotTableProps) {
  const { rows, columns, down, across } = pivot;
  const renderCell = (row?: Line, column?: Line) => {
    const parts = pivot.sumsOf(row, column);
    const was = other?.sumsOf(row && matching(other.rows, row), column && matching(other.columns, column));
    // A row or column that is missing in the other period had no records then.
    const isListed =
      (!row || other?.rows.some(({ key }) => key === row.key)) &&
      (!column || other?.columns.some(({ key }) => key === column.key));
    return (
      <>
        <PivotMetric
          report={report}
          measure={measure}
          parts={parts}
          before={other ? (isListed ? (was ?? []) : []) : undefined}
          rows={rowsAt(row, column)}
        />
        {without(row, column)}
      </>
    );
  };
  return (
    <div className="-mx-4 shrink-0 overflow-x-auto overscroll-x-contain px-4">
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th scope="col" className={`${CELL} ${HEAD} left-0 z-20 text-left!`}>
              {[down.label, across?.label].filter(Boolean).join(' × ')}
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className={`${CELL} ${HEAD}`}>
                {name}
              </th>
            ))}
            <th scope="col" className={`${CELL} ${HEAD}`}>
              <Trans>All</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="bg-surface hover:bg-hover">
              <th scope="row" className={`${CELL} ${NAME} font-medium`}>
                {row.name}
              </th>
              {columns.map((column) => (
                <td key={column.key} className={CELL}>
                  {renderCell(row, column)}
                </td>
              ))}
              <td className={`${CELL} font-medium`}>{renderCell(row)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="bg-sunken font-semibold">
            <th scope="row" className={`${CELL} ${NAME}`}>
              <Trans>All</Trans>
            </th>
            {columns.map((column) => (
              <td key={column.key} className={CELL}>
                {renderCell(undefined, column)}
              </td>
            ))}
            <td className={CELL}>{renderCell()}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const matching = (lines: readonly Line[], line: Line): Line | undefined => lines.find(({ key }) => key === line.key);

interface PivotMetricProps {
  report: ReportKey;
  measure: Measure;
  parts: readonly CurrencySums[];
  before: readonly CurrencySums[] | undefined;
  rows: RowsAddress | undefined;
}

/** A value that links to its rows, with its change below. Amounts in several currencies are stacked. */
function PivotMetric({ report, measure, parts, before, rows }: PivotMetricProps) {
  const { t } = useLingui();
  const field = reportDefinition(report).fields[measure.key];
  const isLocal = field?.kind === 'money';
  const text =
    parts.length === 0
      ? null
      : isLocal && parts.length > 1
        ? parts.map((part) => (
            <span key={part.currency} className="block">
              {renderSum(field, measure.key, part.currency, part.totals)}
            </span>
          ))
        : textOf(report, { ...measure, isUsd: false }, parts);
  const isComparable = before && isChartable(report, measure, [...parts, ...before]);
  const change = isComparable ? changeOf(valueOf(measure, parts), valueOf(measure, before)) : '';
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
      {before && before.length > 0 && (
        <span
          className="block text-xs font-normal text-muted"
          title={isComparable ? t`Previous: ${textOf(report, measure, before)}` : undefined}
        >
          {change || t`none before`}
        </span>
      )}
    </>
  );
}

const Waiting = () => (
  <div className="flex flex-col gap-4 p-4">
    <Skeleton className="h-56 w-full" />
    {[1, 2, 3, 4].map((line) => (
      <Skeleton key={line} className="h-5 w-full" />
    ))}
  </div>
);
