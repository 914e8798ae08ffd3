import { type Comparison, message } from '@innkeeper/contract';
import type { DayRange, FilterContext } from '../../engine/resources/conditions.ts';
import { isPreset, presetRange } from '../../engine/resources/date-presets.ts';
import type { ParsedList } from '../../engine/resources/list-query.ts';
import { invalid } from '../../platform/http/api-error.ts';
import { dayInUtc, isDay, isLastOfMonth, plain } from './days.ts';

/** Distance to the earlier period. */
type Distance = { readonly months: number } | { readonly days: number };

const YEAR: Distance = { months: 12 };
/** The earliest day. */
const FIRST = Temporal.PlainDate.from('0001-01-01');

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
export type PeriodCondition = ParsedList['conditions'][number]['condition'];

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
  const range = condition && rangeOf(condition, context);
  if (!range) throw invalid({ compare: [message('no_period', column)] });
  const distance = compare === 'last_year' ? YEAR : distanceOf(range);
  return {
    months: 'months' in distance ? distance.months : 0,
    context: {
      ...context,
      shifted: ([from, to]: DayRange): DayRange => {
        // Months differ in length, so each range moves by its own number of days, or by the same number of whole
        // months.
        // Still two days.
        const back = compare === 'last_year' || !from || !to ? distance : distanceOf([from, to].map(plain) as DayPair);
        return [from && shiftDate(from, back, false), to && shiftDate(to, back, true)];
      },
    },
  };
}

type DayPair = [Temporal.PlainDate, Temporal.PlainDate];

const isWhole = ([from, to]: DayPair): boolean => from.day === 1 && isLastOfMonth(to);
/** Presets that always cover whole months. */
const OF_MONTHS = /^((this|last)_(month|quarter|semester|year)|(quarter|semester)_\d)$/;

/** Whether a condition covers whole months in every zone. */
export function isWholeMonths(condition: PeriodCondition, context: FilterContext): boolean {
  if (condition.operator === 'preset') return OF_MONTHS.test(condition.value);
  const range = condition.operator === 'date_between' ? rangeOf(condition, context) : undefined;
  return range !== undefined && isWhole(range);
}

function distanceOf([from, to]: DayPair): Distance {
  return isWhole([from, to])
    ? { months: (to.year - from.year) * 12 + to.month - from.month + 1 }
    : { days: from.until(to).days + 1 };
}

/** Moves a day; the last day of a month becomes the last day of another month. */
function shiftDate(text: string, distance: Distance, isEnd: boolean): string {
  const day = plain(text);
  const there = day.subtract(distance);
  const whole = isEnd && 'months' in distance && isLastOfMonth(day) ? there.with({ day: there.daysInMonth }) : there;
  return (Temporal.PlainDate.compare(whole, FIRST) < 0 ? FIRST : whole).toString();
}

/** The days of a period with two ends. Presets are resolved in UTC. */
function rangeOf({ operator, value }: PeriodCondition, { now }: FilterContext): DayPair | undefined {
  if (operator === 'preset') return isPreset(value) ? presetRange(value, dayInUtc(now)) : undefined;
  const [from = '', to = ''] = value.split(',').map((part) => part.trim());
  if ([from, to].every((end) => /^\d{4}-\d{2}$/.test(end) && isDay(`${end}-01`))) {
    const last = Temporal.PlainYearMonth.from(to);
    return [plain(`${from}-01`), last.toPlainDate({ day: last.daysInMonth })];
  }
  return isDay(from) && isDay(to) ? [plain(from), plain(to)] : undefined;
}
