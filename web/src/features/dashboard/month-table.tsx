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
import { Table } from '../../ui/table.tsx';
import { unitOf, yearOf } from './measure-format.ts';

export interface MonthTableProps {
  caption: string;
  series: readonly Series[];
  /** All series together, with the amounts in each currency. */
  monthCells: Series['cells'];
  /** The rows of all series. */
  allRows: RowSelection;
  months: readonly string[];
  monthColumn: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

/** The content of one column of the table. */
interface MonthColumn {
  readonly key: string;
  readonly name: string;
  readonly cells: Series['cells'];
  readonly rows: RowSelection;
  readonly measure: Measure;
  readonly isMain: boolean;
}

/** The data behind a chart: one row per month, with the number of records and the amount in each currency. */
export function MonthTable({
  caption,
  series,
  monthCells,
  allRows,
  months,
  monthColumn,
  measure,
  decimals,
}: MonthTableProps) {
  const { t } = useLingui();
  const cells = series.flatMap((item) => item.cells);
  const createSumColumn = (key: string, name: string, columnMeasure: Measure, rows = allRows): MonthColumn => ({
    key,
    name,
    cells,
    rows,
    measure: columnMeasure,
    isMain: columnMeasure === measure,
  });
  // The columns most people look for come first, so they are visible without scrolling.
  const columns: readonly MonthColumn[] = [
    createSumColumn('all', measure === 'number' ? t`Records` : t`Total`, measure),
    ...(measure === 'number' ? [] : [createSumColumn('number', t`Records`, 'number')]),
    ...(series.length > 1
      ? series.map(({ label, ...item }) => ({ ...item, name: label ?? t`No membership`, measure, isMain: false }))
      : []),
    ...currenciesOf(monthCells)
      .filter((currency) => typeof measure === 'string' || measure.currency !== currency)
      .map((currency) => ({
        ...createSumColumn(currency, t`in ${currency}`, { currency }, narrowToCurrency(allRows, currency)),
        cells: monthCells,
      })),
  ];
  const renderValue = (item: MonthColumn, month: string | null) => {
    const monthCells = month === null ? item.cells : cellsOfMonth(item.cells, month);
    const value = valueOf(monthCells, item.measure);
    const rows = rowsOfMonths(item.rows, monthColumn, months, month);
    return (
      <>
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
      </>
    );
  };
  return (
    <Table
      label={caption}
      // Twelve months with header and total are as high as the chart, including the scroll bar shown when there are
      // many columns.
      className="min-h-0 flex-1 overscroll-contain [--cell-x:0.5rem] [--cell-y:0.1rem]"
      columns={[
        {
          key: 'month',
          heading: (
            <>
              <span className="sr-only">{t`Month`}</span>
              <span aria-hidden="true">{unitOf(measure)}</span>
            </>
          ),
          className: 'whitespace-nowrap',
          cell: (month) =>
            month === null ? (
              <Trans>Total</Trans>
            ) : (
              <>
                <span className="sr-only">{longMonth(month)}</span>
                <span aria-hidden="true">
                  {shortMonth(month)} <span className="text-faint">{yearOf(month)}</span>
                </span>
              </>
            ),
        },
        ...columns.map((item) => ({
          key: item.key,
          heading: item.name,
          isNumber: true,
          className: item.isMain ? 'font-medium!' : '',
          cell: (month: string | null) => renderValue(item, month),
        })),
      ]}
      rows={months}
      rowKey={String}
      totals={[null]}
    />
  );
}

/** The currency column in the list of these records. */
const CURRENCY_COLUMNS: Readonly<Record<string, string>> = { voucher_redeem: 'member_voucher.currency' };

const narrowToCurrency = ({ resource, conditions }: RowSelection, currency: string): RowSelection => ({
  resource,
  conditions: [...conditions, { column: CURRENCY_COLUMNS[resource] ?? 'currency', operator: 'exact', value: currency }],
});
