import type { RowSelection } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { ChartSwitch } from '../../ui/chart-switch.tsx';
import { PREVIOUS_CLASS, seriesShade } from '../../ui/series-shades.ts';
import { Metric } from './metric.tsx';
import { MonthBars } from './month-bars.tsx';
import { MonthTable } from './month-table.tsx';
import { type Measure, type Series, groupSmallest, rowsOfMonths, valueOf, countWithoutRate } from './series.ts';
import { formatExactMeasure } from './measure-format.ts';

export interface MonthCardProps {
  title: string;
  /** Shown next to the total. */
  note?: ReactNode;
  /** Shown in place of a chart without values, unless the year before has some. */
  emptyText: string;
  /** Below the bars. */
  footer?: ReactNode;
  series: readonly Series[];
  /** All series together, with the amounts in each currency. */
  monthCells: Series['cells'];
  allRows: RowSelection;
  months: readonly string[];
  /** Column of the linked list that contains the month. */
  monthColumn: string;
  /** Column of the linked list that identifies the series. */
  seriesColumn: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
  /** The cells of all series in the previous year, if the chart compares with it. */
  previousCells?: Series['cells'];
}

/** A chart with its total; one click switches to its table. */
export function MonthCard(props: MonthCardProps) {
  const {
    title,
    note,
    emptyText,
    footer,
    series,
    monthCells,
    allRows,
    months,
    monthColumn,
    seriesColumn,
    measure,
    decimals,
  } = props;
  // A programme in its first year has nothing to be compared with.
  const previousCells = props.previousCells?.length === 0 ? undefined : props.previousCells;
  const { t } = useLingui();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const cells = series.flatMap((item) => item.cells);
  const visibleSeries = groupSmallest(series, measure, seriesColumn, t`Others`);
  // A single series needs no legend: the title names it.
  const legendSeries = visibleSeries.length > 1 ? visibleSeries : [];
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-lg border border-border bg-surface px-4 pt-3.5 pb-4"
    >
      <header className="mb-2 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-sm text-muted">
            {title}
          </h3>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <RowsLink
              rows={rowsOfMonths(allRows, monthColumn, months, null)}
              className="rounded-sm text-xl font-semibold tabular underline-offset-4 hover:underline"
            >
              <Metric value={valueOf(cells, measure)} measure={measure} decimals={decimals} />
            </RowsLink>
            <span className="text-sm text-muted tabular">{note}</span>
            {measure === 'usd' && (
              <MissingRates count={countWithoutRate(cells)} rows={rowsOfMonths(allRows, monthColumn, months, null)} />
            )}
          </p>
        </div>
        <ChartSwitch title={title} isTable={isTable} onChange={setTable} />
      </header>
      {/* Chart and table have the same height, that of a dozen months, so nothing moves when switching. */}
      <div className="flex h-88 flex-col gap-3 print:h-52">
        {cells.length === 0 ? (
          <p className="m-auto text-muted">{previousCells ? <Trans>No data in these months</Trans> : emptyText}</p>
        ) : isTable ? (
          <MonthTable caption={title} {...{ series, monthCells, allRows, months, monthColumn, measure, decimals }} />
        ) : (
          <>
            <MonthBars
              series={visibleSeries}
              allRows={allRows}
              {...{ months, monthColumn, measure, decimals, previousCells }}
            />
            {(legendSeries.length > 0 || previousCells) && (
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label={t`Legend`}>
                {legendSeries.map((item, index) => (
                  <li key={item.key} className="flex min-w-0 items-center gap-1.5">
                    <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-sm ${seriesShade(index)}`} />
                    <RowsLink
                      rows={rowsOfMonths(item.rows, monthColumn, months, null)}
                      tooltip={formatExactMeasure(valueOf(item.cells, measure), measure)}
                      className="truncate rounded-sm text-muted underline-offset-4 hover:text-text hover:underline"
                    >
                      {item.label ?? t`No membership`}
                    </RowsLink>
                  </li>
                ))}
                {previousCells && (
                  <li className="flex items-center gap-1.5 text-muted">
                    <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-sm ${PREVIOUS_CLASS}`} />
                    <Trans>Last year</Trans>
                  </li>
                )}
              </ul>
            )}
            {footer}
          </>
        )}
      </div>
    </section>
  );
}
