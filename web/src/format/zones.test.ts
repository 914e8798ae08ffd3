import { afterAll, describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  fromHotelTime,
  localInstant,
  toHotelTime,
  toLocalInstant,
  zoneName,
} from './date.ts';

/** Converts UTC instants to local time in various time zones. */

const originalZone = process.env['TZ'];
afterAll(() => {
  // Other test files share this process. An empty TZ would set a zone other than the machine's.
  if (originalZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = originalZone;
});

function runInZone<T>(zone: string, run: () => T): T {
  process.env['TZ'] = zone;
  return run();
}

describe("date formats 'DD MMM Y - HH:mm' and 'DD MMM Y', in UTC converted to local", () => {
  it.each([
    ['Asia/Jakarta', '2026-05-22 14:05:30', '22 May 2026 - 21:05'],
    ['Asia/Jakarta', '2026-05-22 17:00:00', '23 May 2026 - 00:00'],
    ['Asia/Jayapura', '2026-12-31 15:00:00', '01 Jan 2027 - 00:00'],
    ['Asia/Kolkata', '2026-05-22 18:29:59', '22 May 2026 - 23:59'],
    ['America/New_York', '2026-05-22 02:00:00', '21 May 2026 - 22:00'],
    ['UTC', '2026-02-01 00:00:00', '01 Feb 2026 - 00:00'],
  ])('use the zone %s to show %s as %s', (zone, instant, expectedText) => {
    expect(runInZone(zone, () => formatDateTime(instant))).toBe(expectedText);
    expect(runInZone(zone, () => formatDate(instant))).toBe(expectedText.slice(0, 11));
  });

  it.each([
    // The clock jumps from 02:00 to 03:00; half a year later the hour up to 02:00 occurs twice.
    ['America/New_York', '2026-03-08 06:59:59', '08 Mar 2026 - 01:59'],
    ['America/New_York', '2026-03-08 07:00:00', '08 Mar 2026 - 03:00'],
    ['America/New_York', '2026-11-01 05:30:00', '01 Nov 2026 - 01:30'],
    ['America/New_York', '2026-11-01 06:30:00', '01 Nov 2026 - 01:30'],
    // Summer time adds half an hour here.
    ['Australia/Lord_Howe', '2026-10-03 15:29:00', '04 Oct 2026 - 01:59'],
    ['Australia/Lord_Howe', '2026-10-03 15:30:00', '04 Oct 2026 - 02:30'],
  ])('handle a clock change in %s, showing %s as %s', (zone, instant, expectedText) => {
    expect(runInZone(zone, () => formatDateTime(instant))).toBe(expectedText);
  });

  it.each(['Asia/Jakarta', 'America/New_York', 'Pacific/Apia', 'Pacific/Niue'])(
    'show a day without a time unchanged in %s',
    (zone) => {
      expect(runInZone(zone, () => formatDate('2026-05-02'))).toBe('02 May 2026');
    },
  );
});

describe('date and time values are formatted YYYY-MM-DD HH:mm:ss in local time', () => {
  it.each([
    ['Asia/Jakarta', '2026-05-22 23:05:30', '2026-05-23 06:05:30'],
    ['America/New_York', '2026-03-08 07:00:00', '2026-03-08 03:00:00'],
    ['America/New_York', '2026-01-01 04:59:59', '2025-12-31 23:59:59'],
  ])('use the zone %s to show %s as %s', (zone, instant, local) => {
    expect(runInZone(zone, () => toLocalInstant(instant))).toBe(local);
    expect(runInZone(zone, () => localInstant(new Date(`${instant.replace(' ', 'T')}Z`)))).toBe(local);
  });
});

describe('the time at a hotel', () => {
  it.each([
    ['Asia/Jakarta', '2026-05-22 22:30:00', 'Asia/Jayapura', '2026-05-23 00:30:00'],
    ['America/New_York', '2026-05-22 22:30:00', 'Asia/Makassar', '2026-05-23 10:30:00'],
    ['Asia/Makassar', '2026-05-22 22:30:00', 'Asia/Kolkata', '2026-05-22 20:00:00'],
    // An hour before and after the clock of the hotel jumps from 02:00 to 03:00, and back from 02:00 to 01:00.
    ['Asia/Jakarta', '2026-03-08 13:30:00', 'America/New_York', '2026-03-08 01:30:00'],
    ['Asia/Jakarta', '2026-03-08 14:30:00', 'America/New_York', '2026-03-08 03:30:00'],
    ['Asia/Jakarta', '2026-11-01 11:30:00', 'America/New_York', '2026-11-01 00:30:00'],
    ['Asia/Jakarta', '2026-11-01 14:30:00', 'America/New_York', '2026-11-01 02:30:00'],
  ])('of a browser in %s at %s is, in %s, %s', (zone, local, hotelZone, hotelTime) => {
    expect(runInZone(zone, () => toHotelTime(local, hotelZone))).toBe(hotelTime);
    expect(runInZone(zone, () => fromHotelTime(hotelTime, hotelZone))).toBe(local);
  });

  it.each(['', '31 Feb 2026 14:00:00', '2026-05-22 ', ' 14:00:00'])(
    'leaves the unfinished text "%s" unchanged',
    (text) => {
      expect(toHotelTime(text, 'Asia/Jayapura')).toBe(text);
      expect(fromHotelTime(text, 'Asia/Jayapura')).toBe(text);
    },
  );

  it.each([null, undefined, '', 'Nowhere/At_All'])('is the browser’s if the zone is %s', (zone) => {
    expect(toHotelTime('2026-05-22 22:30:00', zone)).toBe('2026-05-22 22:30:00');
    expect(fromHotelTime('2026-05-22 22:30:00', zone)).toBe('2026-05-22 22:30:00');
    expect(zoneName(zone, new Date())).toBeUndefined();
  });

  it.each([
    ['Asia/Jakarta', 'WIB'],
    ['Asia/Makassar', 'WITA'],
    ['Asia/Jayapura', 'WIT'],
    ['Asia/Singapore', 'GMT+8'],
  ])('in %s is named %s', (zone, name) => {
    expect(zoneName(zone, new Date('2026-05-22T14:05:00Z'))).toBe(name);
  });
});
