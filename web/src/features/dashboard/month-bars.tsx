import type { Rows } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { YEAR_BEFORE_CLASS, MonthReadout } from './month-readout.tsx';
import { axisMax, formatCompact } from '../../format/axis.ts';
import { longMonth, shortMonth } from '../../format/month.ts';
import { MAX_SERIES, type Measure, type Series, cellsOfMonth, rowsIn, valueOf } from './series.ts';
import { measured, yearBefore, yearOf } from './measure-format.ts';

/** Three shades of the accent, then three of another hue: the chart stays calm and its parts remain distinguishable. */
const SHADES = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6'] as const;
export const seriesShade = (index: number): string => SHADES[index % MAX_SERIES] ?? SHADES[0];

export interface MonthBarsProps {
  series: readonly Series[];
  /** The rows of all series. */
  all: Rows;
  months: readonly string[];
  /** The list's month column. */
  column: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
  /** The cells of the previous year, if the chart compares with it. */
  before?: Series['cells'] | undefined;
}

/** With more months than this, labels show only the first letter. */
const MAX_UNCROWDED = 12;
const STEPS = [1, 0.5, 0];
/** Minimum width of a touch target. */
const COLUMN = 'min-w-6 flex-1';

/**
 * One stacked bar per month, next to the bar of the same month a year before. Parts respond to the pointer. For
 * keyboard and screen readers the months are links with their values as text, reached by arrow keys. The table has all
 * details.
 */
export function MonthBars({ series, all, months, column, measure, decimals, before }: MonthBarsProps) {
  const { t } = useLingui();
  const [pointed, setHighlighted] = useState<string | null>(null);
  const [tabStop, setTabStop] = useState(0);
  const cells = series.flatMap((one) => one.cells);
  const valueIn = (of: Series['cells'], month: string): string => valueOf(cellsOfMonth(of, month), measure);
  const isCrowded = months.length > MAX_UNCROWDED;
  const top = axisMax(
    Math.max(...months.flatMap((m) => [valueIn(cells, m), valueIn(before ?? [], yearBefore(m))]).map(Number), 0),
  );
  const describeMonth = (of: Series['cells'], month: string): string =>
    `${longMonth(month)}: ${measured(valueIn(of, month), measure, decimals)}`;
  return (
    <>
      <MonthReadout month={pointed} {...{ cells, before, measure, decimals }} />
      {/* If the months do not fit, they scroll while the axis stays fixed. */}
      <div className="min-h-0 flex-1 overflow-x-auto overflow-y-clip overscroll-x-contain pt-2">
        <div
          className="grid h-full grid-cols-[max-content_minmax(min-content,1fr)] grid-rows-[minmax(0,1fr)_auto]"
          onPointerLeave={() => setHighlighted(null)}
        >
          <Axis top={top} />
          <div aria-hidden="true" className="relative flex items-end">
            {STEPS.map((step) => (
              <span
                key={step}
                className="absolute inset-x-0 border-t border-border"
                style={{ top: `${(1 - step) * 100}%` }}
              />
            ))}
            {months.map((month) => (
              <div
                key={month}
                onPointerEnter={() => setHighlighted(month)}
                className={`${COLUMN} relative flex h-full items-end gap-px px-0.5 sm:px-1 ${pointed === month ? 'bg-text/5' : ''}`}
              >
                {before && (
                  <span
                    className={`w-1/5 shrink-0 rounded-t-sm ${YEAR_BEFORE_CLASS}`}
                    style={{ height: `${(Number(valueIn(before, yearBefore(month))) / top) * 100}%` }}
                  />
                )}
                <div className="flex h-full min-w-0 flex-1 flex-col justify-end gap-px">
                  {series
                    .map((one, index) => ({ ...one, index, value: valueIn(one.cells, month) }))
                    .toReversed()
                    .map(
                      ({ key, label, rows, index, value }) =>
                        Number(value) > 0 && (
                          <RowsLink
                            key={key}
                            rows={rowsIn(rows, column, months, month)}
                            tabIndex={-1}
                            tooltip={[label, longMonth(month), measured(value, measure, decimals)]
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
            onKeyDown={walk}
            onBlur={() => setHighlighted(null)}
          >
            {months.map((month, index) => {
              // The first month shows its year too, unless January, which always shows it, is next.
              const hasYear = month.endsWith('-01') || (index === 0 && !months[1]?.endsWith('-01'));
              const was = before ? `; ${describeMonth(before, yearBefore(month))}` : '';
              return (
                <li
                  key={month}
                  className={`${COLUMN} text-center leading-tight`}
                  onPointerEnter={() => setHighlighted(month)}
                  onFocus={() => {
                    setTabStop(index);
                    setHighlighted(month);
                  }}
                >
                  <RowsLink
                    rows={rowsIn(all, column, months, month)}
                    tabIndex={index === Math.min(tabStop, months.length - 1) ? 0 : -1}
                    className="block min-h-6 rounded-sm pt-1 hover:text-text focus-visible:-outline-offset-2"
                  >
                    <span className="sr-only">{`${describeMonth(cells, month)}${was}`}</span>
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
function walk(event: KeyboardEvent<HTMLElement>): void {
  const months = [...event.currentTarget.querySelectorAll<HTMLElement>('li > [tabindex]')];
  const at = months.findIndex((month) => month === document.activeElement);
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: months.length - 1,
  };
  const to = places[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  months[Math.min(Math.max(to, 0), months.length - 1)]?.focus();
}

function Axis({ top }: { top: number }) {
  const numbers = STEPS.map((step) => ({ step, text: formatCompact(top * step) }));
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-10 min-w-8 bg-surface pr-1 text-right text-xs text-faint tabular sm:pr-2"
    >
      {/* Sets the axis width to its longest number. */}
      <span className="invisible whitespace-nowrap">{longest(numbers.map(({ text }) => text))}</span>
      {numbers.map(({ step, text }) => (
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

const longest = (texts: readonly string[]): string => texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
