import { type Day, dayOf } from './days.ts';
import type { Random } from './random.ts';
import { demandFactor } from './seasons.ts';

/** The shares of visits by country: from January to December, and by weekday from Sunday on. */
interface CountryHabits {
  readonly months: readonly number[];
  readonly weekdays: readonly number[];
  /** Holidays as `[first day, number of days, factor]`. */
  readonly holidays: readonly (readonly [day: string, days: number, factor: number])[];
}

const CITY_WEEKDAY_FACTORS = [1.35, 0.8, 0.8, 0.85, 0.95, 1.35, 1.6];

/** The first days of Eid al-Fitr and of the lunar new year, for all years that a demonstration may cover. */
const LEBARAN = ['2017-06-25', '2018-06-15', '2019-06-05', '2020-05-24', '2021-05-13', '2022-05-02', '2023-04-22', '2024-04-10', '2025-03-31', '2026-03-20', '2027-03-10', '2028-02-27', '2029-02-15', '2030-02-05', '2031-01-25', '2032-01-14', '2033-01-03']; // prettier-ignore
const LUNAR_NEW_YEARS = ['2017-01-28', '2018-02-16', '2019-02-05', '2020-01-25', '2021-02-12', '2022-02-01', '2023-01-22', '2024-02-10', '2025-01-29', '2026-02-17', '2027-02-06', '2028-01-26', '2029-02-13', '2030-02-03', '2031-01-23', '2032-02-11', '2033-01-31']; // prettier-ignore

/** The month of fasting before Eid, and the travel days around it. */
const eidHolidays = LEBARAN.flatMap((day) => [
  [shiftDay(day, -29), 27, 0.78] as const,
  [shiftDay(day, -1), 9, 2.1] as const,
]);
/** The lunar new year, with a factor for how widely a country celebrates it. */
const createLunarNewYear = (factor: number) => LUNAR_NEW_YEARS.map((day) => [shiftDay(day, -1), 5, factor] as const);
const createYearlyHoliday = (monthDay: string, days: number, factor: number) =>
  Array.from({ length: 17 }, (_, i) => [`${2017 + i}-${monthDay}`, days, factor] as const);
const christmasHolidays = [...createYearlyHoliday('12-23', 4, 1.7), ...createYearlyHoliday('12-29', 4, 2)];

const HABITS_BY_COUNTRY: Readonly<Record<string, CountryHabits>> = {
  ID: { months: [0.85, 0.8, 0.9, 0.95, 1, 1.2, 1.35, 1.05, 0.95, 1, 1.05, 1.4], weekdays: CITY_WEEKDAY_FACTORS, holidays: [...eidHolidays, ...christmasHolidays] },
  SG: { months: [0.95, 1, 0.95, 0.95, 0.95, 1.2, 1, 0.95, 1.05, 1, 1.1, 1.45], weekdays: CITY_WEEKDAY_FACTORS, holidays: [...createLunarNewYear(1.6), ...christmasHolidays] },
  MY: { months: [0.9, 0.9, 1, 0.95, 1.05, 1.1, 1, 1.1, 0.95, 0.95, 1.1, 1.4], weekdays: CITY_WEEKDAY_FACTORS, holidays: [...eidHolidays, ...createLunarNewYear(1.4), ...christmasHolidays] },
  PH: { months: [1, 0.95, 1.1, 1.3, 1.25, 0.9, 0.8, 0.8, 0.8, 0.95, 1.05, 1.6], weekdays: CITY_WEEKDAY_FACTORS, holidays: christmasHolidays },
  TH: { months: [1.35, 1.3, 1.1, 1.2, 0.85, 0.75, 0.95, 0.95, 0.7, 0.85, 1.2, 1.5], weekdays: CITY_WEEKDAY_FACTORS, holidays: [...createYearlyHoliday('04-13', 3, 1.8), ...christmasHolidays] },
  VN: { months: [1, 1, 1, 1.05, 1.05, 1.25, 1.3, 1.15, 0.9, 0.9, 0.95, 1.2], weekdays: CITY_WEEKDAY_FACTORS, holidays: [...createLunarNewYear(1.7), ...christmasHolidays] },
}; // prettier-ignore

function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The cumulative distribution of guests over the days of a country: day `first + n` has the share from `sums[n]` to
 * `sums[n + 1]`.
 */
export interface Calendar {
  readonly first: Day;
  readonly cumulativeWeights: Float64Array;
}

/** The calendar of a country's habits from one day to another. */
export function buildCalendar(cca2: string, first: Day, last: Day): Calendar {
  const habits = HABITS_BY_COUNTRY[cca2];
  if (!habits) throw new Error(`No visit habits are defined for ${cca2}`);
  const weights = Array.from({ length: last - first + 1 }, (_, i) => {
    const date = new Date((first + i) * 86_400_000);
    return (
      (habits.months[date.getUTCMonth()] ?? 1) * (habits.weekdays[date.getUTCDay()] ?? 1) * demandFactor(first + i)
    );
  });
  for (const [day, days, factor] of habits.holidays) {
    const start = dayOf(new Date(day)) - first;
    for (let i = Math.max(start, 0); i < Math.min(start + days, weights.length); i++)
      weights[i] = (weights[i] ?? 0) * factor;
  }
  const cumulativeWeights = new Float64Array(weights.length + 1);
  weights.forEach((weight, i) => (cumulativeWeights[i + 1] = (cumulativeWeights[i] ?? 0) + weight));
  return { first, cumulativeWeights };
}

/** Draws a day from `from` to `to`, both inclusive and within the calendar. */
export function drawDay(random: Random, { first, cumulativeWeights }: Calendar, from: Day, to: Day): Day {
  let low = Math.max(from - first, 0);
  let high = Math.min(to - first, cumulativeWeights.length - 2);
  const start = cumulativeWeights[low] ?? 0;
  const position = start + random.fraction() * ((cumulativeWeights[high + 1] ?? 0) - start);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (position < (cumulativeWeights[middle + 1] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return first + low;
}
