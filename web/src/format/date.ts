import { MONTHS } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';

/**
 * Dates as displayed and entered. On the wire a moment is `YYYY-MM-DD HH:mm:ss` in UTC and a day `YYYY-MM-DD`. The
 * console shows `DD MMM Y - HH:mm` in the user's own zone and `DD MMM Y`, with month names in the user's language. A
 * form stores a moment as local `YYYY-MM-DD HH:mm:ss`.
 */

const monthName = (index: number): string => MONTHS[currentLanguage()][index] ?? '';
/** Prefixes of the English and Indonesian month names, accepted as input. */
const MONTH_INPUTS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may|mei',
  'jun',
  'jul',
  'aug|agu|agt',
  'sep',
  'oct|okt',
  'nov',
  'dec|des',
];

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

const two = (n: number): string => String(n).padStart(2, '0');

/** The Date of a wire instant; undefined if it is not one. */
export function parseInstant(wire: string | null | undefined): Date | undefined {
  const match = wire ? INSTANT.exec(wire) : null;
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/**
 * `22 May 2026` for a wire day, or for a wire instant in the browser's zone; '' if the value is empty or not a date.
 */
export function formatDate(wire: string | null | undefined): string {
  if (!wire) return '';
  const moment = parseInstant(wire);
  if (moment) return `${two(moment.getDate())} ${monthName(moment.getMonth())} ${moment.getFullYear()}`;
  const match = DAY.exec(wire);
  return match ? `${match[3] ?? ''} ${monthName(Number(match[2]) - 1)} ${match[1] ?? ''}` : '';
}

/**
 * `22 May 2026 - 14:05` for a wire instant in the browser's zone; '' if the value is empty or not an instant. With the
 * hotel's zone (IANA) the time is the hotel's, and the zone is named if its clocks show another time: `22 May 2026 -
 * 16:05 GMT+9`.
 */
export function formatDateTime(wire: string | null | undefined, hotelZone?: string | null): string {
  const moment = parseInstant(wire);
  if (!moment) return '';
  const there = hotelZone ? wallClock(moment, hotelZone) : undefined;
  if (there && there.getTime() !== wallClock(moment)?.getTime())
    return `${formatDate(dayOf(there))} - ${two(there.getUTCHours())}:${two(there.getUTCMinutes())} ${zoneName(moment, hotelZone)}`;
  return `${formatDate(wire)} - ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The day of a wire instant at a hotel, as `YYYY-MM-DD`; in the zone of the browser where the hotel's is not known. */
export function dayAtHotel(wire: string, hotelZone: string | null | undefined): string {
  const moment = parseInstant(wire);
  const there = moment && wallClock(moment, hotelZone ?? undefined);
  return there ? dayOf(there) : wire.slice(0, 10);
}

const dayOf = (wall: Date): string => wall.toISOString().slice(0, 10);

/** The local time in a zone, represented as a UTC Date; undefined for a zone the browser does not know. */
function wallClock(moment: Date, timeZone?: string): Date | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone }).formatToParts(moment);
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
    return new Date(
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
    );
  } catch {
    return undefined;
  }
}
const CLOCK = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const;

/** `GMT+9`, in Indonesian `WIT`. */
const zoneName = (moment: Date, timeZone?: string | null): string =>
  new Intl.DateTimeFormat(currentLanguage(), { timeZone: timeZone ?? undefined, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** `Friday, 27 November 2026` */
export const formatToday = (): string =>
  new Date().toLocaleDateString(currentLanguage() === 'id' ? 'id-ID' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

/** The value in a form for a wire instant: the same moment as local `YYYY-MM-DD HH:mm:ss`. */
export function toLocalInstant(wire: string | null | undefined): string | null {
  const moment = parseInstant(wire);
  return moment ? localInstant(moment) : null;
}

/** A moment as local `YYYY-MM-DD HH:mm:ss`. */
export const localInstant = (moment: Date): string =>
  `${localDay(moment)} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;

/** The local day of a moment as `YYYY-MM-DD`. */
export const localDay = (moment: Date): string =>
  `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** A calendar day as a local Date, for the day picker. */
export function dayToDate(day: string | null | undefined): Date | undefined {
  const match = day ? DAY.exec(day) : null;
  return match ? new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : undefined;
}

function validDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1000 || year > 9999 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return `${year}-${two(month)}-${two(day)}`;
}

const monthOf = (word: string): number =>
  MONTH_INPUTS.findIndex((beginnings) => new RegExp(`^(?:${beginnings})`, 'i').test(word)) + 1;

/**
 * Parses a day entered by the user: `22 May 2026`, `22 Mei 2026`, `2026-05-22`, `22/05/2026`, `22.5.2026`. Undefined if
 * invalid.
 */
export function parseDayInput(inputText: string): string | undefined {
  const text = inputText.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const spelledDate = /^(\d{1,2})[\s.-]*([a-z]{3,12})\.?[\s.,-]*(\d{4})$/i.exec(text);
  if (spelledDate) return validDay(Number(spelledDate[3]), monthOf(spelledDate[2] ?? ''), Number(spelledDate[1]));
  const numbers = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text);
  return numbers ? validDay(Number(numbers[3]), Number(numbers[2]), Number(numbers[1])) : undefined;
}

/**
 * Parses a time of day entered by the user: `14:05`, `14.05`, `1405`, `14:05:30`. Returns `HH:mm:ss`, undefined if
 * invalid.
 */
export function parseTimeInput(inputText: string): string | undefined {
  const match = /^(\d{1,2})[:.]?(\d{2})(?:[:.](\d{2}))?$/.exec(inputText.trim());
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hour < 24 && minute < 60 && second < 60 ? `${two(hour)}:${two(minute)}:${two(second)}` : undefined;
}
