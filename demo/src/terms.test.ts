import { describe, expect, it } from 'vitest';
import { addMonths, dayOf, termEnd, formatDay } from './days.ts';
import { createRandom } from './random.ts';
import { joinDays, programmeStart } from './seasons.ts';
import { drawTerms } from './terms.ts';

const toDay = (text: string) => dayOf(new Date(`${text}T00:00:00Z`));
const TODAY = toDay('2026-11-21');

describe('the terms of a card', () => {
  it('end one day before the same day of the last month', () => {
    const [{ from, until }] = drawTerms(createRandom(1), toDay('2026-03-01'), TODAY, 12, 0);
    expect([formatDay(from), formatDay(until)]).toEqual(['2026-03-01', '2027-02-28']);
  });

  it('use the last day of a shorter month', () => {
    expect(formatDay(addMonths(toDay('2024-01-31'), 1))).toBe('2024-02-29');
    expect(formatDay(addMonths(toDay('2026-11-30'), 3))).toBe('2027-02-28');
  });

  it.each([
    ['2027-10-31', 6, '2028-04-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-02-28', 12, '2028-02-27'],
    ['2026-03-01', 12, '2027-02-28'],
  ])('lose no day at the end of a month: %s and %i months end on %s', (from, months, until) => {
    expect(formatDay(termEnd(toDay(from), months))).toBe(until);
  });

  it('renew at most 90 days early, never in the future, and continue without a gap if in time', () => {
    const random = createRandom(2);
    for (let i = 0; i < 2_000; i++) {
      const terms = drawTerms(random, toDay('2019-05-06') + i, TODAY, 12, 0.8);
      terms.slice(1).forEach(({ renewedOn, from, until }, n) => {
        const previousEnd = terms[n]?.until ?? 0;
        expect(renewedOn).not.toBeNull();
        expect(renewedOn).toBeLessThanOrEqual(TODAY);
        expect(renewedOn).toBeGreaterThanOrEqual(previousEnd - 90);
        expect(from).toBe(Math.max(renewedOn ?? 0, previousEnd + 1));
        expect(until).toBe(termEnd(from, 12));
      });
    }
  });
});

describe('the days on which members joined', () => {
  const getJoinDay = joinDays(TODAY);

  it('increase with the share of members, from the first month to today', () => {
    const days = Array.from({ length: 5_000 }, (_, i) => getJoinDay((i + 0.5) / 5_000));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(days[0]).toBeLessThan(programmeStart(TODAY) + 10);
    expect(days.at(-1)).toBe(TODAY);
    expect(getJoinDay(1)).toBe(TODAY);
  });

  it('peak at the end of the year and drop while hotels were empty', () => {
    const countJoins = (month: string) =>
      Array.from({ length: 20_000 }, (_, i) => formatDay(getJoinDay(i / 20_000))).filter((d) => d.startsWith(month))
        .length;
    expect(countJoins('2025-12')).toBeGreaterThan(1.5 * countJoins('2025-02'));
    expect(countJoins('2020-07')).toBeLessThan(0.3 * countJoins('2019-07'));
  });
});
