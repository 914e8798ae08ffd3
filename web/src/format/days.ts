/** Arithmetic on calendar days, `YYYY-MM-DD`. */

const DAY_MS = 86_400_000;
const toTimestamp = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);

/** Days from one day to another; negative if `to` is earlier. */
export const daysUntil = (from: string, to: string): number =>
  Math.round((toTimestamp(to) - toTimestamp(from)) / DAY_MS);

/** Age in whole years on a day. In common years, a person born on 29 February gets older on 1 March. */
export function ageOn(day: string, birthday: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5, 10) < birthday.slice(5, 10) ? years - 1 : years;
}

/** Rounds a number of days to its usual unit: days up to a quarter, months up to two years, then years. */
export function roundDuration(days: number): { count: number; unit: 'day' | 'month' | 'year' } {
  if (days <= 90) return { count: days, unit: 'day' };
  if (days < 730) return { count: Math.round(days / 30.44), unit: 'month' };
  return { count: Math.floor(days / 365.25), unit: 'year' };
}
