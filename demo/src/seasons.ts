import { type Day, addMonths, dayOf } from './days.ts';

/** Years that the programme has run. */
export const PROGRAMME_YEARS = 9;
/** Sign-ups grow by this from year to year. */
const YEARLY_GROWTH = 1.17;
/** January to December: school holidays in June and July, the year's end. */
const SEASON = [0.8, 0.75, 0.95, 1, 1.05, 1.25, 1.4, 1, 0.9, 0.95, 1.1, 1.55] as const;
/** Hotels stood empty from April 2020 to September 2021. */
const EMPTY_FROM = Date.UTC(2020, 3) / 86_400_000;
const EMPTY_TO = Date.UTC(2021, 9) / 86_400_000;
const EMPTY_FACTOR = 0.2;
/** How much of the usual comes on a day. */
export const crowding = (day: Day): number => (day >= EMPTY_FROM && day < EMPTY_TO ? EMPTY_FACTOR : 1);

/** The day from which sales and visits were written down; of the time before, the cards are left. */
export const bookStart = (today: Day): Day => addMonths(firstOfMonth(today), -36);

export const programmeStart = (today: Day): Day => addMonths(firstOfMonth(today), -12 * PROGRAMME_YEARS);

function firstOfMonth(day: Day): Day {
  const at = new Date(day * 86_400_000);
  return dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)));
}

/**
 * The sign-ups of the programme's years up to `today`, spread by growth and season. The function returned gives the day on
 * which a share (0 to 1) of all members had joined: rising shares give rising days.
 */
export function joinDays(today: Day): (share: number) => Day {
  const months: { start: Day; days: number; end: number }[] = [];
  let total = 0;
  const start = programmeStart(today);
  for (let i = 0; i <= 12 * PROGRAMME_YEARS; i++) {
    const first = addMonths(start, i);
    const next = addMonths(start, i + 1);
    const days = Math.min(next, today + 1) - first;
    const season = SEASON[new Date(first * 86_400_000).getUTCMonth()] ?? 1;
    total += YEARLY_GROWTH ** (i / 12) * season * crowding(first) * (days / (next - first));
    months.push({ start: first, days, end: total });
  }
  return (share) => {
    const at = Math.min(Math.max(share, 0), 1 - 1e-9) * total;
    const index = months.findIndex((m) => at < m.end);
    const month = months[index];
    const before = months[index - 1]?.end ?? 0;
    return month ? month.start + Math.floor(((at - before) / (month.end - before)) * month.days) : today;
  };
}
