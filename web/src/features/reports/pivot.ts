import {
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
  getColumn,
  getReportDefinition,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { shortMonth } from '../../format/month.ts';
import { formatMoney, formatNumber } from '../../format/number.ts';
import { decimalsOf } from '../../session/currencies.ts';
import { addSums, hasUsd, usdKey, countRows, totalOf } from './add-sums.ts';
import { MAX_SERIES } from '../../ui/series-shades.ts';
import { type Category, type Mark, type RowsAddress, type Series } from './chart-data.ts';
import { groupName } from './group-name.ts';
import type { ReportPage } from './report-query.ts';

/** A row or a column of a pivot table: one value of its grouping column. */
export interface PivotLine {
  readonly key: string;
  readonly name: string;
  /** The value of its rows, under the column's key. */
  readonly values: ReportRow;
}

/** Groups by two columns as a pivot table. With one column it has the sums of its rows and no columns across. */
export interface Pivot {
  readonly rowColumn: OfferedColumn;
  readonly axisColumn: OfferedColumn | undefined;
  readonly rows: readonly PivotLine[];
  readonly columns: readonly PivotLine[];
  /** The sums of the group at a row and a column; leave one out for the sums of a whole row or column. */
  readonly sumsOf: (row?: PivotLine, column?: PivotLine) => readonly CurrencySums[];
}

const valueKey = (value: ReportRow[string] | undefined): string => JSON.stringify(value ?? null);

/** Builds a pivot table from the response pages of one query. Undefined if the report lacks these columns. */
export function buildPivot(
  report: ReportKey,
  group: readonly string[],
  responses: readonly ReportPage[],
): Pivot | undefined {
  const offeredColumns = responses[0]?.offered ?? [];
  const [rowColumn, axisColumn] = group.map((key) => offeredColumns.find((column) => column.key === key));
  if (!rowColumn) return undefined;
  const cells = new Map<string, readonly CurrencySums[]>();
  const lines = { rows: new Map<string, PivotLine>(), columns: new Map<string, PivotLine>() };
  const addLine = (linesByKey: Map<string, PivotLine>, column: OfferedColumn, value: ReportRow[string]): string => {
    const key = valueKey(value);
    if (!linesByKey.has(key))
      linesByKey.set(key, { key, name: groupName(report, column, value), values: { [column.key]: value } });
    return key;
  };
  for (const { rows, rows_by_currency } of responses)
    rows.forEach((record, index) => {
      // Report rows are typed as records.
      const cellValue = (column: OfferedColumn) => (record[column.key] ?? null) as ReportRow[string];
      const row = addLine(lines.rows, rowColumn, cellValue(rowColumn));
      const column = axisColumn ? addLine(lines.columns, axisColumn, cellValue(axisColumn)) : '';
      cells.set(`${row} ${column}`, rows_by_currency[index] ?? []);
    });
  const columns = [...lines.columns.values()].toSorted(compareLines(axisColumn));
  const sumsByKey = new Map<string, readonly CurrencySums[]>();
  return {
    rowColumn,
    axisColumn,
    rows: [...lines.rows.values()],
    columns,
    sumsOf: (row, column) => {
      const key = `${row?.key ?? '*'} ${column?.key ?? (axisColumn ? '*' : '')}`;
      const cached = cells.get(key) ?? sumsByKey.get(key);
      if (cached || (row && column)) return cached ?? [];
      const combined = addSums(
        [...cells].flatMap(([cellKey, sums]) =>
          (!row || cellKey.startsWith(`${row.key} `)) && (!column || cellKey.endsWith(` ${column.key}`)) ? sums : [],
        ),
      );
      sumsByKey.set(key, combined);
      return combined;
    },
  };
}

/** Empty values first, as on the server; months and texts alphabetically, numbers by value. */
const compareLines = (column: OfferedColumn | undefined) => (a: PivotLine, b: PivotLine) => {
  const [x, y] = [a, b].map(({ values }) => values[column?.key ?? '']);
  if (x === null || y === null) return x === y ? 0 : x === null ? -1 : 1;
  return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
};

/** The measure of the groups: the number of records, or the sum of a column. */
export interface Measure {
  /** If empty, records are counted. */
  readonly key: string;
  /** Shown in US dollars because its own amounts are in several currencies. */
  readonly isUsd: boolean;
}

export function createMeasure(report: ReportKey, key: string, allSums: readonly CurrencySums[]): Measure {
  const field = key && getReportDefinition(report).fields[key];
  return {
    key,
    isUsd: field !== undefined && field !== '' && field.kind === 'money' && allSums.length > 1 && hasUsd(allSums, key),
  };
}

/**
 * Whether values of the measure can be compared in one chart: not if they are in several currencies without US dollars.
 */
export const isChartable = (report: ReportKey, { key, isUsd }: Measure, allSums: readonly CurrencySums[]): boolean =>
  key === '' || isUsd || allSums.length < 2 || getReportDefinition(report).fields[key]?.kind !== 'money';

/** The value of a measure over all currencies, as a decimal. */
export const valueOf = ({ key, isUsd }: Measure, sums: readonly CurrencySums[]): string | number =>
  key === '' ? countRows(sums) : totalOf(sums, isUsd ? usdKey(key) : key);

/** The value of a measure with its unit. */
export function formatMeasure(report: ReportKey, measure: Measure, sums: readonly CurrencySums[]): string {
  const value = valueOf(measure, sums);
  if (measure.key === '') return formatNumber(value);
  const { definition: field } = getColumn(getReportDefinition(report), measure.key);
  if (measure.isUsd) return formatMoney(value, 'USD', 2);
  const currency = sums[0]?.currency ?? null;
  if (field.kind === 'money') return formatMoney(value, currency, decimalsOf(currency));
  return formatNumber(value, field.kind === 'decimal' ? field.scale : 0);
}

interface PivotChart {
  readonly categories: readonly Category[];
  readonly series: readonly Series[];
  readonly previous?: Series;
}

export interface PivotChartInput {
  readonly report: ReportKey;
  readonly pivot: Pivot;
  readonly measure: Measure;
  /** The groups of the comparison period, and its name. */
  readonly comparison?: { readonly pivot: Pivot; readonly label: string } | undefined;
  /** Link to a group's rows. */
  readonly linkToRows: (row?: PivotLine, column?: PivotLine) => RowsAddress | undefined;
}

/**
 * The pivot table as a chart: columns along the axis, rows as coloured series, the largest rows shown individually. If
 * the rows are months, they run along the axis.
 */
export function buildPivotChart(
  { report, pivot, measure, comparison, linkToRows }: PivotChartInput,
  isShare: boolean,
): PivotChart {
  const createMark = (sums: readonly CurrencySums[], rows?: RowsAddress): Mark | undefined =>
    sums.length > 0
      ? { value: Number(valueOf(measure, sums)), text: formatMeasure(report, measure, sums), rows }
      : undefined;
  const { rowColumn, axisColumn } = pivot;
  const hasTwoAxes = axisColumn !== undefined && !isShare;
  const isRowAxis = !hasTwoAxes || (isMonthColumn(rowColumn) && !isMonthColumn(axisColumn));
  const [axisLines, seriesLines] = isRowAxis ? [pivot.rows, pivot.columns] : [pivot.columns, pivot.rows];
  const toCell = (line?: PivotLine, item?: PivotLine) =>
    isRowAxis ? ([line, item] as const) : ([item, line] as const);
  const categories = createCategories(axisLines, isRowAxis ? rowColumn : axisColumn);
  const previous = comparison && {
    key: 'before',
    label: comparison.label,
    marks: axisLines.map((line) => createMark(comparison.pivot.sumsOf(...toCell(line)))),
  };
  if (!hasTwoAxes) {
    const marks = axisLines.map((line) => createMark(pivot.sumsOf(line), linkToRows(line)));
    return { categories, series: [{ key: '', label: '', marks }], ...(previous && { previous }) };
  }
  const sizeOf = (item: PivotLine): number => Number(valueOf(measure, pivot.sumsOf(...toCell(undefined, item))));
  const sortedLines = seriesLines.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const isCombined = sortedLines.length > MAX_SERIES;
  const largest = isCombined ? sortedLines.slice(0, MAX_SERIES - 1) : seriesLines;
  const smallest = sortedLines.filter((item) => !largest.includes(item));
  const series = largest.map((item) => ({
    key: item.key,
    label: item.name,
    marks: axisLines.map((line) => createMark(pivot.sumsOf(...toCell(line, item)), linkToRows(...toCell(line, item)))),
  }));
  const othersSeries = {
    key: 'rest',
    label: t`Others`,
    marks: axisLines.map((line) =>
      createMark(addSums(smallest.flatMap((item) => pivot.sumsOf(...toCell(line, item))))),
    ),
  };
  return { categories, series: isCombined ? [...series, othersSeries] : series, ...(previous && { previous }) };
}

const isMonthColumn = (column: OfferedColumn | undefined): boolean =>
  column?.type === 'date' || column?.type === 'instant';

/** Months have short names for narrow layouts; with several years, each January includes its year. */
function createCategories(lines: readonly PivotLine[], column: OfferedColumn | undefined): Category[] {
  const lineValue = ({ values }: PivotLine) => values[column?.key ?? ''];
  if (!isMonthColumn(column)) return lines.map(({ key, name }) => ({ key, label: name }));
  const years = new Set(lines.map((line) => String(lineValue(line) ?? '').slice(0, 4)).filter(Boolean));
  return lines.map((line) => {
    const { key, name } = line;
    const value = lineValue(line);
    if (typeof value !== 'string') return { key, label: name };
    const showsYear = years.size > 1 && value.slice(5, 7) === '01';
    return { key, label: name, shortLabel: showsYear ? value.slice(0, 4) : shortMonth(value) };
  });
}
