import type { ColumnPath, Condition, Label, Language, Operator } from '@innkeeper/contract';
import { formatCell, formatNumber } from './format-cell.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import { conditionTexts, countedPresetTexts, presetTexts } from '../../texts/filters.ts';

/*
 * Describes the filters of a list or report in words, for readers of its file who do not use the console. The console
 * has its own copy of these texts, because its translations are in other catalogues.
 */

/** The name of a record that a filter selects by its id; the id itself if it has none that the reader may see. */
export type FindRecordName = (path: ColumnPath, id: string) => string;

/** Describes a condition, e.g. "Last name starts with Sur". `heading` is the column's name in the file. */
export function describeCondition(
  { path, condition }: { readonly path: ColumnPath; readonly condition: Condition },
  heading: string,
  language: Language,
  findRecordName: FindRecordName = (_, id) => id,
): string {
  const { operator, value } = condition;
  if (operator === 'null')
    return conditionTexts[value === '1' ? 'empty' : 'filled']({ column: heading })[language].trim();
  if (operator === 'date_between') return describeRange(heading, value, language);
  const formatted = formatValue(path, operator, value, language, findRecordName);
  if (operator === 'preset') return `${heading} ${formatted}`;
  return conditionTexts[operator]({ column: heading, value: formatted })[language].trim();
}

function formatValue(
  path: ColumnPath,
  operator: Operator,
  value: string,
  language: Language,
  findRecordName: FindRecordName,
): string {
  const { definition: f } = path;
  if (operator === 'preset') return describePreset(value)[language];
  if (f.kind === 'flag') return formatCell(f, value, language);
  const listParts = (format: (part: string) => string): string =>
    new Intl.ListFormat(language, { type: 'disjunction' }).format(value.split(',').map((part) => format(part.trim())));
  if (f.kind === 'choice')
    return listParts((part) => f.choices.find((choice) => choice.value === part)?.label[language] ?? part);
  if (f.kind === 'reference' || f.kind === 'option' || f.kind === 'references')
    return listParts((part) => findRecordName(path, part));
  return f.kind === 'integer' || f.kind === 'decimal' || f.kind === 'money' ? formatNumber(value) : value;
}

function describeRange(heading: string, range: string, language: Language): string {
  const [from = '', to = ''] = range.split(',').map((end) => describeEnd(end.trim(), language));
  if (from !== '' && from === to) return conditionTexts.on({ column: heading, value: from })[language].trim();
  if (to === '') return conditionTexts.from({ column: heading, from })[language];
  if (from === '') return conditionTexts.until({ column: heading, value: to })[language].trim();
  return conditionTexts.between({ column: heading, from, to })[language];
}

/** Formats a day; months and times stay as requested. */
const describeEnd = (end: string, language: Language): string =>
  /^\d{4}-\d{2}-\d{2}/.test(end) ? formatDay(end, language) : end;

/** The text after the column's name, e.g. "in the last 3 days". */
export function describePreset(preset: string): Label {
  const [, count = '', unit = ''] = /^(\d+)_(days|weeks|months)_ago$/.exec(preset) ?? [];
  if (isUnit(unit)) return countedPresetTexts[count === '1' ? SINGULAR[unit] : unit]({ count });
  const days = /^next_(\d+)_days$/.exec(preset)?.[1];
  if (days !== undefined) return countedPresetTexts.nextDays({ count: days });
  const [, periodKind, number = ''] = /^(quarter|semester)_(\d)$/.exec(preset) ?? [];
  if (periodKind === 'quarter' || periodKind === 'semester') return countedPresetTexts[periodKind]({ count: number });
  return isFixedPreset(preset) ? presetTexts[preset] : { en: preset, id: preset };
}

const SINGULAR = { days: 'day', weeks: 'week', months: 'month' } as const;
const isUnit = (unit: string): unit is keyof typeof SINGULAR => Object.hasOwn(SINGULAR, unit);
const isFixedPreset = (preset: string): preset is keyof typeof presetTexts => Object.hasOwn(presetTexts, preset);
