/** Days since 1 January 1970: the unit of all date arithmetic before dates are formatted. */
export type Day = number;

const DAY_MS = 86_400_000;

export const dayOf = (instant: Date): Day => Math.floor(instant.getTime() / DAY_MS);

const formattedDays = new Map<Day, string>();
/** `YYYY-MM-DD`. A programme spans some ten thousand days, so formatted days are cached. */
export function formatDay(day: Day): string {
  const cached = formattedDays.get(day);
  if (cached !== undefined) return cached;
  const formatted = new Date(day * DAY_MS).toISOString().slice(0, 10);
  formattedDays.set(day, formatted);
  return formatted;
}

/** The same day of the month, or the month's last day if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCMonth() + months;
  const lastDayOfMonth = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDayOfMonth)) / DAY_MS;
}

/**
 * The last day of a term: the day before the same day of the month, or the month's last day if it has no such day. The
 * database's `term_end` gives the same.
 */
export function termEnd(first: Day, months: number): Day {
  const end = addMonths(first, months);
  return dayOfMonth(end) < dayOfMonth(first) ? end : end - 1;
}

/** The most recent birthday. In other years than leap years, 29 February becomes the 28th. */
export function lastBirthday(birth: string, today: Day): Day {
  const birthDay = dayOf(new Date(birth));
  const years = Number(formatDay(today).slice(0, 4)) - Number(birth.slice(0, 4));
  const thisYear = addMonths(birthDay, 12 * years);
  return thisYear <= today ? thisYear : addMonths(birthDay, 12 * (years - 1));
}

const dayOfMonth = (day: Day): number => new Date(day * DAY_MS).getUTCDate();

/** The instant of a day at `hour` (may be fractional) in a zone `utcOffset` hours ahead of UTC. */
export const timeOfDay = (day: Day, hour: number, utcOffset: number): Date =>
  new Date(day * DAY_MS + Math.floor((hour - utcOffset) * 3600) * 1000);
