import { describe, expect, it } from 'vitest';
import { ageOn, daysUntil, roundDuration } from './days.ts';

describe('calendar days', () => {
  it('are counted across months and leap days', () => {
    expect(daysUntil('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysUntil('2026-05-22', '2026-05-22')).toBe(0);
    expect(daysUntil('2026-05-22', '2026-05-01')).toBe(-21);
  });

  it('increase the age on the birthday, not before', () => {
    expect(ageOn('2026-05-21', '1990-05-22')).toBe(35);
    expect(ageOn('2026-05-22', '1990-05-22')).toBe(36);
    expect(ageOn('2026-02-28', '2000-02-29')).toBe(25);
    expect(ageOn('2026-03-01', '2000-02-29')).toBe(26);
  });

  it('are shown in a suitable unit', () => {
    expect(roundDuration(90)).toEqual({ count: 90, unit: 'day' });
    expect(roundDuration(91)).toEqual({ count: 3, unit: 'month' });
    expect(roundDuration(2558)).toEqual({ count: 7, unit: 'year' });
  });
});
