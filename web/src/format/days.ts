/** Sums with days of the calendar, `YYYY-MM-DD`. */

const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);

/** Days from one day to another; negative where it has passed. */
export const daysUntil = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY);

/** Whole years of age on a day. A person born on 29 February turns a year older on 1 March of other years. */
export function ageOn(day: string, birth: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5, 10) < birth.slice(5, 10) ? years - 1 : years;
}

/** A span of days in the unit that people would say it in: days up to a quarter, months up to two years. */
export function roughly(days: number): { count: number; unit: 'day' | 'month' | 'year' } {
  if (days <= 90) return { count: days, unit: 'day' };
  if (days < 730) return { count: Math.round(days / 30.44), unit: 'month' };
  return { count: Math.floor(days / 365.25), unit: 'year' };
}
