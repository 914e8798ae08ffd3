import { type ReportRow, reportDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Table2 from 'lucide-react/icons/table-2';
import { type ReactNode, useId, useState } from 'react';
import { type ListState, START, writeListState } from '../../engine/data/list-state.ts';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { shortMonth } from '../../format/month.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Mark, ReportChart, type RowsAddress } from './chart.tsx';
import { groupName } from './group-name.ts';
import { conditionsOf, rowsDisplay } from './report-display.ts';
import { MONTH, type ReportPage, reportQuery } from './report-query.ts';
import { type Names, type YearMetric, formatMetric, metricsOf, yearConditions, yearOf } from './year.ts';
import { YearTable } from './year-table.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';
import { CARD, Tiles } from './year-tiles.tsx';

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
  const year = yearOf(state.conditions, now);
  const metrics = response ? metricsOf(response.offered, response.columns) : [];
  const chosen = metrics.find(({ key }) => key === state.display['measure']) ?? metrics[0];
  const names = { now: year ? String(year) : t`Current period`, before: year ? String(year - 1) : t`Last year` };
  return (
    <div className="flex flex-col gap-4">
      <YearSteps
        year={year}
        now={now}
        onYear={(next) => change({ conditions: yearConditions(state.conditions, next, now) })}
      />
      {fallback ? (
        <div className={CARD}>{fallback}</div>
      ) : response && chosen ? (
        <>
          <Tiles
            {...{ metrics, chosen, response, year, now, names }}
            onChoose={(key) => change({ display: { ...state.display, measure: key } })}
          />
          <div className="grid gap-4 @5xl:grid-cols-2">
            <div className="min-w-0 @5xl:col-span-2">
              <Part title={t`By month`} by={MONTH} {...{ state, response, metric: chosen, names }} />
            </div>
            <Section title={t`By hotel`} by="overview.hotel" {...{ state, metric: chosen, names }} />
            <Section title={t`By membership`} by="overview.membership" {...{ state, metric: chosen, names }} />
          </div>
        </>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function YearSteps({ year, now, onYear }: { year: number | undefined; now: Date; onYear: (year: number) => void }) {
  const { t } = useLingui();
  const shown = year ?? now.getFullYear();
  return (
    <div className="flex items-center gap-1.5">
      <IconButton size="small" label={t`Previous year`} onClick={() => onYear(shown - 1)}>
        <ChevronLeft size={16} aria-hidden="true" />
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
        disabled={shown >= now.getFullYear()}
        onClick={() => onYear(shown + 1)}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface SectionProps {
  title: string;
  /** The grouping column. */
  by: string;
  state: ListState;
  metric: YearMetric;
  names: Names;
}

/** Like `Part`, but loads its own data. */
function Section(props: SectionProps) {
  const { state, by } = props;
  const query = useQuery(
    reportQuery('overview-report', {
      ...state,
      page: 1,
      per_page: 100,
      sort: '',
      columns: null,
      display: { group: by },
    }),
  );
  if (query.isError)
    return (
      <section className={CARD}>
        <h3 className="text-sm text-muted">{props.title}</h3>
        <p role="alert" className="my-auto py-6 text-center text-sm text-danger-text">
          {query.error.message}{' '}
          <button type="button" className="underline" onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      </section>
    );
  return query.data ? <Part {...props} response={query.data} /> : <Skeleton className="h-64 w-full" />;
}

/** One metric by one column: a chart, with its table one click away. */
function Part({ title, by, state, metric, names, response }: SectionProps & { response: ReportPage }) {
  const { t } = useLingui();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const column = response.offered.find(({ key }) => key === by);
  const d = reportDefinition('overview-report');
  if (!column) return null;
  const lines = response.rows.map((row, at) => {
    const value = (row[by] ?? null) as ReportRow[string]; // a cell of a report's row
    const conditions = conditionsOf(state.conditions, [column], { [by]: value });
    const rows: RowsAddress | undefined = conditions && {
      to: d.path,
      search: writeListState(d, {
        ...START,
        search: state.search,
        conditions,
        display: rowsDisplay('overview-report'),
      }),
    };
    const mark = (key: string): Mark => ({ value: Number(row[key] ?? 0), text: formatMetric(metric, row[key]), rows });
    const without = (key: string | undefined) => (
      <WithoutRateRows
        report="overview-report"
        columns={response.offered.filter((one) => one.key === key)}
        offered={response.offered}
        sums={response.rows_by_currency[at] ?? []}
        link={conditions && { state, conditions }}
      />
    );
    return {
      without: { now: without(metric.key), before: without(metric.before) },
      category: {
        key: String(value),
        label: value === null ? t`No membership` : groupName('overview-report', column, value),
        ...(by === MONTH && value !== null && { short: shortMonth(String(value)) }),
      },
      now: mark(metric.key),
      before: metric.before ? mark(metric.before) : undefined,
    };
  });
  return (
    <section aria-labelledby={id} className={`${CARD} h-full`}>
      <header className="mb-3 flex items-start gap-3">
        <h3 id={id} className="min-w-0 flex-1 text-sm text-muted">
          {title} · <span className="font-medium text-text">{metric.label}</span>
        </h3>
        {by === MONTH && (
          <p className="text-sm empty:hidden">
            <WithoutRateRows
              report="overview-report"
              columns={response.offered.filter(({ key }) => key === metric.key || key === metric.before)}
              offered={response.offered}
              sums={response.by_currency}
              link={{ state, conditions: state.conditions }}
            />
          </p>
        )}
        <IconButton
          label={isTable ? t`Chart: ${title}` : t`Table: ${title}`}
          size="small"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <ChartColumn size={16} aria-hidden="true" /> : <Table2 size={16} aria-hidden="true" />}
        </IconButton>
      </header>
      {isTable ? (
        <YearTable {...{ title, names, lines }} heading={column.label} />
      ) : (
        <ReportChart
          kind={by === MONTH ? 'bar' : 'share'}
          categories={lines.map(({ category }) => category)}
          series={[{ key: 'now', label: names.now, marks: lines.map((line) => line.now) }]}
          before={
            metric.before ? { key: 'before', label: names.before, marks: lines.map((line) => line.before) } : undefined
          }
        />
      )}
    </section>
  );
}

const Waiting = () => (
  <>
    <div className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
      {[1, 2, 3, 4].map((tile) => (
        <Skeleton key={tile} className="h-22 w-full" />
      ))}
    </div>
    <Skeleton className="h-72 w-full" />
  </>
);
