import {
  type NestedRecord,
  type RowSelection,
  addAmounts,
  monthsCondition,
  includesCondition,
  narrowRows,
  idCondition,
} from '@innkeeper/contract';
import type { Amount, Cell } from '@innkeeper/contract/calls';
import { MAX_SERIES } from '../../ui/series-shades.ts';

/** Monthly values of one part of a chart, such as a membership or a hotel. */
export interface Series {
  readonly key: string;
  /** Null where the records have no membership. */
  readonly label: string | null;
  readonly cells: readonly Cell[];
  readonly rows: RowSelection;
}

/** The measure of a cell: the number, dollars, or the amount in one currency. */
export type Measure = 'number' | 'usd' | { readonly currency: string };

/** The sum of these cells as an exact decimal string. */
export function valueOf(cells: readonly Cell[], measure: Measure): string {
  if (measure === 'number') return String(cells.reduce((sum, { number }) => sum + number, 0));
  if (measure === 'usd') return addAmounts(cells.map(({ usd }) => usd ?? '0'));
  return addAmounts(
    cells.flatMap(({ amounts = [] }) => amounts.filter(matchesCurrency(measure.currency)).map(({ amount }) => amount)),
  );
}

/** Number of records missing from the dollar value of these cells, because they have no exchange rate. */
export const countWithoutRate = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { without_rate = 0 }) => sum + without_rate, 0);

const matchesCurrency =
  (currency: string) =>
  (amount: Amount): boolean =>
    amount.currency === currency;

export const cellsOfMonth = (cells: readonly Cell[], month: string): readonly Cell[] =>
  cells.filter((cell) => cell.month === month);

/** The currencies in these cells, sorted. */
export const currenciesOf = (cells: readonly Cell[]): readonly string[] =>
  [...new Set(cells.flatMap(({ amounts = [] }) => amounts.map(({ currency }) => currency)))].toSorted();

/** One series for each name that has cells, in the order of the names; cells without a name come last. */
export function groupIntoSeries(
  cells: readonly Cell[],
  names: readonly NestedRecord[],
  rows: RowSelection,
  column: string,
): readonly Series[] {
  const createSeries = (id: number | null, label: string | null): Series => ({
    key: String(id),
    label,
    cells: cells.filter((cell) => cell.id === id),
    rows: narrowRows(rows, idCondition(column, id)),
  });
  return [...names.map(({ id, name }) => createSeries(id, name)), createSeries(null, null)].filter(
    (series) => series.cells.length > 0,
  );
}

/** The largest series by value, with the others combined into one labelled `othersLabel`. */
export function groupSmallest(
  series: readonly Series[],
  measure: Measure,
  column: string,
  othersLabel: string,
): readonly Series[] {
  if (series.length <= MAX_SERIES) return series;
  const sortedSeries = series.toSorted((a, b) => Number(valueOf(b.cells, measure)) - Number(valueOf(a.cells, measure)));
  const largest = new Set(sortedSeries.slice(0, MAX_SERIES - 1));
  const smallest = series.filter((item) => !largest.has(item) && item.label !== null);
  const [firstSeries] = smallest;
  if (!firstSeries) return series;
  const rows = narrowRows(
    firstSeries.rows,
    includesCondition(
      column,
      smallest.map(({ key }) => key),
    ),
  );
  return [
    ...sortedSeries.filter((item) => largest.has(item)),
    { key: 'rest', label: othersLabel, cells: smallest.flatMap(({ cells }) => cells), rows },
  ];
}

/** The rows of one month of a series, or of all months that are shown. */
export const rowsOfMonths = (
  rows: RowSelection,
  column: string,
  months: readonly string[],
  month: string | null,
): RowSelection =>
  narrowRows(
    rows,
    month === null ? monthsCondition(column, months[0] ?? '', months.at(-1) ?? '') : monthsCondition(column, month),
  );
