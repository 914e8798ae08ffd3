import { stripInvisible } from '../texts/invisible-characters.ts';

/**
 * Reads days and times as people type, paste and write them into files, in English and Indonesian. Of a day in digits,
 * `2/4/1990`, the order must be known: inputs read the day first, and a file shows or names the order of each column.
 * Any other text is rejected, and no character is ignored.
 */

export const DATE_ORDERS = ['day-month', 'month-day'] as const;
/** The order of day and month in a day that is written in digits. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The names of each month that a text may begin, and abbreviations. */
const MONTH_WORDS = [
  'january januari',
  'february februari pebruari',
  'march maret',
  'april',
  'may mei',
  'june juni',
  'july juli',
  'august agustus agt ags',
  'september',
  'october oktober',
  'november nopember',
  'december desember',
].map((words) => words.split(' '));

const ISO_DAY = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})$/;
const SPELLED_DAY = /^(\d{1,2})[ .-]{0,2}([a-z]{3,9})[ .,-]{0,2}(\d{4})$/i;
const SPELLED_MONTH_FIRST = /^([a-z]{3,9})[ .-]{0,2}(\d{1,2})(?:, ?| )(\d{4})$/i;
const NUMERIC_DAY = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/;
const TIME = /^(\d{1,2})[:.]?(\d{2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?$/i;
/** A day, then a time with a separator: four digits alone would be a year. */
const DAY_AND_TIME = /^(.{6,24}?)(?:T|, | - | )(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?)$/i;

const padTwo = (value: number | string): string => String(value).padStart(2, '0');
const cleanText = (text: string): string => stripInvisible(text).trim().replaceAll(/\s+/g, ' ');

/**
 * A day as `YYYY-MM-DD`: `22 May 2026`, `22 Mei 2026`, `May 22, 2026`, `2026-05-22`, `20260522`, `22/05/2026`,
 * `22.5.2026`. Undefined if invalid.
 */
export function parseDayInput(inputText: string, order: DateOrder = 'day-month'): string | undefined {
  const text = cleanText(inputText);
  const iso = ISO_DAY.exec(text);
  if (iso) return toValidDay(iso[1], iso[3], iso[4]);
  const compact = COMPACT_DAY.exec(text);
  if (compact) return toValidDay(compact[1], compact[2], compact[3]);
  const numeric = NUMERIC_DAY.exec(text);
  if (numeric)
    return order === 'day-month'
      ? toValidDay(numeric[4], numeric[3], numeric[1])
      : toValidDay(numeric[4], numeric[1], numeric[3]);
  const spelled = SPELLED_DAY.exec(text);
  if (spelled) return toValidDay(spelled[3], findMonth(spelled[2]), spelled[1]);
  const monthFirst = SPELLED_MONTH_FIRST.exec(text);
  return monthFirst ? toValidDay(monthFirst[3], findMonth(monthFirst[1]), monthFirst[2]) : undefined;
}

/**
 * A time of day as `HH:mm:ss`: `14:05`, `14.05`, `1405`, `14:05:30`, `02:05 PM`. Undefined if invalid.
 */
export function parseTimeInput(inputText: string): string | undefined {
  const match = TIME.exec(cleanText(inputText));
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const half = match[4]?.toLowerCase();
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return hourOfDay < 24 && minute < 60 && second < 60
    ? `${padTwo(hourOfDay)}:${padTwo(minute)}:${padTwo(second)}`
    : undefined;
}

/**
 * A day and, if the text has one, a time of day: `27/11/2026 12:00`, `22 May 2026 - 02:05 PM`. Undefined if either is
 * invalid.
 */
export function parseMomentInput(
  inputText: string,
  order: DateOrder = 'day-month',
): { readonly day: string; readonly time?: string } | undefined {
  const text = cleanText(inputText);
  const match = DAY_AND_TIME.exec(text);
  const day = parseDayInput(match?.[1] ?? text, order);
  if (day === undefined || !match) return day === undefined ? undefined : { day };
  const time = parseTimeInput(match[2] ?? '');
  return time === undefined ? undefined : { day, time };
}

function toValidDay(yearText = '', month: string | number = '', dayText = ''): string | undefined {
  const [year, monthNumber, day] = [Number(yearText), Number(month), Number(dayText)];
  const date = new Date(Date.UTC(year, monthNumber - 1, day));
  return year >= 1000 && date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === day
    ? `${yearText}-${padTwo(monthNumber)}-${padTwo(day)}`
    : undefined;
}

/** The number of the month whose name begins with the word; 0 if there is none. */
function findMonth(word = ''): number {
  const lowerCaseWord = word.toLowerCase();
  const beginsName = (name: string) => name.startsWith(lowerCaseWord);
  return MONTH_WORDS.findIndex((names) => names.some(beginsName)) + 1;
}
