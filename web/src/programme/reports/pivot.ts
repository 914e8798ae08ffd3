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

/** The table as a picture: its columns along the axis, its rows told apart by colours, the largest by themselves. */
export function pictureOf({ report, pivot, measure, other, rowsAt }: PictureParts, isShare: boolean): Picture {
  const mark = (parts: readonly CurrencySums[], rows?: RowsAddress): Mark | undefined =>
    parts.length > 0
      ? { value: Number(valueOf(measure, parts)), text: textOf(report, measure, parts), rows }
      : undefined;
  const isAcross = pivot.across !== undefined && !isShare;
  const along = isAcross ? pivot.columns : pivot.rows;
  const column = isAcross ? pivot.across : pivot.down;
  const categories = along.map((line) => categoryOf(line, column));
  const sums = (of: Pivot, line: Line) => (isAcross ? of.sumsOf(undefined, line) : of.sumsOf(line));
  const before = other && {
    key: 'before',
    label: other.label,
    marks: along.map((line) => mark(sums(other.pivot, line))),
  };
  if (!isAcross) {
    const marks = pivot.rows.map((row) => mark(pivot.sumsOf(row), rowsAt(row)));
    return { categories, series: [{ key: '', label: '', marks }], ...(before && { before }) };
  }
  const bySize = pivot.rows.toSorted(
    (a, b) => Number(valueOf(measure, pivot.sumsOf(b))) - Number(valueOf(measure, pivot.sumsOf(a))),
  );
  const isFolded = bySize.length > MOST_SERIES;
  const large = isFolded ? bySize.slice(0, MOST_SERIES - 1) : pivot.rows;
  const small = bySize.filter((row) => !large.includes(row));
  const series = large.map((row) => ({
    key: row.key,
    label: row.name,
    marks: along.map((line) => mark(pivot.sumsOf(row, line), rowsAt(row, line))),
  }));
  const rest = {
    key: 'rest',
    label: t`Others`,
    marks: along.map((line) => mark(addUp(small.flatMap((row) => pivot.sumsOf(row, line))))),
  };
  return { categories, series: isFolded ? [...series, rest] : series, ...(before && { before }) };
}

function categoryOf({ key, name, values }: Line, column: OfferedColumn | undefined): Category {
  const value = values[column?.key ?? ''];
  const isMonth = (column?.type === 'date' || column?.type === 'instant') && typeof value === 'string';
  return isMonth ? { key, label: name, short: shortMonth(value) } : { key, label: name };
}
