import type { RowSelection } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { PREVIOUS_CLASS, seriesShade } from '../../ui/series-shades.ts';
import { MonthReadout } from './month-readout.tsx';
import { axisMax, formatCompact } from '../../format/axis.ts';
import { longMonth, shortMonth } from '../../format/month.ts';
import { type Measure, type Series, cellsOfMonth, rowsOfMonths, valueOf } from './series.ts';
import { formatExactMeasure, formatMeasure, sameMonthLastYear, yearOf } from './measure-format.ts';

export interface MonthBarsProps {
  series: readonly Series[];
  /** The rows of all series. */
  allRows: RowSelection;
  months: readonly string[];
  /** Column of the linked list that contains the month. */
  monthColumn: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
  /** The cells of the previous year, if the chart compares with it. */
  previousCells?: Series['cells'] | undefined;
}

/** With more months than this, labels show only the first letter. */
const MAX_FULL_LABELS = 12;
const AXIS_STEPS = [1, 0.5, 0];
/** Minimum width of a touch target. */
const COLUMN_CLASS = 'min-w-6 flex-1';

/**
 * One stacked bar per month, next to the bar of the same month a year before. Parts respond to the pointer. For
 * keyboard and screen readers the months are links with their values as text, reached by arrow keys. The table has all
 * details.
 */
export function MonthBars({ series, allRows, months, monthColumn, measure, decimals, previousCells }: MonthBarsProps) {
  const { t } = useLingui();
  const [highlightedMonth, setHighlightedMonth] = useState<string | null>(null);
  const [tabStop, setTabStop] = useState(0);
  const cells = series.flatMap((item) => item.cells);
  const valueIn = (seriesCells: Series['cells'], month: string): string =>
    valueOf(cellsOfMonth(seriesCells, month), measure);
  const isCrowded = months.length > MAX_FULL_LABELS;
  const top = axisMax(
    Math.max(
      ...months
        .flatMap((month) => [valueIn(cells, month), valueIn(previousCells ?? [], sameMonthLastYear(month))])
        .map(Number),
      0,
    ),
  );
  const describeMonth = (seriesCells: Series['cells'], month: string): string =>
    `${longMonth(month)}: ${formatMeasure(valueIn(seriesCells, month), measure, decimals)}`;
  return (
    <>
      <MonthReadout month={highlightedMonth} {...{ cells, previousCells, measure, decimals }} />
      {/* If the months do not fit, they scroll while the axis stays fixed. */}
      <div className="min-h-0 flex-1 overflow-x-auto overflow-y-clip overscroll-x-contain pt-2">
        <div
          className="grid h-full grid-cols-[max-content_minmax(min-content,1fr)] grid-rows-[minmax(0,1fr)_auto]"
          onPointerLeave={() => setHighlightedMonth(null)}
        >
          <Axis top={top} />
          <div aria-hidden="true" className="relative flex items-end">
            {AXIS_STEPS.map((step) => (
              <span
                key={step}
                className="absolute inset-x-0 border-t border-border"
                style={{ top: `${(1 - step) * 100}%` }}
              />
            ))}
            {months.map((month) => (
              <div
                key={month}
                onPointerEnter={() => setHighlightedMonth(month)}
                className={`${COLUMN_CLASS} relative flex h-full items-end gap-px px-0.5 sm:px-1 ${highlightedMonth === month ? 'bg-text/5' : ''}`}
              >
                {previousCells && (
                  <span
                    className={`w-1/5 shrink-0 rounded-t-sm ${PREVIOUS_CLASS}`}
                    style={{ height: `${(Number(valueIn(previousCells, sameMonthLastYear(month))) / top) * 100}%` }}
                  />
                )}
                <div className="flex h-full min-w-0 flex-1 flex-col justify-end gap-px">
                  {series
                    .map((item, index) => ({ ...item, index, value: valueIn(item.cells, month) }))
                    .toReversed()
                    .map(
                      ({ key, label, rows, index, value }) =>
                        Number(value) > 0 && (
                          <RowsLink
                            key={key}
                            rows={rowsOfMonths(rows, monthColumn, months, month)}
                            tabIndex={-1}
                            tooltip={[label, longMonth(month), formatExactMeasure(value, measure)]
                              .filter(Boolean)
                              .join(' · ')}
                            className={`block min-h-px w-full first:rounded-t-sm hover:brightness-90 ${seriesShade(index)}`}
                            style={{ height: `${(Number(value) / top) * 100}%` }}
                          />
                        ),
                    )}
                </div>
              </div>
            ))}
          </div>
          <ol
            className="col-start-2 mt-0.5 flex h-9 text-xs text-muted"
            aria-label={t`Months`}
            onKeyDown={moveFocus}
            onBlur={() => setHighlightedMonth(null)}
          >
            {months.map((month, index) => {
              // The first month shows its year too, unless January, which always shows it, is next.
              const hasYear = month.endsWith('-01') || (index === 0 && !months[1]?.endsWith('-01'));
              const previousText = previousCells ? `; ${describeMonth(previousCells, sameMonthLastYear(month))}` : '';
              return (
                <li
                  key={month}
                  className={`${COLUMN_CLASS} text-center leading-tight`}
                  onPointerEnter={() => setHighlightedMonth(month)}
                  onFocus={() => {
                    setTabStop(index);
                    setHighlightedMonth(month);
                  }}
                >
                  <RowsLink
                    rows={rowsOfMonths(allRows, monthColumn, months, month)}
                    tabIndex={index === Math.min(tabStop, months.length - 1) ? 0 : -1}
                    className="block min-h-6 rounded-sm pt-1 hover:text-text focus-visible:-outline-offset-2"
                  >
                    <span className="sr-only">{`${describeMonth(cells, month)}${previousText}`}</span>
                    <span aria-hidden="true">
                      <span className={isCrowded ? undefined : 'sm:hidden'}>{shortMonth(month).slice(0, 1)}</span>
                      {!isCrowded && <span className="max-sm:hidden">{shortMonth(month)}</span>}
                      {hasYear && (
                        <span className="flex justify-center text-faint">
                          <span className="whitespace-nowrap">{yearOf(month)}</span>
                        </span>
                      )}
                    </span>
                  </RowsLink>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
    </>
  );
}

/** Moves the focus to the next, previous, first or last month. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const months = [...event.currentTarget.querySelectorAll<HTMLElement>('li > [tabindex]')];
  const currentIndex = months.findIndex((month) => month === document.activeElement);
  const targetByKey: Readonly<Record<string, number>> = {
    ArrowLeft: currentIndex - 1,
    ArrowRight: currentIndex + 1,
    Home: 0,
    End: months.length - 1,
  };
  const targetIndex = targetByKey[event.key];
  if (currentIndex < 0 || targetIndex === undefined) return;
  event.preventDefault();
  months[Math.min(Math.max(targetIndex, 0), months.length - 1)]?.focus();
}

function Axis({ top }: { top: number }) {
  const labels = AXIS_STEPS.map((step) => ({ step, text: formatCompact(top * step) }));
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-10 min-w-8 bg-surface pr-1 text-right text-xs text-faint tabular sm:pr-2"
    >
      {/* Sets the axis width to its longest number. */}
      <span className="invisible whitespace-nowrap">{longestText(labels.map(({ text }) => text))}</span>
      {labels.map(({ step, text }) => (
        <span
          key={step}
          className="absolute right-1 -translate-y-1/2 whitespace-nowrap sm:right-2"
          style={{ top: `${(1 - step) * 100}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

const longestText = (texts: readonly string[]): string => texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
