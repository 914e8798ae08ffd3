/** Days since 1 January 1970: the unit of all date arithmetic before dates are formatted. */
export type Day = number;

const DAY_MS = 86_400_000;

export const dayOf = (at: Date): Day => Math.floor(at.getTime() / DAY_MS);

const written = new Map<Day, string>();
/** `YYYY-MM-DD`. A programme spans some ten thousand days, so each is formatted once and cached. */
export function formatDay(day: Day): string {
  const known = written.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  written.set(day, text);
  return text;
}

/** The same day of the month, or the month's last day if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const at = new Date(day * DAY_MS);
  const month = at.getUTCMonth() + months;
  const last = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), last)) / DAY_MS;
}

/**
 * Last day of a term: the day before the same day of the month, or the month's last day if it has no such day. Same as
 * the database's `term_end`.
 */
export function termEnd(first: Day, months: number): Day {
  const end = addMonths(first, months);
  return dayOfMonth(end) < dayOfMonth(first) ? end : end - 1;
}

/** The most recent birthday. For a birthday on 29 February it is the 28th in other years. */
export function lastBirthday(birth: string, today: Day): Day {
  const born = dayOf(new Date(birth));
  const years = Number(formatDay(today).slice(0, 4)) - Number(birth.slice(0, 4));
  const thisYear = addMonths(born, 12 * years);
  return thisYear <= today ? thisYear : addMonths(born, 12 * (years - 1));
}

const dayOfMonth = (day: Day): number => new Date(day * DAY_MS).getUTCDate();

/** The instant of a day at `hour` (may be fractional) in a zone `utcOffset` hours ahead of UTC. */
export const timeOfDay = (day: Day, hour: number, utcOffset: number): Date =>
  new Date(day * DAY_MS + Math.floor((hour - utcOffset) * 3600) * 1000);
