import { type Comparison, message } from '@innkeeper/contract';
import type { DayRange, FilterContext } from '../../engine/resources/conditions.ts';
import { isPreset, presetRange } from '../../engine/resources/date-presets.ts';
import type { ListQuery } from '../../engine/resources/list-query.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { toUtcDay, isValidDay, isLastOfMonth, toPlainDate } from './days.ts';

/** Distance to the earlier period. */
type Distance = { readonly months: number } | { readonly days: number };

const ONE_YEAR: Distance = { months: 12 };
/** The earliest day. */
const FIRST_DAY = Temporal.PlainDate.from('0001-01-01');

/**
 * The shift of a comparison: period conditions are moved back, and each month is shown as the month that it is compared
 * with.
 */
export interface Shift {
  readonly context: FilterContext;
  /** Months between a row's month and the month under which it is shown. */
  readonly months: number;
}

/** A condition on the report's period. */
export type PeriodCondition = ListQuery['conditions'][number]['condition'];

/**
 * Shifts to the previous period or to the same period a year earlier. The period before whole months has the same
 * number of whole months. Throws a 422 unless the report has a period with two ends.
 */
export function shiftPeriod(
  compare: Comparison,
  condition: PeriodCondition | undefined,
  context: FilterContext,
  column: string,
): Shift {
  const range = condition && resolveRange(condition, context);
  if (!range) throw validationError({ compare: [message('no_period', column)] });
  const distance = compare === 'last_year' ? ONE_YEAR : distanceOf(range);
  return {
    months: 'months' in distance ? distance.months : 0,
    context: {
      ...context,
      shiftRange: ([from, to]: DayRange): DayRange => {
        // Months differ in length, so each range moves by its own number of days, or by the same number of whole
        // months. The cast restores the tuple type, which `map` loses.
        const rangeDistance =
          compare === 'last_year' || !from || !to ? distance : distanceOf([from, to].map(toPlainDate) as DayPair);
        return [from && shiftDate(from, rangeDistance, false), to && shiftDate(to, rangeDistance, true)];
      },
    },
  };
}

type DayPair = [Temporal.PlainDate, Temporal.PlainDate];

const coversWholeMonths = ([from, to]: DayPair): boolean => from.day === 1 && isLastOfMonth(to);
/** Presets that always cover whole months. */
const WHOLE_MONTH_PRESET = /^((this|last)_(month|quarter|semester|year)|(quarter|semester)_\d)$/;

/** Whether a condition covers whole months in every zone. */
export function isWholeMonths(condition: PeriodCondition, context: FilterContext): boolean {
  if (condition.operator === 'preset') return WHOLE_MONTH_PRESET.test(condition.value);
  const range = condition.operator === 'date_between' ? resolveRange(condition, context) : undefined;
  return range !== undefined && coversWholeMonths(range);
}

function distanceOf([from, to]: DayPair): Distance {
  return coversWholeMonths([from, to])
    ? { months: (to.year - from.year) * 12 + to.month - from.month + 1 }
    : { days: from.until(to).days + 1 };
}

/** Moves a day; the last day of a month becomes the last day of another month. */
function shiftDate(text: string, distance: Distance, isEnd: boolean): string {
  const day = toPlainDate(text);
  const shifted = day.subtract(distance);
  const adjusted =
    isEnd && 'months' in distance && isLastOfMonth(day) ? shifted.with({ day: shifted.daysInMonth }) : shifted;
  return (Temporal.PlainDate.compare(adjusted, FIRST_DAY) < 0 ? FIRST_DAY : adjusted).toString();
}

/** The days of a period with two ends. Presets are resolved in UTC. */
function resolveRange({ operator, value }: PeriodCondition, { now }: FilterContext): DayPair | undefined {
  if (operator === 'preset') return isPreset(value) ? presetRange(value, toUtcDay(now)) : undefined;
  const [from = '', to = ''] = value.split(',').map((part) => part.trim());
  if ([from, to].every((end) => /^\d{4}-\d{2}$/.test(end) && isValidDay(`${end}-01`))) {
    const lastMonth = Temporal.PlainYearMonth.from(to);
    return [toPlainDate(`${from}-01`), lastMonth.toPlainDate({ day: lastMonth.daysInMonth })];
  }
  return isValidDay(from) && isValidDay(to) ? [toPlainDate(from), toPlainDate(to)] : undefined;
}
