import { MONTHS } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';

/**
 * Dates as displayed and entered. On the wire an instant is `YYYY-MM-DD HH:mm:ss` in UTC and a day `YYYY-MM-DD`. The
 * console shows instants as `DD MMM Y - HH:mm` and days as `DD MMM Y`, with month names in the user's language. Events
 * at a hotel are shown and entered in its zone, all other instants in the user's own. A form stores every instant as
 * `YYYY-MM-DD HH:mm:ss` in the browser's zone.
 */

const monthName = (index: number): string => MONTHS[currentLanguage()][index] ?? '';

const INSTANT_PATTERN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/;
const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})/;

const padTwo = (value: number): string => String(value).padStart(2, '0');

/** The Date of a wire instant; undefined if it is not one. */
export function parseInstant(wire: string | null | undefined): Date | undefined {
  const match = wire ? INSTANT_PATTERN.exec(wire) : null;
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
  const instant = parseInstant(wire);
  if (instant) return `${padTwo(instant.getDate())} ${monthName(instant.getMonth())} ${instant.getFullYear()}`;
  const match = DAY_PATTERN.exec(wire);
  return match ? `${match[3] ?? ''} ${monthName(Number(match[2]) - 1)} ${match[1] ?? ''}` : '';
}

/**
 * `22 May 2026 - 14:05` for a wire instant in the browser's zone; '' if the value is empty or not an instant. With a
 * hotel's zone (IANA) it is the hotel's time, and names the zone if it differs from the browser's: `22 May 2026 - 16:05
 * WIT`.
 */
export function formatDateTime(wire: string | null | undefined, hotelZone?: string | null): string {
  const instant = parseInstant(wire);
  if (!instant) return '';
  const hotelTime = hotelZone ? wallClock(instant, hotelZone) : undefined;
  if (hotelTime && hotelTime.getTime() !== wallClock(instant)?.getTime())
    return `${formatDate(toDayString(hotelTime))} - ${padTwo(hotelTime.getUTCHours())}:${padTwo(hotelTime.getUTCMinutes())} ${zoneName(hotelZone, instant) ?? ''}`;
  return `${formatDate(wire)} - ${padTwo(instant.getHours())}:${padTwo(instant.getMinutes())}`;
}

/** The day of a wire instant at a hotel, as `YYYY-MM-DD`. Uses the browser's zone if the hotel's is not known. */
export function dayAtHotel(wire: string, hotelZone: string | null | undefined): string {
  const instant = parseInstant(wire);
  const hotelTime = instant && wallClock(instant, hotelZone ?? undefined);
  return hotelTime ? toDayString(hotelTime) : wire.slice(0, 10);
}

const toDayString = (localTime: Date): string => localTime.toISOString().slice(0, 10);

/** The local time in a zone, represented as a UTC Date; undefined for a zone the browser does not know. */
function wallClock(instant: Date, timeZone?: string): Date | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { ...CLOCK_OPTIONS, timeZone }).formatToParts(instant);
    const readPart = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
    return new Date(
      Date.UTC(
        readPart('year'),
        readPart('month') - 1,
        readPart('day'),
        readPart('hour'),
        readPart('minute'),
        readPart('second'),
      ),
    );
  } catch {
    return undefined;
  }
}
const CLOCK_OPTIONS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const;

/**
 * The short name of a hotel's zone: `WITA`; outside Indonesia its distance from UTC, `GMT+8`. Undefined if the zone is
 * missing, or unknown to the browser. Only Indonesian has these names, so it is used in both languages.
 */
export function zoneName(hotelZone: string | null | undefined, instant: Date): string | undefined {
  if (!hotelZone || !wallClock(instant, hotelZone)) return undefined;
  return new Intl.DateTimeFormat('id', { timeZone: hotelZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
}

/** `Friday, 27 November 2026` */
export const formatToday = (): string =>
  new Date().toLocaleDateString(currentLanguage() === 'id' ? 'id-ID' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

/** The form value of a wire instant: the same instant as local `YYYY-MM-DD HH:mm:ss`. */
export function toLocalInstant(wire: string | null | undefined): string | null {
  const instant = parseInstant(wire);
  return instant ? localInstant(instant) : null;
}

/** An instant as the API writes it: `YYYY-MM-DD HH:mm:ss` in UTC. */
export const wireInstant = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

/** An instant as local `YYYY-MM-DD HH:mm:ss`. */
export const localInstant = (instant: Date): string =>
  `${localDay(instant)} ${padTwo(instant.getHours())}:${padTwo(instant.getMinutes())}:${padTwo(instant.getSeconds())}`;

/** A text that a program wrote, with its moments in UTC, such as `2026-05-22 03:00`, shown like all others. */
export const formatInstantsIn = (text: string): string =>
  text.replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g, (moment) => formatDateTime(moment));

/** The local day of an instant as `YYYY-MM-DD`. */
export const localDay = (instant: Date): string =>
  `${String(instant.getFullYear()).padStart(4, '0')}-${padTwo(instant.getMonth() + 1)}-${padTwo(instant.getDate())}`;

/** A calendar day as a local Date, for the day picker. */
export function parseDay(day: string | null | undefined): Date | undefined {
  const match = day ? DAY_PATTERN.exec(day) : null;
  return match ? new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : undefined;
}

const LOCAL_INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * A form value in a hotel's zone: the same instant, there. A text that is no instant yet, and any text without a known
 * zone, is returned unchanged.
 */
export function toHotelTime(local: string, hotelZone: string | null | undefined): string {
  if (!hotelZone || !LOCAL_INSTANT_PATTERN.test(local)) return local;
  const hotelTime = wallClock(new Date(local.replace(' ', 'T')), hotelZone);
  return hotelTime ? wireInstant(hotelTime) : local;
}

/** The form value of a time in a hotel's zone; the opposite of `toHotelTime`. */
export function fromHotelTime(hotelTime: string, hotelZone: string | null | undefined): string {
  const clock = LOCAL_INSTANT_PATTERN.test(hotelTime) ? parseInstant(hotelTime) : undefined;
  if (!hotelZone || !clock || !wallClock(clock, hotelZone)) return hotelTime;
  const offsetAt = (instant: Date) => (wallClock(instant, hotelZone)?.getTime() ?? 0) - instant.getTime();
  // The offset of an instant near the result; next to a clock change it differs from that of the result itself.
  const nearInstant = new Date(clock.getTime() - offsetAt(clock));
  return localInstant(new Date(clock.getTime() - offsetAt(nearInstant)));
}
