import { DATE_PRESETS } from '@innkeeper/contract';

/** First and last day of a relative range, both inclusive, relative to `today`. Weeks begin on Monday. */
export function presetRange(preset: string, today: Temporal.PlainDate): [Temporal.PlainDate, Temporal.PlainDate] {
  const monthRange = (first: number, count: number): [Temporal.PlainDate, Temporal.PlainDate] => {
    const from = today.with({ month: first, day: 1 });
    return [from, from.add({ months: count }).subtract({ days: 1 })];
  };
  const agoMatch = /^(\d+)_(days|weeks|months)_ago$/.exec(preset);
  if (agoMatch) return [today.subtract({ [String(agoMatch[2])]: Number(agoMatch[1]) }), today];
  const aheadMatch = /^next_(\d+)_days$/.exec(preset);
  if (aheadMatch) return [today, today.add({ days: Number(aheadMatch[1]) })];
  const periodMatch = /^(quarter|semester)_(\d)$/.exec(preset);
  if (periodMatch) {
    const length = periodMatch[1] === 'quarter' ? 3 : 6;
    return monthRange((Number(periodMatch[2]) - 1) * length + 1, length);
  }
  const periodContaining = (length: number) => monthRange(today.month - ((today.month - 1) % length), length);
  switch (preset) {
    case 'today':
    case 'now':
      return [today, today];
    case 'this_week': {
      const monday = today.subtract({ days: today.dayOfWeek - 1 });
      return [monday, monday.add({ days: 6 })];
    }
    case 'this_month':
      return periodContaining(1);
    case 'this_quarter':
      return periodContaining(3);
    case 'this_semester':
      return periodContaining(6);
    case 'this_year':
      return periodContaining(12);
    case 'last_month': {
      const first = today.with({ day: 1 });
      return [first.subtract({ months: 1 }), first.subtract({ days: 1 })];
    }
    // Empty on the first of a month.
    case 'month_to_yesterday':
      return [today.with({ day: 1 }), today.subtract({ days: 1 })];
    default:
      throw new Error(`There is no preset ${preset}`);
  }
}

export const isPreset = (value: string): boolean => DATE_PRESETS.includes(value);
