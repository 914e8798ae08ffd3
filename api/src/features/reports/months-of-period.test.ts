import { DATE_PRESETS } from '@innkeeper/contract';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { presetRange } from '../../engine/resources/date-presets.ts';
import { splitIntoMonths } from './months-of-period.ts';

const HOURS = 3_600_000;
/** UTC offsets of the hotels, including the most distant ones. */
const OFFSETS = ['-11:00', '+00:00', '+07:00', '+09:00', '+14:00'];

const moment = fc.date({ min: new Date('2023-11-01'), max: new Date('2026-04-30'), noInvalidDate: true });
const day = moment.map((date) => date.toISOString().slice(0, 10));
const condition = fc.oneof(
  fc.constantFrom(...DATE_PRESETS).map((value) => ({ operator: 'preset' as const, value })),
  fc
    .tuple(fc.option(day, { nil: '' }), fc.option(day, { nil: '' }))
    .filter(([from, to]) => from + to !== '')
    .map((bounds) => ({ operator: 'date_between' as const, value: bounds.join() })),
);

test('a period counts a record once, by month or by day, exactly if the record is in it', () => {
  const periods = new Set<string>();
  fc.assert(
    fc.property(
      moment,
      condition,
      fc.array(fc.tuple(fc.constantFrom(...OFFSETS), fc.integer({ min: -500 * 24, max: 40 * 24 })), { minLength: 30 }),
      (now, params, records) => {
        const period = splitIntoMonths({ column: 'at', ...params }, { now, timeZone: 'UTC' });
        if (!period) return;
        for (const [offset, hours] of records) {
          const instant = new Date(now.getTime() + hours * HOURS);
          const dayAt = (time: Date) =>
            Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(offset).toPlainDate();
          const bounds =
            params.operator === 'preset' ? presetRange(params.value, dayAt(now)).map(String) : params.value.split(',');
          const isWithin = ([from, to]: readonly (string | null | undefined)[]) =>
            (!from || from <= String(dayAt(instant))) && (!to || String(dayAt(instant)) <= to);
          const hasEnded = !params.value.endsWith('_ago') || instant <= now;
          const isExpected = isWithin(bounds) && hasEnded;
          const extraDays = period.days.flatMap(({ range, isAdded }) =>
            isWithin(range) && isAdded === isExpected ? [isAdded ? 1 : -1] : [],
          );
          const occurrences = (isWithin(period.months) ? 1 : 0) + extraDays.reduce((sum, item) => sum + item, 0);
          expect(occurrences, JSON.stringify([now, params, period, offset, instant])).toBe(isExpected ? 1 : 0);
          for (const day of extraDays) periods.add(`${params.operator} ${day}`);
        }
      },
    ),
    { numRuns: 600, seed: testSeed(11) },
  );
  expect([...periods].sort()).toEqual(['date_between -1', 'date_between 1', 'preset -1', 'preset 1']);
});

test('a period uses few single days, added to or subtracted from whole months', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const monthsOf = (operator: 'preset' | 'date_between', value: string) =>
    splitIntoMonths({ column: 'at', operator, value }, { now, timeZone: 'UTC' });
  expect(monthsOf('preset', '6_months_ago')).toEqual({
    months: ['2026-06-01', '2026-11-30'],
    days: [
      { range: [null, '2026-05-31'], isAdded: true },
      { range: ['2026-11-25', '2026-11-30'], isAdded: false },
    ],
  });
  expect(monthsOf('date_between', '2026-01-03,2026-02-10')).toEqual({
    months: ['2026-01-01', '2026-01-31'],
    days: [
      { range: ['2026-01-01', '2026-01-03'], isAdded: false },
      { range: ['2026-02-01', null], isAdded: true },
    ],
  });
  for (const range of ['2026-01-20,2026-02-03', '2026-02-31,2026-04-30', '2026-02-01', 'x,y'])
    expect(monthsOf('date_between', range)).toBeNull();
  for (const preset of ['today', 'this_week', 'nonsense']) expect(monthsOf('preset', preset)).toBeNull();
});
