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
  isDrawn,
  measureOf,
  pictureOf,
  pivotOf,
  textOf,
  valueOf,
} from './pivot.ts';
import { inDollars } from './add-sums.ts';
import { conditionsOf, lookOf, rowsLook } from './report-look.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { drawSum } from './report-sums.tsx';
import { rowsSearch } from './use-report-state.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportPivotProps {
  report: ReportKey;
  state: ListState;
  /** Its first page of groups. */
  answer: ReportPage | undefined;
  isEarlier: boolean;
  instead: ReactNode;
}

/** So many pages of groups make a table; further groups are counted, not shown. */
const MOST_PAGES = 4;

/** All groups of a question, as many pages as it takes. `further` holds the parameters beside its state. */
function useGroups(
  report: ReportKey,
  state: ListState,
  first: ReportPage | undefined,
  further: readonly (readonly [string, string])[] = [],
): { readonly answers: readonly ReportPage[]; readonly isWhole: boolean } | undefined {
  const { total = 0, per_page: size = 1 } = first?.meta ?? {};
  const count = Math.min(MOST_PAGES, Math.ceil(total / size));
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, count - 1) }, (_, at) =>
      reportQuery(report, state, [...further, ['page', String(at + 2)]]),
    ),
  });
  if (!first || others.some(({ data }) => !data)) return undefined;
  return { answers: [first, ...others.flatMap(({ data }) => data ?? [])], isWhole: total <= MOST_PAGES * size };
}

/** Groups by two columns as a table across and as a picture, beside those of another period. */
export function ReportPivot({ report, state, answer, isEarlier, instead }: ReportPivotProps) {
  const { t } = useLingui();
  const { group, measure: key, chart, compare } = lookOf(report, state);
  const groups = useGroups(report, state, answer);
  const further = [['compare', compare ?? '']] as const;
  const compared = useQuery({ ...reportQuery(report, state, further), enabled: compare !== null });
  const otherGroups = useGroups(
    report,
    state,
    compare && !compared.isPlaceholderData ? compared.data : undefined,
    further,
  );
  if (instead) return <div className="flex min-h-64 flex-1 flex-col justify-center">{instead}</div>;
  const pivot = groups && pivotOf(report, group, groups.answers);
  if (!pivot || !answer || isEarlier) return <Waiting />;
  const all = pivot.sumsOf();
  const measure = measureOf(report, key, all);
  const other = compare && otherGroups ? pivotOf(report, group, otherGroups.answers) : undefined;
  const label = compare === 'last_year' ? t`A year before` : t`The period before`;
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
      search: rowsSearch(report, { ...START, search, columns: named, conditions, look: rowsLook(report) }),
    };
  };
  const withoutRate = (
    shown: string,
    sums: readonly CurrencySums[],
    conditions: readonly Condition[] | undefined,
  ): ReactNode => (
    <WithoutRateRows
      report={report}
      columns={answer.offered.filter((column) => column.key === shown)}
      offered={answer.offered}
      sums={sums}
      link={conditions && { state, conditions }}
    />
  );
  const count = formatNumber(answer.meta.total);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
      {compare && compared.isError && (
        <p role="alert" className="text-sm text-danger-text">
          {compared.error.message}
        </p>
      )}
      {isDrawn(report, measure, all) ? (
        <ReportChart
          kind={chart}
          {...pictureOf({ report, pivot, measure, other: other && { pivot: other, label }, rowsAt }, chart === 'share')}
        />
      ) : (
        <p className="text-sm text-muted">
          <Trans>Amounts in several currencies make no picture. Choose a measure in US dollars.</Trans>
        </p>
      )}
      {!groups.isWhole && (
        <p className="text-sm text-muted">
          {plural(answer.meta.total, {
            one: `${count} figure is too much for one table: filter, or choose other columns.`,
            other: `${count} figures are too many for one table: filter, or choose other columns. The first of them are shown.`,
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
      {/* The picture is in US dollars, and the table in local money. */}
      <p className="text-sm empty:hidden">{withoutRate(inDollars(measure.key), all, state.conditions)}</p>
    </div>
  );
}

interface PivotTableProps {
  report: ReportKey;
  pivot: Pivot;
  other: Pivot | undefined;
  measure: Measure;
  rowsAt: (row?: Line, column?: Line) => RowsAddress | undefined;
  /** Stands beside a figure: how many records it leaves out. */
  without: (row?: Line, column?: Line) => ReactNode;
}

const CELL = 'h-9 border-b border-border px-3 text-right whitespace-nowrap tabular';
const HEAD = 'sticky top-0 z-10 bg-sunken font-medium text-muted';
const NAME = 'sticky left-0 max-w-60 truncate bg-inherit text-left!';

function PivotTable({ report, pivot, other, measure, rowsAt, without }: PivotTableProps) {
  const { rows, columns, down, across } = pivot;
  const figure = (row?: Line, column?: Line) => {
    const parts = pivot.sumsOf(row, column);
    const was = other?.sumsOf(row && matching(other.rows, row), column && matching(other.columns, column));
    // A line of which the other period has nothing had nothing then.
    const isThere =
      (!row || other?.rows.some(({ key }) => key === row.key)) &&
      (!column || other?.columns.some(({ key }) => key === column.key));
    return (
      <>
        <Figure
          report={report}
          measure={measure}
          parts={parts}
          before={other ? (isThere ? (was ?? []) : []) : undefined}
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
                  {figure(row, column)}
                </td>
              ))}
              <td className={`${CELL} font-medium`}>{figure(row)}</td>
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
                {figure(undefined, column)}
              </td>
            ))}
            <td className={CELL}>{figure()}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const matching = (lines: readonly Line[], line: Line): Line | undefined => lines.find(({ key }) => key === line.key);

interface FigureProps {
  report: ReportKey;
  measure: Measure;
  parts: readonly CurrencySums[];
  before: readonly CurrencySums[] | undefined;
  rows: RowsAddress | undefined;
}

/** A figure, which opens its rows, and below it how it has changed. Amounts in several currencies stand below each other. */
function Figure({ report, measure, parts, before, rows }: FigureProps) {
  const { t } = useLingui();
  const field = reportDefinition(report).fields[measure.key];
  const isLocal = field?.kind === 'money';
  const text =
    parts.length === 0
      ? null
      : isLocal && parts.length > 1
        ? parts.map((part) => (
            <span key={part.currency} className="block">
              {drawSum(field, measure.key, part.currency, part.totals)}
            </span>
          ))
        : textOf(report, { ...measure, isDollars: false }, parts);
  const isComparable = before && isDrawn(report, measure, [...parts, ...before]);
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
          title={isComparable ? t`Before: ${textOf(report, measure, before)}` : undefined}
        >
          {change || t`nothing before`}
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
