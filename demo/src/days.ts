/** Days counted from 1 January 1970: the unit of reckoning, before dates are written. */
export type Day = number;

const MILLISECONDS = 86_400_000;

export const dayOf = (at: Date): Day => Math.floor(at.getTime() / MILLISECONDS);

const written = new Map<Day, string>();
/** `YYYY-MM-DD`. A programme spans some ten thousand days, each written once. */
export function writeDay(day: Day): string {
  const known = written.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * MILLISECONDS).toISOString().slice(0, 10);
  written.set(day, text);
  return text;
}

/** The same day of the month, or its last one where that month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const at = new Date(day * MILLISECONDS);
  const month = at.getUTCMonth() + months;
  const last = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), last)) / MILLISECONDS;
}

/** The last day of a term: that before the same day, or the last of a month that has no such day. As `term_end` of the database. */
export function termEnd(first: Day, months: number): Day {
  const end = addMonths(first, months);
  return dayOfMonth(end) < dayOfMonth(first) ? end : end - 1;
}

/** The last birthday that has come; somebody born on 29 February has it on the 28th in other years. */
export function birthdayUntil(birth: string, today: Day): Day {
  const born = dayOf(new Date(birth));
  const years = Number(writeDay(today).slice(0, 4)) - Number(birth.slice(0, 4));
  const thisYear = addMonths(born, 12 * years);
  return thisYear <= today ? thisYear : addMonths(born, 12 * (years - 1));
}

const dayOfMonth = (day: Day): number => new Date(day * MILLISECONDS).getUTCDate();

/** The moment of a day at `hour` (with fraction) in a zone that many hours ahead of UTC. */
export const atHour = (day: Day, hour: number, utcOffset: number): Date =>
  new Date(day * MILLISECONDS + Math.floor((hour - utcOffset) * 3600) * 1000);
