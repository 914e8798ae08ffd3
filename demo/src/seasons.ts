import { type Day, addMonths, dayOf } from './days.ts';

/** The age of the programme in years. */
export const PROGRAMME_YEARS = 9;
/** The yearly growth factor of sign-ups. */
const YEARLY_GROWTH = 1.17;
/** Factors from January to December, with peaks in the school holidays of June and July and at the end of the year. */
const SEASON_FACTORS = [0.8, 0.75, 0.95, 1, 1.05, 1.25, 1.4, 1, 0.9, 0.95, 1.1, 1.55] as const;
/** Hotels were empty from April 2020 to September 2021. */
const LOCKDOWN_FROM = Date.UTC(2020, 3) / 86_400_000;
const LOCKDOWN_UNTIL = Date.UTC(2021, 9) / 86_400_000;
const LOCKDOWN_FACTOR = 0.2;
/** The factor of a day on the usual number of guests. */
export const demandFactor = (day: Day): number => (day >= LOCKDOWN_FROM && day < LOCKDOWN_UNTIL ? LOCKDOWN_FACTOR : 1);

/** The first day with recorded sales and visits. Only cards exist from before. */
export const recordsStart = (today: Day): Day => addMonths(firstOfMonth(today), -36);

export const programmeStart = (today: Day): Day => addMonths(firstOfMonth(today), -12 * PROGRAMME_YEARS);

function firstOfMonth(day: Day): Day {
  const date = new Date(day * 86_400_000);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)));
}

/**
 * Sign-ups over the programme's years up to `today`, distributed by growth and season. The returned function gives the
 * day by which a share (0 to 1) of all members had joined.
 */
export function joinDays(today: Day): (share: number) => Day {
  const months: { start: Day; days: number; end: number }[] = [];
  let total = 0;
  const start = programmeStart(today);
  for (let i = 0; i <= 12 * PROGRAMME_YEARS; i++) {
    const monthStart = addMonths(start, i);
    const nextMonthStart = addMonths(start, i + 1);
    const days = Math.min(nextMonthStart, today + 1) - monthStart;
    const season = SEASON_FACTORS[new Date(monthStart * 86_400_000).getUTCMonth()] ?? 1;
    total += YEARLY_GROWTH ** (i / 12) * season * demandFactor(monthStart) * (days / (nextMonthStart - monthStart));
    months.push({ start: monthStart, days, end: total });
  }
  return (share) => {
    const position = Math.min(Math.max(share, 0), 1 - 1e-9) * total;
    const index = months.findIndex((m) => position < m.end);
    const month = months[index];
    const previousEnd = months[index - 1]?.end ?? 0;
    return month
      ? month.start + Math.floor(((position - previousEnd) / (month.end - previousEnd)) * month.days)
      : today;
  };
}
