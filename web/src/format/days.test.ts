import { describe, expect, it } from 'vitest';
import { ageOn, daysUntil, roughly } from './days.ts';

describe('days of the calendar', () => {
  it('are counted across months and leap days', () => {
    expect(daysUntil('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysUntil('2026-05-22', '2026-05-22')).toBe(0);
    expect(daysUntil('2026-05-22', '2026-05-01')).toBe(-21);
  });

  it('make a year older on the birthday, not before', () => {
    expect(ageOn('2026-05-21', '1990-05-22')).toBe(35);
    expect(ageOn('2026-05-22', '1990-05-22')).toBe(36);
    expect(ageOn('2026-02-28', '2000-02-29')).toBe(25);
    expect(ageOn('2026-03-01', '2000-02-29')).toBe(26);
  });

  it('are said in the unit that fits', () => {
    expect(roughly(90)).toEqual({ count: 90, unit: 'day' });
    expect(roughly(91)).toEqual({ count: 3, unit: 'month' });
    expect(roughly(2558)).toEqual({ count: 7, unit: 'year' });
  });
});
