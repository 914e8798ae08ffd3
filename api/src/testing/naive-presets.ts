import { localTime } from './local-time.ts';

const DAY_MS = 86_400_000;

/** Whole days since 1970, of a `YYYY-MM-DD`. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const toDay = (n: number): string => new Date(n * DAY_MS).toISOString().slice(0, 10);
const lastOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const pad = (n: number): string => String(n).padStart(2, '0');

/** First and last day of some months of a year; the first month is counted from 1. */
const monthRange = (year: number, first: number, count: number): [string, string] => [
  `${year}-${pad(first)}-01`,
  `${year}-${pad(first + count - 1)}-${lastOfMonth(year, first + count - 1)}`,
];

/** The same day `n` months before, or that month's last day. */
function monthsBefore(today: string, n: number): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const index = year * 12 + (month - 1) - n;
  const [targetYear, targetMonth] = [Math.floor(index / 12), (index % 12) + 1];
  return `${targetYear}-${pad(targetMonth)}-${pad(Math.min(day, lastOfMonth(targetYear, targetMonth)))}`;
}

/**
 * First and last day of a preset, relative to a day. Written independently of the server, on days counted since 1970.
 */
export function naiveRange(preset: string, today: string): [string, string] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const [count = '', unit = ''] = preset.split('_');
  if (preset.endsWith('_days_ago')) return [toDay(dayNumber(today) - Number(count)), today];
  if (preset.endsWith('_weeks_ago')) return [toDay(dayNumber(today) - 7 * Number(count)), today];
  if (preset.endsWith('_months_ago')) return [monthsBefore(today, Number(count)), today];
  if (count === 'quarter') return monthRange(year, Number(unit) * 3 - 2, 3);
  if (count === 'semester') return monthRange(year, Number(unit) * 6 - 5, 6);
  if (preset === 'this_week') {
    // The first of January 1970 was a Thursday.
    const monday = dayNumber(today) - ((dayNumber(today) + 3) % 7);
    return [toDay(monday), toDay(monday + 6)];
  }
  if (preset === 'this_month') return monthRange(year, month, 1);
  if (preset === 'this_quarter') return monthRange(year, Math.ceil(month / 3) * 3 - 2, 3);
  if (preset === 'this_semester') return monthRange(year, month > 6 ? 7 : 1, 6);
  if (preset === 'last_month') return month === 1 ? monthRange(year - 1, 12, 1) : monthRange(year, month - 1, 1);
  if (preset === 'month_to_yesterday') return [monthRange(year, month, 1)[0], toDay(dayNumber(today) - 1)];
  if (count === 'next') return [today, toDay(dayNumber(today) + Number(unit))];
  if (preset === 'this_year') return monthRange(year, 1, 12);
  return [today, today];
}

/** Whether a shown day or instant is within a preset, in the zone of the record's days. */
export function naivePreset(preset: string, text: string, isInstant: boolean, now: Date, zone: string): boolean {
  const utcText = now.toISOString().slice(0, 19).replace('T', ' ');
  const [from, to] = naiveRange(preset, localTime(utcText, zone).slice(0, 10));
  const day = isInstant ? localTime(text, zone).slice(0, 10) : text;
  const isEndNow = preset === 'now' || preset.endsWith('_ago');
  return day >= from && day <= to && !(isInstant && isEndNow && text > utcText);
}
