import {
  type Condition,
  MONTH_COLUMN,
  type ReportRow,
  comparedConditions,
  getReportDefinition,
  parseYear,
  withoutRateKey,
  yearConditions,
} from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId, useState } from 'react';
import { type ListState, INITIAL_LIST_STATE, toListSearch } from '../../engine/data/list-state.ts';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { shortMonth } from '../../format/month.ts';
import { ChartSwitch } from '../../ui/chart-switch.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { totalOf } from './add-sums.ts';
import { ReportChart } from './chart.tsx';
import type { Mark, RowsAddress } from './chart-data.ts';
import { groupName } from './group-name.ts';
import { useHotelGaps } from './hotel-gaps.tsx';
import { conditionsOf, rowsDisplay } from './report-display.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { type YearNames, type YearMetric, emptyText, formatMetric, formatMonth, metricsOf } from './year.ts';
import { YearTable } from './year-table.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';
import { YearSkeleton } from './year-skeleton.tsx';
import { CARD_CLASS, YearTiles } from './year-tiles.tsx';

interface ReportYearProps {
  state: ListStateHandle;
  /** The months of the year. */
  response: ReportPage | undefined;
  /** Rendered instead of the metrics. */
  fallback: ReactNode;
}

/** A year compared with the one before: metrics, and the selected metric by month, hotel and membership. */
export function ReportYear({ state: [state, change], response, fallback }: ReportYearProps) {
  const { t } = useLingui();
  const now = new Date();
  const year = parseYear(state.conditions, formatMonth(now));
  const metrics = response ? metricsOf(response.offered, response.columns) : [];
  const selectedMetric = metrics.find(({ key }) => key === state.display['measure']) ?? metrics[0];
  const names = { current: year ? String(year) : t`Current period`, previous: year ? String(year - 1) : t`Last year` };
  const isCurrentYear = year === now.getFullYear();
  const renderGaps = useHotelGaps(state, year);
  const lastMonth = `${shortMonth(formatMonth(now))} ${names.previous}`;
  const loaded = {
    state,
    conditions: comparedConditions(state.conditions, year, formatMonth(now)),
    names: isCurrentYear ? { ...names, previous: t`by ${lastMonth}` } : names,
    isCurrentYear,
  };
  return (
    <div className="at-a-glance flex flex-col gap-4">
      <YearSwitcher
        year={year}
        now={now}
        onYearChange={(nextYear) =>
          change({ conditions: yearConditions(state.conditions, nextYear, formatMonth(now)) })
        }
      />
      {fallback ? (
        <div className={CARD_CLASS}>{fallback}</div>
      ) : response && selectedMetric ? (
        <>
          <YearTiles
            {...{ metrics, selectedMetric, response, year, now, names }}
            onChoose={(key) => change({ display: { ...state.display, measure: key } })}
          />
          <div className="year-charts grid gap-4 @5xl:grid-cols-2">
            <div className="min-w-0 @5xl:col-span-2 print:col-span-1">
              <Breakdown
                title={t`By month`}
                groupKey={MONTH_COLUMN}
                {...{ state, response, metric: selectedMetric, names, isCurrentYear }}
              />
            </div>
            <LoadedBreakdown
              title={t`By hotel`}
              groupKey="overview.hotel"
              metric={selectedMetric}
              renderNote={renderGaps}
              {...loaded}
            />
            <LoadedBreakdown
              title={t`By membership`}
              groupKey="overview.membership"
              metric={selectedMetric}
              {...loaded}
            />
          </div>
        </>
      ) : (
        <YearSkeleton />
      )}
    </div>
  );
}

function YearSwitcher({
  year,
  now,
  onYearChange,
}: {
  year: number | undefined;
  now: Date;
  onYearChange: (year: number) => void;
}) {
  const { t } = useLingui();
  const visibleYear = year ?? now.getFullYear();
  return (
    <div className="flex items-center gap-1.5">
      <IconButton size="small" label={t`Previous year`} onClick={() => onYearChange(visibleYear - 1)}>
        <ChevronLeft size={16} />
      </IconButton>
      <h2 aria-live="polite" className="text-lg font-semibold tabular">
        {year ? (
          <Trans>
            {year} vs {year - 1}
          </Trans>
        ) : (
          <Trans>Compared with the same months last year</Trans>
        )}
      </h2>
      <IconButton
        size="small"
        label={t`Next year`}
        disabled={visibleYear >= now.getFullYear()}
        onClick={() => onYearChange(visibleYear + 1)}
      >
        <ChevronRight size={16} />
      </IconButton>
    </div>
  );
}

interface BreakdownProps {
  title: string;
  /** The grouping column. */
  groupKey: string;
  state: ListState;
  metric: YearMetric;
  names: YearNames;
  isCurrentYear: boolean;
  /** What is shown below the bar of a category. */
  renderNote?: (name: string, isOnly: boolean) => ReactNode;
}

/** Like `Breakdown`, but loads its own data under these conditions. */
function LoadedBreakdown({ conditions, ...props }: BreakdownProps & Pick<ListState, 'conditions'>) {
  const { state, groupKey } = props;
  const query = useQuery(
    reportQuery('overview-report', {
      ...state,
      conditions,
      page: 1,
      per_page: 100,
      sort: '',
      columns: null,
      display: { group: groupKey },
    }),
  );
  if (query.isError)
    return (
      <section className={CARD_CLASS}>
        <h3 className="text-sm text-muted">{props.title}</h3>
        <p role="alert" className="my-auto py-6 text-center text-sm text-danger-text">
          {query.error.message}{' '}
          <button type="button" className="underline" onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      </section>
    );
  return query.data ? <Breakdown {...props} response={query.data} /> : <Skeleton className="h-64 w-full" />;
}

/** One metric by one column: a chart, with its table one click away. */
function Breakdown({
  title,
  groupKey,
  state,
  metric,
  names,
  isCurrentYear,
  renderNote,
  response,
}: BreakdownProps & { response: ReportPage }) {
  const { t } = useLingui();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const column = response.offered.find(({ key }) => key === groupKey);
  const definition = getReportDefinition('overview-report');
  if (!column) return null;
  const lines = response.rows.map((row, index) => {
    const value = (row[groupKey] ?? null) as ReportRow[string]; // report rows are typed as records
    const conditions = conditionsOf(state.conditions, [column], { [groupKey]: value });
    const createAddress = (display: ListState['display']): RowsAddress | undefined =>
      conditions && {
        to: definition.path,
        search: toListSearch(definition, { ...INITIAL_LIST_STATE, search: state.search, conditions, display }),
      };
    const rows = createAddress(rowsDisplay('overview-report'));
    // A hotel or membership has a year of its own, unless the page shows it already. A month has only rows.
    const isNarrower =
      groupKey !== MONTH_COLUMN && conditions?.some((condition) => !hasCondition(state.conditions, condition));
    const target = isNarrower ? createAddress(state.display) : rows;
    const createMark = (key: string): Mark => ({
      value: Number(row[key] ?? 0),
      text: formatMetric(metric, row[key]),
      rows,
    });
    const renderWithoutRate = (key: string | undefined) => (
      <WithoutRateRows
        report="overview-report"
        columns={response.offered.filter((item) => item.key === key)}
        offeredColumns={response.offered}
        sums={response.rows_by_currency[index] ?? []}
        link={conditions && { state, conditions }}
      />
    );
    return {
      withoutRate: { current: renderWithoutRate(metric.key), previous: renderWithoutRate(metric.previous) },
      category: {
        key: String(value),
        label: value === null ? t`No membership` : groupName('overview-report', column, value),
        ...(groupKey === MONTH_COLUMN && value !== null && { shortLabel: shortMonth(String(value)) }),
        note: renderNote?.(String(value), response.rows.length === 1),
      },
      current: createMark(metric.key),
      previous: metric.previous ? createMark(metric.previous) : undefined,
      target,
    };
  });
  // Records without a rate are not in the values.
  const withoutRate = Number(totalOf(response.by_currency, withoutRateKey(metric.key) ?? ''));
  const isEmpty =
    withoutRate === 0 && lines.every(({ current, previous }) => current.value === 0 && (previous?.value ?? 0) === 0);
  return (
    <section aria-labelledby={id} className={`${CARD_CLASS} h-full`}>
      <header className="mb-3 flex items-start gap-3">
        <h3 id={id} className="min-w-0 flex-1 text-sm text-muted">
          {title} · <span className="font-medium text-text">{metric.label}</span>
        </h3>
        {groupKey === MONTH_COLUMN && (
          <p className="text-sm empty:hidden">
            <WithoutRateRows
              report="overview-report"
              columns={response.offered.filter(({ key }) => key === metric.key || key === metric.previous)}
              offeredColumns={response.offered}
              sums={response.by_currency}
              link={{ state, conditions: state.conditions }}
            />
          </p>
        )}
        <ChartSwitch title={title} isTable={isTable} onChange={setTable} />
      </header>
      {isTable ? (
        <YearTable {...{ title, names, lines }} heading={column.label} />
      ) : isEmpty && isCurrentYear ? (
        <p className="my-auto py-6 text-center text-muted">{t(emptyText(metric))}</p>
      ) : (
        <ReportChart
          kind={groupKey === MONTH_COLUMN ? 'bar' : 'share'}
          categories={lines.map(({ category }) => category)}
          series={[
            {
              key: 'current',
              label: names.current,
              marks: lines.map(({ current, target }) => ({ ...current, rows: target })),
            },
          ]}
          previous={
            metric.previous
              ? { key: 'previous', label: names.previous, marks: lines.map((line) => line.previous) }
              : undefined
          }
        />
      )}
    </section>
  );
}

const hasCondition = (conditions: readonly Condition[], { column, operator, value }: Condition): boolean =>
  conditions.some(
    (condition) => condition.column === column && condition.operator === operator && condition.value === value,
  );
