import { type Condition, type OfferedColumn, type Operator, findColumn, reportDefinition } from '@innkeeper/contract';
import { formatNumber } from '../../format/number.ts';
import { plus } from './add-sums.ts';
import { MONTH, type ReportPage } from './report-query.ts';

const LAST_YEAR = '_last_year';
const BETWEEN: Operator = 'date_between';

/** A metric of the overview; `before` is the column of the previous year, if the report has it. */
export interface YearMetric {
  readonly key: string;
  readonly before: string | undefined;
  readonly label: string;
  readonly scale: number;
}

/** Names of the two years. */
export interface Names {
  readonly now: string;
  readonly before: string;
}

/** The metrics shown in a report, in their order. */
export function metricsOf(offered: readonly OfferedColumn[], shown: ReportPage['columns']): readonly YearMetric[] {
  const isShown = (key: string) => shown.some((column) => column.key === key);
  return offered.flatMap(({ key, label, is_sum }) => {
    if (is_sum === 0 || key.endsWith(LAST_YEAR) || !isShown(key)) return [];
    const field = findColumn(reportDefinition('overview-report'), key)?.definition;
    const before = `${key}${LAST_YEAR}`;
    return [
      { key, label, before: isShown(before) ? before : undefined, scale: field?.kind === 'decimal' ? field.scale : 0 },
    ];
  });
}

/** Formats a value with the decimals of its metric. */
export const formatMetric = ({ scale }: YearMetric, value: unknown): string =>
  formatNumber(typeof value === 'string' || typeof value === 'number' ? value : 0, scale);

/**
 * The year that the conditions limit the months to; the current year without such a condition, undefined if they span
 * something other than a year.
 */
export function yearOf(conditions: readonly Condition[], now: Date): number | undefined {
  const limits = conditions.filter(({ column }) => column === MONTH);
  if (limits.length === 0) return now.getFullYear();
  const [limit] = limits;
  if (limits.length > 1 || !limit) return undefined;
  if (limit.operator === 'preset') return limit.value === 'this_year' ? now.getFullYear() : undefined;
  const [from = '', to = ''] = limit.value.split(',');
  const year = from.slice(0, 4);
  const isWhole = from.slice(4, 7) === '-01' && to.startsWith(`${year}-12`);
  return limit.operator === BETWEEN && isWhole ? Number(year) : undefined;
}

/** The conditions that limit the months to a year; the current year needs none. */
export function yearConditions(conditions: readonly Condition[], year: number, now: Date): readonly Condition[] {
  const others = conditions.filter(({ column }) => column !== MONTH);
  return year === now.getFullYear()
    ? others
    : [...others, { column: MONTH, operator: BETWEEN, value: `${year}-01-01,${year}-12-31` }];
}

/** The sum of a metric over the months up to and including `last`. */
export function valueUpTo(rows: ReportPage['rows'], key: string, last: string): string | number {
  return rows
    .filter((row) => String(row[MONTH]) <= last)
    .reduce<string | number>((sum, row) => plus(sum, row[key] as string | number), 0); // a sum of a report's row
}

/** The month of a date as `2026-11`. */
export const monthNow = (now: Date): string => `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
