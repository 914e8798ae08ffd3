import type { RowSelection } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { Metric } from './metric.tsx';
import {
  type Measure,
  type Series,
  currenciesOf,
  cellsOfMonth,
  rowsOfMonths,
  valueOf,
  countWithoutRate,
} from './series.ts';
import { longMonth, shortMonth } from '../../format/month.ts';
import { unitOf, yearOf } from './measure-format.ts';

export interface MonthTableProps {
  caption: string;
  series: readonly Series[];
  /** The rows of all series. */
  allRows: RowSelection;
  months: readonly string[];
  monthColumn: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

/** The content of one column of the table. */
interface TableColumn {
  readonly key: string;
  readonly name: string;
  readonly cells: Series['cells'];
  readonly rows: RowSelection;
  readonly measure: Measure;
  readonly isMain: boolean;
}

// Twelve months with header and total are as high as the chart, including the scroll bar shown when there are many
// columns.
const LINE_CLASS = 'h-6 whitespace-nowrap';
const CELL_CLASS = `${LINE_CLASS} border-b border-border px-2 text-right tabular`;
const NAME_CLASS = `${LINE_CLASS} sticky left-0 border-b border-border bg-surface pr-3 text-left font-normal`;
const HEAD_CLASS = 'sticky top-0 bg-surface font-medium text-muted';
const FOOT_CLASS = 'sticky bottom-0 border-t border-b-0! bg-surface font-medium';

/** The data behind a chart: one row per month, with the number of records and the amount in each currency. */
export function MonthTable({ caption, series, allRows, months, monthColumn, measure, decimals }: MonthTableProps) {
  const { t } = useLingui();
  const cells = series.flatMap((item) => item.cells);
  const createSumColumn = (key: string, name: string, columnMeasure: Measure, rows = allRows): TableColumn => ({
    key,
    name,
    cells,
    rows,
    measure: columnMeasure,
    isMain: columnMeasure === measure,
  });
  // The columns most people look for come first, so they are visible without scrolling.
  const columns: readonly TableColumn[] = [
    createSumColumn('all', measure === 'number' ? t`Records` : t`Total`, measure),
    ...(measure === 'number' ? [] : [createSumColumn('number', t`Records`, 'number')]),
    ...(series.length > 1
      ? series.map(({ label, ...item }) => ({ ...item, name: label ?? t`No membership`, measure, isMain: false }))
      : []),
    ...currenciesOf(cells)
      .filter((currency) => typeof measure === 'string' || measure.currency !== currency)
      .map((currency) =>
        createSumColumn(currency, t`in ${currency}`, { currency }, narrowToCurrency(allRows, currency)),
      ),
  ];
  const renderCell = (item: TableColumn, month: string | null, className: string) => {
    const monthCells = month === null ? item.cells : cellsOfMonth(item.cells, month);
    const value = valueOf(monthCells, item.measure);
    const rows = rowsOfMonths(item.rows, monthColumn, months, month);
    return (
      <td key={item.key} className={`${CELL_CLASS} ${className} ${item.isMain ? 'font-medium' : ''}`}>
        <span className="mr-2 font-normal empty:hidden">
          {item.measure === 'usd' && <MissingRates count={countWithoutRate(monthCells)} rows={rows} />}
        </span>
        {Number(value) === 0 ? (
          <span className="text-faint">–</span>
        ) : (
          <RowsLink rows={rows} className="rounded-sm underline-offset-4 hover:underline">
            <Metric value={value} measure={item.measure} decimals={decimals} isUnitHidden />
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
            <th scope="col" className={`${NAME_CLASS} ${HEAD_CLASS} z-20`}>
              <span className="sr-only">{t`Month`}</span>
              <span aria-hidden="true">{unitOf(measure)}</span>
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className={`${CELL_CLASS} ${HEAD_CLASS} z-10`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month}>
              <th scope="row" aria-label={longMonth(month)} className={NAME_CLASS}>
                {shortMonth(month)} <span className="text-faint">{yearOf(month)}</span>
              </th>
              {columns.map((item) => renderCell(item, month, ''))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={`${NAME_CLASS} ${FOOT_CLASS} z-20`}>
              <Trans>Total</Trans>
            </th>
            {columns.map((item) => renderCell(item, null, FOOT_CLASS))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The currency column in the list of these records. */
const CURRENCY_COLUMNS: Readonly<Record<string, string>> = { voucher_redeem: 'member_voucher.currency' };

const narrowToCurrency = ({ resource, conditions }: RowSelection, currency: string): RowSelection => ({
  resource,
  conditions: [...conditions, { column: CURRENCY_COLUMNS[resource] ?? 'currency', operator: 'exact', value: currency }],
});
