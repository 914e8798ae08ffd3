import { date, defineResource, getResource, instant, text } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { fillEmptyDates } from './empty-dates.ts';

const stayResource = defineResource({
  key: 'stay',
  label: { en: 'Stay', id: 'Inap' },
  labels: { en: 'Stays', id: 'Inap' },
  permission: 'STAY',
  path: '/stay',
  icon: 'bed',
  display: { name: ['note'] },
  fields: {
    arrival: date('Arrival', 'Tiba'),
    paid_at: instant('Paid', 'Dibayar'),
    born: date('Born', 'Lahir', { noAutoFill: true }),
    note: text('Note', 'Catatan'),
  },
  list: ['note'],
});
const now = new Date(2026, 4, 22, 9, 5, 7);

describe('rule for empty dates', () => {
  it('fills empty dates and times with the current local time', () => {
    expect(fillEmptyDates(stayResource, { arrival: null, paid_at: null }, now)).toEqual({
      arrival: '2026-05-22 09:05:07',
      paid_at: '2026-05-22 09:05:07',
    });
  });

  it('leaves filled dates and other kinds unchanged', () => {
    expect(fillEmptyDates(stayResource, { paid_at: '2026-01-02 00:00:00', note: null }, now)).toEqual({
      paid_at: '2026-01-02 00:00:00',
      note: null,
    });
  });

  it('adds the current time to a day without one', () => {
    expect(fillEmptyDates(stayResource, { arrival: '2026-01-02', born: '1990-02-28' }, now)).toEqual({
      arrival: '2026-01-02 09:05:07',
      born: '1990-02-28 09:05:07',
    });
  });

  it('never fills in a date that would be false about a person', () => {
    expect(fillEmptyDates(stayResource, { born: null }, now)).toEqual({ born: null });
    expect(fillEmptyDates(getResource('member'), { birth_date: null, email_verified_at: null }, now)).toEqual({
      birth_date: null,
      email_verified_at: null,
    });
  });

  it('ignores fields that are not sent', () => {
    expect(fillEmptyDates(stayResource, {}, now)).toEqual({});
  });
});
