import {
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
  getColumn,
  reportDefinition,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { shortMonth } from '../../format/month.ts';
import { formatMoney, formatNumber } from '../../format/number.ts';
import { decimalsOf } from '../../session/currencies.ts';
import { addSums, hasUsd, usdKey, rowsIn, totalOf } from './add-sums.ts';
import type { Category, Mark, RowsAddress, Series } from './chart.tsx';
import { MAX_SERIES } from './chart.tsx';
import { groupName } from './group-name.ts';
import type { ReportPage } from './report-query.ts';

/** A row or a column of a pivot table: one value of its grouping column. */
export interface Line {
  readonly key: string;
  readonly name: string;
  /** The value of its rows, under the column's key. */
  readonly values: ReportRow;
}

/** Groups by two columns as a pivot table. With one column it has the sums of its rows and no columns across. */
export interface Pivot {
  readonly down: OfferedColumn;
  readonly across: OfferedColumn | undefined;
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
  /** The sums of the group at a row and a column; leave one out for the sums of a whole row or column. */
  readonly sumsOf: (row?: Line, column?: Line) => readonly CurrencySums[];
}

const keyOf = (value: ReportRow[string] | undefined): string => JSON.stringify(value ?? null);

/** Builds a pivot table from the response pages of one query. Undefined if the report lacks these columns. */
export function pivotOf(
  report: ReportKey,
  group: readonly string[],
  responses: readonly ReportPage[],
): Pivot | undefined {
  const offered = responses[0]?.offered ?? [];
  const [down, across] = group.map((key) => offered.find((column) => column.key === key));
  if (!down) return undefined;
  const cells = new Map<string, readonly CurrencySums[]>();
  const lines = { rows: new Map<string, Line>(), columns: new Map<string, Line>() };
  const put = (into: Map<string, Line>, column: OfferedColumn, value: ReportRow[string]): string => {
    const key = keyOf(value);
    if (!into.has(key)) into.set(key, { key, name: groupName(report, column, value), values: { [column.key]: value } });
    return key;
  };
  for (const { rows, rows_by_currency } of responses)
    rows.forEach((record, at) => {
      // A cell of a report's row.
      const value = (column: OfferedColumn) => (record[column.key] ?? null) as ReportRow[string];
      const row = put(lines.rows, down, value(down));
      const column = across ? put(lines.columns, across, value(across)) : '';
      cells.set(`${row} ${column}`, rows_by_currency[at] ?? []);
    });
  const columns = [...lines.columns.values()].toSorted(inOrder(across));
  const sums = new Map<string, readonly CurrencySums[]>();
  return {
    down,
    across,
    rows: [...lines.rows.values()],
    columns,
    sumsOf: (row, column) => {
      const key = `${row?.key ?? '*'} ${column?.key ?? (across ? '*' : '')}`;
      const known = cells.get(key) ?? sums.get(key);
      if (known || (row && column)) return known ?? [];
      const added = addSums(
        [...cells].flatMap(([at, parts]) =>
          (!row || at.startsWith(`${row.key} `)) && (!column || at.endsWith(` ${column.key}`)) ? parts : [],
        ),
      );
      sums.set(key, added);
      return added;
    },
  };
}

/** Empty values first, as on the server; months and texts alphabetically, numbers by value. */
const inOrder = (column: OfferedColumn | undefined) => (a: Line, b: Line) => {
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

export function measureOf(report: ReportKey, key: string, all: readonly CurrencySums[]): Measure {
  const field = key && reportDefinition(report).fields[key];
  return {
    key,
    isUsd: field !== undefined && field !== '' && field.kind === 'money' && all.length > 1 && hasUsd(all, key),
  };
}

/**
 * Whether values of the measure can be compared in one chart: not if they are in several currencies without US dollars.
 */
export const isChartable = (report: ReportKey, { key, isUsd }: Measure, all: readonly CurrencySums[]): boolean =>
  key === '' || isUsd || all.length < 2 || reportDefinition(report).fields[key]?.kind !== 'money';

/** The value of a measure over all currencies, as a decimal. */
export const valueOf = ({ key, isUsd }: Measure, parts: readonly CurrencySums[]): string | number =>
  key === '' ? rowsIn(parts) : totalOf(parts, isUsd ? usdKey(key) : key);

/** The value of a measure with its unit. */
export function textOf(report: ReportKey, measure: Measure, parts: readonly CurrencySums[]): string {
  const value = valueOf(measure, parts);
  if (measure.key === '') return formatNumber(value);
  const { definition: field } = getColumn(reportDefinition(report), measure.key);
  if (measure.isUsd) return formatMoney(value, 'USD', 2);
  const currency = parts[0]?.currency ?? null;
  if (field.kind === 'money') return formatMoney(value, currency, decimalsOf(currency));
  return formatNumber(value, field.kind === 'decimal' ? field.scale : 0);
}

/** The relative change of a value, such as `+12%`; empty if the earlier value was zero. */
export function changeOf(now: string | number, before: string | number): string {
  const was = Number(before);
  if (was === 0) return '';
  const percent = Math.round(((Number(now) - was) / was) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

interface Picture {
  readonly categories: readonly Category[];
  readonly series: readonly Series[];
  readonly before?: Series;
}

export interface PivotParts {
  readonly report: ReportKey;
  readonly pivot: Pivot;
  readonly measure: Measure;
  /** The groups of the comparison period, and its name. */
  readonly other?: { readonly pivot: Pivot; readonly label: string } | undefined;
  /** Link to a group's rows. */
  readonly rowsAt: (row?: Line, column?: Line) => RowsAddress | undefined;
}

/**
 * The pivot table as a chart: columns along the axis, rows as coloured series, the largest rows shown individually. If
 * the rows are months, they run along the axis.
 */
export function pictureOf({ report, pivot, measure, other, rowsAt }: PivotParts, isShare: boolean): Picture {
  const mark = (parts: readonly CurrencySums[], rows?: RowsAddress): Mark | undefined =>
    parts.length > 0
      ? { value: Number(valueOf(measure, parts)), text: textOf(report, measure, parts), rows }
      : undefined;
  const { down, across } = pivot;
  const isTable = across !== undefined && !isShare;
  const isRowAxis = !isTable || (isMonthColumn(down) && !isMonthColumn(across));
  const [along, crosswise] = isRowAxis ? [pivot.rows, pivot.columns] : [pivot.columns, pivot.rows];
  const place = (line?: Line, one?: Line) => (isRowAxis ? ([line, one] as const) : ([one, line] as const));
  const categories = categoriesOf(along, isRowAxis ? down : across);
  const before = other && {
    key: 'before',
    label: other.label,
    marks: along.map((line) => mark(other.pivot.sumsOf(...place(line)))),
  };
  if (!isTable) {
    const marks = along.map((line) => mark(pivot.sumsOf(line), rowsAt(line)));
    return { categories, series: [{ key: '', label: '', marks }], ...(before && { before }) };
  }
  const size = (one: Line): number => Number(valueOf(measure, pivot.sumsOf(...place(undefined, one))));
  const bySize = crosswise.toSorted((a, b) => size(b) - size(a));
  const isFolded = bySize.length > MAX_SERIES;
  const large = isFolded ? bySize.slice(0, MAX_SERIES - 1) : crosswise;
  const small = bySize.filter((one) => !large.includes(one));
  const series = large.map((one) => ({
    key: one.key,
    label: one.name,
    marks: along.map((line) => mark(pivot.sumsOf(...place(line, one)), rowsAt(...place(line, one)))),
  }));
  const rest = {
    key: 'rest',
    label: t`Others`,
    marks: along.map((line) => mark(addSums(small.flatMap((one) => pivot.sumsOf(...place(line, one)))))),
  };
  return { categories, series: isFolded ? [...series, rest] : series, ...(before && { before }) };
}

const isMonthColumn = (column: OfferedColumn | undefined): boolean =>
  column?.type === 'date' || column?.type === 'instant';

/** Months have short names for narrow layouts; with several years, each January includes its year. */
function categoriesOf(lines: readonly Line[], column: OfferedColumn | undefined): Category[] {
  const valueIn = ({ values }: Line) => values[column?.key ?? ''];
  if (!isMonthColumn(column)) return lines.map(({ key, name }) => ({ key, label: name }));
  const years = new Set(lines.map((line) => String(valueIn(line) ?? '').slice(0, 4)).filter(Boolean));
  return lines.map((line) => {
    const { key, name } = line;
    const value = valueIn(line);
    if (typeof value !== 'string') return { key, label: name };
    const isYear = years.size > 1 && value.slice(5, 7) === '01';
    return { key, label: name, short: isYear ? value.slice(0, 4) : shortMonth(value) };
  });
}
