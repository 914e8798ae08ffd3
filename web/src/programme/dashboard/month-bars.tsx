import type { Rows } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { GHOST, MonthReadout } from './month-readout.tsx';
import { axisTop, roughNumber } from '../../format/axis.ts';
import { longMonth, shortMonth } from '../../format/month.ts';
import { MOST_SERIES, type Measure, type Series, ofMonth, rowsIn, valueOf } from './series.ts';
import { measured, yearBefore, yearOf } from './words.ts';

/** Three steps of the accent, then three of another hue: a chart stays calm, and its parts are told apart. */
const SHADES = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6'] as const;
export const shadeOf = (index: number): string => SHADES[index % MOST_SERIES] ?? SHADES[0];

export interface MonthBarsProps {
  series: readonly Series[];
  /** Everything together. */
  all: Rows;
  months: readonly string[];
  /** The column by which the list tells months. */
  column: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
  /** The months a year before, where they are compared with. */
  before?: Series['cells'] | undefined;
}

/** More months than these have room for their first letter. */
const DOZEN = 12;
const STEPS = [1, 0.5, 0];
/** As wide as a finger needs at least. */
const COLUMN = 'min-w-6 flex-1';

/**
 * A bar a month, each in parts, beside it the same month of the year before. The parts are for the pointer: for the keyboard and
 * screen readers the months are links, of which the arrow keys choose one, with their figures in words; the table has all the
 * rest.
 */
export function MonthBars({ series, all, months, column, measure, decimals, before }: MonthBarsProps) {
  const { t } = useLingui();
  const [pointed, setPointed] = useState<string | null>(null);
  const [tabStop, setTabStop] = useState(0);
  const cells = series.flatMap((one) => one.cells);
  const valueIn = (of: Series['cells'], month: string): string => valueOf(ofMonth(of, month), measure);
  const isCrowded = months.length > DOZEN;
  const top = axisTop(
    Math.max(...months.flatMap((m) => [valueIn(cells, m), valueIn(before ?? [], yearBefore(m))]).map(Number), 0),
  );
  const inWords = (of: Series['cells'], month: string): string =>
    `${longMonth(month)}: ${measured(valueIn(of, month), measure, decimals)}`;
  return (
    <>
      <MonthReadout month={pointed} {...{ cells, before, measure, decimals }} />
      {/* Months that do not fit side by side are scrolled, and the axis stays. */}
      <div className="min-h-0 flex-1 overflow-x-auto overflow-y-clip overscroll-x-contain pt-2">
        <div
          className="grid h-full grid-cols-[max-content_minmax(min-content,1fr)] grid-rows-[minmax(0,1fr)_auto]"
          onPointerLeave={() => setPointed(null)}
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
                onPointerEnter={() => setPointed(month)}
                className={`${COLUMN} relative flex h-full items-end gap-px px-0.5 sm:px-1 ${pointed === month ? 'bg-text/5' : ''}`}
              >
                {before && (
                  <span
                    className={`w-1/5 shrink-0 rounded-t-sm ${GHOST}`}
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
                            className={`block min-h-px w-full first:rounded-t-sm hover:brightness-90 ${shadeOf(index)}`}
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
            onBlur={() => setPointed(null)}
          >
            {months.map((month, index) => {
              // Beside January, which has it, the year before is plain.
              const hasYear = month.endsWith('-01') || (index === 0 && !months[1]?.endsWith('-01'));
              const was = before ? `; ${inWords(before, yearBefore(month))}` : '';
              return (
                <li
                  key={month}
                  className={`${COLUMN} text-center leading-tight`}
                  onPointerEnter={() => setPointed(month)}
                  onFocus={() => {
                    setTabStop(index);
                    setPointed(month);
                  }}
                >
                  <RowsLink
                    rows={rowsIn(all, column, months, month)}
                    tabIndex={index === Math.min(tabStop, months.length - 1) ? 0 : -1}
                    className="block min-h-6 rounded-sm pt-1 hover:text-text focus-visible:-outline-offset-2"
                  >
                    <span className="sr-only">{`${inWords(cells, month)}${was}`}</span>
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

/** From the month that has the focus to the next, the one before, the first or the last. */
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
  const numbers = STEPS.map((step) => ({ step, text: roughNumber(top * step) }));
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-10 min-w-8 bg-surface pr-1 text-right text-xs text-faint tabular sm:pr-2"
    >
      {/* As wide as its longest number. */}
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
