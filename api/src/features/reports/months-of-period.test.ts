import { DATE_PRESETS } from '@innkeeper/contract';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { presetRange } from '../../engine/resources/date-presets.ts';
import { monthsOfPeriod } from './months-of-period.ts';

const HOURS = 3_600_000;
/** UTC offsets of the hotels, including the most distant ones. */
const OFFSETS = ['-11:00', '+00:00', '+07:00', '+09:00', '+14:00'];

const moment = fc.date({ min: new Date('2023-11-01'), max: new Date('2026-04-30'), noInvalidDate: true });
const day = moment.map((at) => at.toISOString().slice(0, 10));
const condition = fc.oneof(
  fc.constantFrom(...DATE_PRESETS).map((value) => ({ operator: 'preset' as const, value })),
  fc
    .tuple(fc.option(day, { nil: '' }), fc.option(day, { nil: '' }))
    .filter(([from, to]) => from + to !== '')
    .map((ends) => ({ operator: 'date_between' as const, value: ends.join() })),
);

test('a period counts a record once, by month or by day, exactly if the record is in it', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      moment,
      condition,
      fc.array(fc.tuple(fc.constantFrom(...OFFSETS), fc.integer({ min: -500 * 24, max: 40 * 24 })), { minLength: 30 }),
      (now, params, records) => {
        const period = monthsOfPeriod({ column: 'at', ...params }, { now, timeZone: 'UTC' });
        if (!period) return;
        for (const [offset, hours] of records) {
          const at = new Date(now.getTime() + hours * HOURS);
          const dayAt = (time: Date) =>
            Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(offset).toPlainDate();
          const ends =
            params.operator === 'preset' ? presetRange(params.value, dayAt(now)).map(String) : params.value.split(',');
          const isWithin = ([from, to]: readonly (string | null | undefined)[]) =>
            (!from || from <= String(dayAt(at))) && (!to || String(dayAt(at)) <= to);
          const hasEnded = !params.value.endsWith('_ago') || at <= now;
          const isExpected = isWithin(ends) && hasEnded;
          const extra = period.days.flatMap(({ range, isAdded }) =>
            isWithin(range) && isAdded === isExpected ? [isAdded ? 1 : -1] : [],
          );
          const shown = (isWithin(period.months) ? 1 : 0) + extra.reduce((sum, one) => sum + one, 0);
          expect(shown, JSON.stringify([now, params, period, offset, at])).toBe(isExpected ? 1 : 0);
          for (const one of extra) seen.add(`${params.operator} ${one}`);
        }
      },
    ),
    { numRuns: 600, seed: testSeed(11) },
  );
  expect([...seen].sort()).toEqual(['date_between -1', 'date_between 1', 'preset -1', 'preset 1']);
});

test('a period uses few single days, added to or subtracted from whole months', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const of = (operator: 'preset' | 'date_between', value: string) =>
    monthsOfPeriod({ column: 'at', operator, value }, { now, timeZone: 'UTC' });
  expect(of('preset', '6_months_ago')).toEqual({
    months: ['2026-06-01', '2026-11-30'],
    days: [
      { range: [null, '2026-05-31'], isAdded: true },
      { range: ['2026-11-25', '2026-11-30'], isAdded: false },
    ],
  });
  expect(of('date_between', '2026-01-03,2026-02-10')).toEqual({
    months: ['2026-01-01', '2026-01-31'],
    days: [
      { range: ['2026-01-01', '2026-01-03'], isAdded: false },
      { range: ['2026-02-01', null], isAdded: true },
    ],
  });
  for (const none of ['2026-01-20,2026-02-03', '2026-02-31,2026-04-30', '2026-02-01', 'x,y'])
    expect(of('date_between', none)).toBeNull();
  for (const none of ['today', 'this_week', 'nonsense']) expect(of('preset', none)).toBeNull();
});
