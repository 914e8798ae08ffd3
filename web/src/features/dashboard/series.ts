import {
  MONEY_SCALE,
  type Nested,
  type Rows,
  addDecimals,
  monthsCondition,
  includes,
  narrowRows,
  idCondition,
} from '@innkeeper/contract';
import type { Amount, Cell } from '@innkeeper/contract/calls';

/** Monthly values of one part of a chart, such as a membership or a hotel. */
export interface Series {
  readonly key: string;
  /** Null where the records have no membership. */
  readonly label: string | null;
  readonly cells: readonly Cell[];
  readonly rows: Rows;
}

/** The measure of a cell: the number, dollars, or the amount in one currency. */
export type Measure = 'number' | 'usd' | { readonly currency: string };

/** The value of some cells, exact as text. */
export function valueOf(cells: readonly Cell[], measure: Measure): string {
  if (measure === 'number') return String(cells.reduce((sum, { number }) => sum + number, 0));
  if (measure === 'usd') return added(cells.map(({ usd }) => usd ?? '0'));
  return added(cells.flatMap(({ amounts }) => amounts.filter(isIn(measure.currency)).map(({ amount }) => amount)));
}

/** Number of records missing from the dollar value of some cells, because they have no exchange rate. */
export const withoutRate = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { without_rate }) => sum + without_rate, 0);

const isIn =
  (currency: string) =>
  (amount: Amount): boolean =>
    amount.currency === currency;

export const cellsOfMonth = (cells: readonly Cell[], month: string): readonly Cell[] =>
  cells.filter((cell) => cell.month === month);

/** The currencies of some cells, in order. */
export const currenciesOf = (cells: readonly Cell[]): readonly string[] =>
  [...new Set(cells.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)))].toSorted();

/** The sum of amounts. */
export const added = (amounts: readonly string[]): string => addDecimals(amounts, MONEY_SCALE);

/** One series for each name that has cells, in the order of the names; cells without a name come last. */
export function seriesBy(
  cells: readonly Cell[],
  names: readonly Nested[],
  rows: Rows,
  column: string,
): readonly Series[] {
  const one = (id: number | null, label: string | null): Series => ({
    key: String(id),
    label,
    cells: cells.filter((cell) => cell.id === id),
    rows: narrowRows(rows, idCondition(column, id)),
  });
  return [...names.map(({ id, name }) => one(id, name)), one(null, null)].filter((series) => series.cells.length > 0);
}

/** Number of distinguishable colours. Further series are combined into one. */
export const MAX_SERIES = 6;

/** The largest series by value, and the others combined into one with the label `rest`. */
export function groupSmallest(
  series: readonly Series[],
  measure: Measure,
  column: string,
  rest: string,
): readonly Series[] {
  if (series.length <= MAX_SERIES) return series;
  const bySize = series.toSorted((a, b) => Number(valueOf(b.cells, measure)) - Number(valueOf(a.cells, measure)));
  const large = new Set(bySize.slice(0, MAX_SERIES - 1));
  const small = series.filter((one) => !large.has(one) && one.label !== null);
  const [first] = small;
  if (!first) return series;
  const rows = narrowRows(
    first.rows,
    includes(
      column,
      small.map(({ key }) => key),
    ),
  );
  return [
    ...bySize.filter((one) => large.has(one)),
    { key: 'rest', label: rest, cells: small.flatMap(({ cells }) => cells), rows },
  ];
}

/** The rows of one month of a series, or of all months that are shown. */
export const rowsIn = (rows: Rows, column: string, months: readonly string[], month: string | null): Rows =>
  narrowRows(
    rows,
    month === null ? monthsCondition(column, months[0] ?? '', months.at(-1) ?? '') : monthsCondition(column, month),
  );
