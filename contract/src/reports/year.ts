import type { Condition } from '../fields/filter.ts';

/** The year overview: a report's months compared with those of the year before. On screen and as a page. */

/** The grouping column of the year overview. */
export const MONTH_COLUMN = 'overview.month';

/** The ending of a column with the value of the year before. */
export const LAST_YEAR_SUFFIX = '_last_year';

const BETWEEN = 'date_between';
const yearOf = (month: string): number => Number(month.slice(0, 4));

/**
 * The year that the conditions limit the months to; without such a condition that of `currentMonth` (`2026-11`),
 * undefined if they span something other than a year.
 */
export function parseYear(conditions: readonly Condition[], currentMonth: string): number | undefined {
  const [monthCondition, ...others] = conditions.filter(({ column }) => column === MONTH_COLUMN);
  if (!monthCondition) return yearOf(currentMonth);
  if (others.length > 0) return undefined;
  if (monthCondition.operator === 'preset')
    return monthCondition.value === 'this_year' ? yearOf(currentMonth) : undefined;
  const [from = '', to = ''] = monthCondition.value.split(',');
  const year = from.slice(0, 4);
  const isFullYear = from.slice(4, 7) === '-01' && to.startsWith(`${year}-12`);
  return monthCondition.operator === BETWEEN && isFullYear ? Number(year) : undefined;
}

/** The conditions that limit the months to a year; the current year needs none. */
export function yearConditions(
  conditions: readonly Condition[],
  year: number,
  currentMonth: string,
): readonly Condition[] {
  const otherConditions = conditions.filter(({ column }) => column !== MONTH_COLUMN);
  return year === yearOf(currentMonth)
    ? otherConditions
    : [...otherConditions, { column: MONTH_COLUMN, operator: BETWEEN, value: `${year}-01-01,${year}-12-31` }];
}

/** The conditions that limit the current year to its months up to now: those of the year before are compared with them. */
export const comparedConditions = (
  conditions: readonly Condition[],
  year: number | undefined,
  currentMonth: string,
): readonly Condition[] =>
  year === yearOf(currentMonth)
    ? [
        ...conditions.filter(({ column }) => column !== MONTH_COLUMN),
        { column: MONTH_COLUMN, operator: BETWEEN, value: `${year}-01,${currentMonth}` },
      ]
    : conditions;

/** The relative change of a value, such as `+12%`; empty if the earlier value was zero. */
export function formatChange(current: string | number, previous: string | number): string {
  const previousValue = Number(previous);
  if (previousValue === 0) return '';
  const percent = Math.round(((Number(current) - previousValue) / previousValue) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}
