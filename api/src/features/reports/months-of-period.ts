import type { DayRange, FilterContext } from '../../engine/resources/conditions.ts';
import { isPreset, presetRange } from '../../engine/resources/date-presets.ts';
import type { PeriodCondition } from './period-comparison.ts';
import { dayInUtc, isDay, isLastOfMonth, plain } from './days.ts';

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
type DayRangeAnywhere = readonly [earliest: Day, latest: Day];

const firstOfMonth = (day: Day): Day => day.with({ day: 1 });
const lastOfMonth = (day: Day): Day => day.with({ day: day.daysInMonth });
const isBefore = (day: Day, other: Day): boolean => Temporal.PlainDate.compare(day, other) < 0;
const isSameMonth = ([earliest, latest]: DayRangeAnywhere): boolean =>
  earliest.toPlainYearMonth().equals(latest.toPlainYearMonth());

/**
 * The whole months of a period, with as few extra days as possible. Null if it contains no whole month, or if its ends
 * are not days.
 */
export function monthsOfPeriod(condition: PeriodCondition, { now }: FilterContext): MonthsOfPeriod | null {
  const today = dayInUtc(now);
  const ends = parsePeriodEnds(condition, today);
  if (!ends) return null;
  /** Number of days in a range that can have records: none are later than today. */
  const countPastDays = (from: Day, to: Day): number =>
    (isBefore(today, to) ? from.until(today) : from.until(to)).days + 1;
  const [from, to] = ends;
  const begins = from && monthOfBeginning(from, countPastDays);
  const stops = to && monthOfEnd(to, countPastDays);
  const months: DayRange = [begins?.month.toString() ?? null, stops?.month.toString() ?? null];
  if (begins && stops && isBefore(stops.month, begins.month)) return null;
  const days = [begins?.days ?? [], stops?.days ?? []].flat();
  // A record in both ranges would be subtracted twice.
  if (from && to && days.every(({ isAdded }) => !isAdded) && !isBefore(from[1], to[0])) return null;
  return { months, days };
}

type PeriodEnd = { readonly month: Day; readonly days: MonthsOfPeriod['days'] };
type CountDays = (from: Day, to: Day) => number;

function monthOfBeginning(from: DayRangeAnywhere, countPastDays: CountDays): PeriodEnd {
  const [earliest, latest] = from;
  const month = firstOfMonth(latest);
  const isWhole = earliest.equals(month) && latest.equals(month);
  if (isWhole) return { month, days: [] };
  if (isSameMonth(from) && countPastDays(month, latest) < countPastDays(earliest, lastOfMonth(latest)))
    return { month, days: [{ range: [month.toString(), latest.toString()], isAdded: false }] };
  const next = latest.equals(month) ? month : month.add({ months: 1 });
  return { month: next, days: [{ range: [null, next.subtract({ days: 1 }).toString()], isAdded: true }] };
}

function monthOfEnd(to: DayRangeAnywhere, countPastDays: CountDays): PeriodEnd {
  const [earliest, latest] = to;
  const month = lastOfMonth(earliest);
  const isWhole = earliest.equals(month) && latest.equals(month);
  if (isWhole) return { month, days: [] };
  if (isSameMonth(to) && countPastDays(earliest, month) < countPastDays(firstOfMonth(earliest), latest))
    return { month, days: [{ range: [earliest.toString(), month.toString()], isAdded: false }] };
  const before = isLastOfMonth(earliest) ? earliest : firstOfMonth(earliest).subtract({ days: 1 });
  return { month: before, days: [{ range: [before.add({ days: 1 }).toString(), null], isAdded: true }] };
}

/** The first and last day; null where the period is open. */
function parsePeriodEnds(
  { operator, value }: PeriodCondition,
  today: Day,
): readonly [DayRangeAnywhere | null, DayRangeAnywhere | null] | null {
  if (operator === 'preset') {
    if (!isPreset(value)) return null;
    // Hotels may be a day ahead of or behind UTC, and a preset that ends now excludes what is still to come.
    // A range for each of two days.
    const [early, late] = [-2, 1].map((days) => presetRange(value, today.add({ days }))) as [[Day, Day], [Day, Day]];
    return [
      [early[0], late[0]],
      [early[1], late[1]],
    ];
  }
  if (operator !== 'date_between') return null;
  const ends = value.split(',').map((end) => end.trim());
  const given = ends.filter((end) => end !== '');
  if (ends.length !== 2 || given.length === 0 || !given.every(isDay)) return null;
  const [from = null, to = null] = ends.map((end): DayRangeAnywhere | null =>
    end === '' ? null : [plain(end), plain(end)],
  );
  return [from, to];
}
