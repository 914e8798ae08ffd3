import type { DayRange, FilterContext } from '../../engine/resources/conditions.ts';
import { isPreset, presetRange } from '../../engine/resources/date-presets.ts';
import type { PeriodCondition } from './period-comparison.ts';
import { toUtcDay, isValidDay, isLastOfMonth, toPlainDate } from './days.ts';

/** A period that begins or ends within a month, as whole months and single days. */
export interface MonthsOfPeriod {
  /** Either end may be open. */
  readonly months: DayRange;
  /**
   * Days to add from other months (`isAdded`), or to subtract from these months. Evaluated per record, as days of its
   * hotel.
   */
  readonly days: readonly { readonly range: DayRange; readonly isAdded: boolean }[];
}

type Day = Temporal.PlainDate;
/** A boundary day of a period: the earliest and the latest date that it has at any hotel. */
type BoundaryDay = readonly [earliest: Day, latest: Day];

const firstOfMonth = (day: Day): Day => day.with({ day: 1 });
const lastOfMonth = (day: Day): Day => day.with({ day: day.daysInMonth });
const isBefore = (day: Day, other: Day): boolean => Temporal.PlainDate.compare(day, other) < 0;
const isSameMonth = ([earliest, latest]: BoundaryDay): boolean =>
  earliest.toPlainYearMonth().equals(latest.toPlainYearMonth());

/**
 * The whole months of a period, with as few extra days as possible. Null if it contains no whole month, or if its
 * bounds are not dates.
 */
export function splitIntoMonths(condition: PeriodCondition, { now }: FilterContext): MonthsOfPeriod | null {
  const today = toUtcDay(now);
  const ends = parsePeriodEnds(condition, today);
  if (!ends) return null;
  /** Number of days in a range that can have records: none are later than today. */
  const countPastDays = (from: Day, to: Day): number =>
    (isBefore(today, to) ? from.until(today) : from.until(to)).days + 1;
  const [from, to] = ends;
  const firstMonth = from && findFirstWholeMonth(from, countPastDays);
  const lastMonth = to && findLastWholeMonth(to, countPastDays);
  const months: DayRange = [firstMonth?.month.toString() ?? null, lastMonth?.month.toString() ?? null];
  if (firstMonth && lastMonth && isBefore(lastMonth.month, firstMonth.month)) return null;
  const days = [firstMonth?.days ?? [], lastMonth?.days ?? []].flat();
  // A record in both ranges would be subtracted twice.
  if (from && to && days.every(({ isAdded }) => !isAdded) && !isBefore(from[1], to[0])) return null;
  return { months, days };
}

type PeriodEnd = { readonly month: Day; readonly days: MonthsOfPeriod['days'] };
type CountDays = (from: Day, to: Day) => number;

function findFirstWholeMonth(from: BoundaryDay, countPastDays: CountDays): PeriodEnd {
  const [earliest, latest] = from;
  const month = firstOfMonth(latest);
  const isWhole = earliest.equals(month) && latest.equals(month);
  if (isWhole) return { month, days: [] };
  if (isSameMonth(from) && countPastDays(month, latest) < countPastDays(earliest, lastOfMonth(latest)))
    return { month, days: [{ range: [month.toString(), latest.toString()], isAdded: false }] };
  const nextMonth = latest.equals(month) ? month : month.add({ months: 1 });
  return { month: nextMonth, days: [{ range: [null, nextMonth.subtract({ days: 1 }).toString()], isAdded: true }] };
}

function findLastWholeMonth(to: BoundaryDay, countPastDays: CountDays): PeriodEnd {
  const [earliest, latest] = to;
  const month = lastOfMonth(earliest);
  const isWhole = earliest.equals(month) && latest.equals(month);
  if (isWhole) return { month, days: [] };
  if (isSameMonth(to) && countPastDays(earliest, month) < countPastDays(firstOfMonth(earliest), latest))
    return { month, days: [{ range: [earliest.toString(), month.toString()], isAdded: false }] };
  const previousEnd = isLastOfMonth(earliest) ? earliest : firstOfMonth(earliest).subtract({ days: 1 });
  return { month: previousEnd, days: [{ range: [previousEnd.add({ days: 1 }).toString(), null], isAdded: true }] };
}

/** The first and last day; null where the period is open. */
function parsePeriodEnds(
  { operator, value }: PeriodCondition,
  today: Day,
): readonly [BoundaryDay | null, BoundaryDay | null] | null {
  if (operator === 'preset') {
    if (!isPreset(value)) return null;
    // Hotels may be a day ahead of or behind UTC, and a preset that ends now excludes what is still to come. The cast
    // restores the tuple types, which `map` loses.
    const [earliestRange, latestRange] = [-2, 1].map((days) => presetRange(value, today.add({ days }))) as [
      [Day, Day],
      [Day, Day],
    ];
    return [
      [earliestRange[0], latestRange[0]],
      [earliestRange[1], latestRange[1]],
    ];
  }
  if (operator !== 'date_between') return null;
  const ends = value.split(',').map((end) => end.trim());
  const boundaries = ends.filter((end) => end !== '');
  if (ends.length !== 2 || boundaries.length === 0 || !boundaries.every(isValidDay)) return null;
  const [from = null, to = null] = ends.map((end): BoundaryDay | null =>
    end === '' ? null : [toPlainDate(end), toPlainDate(end)],
  );
  return [from, to];
}
