import { type Condition, type OfferedColumn, type Operator, findColumn, reportDefinition } from '@innkeeper/contract';
import { formatNumber } from '../../format/number.ts';
import { plus } from './add-sums.ts';
import { MONTH, type ReportPage } from './report-query.ts';

const LAST_YEAR = '_last_year';
const BETWEEN: Operator = 'date_between';

/** A figure of the overview, with that of the year before where the report was given it. */
export interface YearFigure {
  readonly key: string;
  readonly before: string | undefined;
  readonly label: string;
  readonly scale: number;
}

/** How the two years are called. */
export interface Names {
  readonly now: string;
  readonly before: string;
}

/** The figures that a report was given, in their order. */
export function figuresOf(offered: readonly OfferedColumn[], shown: ReportPage['columns']): readonly YearFigure[] {
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

/** A value with the decimals of its figure. */
export const figureText = ({ scale }: YearFigure, value: unknown): string =>
  formatNumber(typeof value === 'string' || typeof value === 'number' ? value : 0, scale);

/** The year that the months are limited to; the present one where nobody limits them, undefined where it is no year. */
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

/** The conditions that limit the months to a year; the present one needs none. */
export function inYear(conditions: readonly Condition[], year: number, now: Date): readonly Condition[] {
  const others = conditions.filter(({ column }) => column !== MONTH);
  return year === now.getFullYear()
    ? others
    : [...others, { column: MONTH, operator: BETWEEN, value: `${year}-01-01,${year}-12-31` }];
}

/** The sum of a figure over the months, up to and including one of them. */
export function upTo(rows: ReportPage['rows'], key: string, last: string): string | number {
  return rows
    .filter((row) => String(row[MONTH]) <= last)
    .reduce<string | number>((sum, row) => plus(sum, row[key] as string | number), 0); // a sum of a report's row
}

/** `2026-11` of the day on which it is. */
export const monthNow = (now: Date): string => `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
