import {
  type Condition,
  LAST_YEAR_SUFFIX,
  type Language,
  MAX_PER_PAGE,
  MONTHS,
  MONTH_COLUMN,
  addDecimals,
  comparedConditions,
  formatChange,
  parseYear,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { reportFileTexts } from '../../texts/report-files.ts';
import { readPage } from './read-page.ts';
import type { RunColumn } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import type { FileOrder } from './report-rows.ts';
import { REPORT_SOURCES } from './report-sources.ts';

/*
 * The overview of a year as the console shows it: each value compared with the same months of the year before, and one
 * of them by month, hotel and membership.
 */

export interface YearTile {
  readonly label: string;
  readonly value: string;
  /** Such as `+12%`; empty without a value to compare with. */
  readonly change: string;
  /** The value of the year before, and until when it counts; empty if the report has none. */
  readonly previous: string;
}

/** A bar of a chart, with that of the year before. */
export interface YearBar {
  readonly label: string;
  readonly current: number;
  readonly text: string;
  readonly previous: number | null;
}

export interface YearChart {
  readonly title: string;
  readonly bars: readonly YearBar[];
}

export interface YearPage {
  /** `2026 vs 2025`. */
  readonly period: string;
  /** The legend of the bars: this year, and the one before. */
  readonly names: readonly [current: string, previous: string];
  readonly tiles: readonly YearTile[];
  /** The name of the value in the charts. */
  readonly measure: string;
  readonly months: YearChart | undefined;
  readonly breakdowns: readonly YearChart[];
}

type Row = Readonly<Record<string, string | number | null>>;

interface Metric {
  readonly column: RunColumn;
  /** The column of the year before, if the report shows it. */
  readonly previous: RunColumn | undefined;
}

const BREAKDOWNS = [
  { key: 'overview.hotel', title: reportFileTexts.byHotel },
  { key: 'overview.membership', title: reportFileTexts.byMembership },
] as const;

/** Reads the page of a year; undefined if the report shows no values. */
export async function readYearPage(
  db: Db,
  hooksByResource: HooksByResource,
  order: FileOrder,
): Promise<YearPage | undefined> {
  const { reportQuery, context, language } = order;
  const metrics = findMetrics(reportQuery.columns);
  const metric = metrics.find(({ column }) => column.key === reportQuery.year?.measure) ?? metrics[0];
  if (!metric) return undefined;
  const month = monthOf(context.now, context.timeZone);
  const conditions = reportQuery.conditions.map(({ condition }) => condition);
  const year = parseYear(conditions, month);
  const isCurrentYear = year === Number(month.slice(0, 4));
  const readRows = (key: string, rowConditions: readonly Condition[]) =>
    readGroups(db, hooksByResource, order, key, rowConditions);
  const months = await readRows(MONTH_COLUMN, conditions);
  const comparedRows = isCurrentYear ? months?.filter((row) => String(row[MONTH_COLUMN]) <= month) : months;
  const compared = comparedConditions(conditions, year, month);
  const breakdowns = [];
  for (const { key, title } of BREAKDOWNS) {
    const rows = await readRows(key, compared);
    const toBar = (row: Row) => createBar(row, metric, String(row[key] ?? reportFileTexts.noMembership[language]));
    if (rows) breakdowns.push({ title: title[language], bars: rows.map(toBar).toSorted(compareBars) });
  }
  const previousName = year === undefined ? reportFileTexts.lastYear[language] : String(year - 1);
  return {
    period:
      year === undefined
        ? reportFileTexts.monthsComparison[language]
        : reportFileTexts.yearComparison({ year, previous: year - 1 })[language],
    names: [year === undefined ? '' : String(year), previousName],
    tiles: metrics.map((candidate) =>
      createTile(candidate, comparedRows ?? [], previousName, isCurrentYear ? month : undefined, language),
    ),
    measure: metric.column.label,
    months: months && {
      title: reportFileTexts.byMonth[language],
      bars: months.map((row) => createBar(row, metric, monthName(String(row[MONTH_COLUMN]), language))),
    },
    breakdowns,
  };
}

const compareBars = (a: YearBar, b: YearBar): number => b.current - a.current;

const monthName = (month: string, language: Language): string => MONTHS[language][Number(month.slice(5, 7)) - 1] ?? '';

const monthOf = (now: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
    .slice(0, 7);

/** The shown sums, each with that of the year before. */
function findMetrics(columns: readonly RunColumn[]): readonly Metric[] {
  const { measures } = REPORT_SOURCES['overview-report'];
  return columns
    .filter(({ key }) => Object.hasOwn(measures, key) && !key.endsWith(LAST_YEAR_SUFFIX))
    .map((column) => ({
      column,
      previous: columns.find(({ key }) => key === `${column.key}${LAST_YEAR_SUFFIX}`),
    }));
}

/** The sums by a column, as on the page of the console; undefined if the report has no such column. */
async function readGroups(
  db: Db,
  hooksByResource: HooksByResource,
  { report, runColumns, reportQuery, actor, context }: FileOrder,
  key: string,
  conditions: readonly Condition[],
): Promise<readonly Row[] | undefined> {
  if (!runColumns.some((column) => column.key === key)) return undefined;
  const query = parseReportQuery(REPORT_SOURCES[report], runColumns, {
    columns: reportQuery.columns.map((column) => column.key).join(','),
    group: key,
    per_page: String(MAX_PER_PAGE),
    ...(reportQuery.searchTerms.length > 0 && { search: reportQuery.searchTerms.join(' ') }),
    ...Object.fromEntries(
      conditions.map(({ column, operator, value }) => [`filter[${column}][${operator}]`, value] as const),
    ),
  });
  const { data } = await readPage(db, { report, actor, hooksByResource, context }, query);
  return JSON.parse(data) as readonly Row[]; // rows of the report's own statement
}

const formatValue = ({ path }: RunColumn, value: string | number): string =>
  path.definition.kind === 'decimal'
    ? formatNumber(addDecimals([String(value)], path.definition.scale))
    : formatNumber(String(value));

function createBar(row: Row, { column, previous }: Metric, label: string): YearBar {
  const value = row[column.key] ?? 0;
  return {
    label,
    current: Number(value),
    text: formatValue(column, value),
    previous: previous ? Number(row[previous.key] ?? 0) : null,
  };
}

/** `untilMonth`: the month up to which the values of the current year count. */
function createTile(
  { column, previous }: Metric,
  rows: readonly Row[],
  previousName: string,
  untilMonth: string | undefined,
  language: Language,
): YearTile {
  const sumOf = ({ key, path }: RunColumn): string =>
    addDecimals(
      rows.map((row) => String(row[key] ?? 0)),
      path.definition.kind === 'decimal' ? path.definition.scale : 0,
    );
  const value = sumOf(column);
  const previousValue = previous && sumOf(previous);
  const values = { value: previousValue === undefined ? '' : formatNumber(previousValue), year: previousName };
  return {
    label: column.label,
    value: formatNumber(value),
    change: previousValue === undefined ? '' : formatChange(value, previousValue),
    previous:
      previousValue === undefined
        ? ''
        : untilMonth === undefined
          ? reportFileTexts.valueIn(values)[language]
          : reportFileTexts.valueUntil({ ...values, month: monthName(untilMonth, language) })[language],
  };
}
