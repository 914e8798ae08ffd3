import type { Rows } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Figure } from './figure.tsx';
import { RowsLink } from './rows-link.tsx';
import { type Measure, type Series, currenciesOf, ofMonth, rowsIn, valueOf } from './series.ts';
import { longMonth, shortMonth, unitOf, yearOf } from './words.ts';

export interface MonthTableProps {
  caption: string;
  series: readonly Series[];
  /** Everything together. */
  all: Rows;
  months: readonly string[];
  column: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

const CELL = 'border-b border-border px-2 py-1.5 text-right whitespace-nowrap tabular';
const HEAD = 'sticky left-0 max-w-44 truncate border-b border-border bg-surface py-1.5 pr-3 text-left font-normal';
const LINK = 'rounded-sm underline-offset-4 hover:underline';

/** The figures behind a chart: one line each, all of them, and how many records and how much in each currency. */
export function MonthTable({ caption, series, all, months, column, measure, decimals }: MonthTableProps) {
  const { t } = useLingui();
  const cells = series.flatMap((one) => one.cells);
  const others: readonly Measure[] = [
    ...(measure === 'number' ? [] : (['number'] as const)),
    ...currenciesOf(cells)
      .filter((currency) => typeof measure === 'string' || measure.currency !== currency)
      .map((currency) => ({ currency })),
  ];
  const line = (
    key: string,
    name: ReactNode,
    one: { cells: Series['cells']; rows: Rows },
    by: Measure,
    isSum: boolean,
  ) => (
    <tr key={key} className={isSum ? 'font-medium' : undefined}>
      <th scope="row" className={HEAD}>
        {name}
      </th>
      {[...months, null].map((month) => {
        const value = valueOf(month === null ? one.cells : ofMonth(one.cells, month), by);
        return (
          <td key={month ?? 'all'} className={CELL}>
            {Number(value) === 0 ? (
              <span className="text-faint">–</span>
            ) : (
              <RowsLink rows={rowsIn(one.rows, column, months, month)} className={LINK}>
                <Figure value={value} measure={by} decimals={decimals} isBare />
              </RowsLink>
            )}
          </td>
        );
      })}
    </tr>
  );
  return (
    <div className="max-h-72 overflow-auto overscroll-contain text-sm" tabIndex={0} role="region" aria-label={caption}>
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} top-0 z-20`}>
              <span className="sr-only">{caption}</span>
              <span aria-hidden="true" className="text-muted">
                {unitOf(measure)}
              </span>
            </th>
            {months.map((month) => (
              <th
                key={month}
                scope="col"
                aria-label={longMonth(month)}
                className={`${CELL} sticky top-0 z-10 bg-surface font-medium text-muted`}
              >
                {shortMonth(month)} {month === months[0] || month.endsWith('-01') ? yearOf(month) : ''}
              </th>
            ))}
            <th scope="col" className={`${CELL} sticky top-0 z-10 bg-surface font-medium text-muted`}>
              <Trans>Total</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {series.length > 1 &&
            series.map((one) => line(one.key, one.label ?? t`Without a membership`, one, measure, false))}
          {line('all', t`Total`, { cells, rows: all }, measure, true)}
          {others.map((by) =>
            line(
              typeof by === 'string' ? by : by.currency,
              typeof by === 'string' ? t`Records` : t`in ${by.currency}`,
              { cells, rows: typeof by === 'string' ? all : inCurrency(all, by.currency) },
              by,
              false,
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The column in which a list has the currency of what is counted. */
const CURRENCY: Readonly<Record<string, string>> = { voucher_redeem: 'member_voucher.currency' };

const inCurrency = ({ resource, conditions }: Rows, currency: string): Rows => ({
  resource,
  conditions: [...conditions, { column: CURRENCY[resource] ?? 'currency', operator: 'exact', value: currency }],
});
