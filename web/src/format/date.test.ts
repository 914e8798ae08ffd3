import { parseDayInput } from '@innkeeper/contract';
import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatInstantsIn, parseInstant, toLocalInstant } from './date.ts';

/** The tests run in any time zone, so expected values use the local time of the process. */
const parseUtc = (utc: string) => new Date(utc);
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const twoDigits = (n: number) => String(n).padStart(2, '0');

describe('formatDateTime', () => {
  it('shows a wire instant in the local zone as DD MMM Y - HH:mm', () => {
    const localDate = parseUtc('2026-05-22T14:05:30Z');
    expect(formatDateTime('2026-05-22 14:05:30')).toBe(
      `${twoDigits(localDate.getDate())} May 2026 - ${twoDigits(localDate.getHours())}:${twoDigits(localDate.getMinutes())}`,
    );
  });
  it('returns an empty string without a moment', () => {
    expect([formatDateTime(null), formatDateTime(''), formatDateTime('soon')]).toEqual(['', '', '']);
  });
});

describe('formatDate', () => {
  it('shows a wire day unchanged in every zone', () => {
    expect(formatDate('2026-05-02')).toBe('02 May 2026');
    expect(formatDate('2026-12-31')).toBe('31 Dec 2026');
  });
  it('uses month names of the current language, and parses them back', () => {
    const days = MONTHS.map((month) => `2026-${month}-17`);
    i18n.loadAndActivate({ locale: 'id', messages: {} });
    const formattedDays = days.map(formatDate);
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    expect(formattedDays).toContain('17 Mei 2026');
    expect(formattedDays).toContain('17 Des 2026');
    expect(formattedDays.map((text) => parseDayInput(text))).toEqual(days);
    expect(days.map(formatDate).map((text) => parseDayInput(text))).toEqual(days);
  });
  it('returns an empty string without a day', () => {
    expect([formatDate(null), formatDate('tomorrow')]).toEqual(['', '']);
  });
});

it('shows the moments within a text like all others', () => {
  expect(formatInstantsIn('opened 2 × 2026-05-22 03:00 – 2026-05-23 04:30')).toBe(
    `opened 2 × ${formatDateTime('2026-05-22 03:00:00')} – ${formatDateTime('2026-05-23 04:30:00')}`,
  );
});

describe('form value of a moment', () => {
  it('is the same moment in local time', () => {
    const localInstant = toLocalInstant('2026-05-22 14:05:30');
    expect(localInstant).not.toBeNull();
    expect(new Date((localInstant ?? '').replace(' ', 'T')).getTime()).toBe(
      parseInstant('2026-05-22 14:05:30')?.getTime(),
    );
  });
});
