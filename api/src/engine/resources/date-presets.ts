import { DATE_PRESETS } from '@innkeeper/contract';

/** First and last day of a relative range, both inclusive, relative to `today`. Weeks begin on Monday. */
export function presetRange(preset: string, today: Temporal.PlainDate): [Temporal.PlainDate, Temporal.PlainDate] {
  const months = (first: number, count: number): [Temporal.PlainDate, Temporal.PlainDate] => {
    const from = today.with({ month: first, day: 1 });
    return [from, from.add({ months: count }).subtract({ days: 1 })];
  };
  const ago = /^(\d+)_(days|weeks|months)_ago$/.exec(preset);
  if (ago) return [today.subtract({ [String(ago[2])]: Number(ago[1]) }), today];
  const ahead = /^next_(\d+)_days$/.exec(preset);
  if (ahead) return [today, today.add({ days: Number(ahead[1]) })];
  const part = /^(quarter|semester)_(\d)$/.exec(preset);
  if (part) {
    const length = part[1] === 'quarter' ? 3 : 6;
    return months((Number(part[2]) - 1) * length + 1, length);
  }
  const startOf = (length: number) => months(today.month - ((today.month - 1) % length), length);
  switch (preset) {
    case 'today':
    case 'now':
      return [today, today];
    case 'this_week': {
      const monday = today.subtract({ days: today.dayOfWeek - 1 });
      return [monday, monday.add({ days: 6 })];
    }
    case 'this_month':
      return startOf(1);
    case 'this_quarter':
      return startOf(3);
    case 'this_semester':
      return startOf(6);
    case 'this_year':
      return startOf(12);
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
