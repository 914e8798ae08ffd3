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
import { addUp, hasDollars, inDollars, rowsIn, totalOf } from './add-sums.ts';
import type { Category, Mark, RowsAddress, Series } from './chart.tsx';
import { MOST_SERIES } from './chart.tsx';
import { groupName } from './group-name.ts';
import type { ReportPage } from './report-query.ts';

/** A row or a column of a table across: one value of the column that it is made of. */
export interface Line {
  readonly key: string;
  readonly name: string;
  /** The value of its rows, under the name of the column. */
  readonly values: ReportRow;
}

/** Groups by two columns as a table across; by one alone it has the sums of its rows and nothing across. */
export interface Pivot {
  readonly down: OfferedColumn;
  readonly across: OfferedColumn | undefined;
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
  /** The sums of the groups of a row and a column; of a whole row or column if the other is left out. */
  readonly sumsOf: (row?: Line, column?: Line) => readonly CurrencySums[];
}

const keyOf = (value: ReportRow[string] | undefined): string => JSON.stringify(value ?? null);

/** Makes a table of the answers to one question, page by page. Undefined where the report has no such columns. */
export function pivotOf(
  report: ReportKey,
  group: readonly string[],
  answers: readonly ReportPage[],
): Pivot | undefined {
  const offered = answers[0]?.offered ?? [];
  const [down, across] = group.map((key) => offered.find((column) => column.key === key));
  if (!down) return undefined;
  const cells = new Map<string, readonly CurrencySums[]>();
  const lines = { rows: new Map<string, Line>(), columns: new Map<string, Line>() };
  const put = (into: Map<string, Line>, column: OfferedColumn, value: ReportRow[string]): string => {
    const key = keyOf(value);
    if (!into.has(key)) into.set(key, { key, name: groupName(report, column, value), values: { [column.key]: value } });
    return key;
  };
  for (const { rows, rows_by_currency } of answers)
    rows.forEach((record, at) => {
      const value = (column: OfferedColumn) => (record[column.key] ?? null) as ReportRow[string]; // a cell of a report's row
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
      const added = addUp(
        [...cells].flatMap(([at, parts]) =>
          (!row || at.startsWith(`${row.key} `)) && (!column || at.endsWith(` ${column.key}`)) ? parts : [],
        ),
      );
      sums.set(key, added);
      return added;
    },
  };
}

/** Empty ones first, as the server has them; months and texts by their letters, numbers by their size. */
const inOrder = (column: OfferedColumn | undefined) => (a: Line, b: Line) => {
  const [x, y] = [a, b].map(({ values }) => values[column?.key ?? '']);
  if (x === null || y === null) return x === y ? 0 : x === null ? -1 : 1;
  return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
};

/** The measure of the groups: the number of records, or the sum of one column. */
export interface Measure {
  /** Empty: records are counted. */
  readonly key: string;
  /** It is drawn in US dollars, as its own amounts are in several currencies. */
  readonly isDollars: boolean;
}

export function measureOf(report: ReportKey, key: string, all: readonly CurrencySums[]): Measure {
  const field = key && reportDefinition(report).fields[key];
  return {
    key,
    isDollars: field !== undefined && field !== '' && field.kind === 'money' && all.length > 1 && hasDollars(all, key),
  };
}

/** Whether sums of it can be put side by side in a picture: not those of several currencies without US dollars. */
export const isDrawn = (report: ReportKey, { key, isDollars }: Measure, all: readonly CurrencySums[]): boolean =>
  key === '' || isDollars || all.length < 2 || reportDefinition(report).fields[key]?.kind !== 'money';

/** The value of a measure as a decimal, over all currencies. */
export const valueOf = ({ key, isDollars }: Measure, parts: readonly CurrencySums[]): string | number =>
  key === '' ? rowsIn(parts) : totalOf(parts, isDollars ? inDollars(key) : key);

/** The same with its unit. */
export function textOf(report: ReportKey, measure: Measure, parts: readonly CurrencySums[]): string {
  const value = valueOf(measure, parts);
  if (measure.key === '') return formatNumber(value);
  const { definition: field } = getColumn(reportDefinition(report), measure.key);
  if (measure.isDollars) return formatMoney(value, 'USD', 2);
  const currency = parts[0]?.currency ?? null;
  if (field.kind === 'money') return formatMoney(value, currency, decimalsOf(currency));
  return formatNumber(value, field.kind === 'decimal' ? field.scale : 0);
}

/** By how much a value has changed, `+12%`; empty where there was nothing. */
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

export interface PictureParts {
  readonly report: ReportKey;
  readonly pivot: Pivot;
  readonly measure: Measure;
  /** The groups of another period, and its name. */
  readonly other?: { readonly pivot: Pivot; readonly label: string } | undefined;
  /** The address of a group's rows. */
  readonly rowsAt: (row?: Line, column?: Line) => RowsAddress | undefined;
}

/**
 * The table as a picture: its columns along the axis, its rows told apart by colours, the largest by themselves. Where the rows are
 * months, they run along the axis.
 */
export function pictureOf({ report, pivot, measure, other, rowsAt }: PictureParts, isShare: boolean): Picture {
  const mark = (parts: readonly CurrencySums[], rows?: RowsAddress): Mark | undefined =>
    parts.length > 0
      ? { value: Number(valueOf(measure, parts)), text: textOf(report, measure, parts), rows }
      : undefined;
  const { down, across } = pivot;
  const isTable = across !== undefined && !isShare;
  const isDownAlong = !isTable || (isMonths(down) && !isMonths(across));
  const [along, apart] = isDownAlong ? [pivot.rows, pivot.columns] : [pivot.columns, pivot.rows];
  const place = (line?: Line, one?: Line) => (isDownAlong ? ([line, one] as const) : ([one, line] as const));
  const categories = categoriesOf(along, isDownAlong ? down : across);
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
  const bySize = apart.toSorted((a, b) => size(b) - size(a));
  const isFolded = bySize.length > MOST_SERIES;
  const large = isFolded ? bySize.slice(0, MOST_SERIES - 1) : apart;
  const small = bySize.filter((one) => !large.includes(one));
  const series = large.map((one) => ({
    key: one.key,
    label: one.name,
    marks: along.map((line) => mark(pivot.sumsOf(...place(line, one)), rowsAt(...place(line, one)))),
  }));
  const rest = {
    key: 'rest',
    label: t`Others`,
    marks: along.map((line) => mark(addUp(small.flatMap((one) => pivot.sumsOf(...place(line, one)))))),
  };
  return { categories, series: isFolded ? [...series, rest] : series, ...(before && { before }) };
}

const isMonths = (column: OfferedColumn | undefined): boolean => column?.type === 'date' || column?.type === 'instant';

/** Months have short names for narrow places: of several years, each January bears its year. */
function categoriesOf(lines: readonly Line[], column: OfferedColumn | undefined): Category[] {
  const valueIn = ({ values }: Line) => values[column?.key ?? ''];
  if (!isMonths(column)) return lines.map(({ key, name }) => ({ key, label: name }));
  const years = new Set(lines.map((line) => String(valueIn(line) ?? '').slice(0, 4)).filter(Boolean));
  return lines.map((line) => {
    const { key, name } = line;
    const value = valueIn(line);
    if (typeof value !== 'string') return { key, label: name };
    const isYear = years.size > 1 && value.slice(5, 7) === '01';
    return { key, label: name, short: isYear ? value.slice(0, 4) : shortMonth(value) };
  });
}
