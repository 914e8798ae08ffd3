import type { ColumnPath, Condition, Label, Language, Operator } from '@innkeeper/contract';
import { YES_NO, formatNumber } from '../../engine/import-export/format-cell.ts';
import { formatDay } from '../../platform/http/format-day.ts';

/*
 * Describes a report's filters in words, for readers of its file who do not use the console. The console has its own
 * copy of these texts, because its translations are in other catalogues.
 */

type Sentence = (column: string, value: string) => Label;

const of =
  (en: string, id: string): Sentence =>
  (column, value) => ({ en: `${column} ${en} ${value}`.trim(), id: `${column} ${id} ${value}`.trim() });

const SENTENCES: Record<Exclude<Operator, 'date_between' | 'null'>, Sentence> = {
  contains: of('contains', 'memuat'),
  start: of('starts with', 'diawali'),
  end: of('ends with', 'diakhiri'),
  matches: of('is', 'adalah'),
  exact: of('matches case', 'persis'),
  eq: of('is', 'adalah'),
  gt: of('is more than', 'lebih dari'),
  gte: of('is at least', 'minimal'),
  lt: of('is less than', 'kurang dari'),
  lte: of('is at most', 'maksimal'),
  preset: (column, value) => ({ en: `${column} ${value}`, id: `${column} ${value}` }),
  includes: of('is', 'adalah'),
  excepts: of('is not', 'bukan'),
};

/** Describes a condition, e.g. "Last name starts with Sur". `heading` is the column's name in the file. */
export function describeCondition(
  { path, condition }: { readonly path: ColumnPath; readonly condition: Condition },
  heading: string,
  language: Language,
): string {
  const { operator, value } = condition;
  if (operator === 'null') return (value === '1' ? EMPTY : FILLED)(heading, '')[language];
  if (operator === 'date_between') return describeRange(heading, value, language);
  return SENTENCES[operator](heading, formatValue(path, operator, value, language))[language];
}

const EMPTY = of('is empty', 'kosong');
const FILLED = of('is not empty', 'tidak kosong');

function formatValue({ definition: f }: ColumnPath, operator: Operator, value: string, language: Language): string {
  if (operator === 'preset') return describePreset(value)[language];
  if (f.kind === 'flag') return YES_NO[value === '1' ? 'yes' : 'no'][language];
  if (f.kind === 'choice') {
    const formatted = value
      .split(',')
      .map((part) => f.choices.find((choice) => choice.value === part.trim())?.label[language] ?? part);
    return new Intl.ListFormat(language, { type: 'disjunction' }).format(formatted);
  }
  return f.kind === 'integer' || f.kind === 'decimal' || f.kind === 'money' ? formatNumber(value) : value;
}

function describeRange(heading: string, range: string, language: Language): string {
  const [from = '', to = ''] = range.split(',').map((end) => describeEnd(end.trim(), language));
  if (from !== '' && from === to) return of('on', 'pada')(heading, from)[language];
  if (to === '') return { en: `${heading} from ${from} on`, id: `${heading} mulai ${from}` }[language];
  if (from === '') return of('until', 'sampai')(heading, to)[language];
  return { en: `${heading} from ${from} to ${to}`, id: `${heading} dari ${from} sampai ${to}` }[language];
}

/** Formats a day; months and times stay as requested. */
const describeEnd = (end: string, language: Language): string =>
  /^\d{4}-\d{2}-\d{2}/.test(end) ? formatDay(end, language) : end;

const FIXED: Readonly<Record<string, Label>> = {
  today: { en: 'today', id: 'hari ini' },
  now: { en: 'today up to now', id: 'hari ini sampai sekarang' },
  this_week: { en: 'this week', id: 'minggu ini' },
  this_month: { en: 'this month', id: 'bulan ini' },
  this_quarter: { en: 'this quarter', id: 'kuartal ini' },
  this_semester: { en: 'this semester', id: 'semester ini' },
  this_year: { en: 'this year', id: 'tahun ini' },
  last_month: { en: 'last month', id: 'bulan lalu' },
  month_to_yesterday: { en: 'this month up to yesterday', id: 'bulan ini sampai kemarin' },
};
const UNITS: Readonly<Record<string, { readonly one: string; readonly many: string; readonly id: string }>> = {
  days: { one: 'day', many: 'days', id: 'hari' },
  weeks: { one: 'week', many: 'weeks', id: 'minggu' },
  months: { one: 'month', many: 'months', id: 'bulan' },
};

/** The text after the column's name, e.g. "in the last 3 days". */
export function describePreset(preset: string): Label {
  const [, count = '', unit = ''] = /^(\d+)_(days|weeks|months)_ago$/.exec(preset) ?? [];
  const formatted = UNITS[unit];
  if (formatted)
    return {
      en: `in the last ${count} ${count === '1' ? formatted.one : formatted.many}`,
      id: `${count} ${formatted.id} terakhir`,
    };
  const days = /^next_(\d+)_days$/.exec(preset)?.[1];
  if (days !== undefined) return { en: `in the next ${days} days`, id: `dalam ${days} hari ke depan` };
  const [, part, number = ''] = /^(quarter|semester)_(\d)$/.exec(preset) ?? [];
  if (part === 'quarter') return { en: `in quarter ${number}`, id: `pada kuartal ${number}` };
  if (part === 'semester') return { en: `in semester ${number}`, id: `pada semester ${number}` };
  return FIXED[preset] ?? { en: preset, id: preset };
}
