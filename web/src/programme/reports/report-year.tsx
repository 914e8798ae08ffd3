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
import { conditionsOf, rowsLook } from './report-look.ts';
import { MONTH, type ReportPage, reportQuery } from './report-query.ts';
import { type Names, type YearFigure, figureText, figuresOf, inYear, yearOf } from './year.ts';
import { YearTable } from './year-table.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';
import { CARD, Tiles } from './year-tiles.tsx';

interface ReportYearProps {
  state: ListStateHandle;
  /** The months of the year. */
  answer: ReportPage | undefined;
  /** Stands in place of the figures. */
  instead: ReactNode;
}

/** The year at a glance beside the one before: figures, and the chosen one of them by month, hotel and membership. */
export function ReportYear({ state: [state, change], answer, instead }: ReportYearProps) {
  const { t } = useLingui();
  const now = new Date();
  const year = yearOf(state.conditions, now);
  const figures = answer ? figuresOf(answer.offered, answer.columns) : [];
  const chosen = figures.find(({ key }) => key === state.look['measure']) ?? figures[0];
  const names = { now: year ? String(year) : t`These months`, before: year ? String(year - 1) : t`A year before` };
  return (
    <div className="flex flex-col gap-4">
      <YearSteps year={year} now={now} onYear={(next) => change({ conditions: inYear(state.conditions, next, now) })} />
      {instead ? (
        <div className={CARD}>{instead}</div>
      ) : answer && chosen ? (
        <>
          <Tiles
            {...{ figures, chosen, answer, year, now, names }}
            onChoose={(key) => change({ look: { ...state.look, measure: key } })}
          />
          <div className="grid gap-4 @5xl:grid-cols-2">
            <div className="min-w-0 @5xl:col-span-2">
              <Part title={t`By month`} by={MONTH} {...{ state, answer, figure: chosen, names }} />
            </div>
            <Section title={t`By hotel`} by="overview.hotel" {...{ state, figure: chosen, names }} />
            <Section title={t`By membership`} by="overview.membership" {...{ state, figure: chosen, names }} />
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
      <IconButton size="small" label={t`Year before`} onClick={() => onYear(shown - 1)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <h2 aria-live="polite" className="text-lg font-semibold tabular">
        {year ? (
          <Trans>
            {year} beside {year - 1}
          </Trans>
        ) : (
          <Trans>These months beside those of the year before</Trans>
        )}
      </h2>
      <IconButton
        size="small"
        label={t`Year after`}
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
  /** The column that it is told by. */
  by: string;
  state: ListState;
  figure: YearFigure;
  names: Names;
}

/** As `Part`, asked for by itself. */
function Section(props: SectionProps) {
  const { state, by } = props;
  const query = useQuery(
    reportQuery('overview-report', { ...state, page: 1, per_page: 100, sort: '', columns: null, look: { group: by } }),
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
  return query.data ? <Part {...props} answer={query.data} /> : <Skeleton className="h-64 w-full" />;
}

/** One figure by one column: a picture, and its table one click away. */
function Part({ title, by, state, figure, names, answer }: SectionProps & { answer: ReportPage }) {
  const { t } = useLingui();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const column = answer.offered.find(({ key }) => key === by);
  const d = reportDefinition('overview-report');
  if (!column) return null;
  const lines = answer.rows.map((row, at) => {
    const value = (row[by] ?? null) as ReportRow[string]; // a cell of a report's row
    const conditions = conditionsOf(state.conditions, [column], { [by]: value });
    const rows: RowsAddress | undefined = conditions && {
      to: d.path,
      search: writeListState(d, { ...START, search: state.search, conditions, look: rowsLook('overview-report') }),
    };
    const mark = (key: string): Mark => ({ value: Number(row[key] ?? 0), text: figureText(figure, row[key]), rows });
    const without = (key: string | undefined) => (
      <WithoutRateRows
        report="overview-report"
        columns={answer.offered.filter((one) => one.key === key)}
        offered={answer.offered}
        sums={answer.rows_by_currency[at] ?? []}
        link={conditions && { state, conditions }}
      />
    );
    return {
      without: { now: without(figure.key), before: without(figure.before) },
      category: {
        key: String(value),
        label: value === null ? t`Without a membership` : groupName('overview-report', column, value),
        ...(by === MONTH && value !== null && { short: shortMonth(String(value)) }),
      },
      now: mark(figure.key),
      before: figure.before ? mark(figure.before) : undefined,
    };
  });
  return (
    <section aria-labelledby={id} className={`${CARD} h-full`}>
      <header className="mb-3 flex items-start gap-3">
        <h3 id={id} className="min-w-0 flex-1 text-sm text-muted">
          {title} · <span className="font-medium text-text">{figure.label}</span>
        </h3>
        {by === MONTH && (
          <p className="text-sm empty:hidden">
            <WithoutRateRows
              report="overview-report"
              columns={answer.offered.filter(({ key }) => key === figure.key || key === figure.before)}
              offered={answer.offered}
              sums={answer.by_currency}
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
            figure.before ? { key: 'before', label: names.before, marks: lines.map((line) => line.before) } : undefined
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
