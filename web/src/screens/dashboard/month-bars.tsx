import type { Rows } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { RowsLink } from './rows-link.tsx';
import { MOST_SERIES, type Measure, type Series, axisTop, ofMonth, rowsIn, valueOf } from './series.ts';
import { longMonth, measured, roughNumber, shortMonth, yearOf } from './words.ts';

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
}

/** More months than these have room for their first letter. */
const DOZEN = 12;
const STEPS = [1, 0.5, 0];
/** As wide as a finger needs at least. */
const COLUMN = 'min-w-6 flex-1';

/**
 * A bar a month, each in parts. The parts are for the pointer: by keyboard and to a screen reader the months are links, with what
 * they had in words, and the table has all the rest.
 */
export function MonthBars({ series, all, months, column, measure, decimals }: MonthBarsProps) {
  const { t } = useLingui();
  const totals = months.map((month) =>
    Number(
      valueOf(
        ofMonth(
          series.flatMap(({ cells }) => cells),
          month,
        ),
        measure,
      ),
    ),
  );
  const isCrowded = months.length > DOZEN;
  const top = axisTop(Math.max(...totals, 0));
  return (
    // Where many months do not fit side by side, they are scrolled, and the axis stays.
    <div className="min-h-0 flex-1 overflow-x-auto overflow-y-clip overscroll-x-contain pt-2">
      <div className="grid h-full grid-cols-[auto_minmax(min-content,1fr)] grid-rows-[minmax(0,1fr)_auto]">
        <div
          aria-hidden="true"
          className="sticky left-0 z-10 min-w-8 bg-surface pr-1 text-right text-xs text-faint tabular sm:pr-2"
        >
          {/* As wide as its longest number. */}
          <span className="invisible">{longest(STEPS.map((step) => roughNumber(top * step)))}</span>
          {STEPS.map((step) => (
            <span
              key={step}
              className="absolute right-1 -translate-y-1/2 whitespace-nowrap sm:right-2"
              style={{ top: `${(1 - step) * 100}%` }}
            >
              {roughNumber(top * step)}
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="relative flex items-end">
          {STEPS.map((step) => (
            <span
              key={step}
              className="absolute inset-x-0 border-t border-border"
              style={{ top: `${(1 - step) * 100}%` }}
            />
          ))}
          {months.map((month) => (
            <div key={month} className={`${COLUMN} relative flex h-full flex-col justify-end gap-px px-0.5 sm:px-1`}>
              {series
                .map((one, index) => ({ ...one, index, cells: ofMonth(one.cells, month) }))
                .toReversed()
                .map(({ key, label, cells, rows, index }) => {
                  const value = valueOf(cells, measure);
                  const share = Number(value) / top;
                  return (
                    share > 0 && (
                      <RowsLink
                        key={key}
                        rows={rowsIn(rows, column, months, month)}
                        tabIndex={-1}
                        tooltip={[label, longMonth(month), measured(value, measure, decimals)]
                          .filter(Boolean)
                          .join(' · ')}
                        className={`block min-h-px w-full first:rounded-t-sm hover:brightness-90 ${shadeOf(index)}`}
                        style={{ height: `${share * 100}%` }}
                      />
                    )
                  );
                })}
            </div>
          ))}
        </div>
        <ol className="col-start-2 mt-0.5 flex h-9 text-xs text-muted" aria-label={t`Months`}>
          {months.map((month, index) => {
            const cells = ofMonth(
              series.flatMap((one) => one.cells),
              month,
            );
            // Beside January, which has it, the year before is plain.
            const hasYear = month.endsWith('-01') || (index === 0 && !months[1]?.endsWith('-01'));
            const name = `${longMonth(month)}: ${measured(valueOf(cells, measure), measure, decimals)}`;
            return (
              <li key={month} className={`${COLUMN} text-center leading-tight`}>
                <RowsLink
                  rows={rowsIn(all, column, months, month)}
                  tooltip={name}
                  className="block min-h-6 rounded-sm pt-1 hover:text-text focus-visible:-outline-offset-2"
                >
                  <span className="sr-only">{name}</span>
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
  );
}

const longest = (texts: readonly string[]): string => texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
