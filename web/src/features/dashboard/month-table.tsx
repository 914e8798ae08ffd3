import type { Rows } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { Metric } from './metric.tsx';
import { type Measure, type Series, currenciesOf, cellsOfMonth, rowsIn, valueOf, withoutRate } from './series.ts';
import { longMonth, shortMonth } from '../../format/month.ts';
import { unitOf, yearOf } from './measure-format.ts';

export interface MonthTableProps {
  caption: string;
  series: readonly Series[];
  /** The rows of all series. */
  all: Rows;
  months: readonly string[];
  column: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

/** The content of one column of the table. */
interface Counted {
  readonly key: string;
  readonly name: string;
  readonly cells: Series['cells'];
  readonly rows: Rows;
  readonly measure: Measure;
  readonly isSum: boolean;
}

// Twelve months with header and total are as high as the chart, including the scroll bar shown when there are many
// columns.
const LINE = 'h-6 whitespace-nowrap';
const CELL = `${LINE} border-b border-border px-2 text-right tabular`;
const NAME = `${LINE} sticky left-0 border-b border-border bg-surface pr-3 text-left font-normal`;
const HEAD = 'sticky top-0 bg-surface font-medium text-muted';
const FOOT = 'sticky bottom-0 border-t border-b-0! bg-surface font-medium';

/** The data behind a chart: one row per month, with the number of records and the amount in each currency. */
export function MonthTable({ caption, series, all, months, column, measure, decimals }: MonthTableProps) {
  const { t } = useLingui();
  const cells = series.flatMap((one) => one.cells);
  const sum = (key: string, name: string, by: Measure, rows = all): Counted => ({
    key,
    name,
    cells,
    rows,
    measure: by,
    isSum: by === measure,
  });
  // The columns most people look for come first, so they are visible without scrolling.
  const columns: readonly Counted[] = [
    sum('all', measure === 'number' ? t`Records` : t`Total`, measure),
    ...(measure === 'number' ? [] : [sum('number', t`Records`, 'number')]),
    ...(series.length > 1
      ? series.map(({ label, ...one }) => ({ ...one, name: label ?? t`No membership`, measure, isSum: false }))
      : []),
    ...currenciesOf(cells)
      .filter((currency) => typeof measure === 'string' || measure.currency !== currency)
      .map((currency) => sum(currency, t`in ${currency}`, { currency }, inCurrency(all, currency))),
  ];
  const cell = (one: Counted, month: string | null, className: string) => {
    const counted = month === null ? one.cells : cellsOfMonth(one.cells, month);
    const value = valueOf(counted, one.measure);
    const rows = rowsIn(one.rows, column, months, month);
    return (
      <td key={one.key} className={`${CELL} ${className} ${one.isSum ? 'font-medium' : ''}`}>
        <span className="mr-2 font-normal empty:hidden">
          {one.measure === 'usd' && <MissingRates count={withoutRate(counted)} rows={rows} />}
        </span>
        {Number(value) === 0 ? (
          <span className="text-faint">–</span>
        ) : (
          <RowsLink rows={rows} className="rounded-sm underline-offset-4 hover:underline">
            <Metric value={value} measure={one.measure} decimals={decimals} isPlain />
          </RowsLink>
        )}
      </td>
    );
  };
  return (
    <div
      className="min-h-0 flex-1 overflow-auto overscroll-contain text-sm"
      tabIndex={0}
      role="group"
      aria-label={caption}
    >
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className={`${NAME} ${HEAD} z-20`}>
              <span className="sr-only">{t`Month`}</span>
              <span aria-hidden="true">{unitOf(measure)}</span>
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className={`${CELL} ${HEAD} z-10`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month}>
              <th scope="row" aria-label={longMonth(month)} className={NAME}>
                {shortMonth(month)} <span className="text-faint">{yearOf(month)}</span>
              </th>
              {columns.map((one) => cell(one, month, ''))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={`${NAME} ${FOOT} z-20`}>
              <Trans>Total</Trans>
            </th>
            {columns.map((one) => cell(one, null, FOOT))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The currency column in the list of these records. */
const CURRENCY: Readonly<Record<string, string>> = { voucher_redeem: 'member_voucher.currency' };

const inCurrency = ({ resource, conditions }: Rows, currency: string): Rows => ({
  resource,
  conditions: [...conditions, { column: CURRENCY[resource] ?? 'currency', operator: 'exact', value: currency }],
});
