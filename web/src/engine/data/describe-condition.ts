import { type Condition, type Field, type ResourceDefinition, findColumn } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { formatDate } from '../../format/date.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { type FilterMode, choiceSource, listValues, modeOf, monthOf } from './column-filter.ts';
import { presetPhrase } from './date-presets.ts';
import { columnLabel } from './list-columns.ts';

/** Names of records by resource and id (`hotel 7`), as far as they have loaded. */
export type ChoiceNames = ReadonlyMap<string, string>;
export const choiceNameKey = (resource: string, id: string | number): string => `${resource} ${id}`;

/** A filter as a sentence: "Last name starts with Sur". `heading` is the visible column head. */
export function describeCondition(
  definition: ResourceDefinition,
  condition: Condition,
  names: ChoiceNames,
  heading?: string,
): string {
  const field = findColumn(definition, condition.column)?.definition;
  const column = heading ?? columnLabel(definition, condition.column)[currentLanguage()];
  const value = field ? formatValue(field, condition.value) : condition.value;
  return FORMATTERS_BY_MODE[modeOf(condition)](column, value, () => joinNames(field, condition.value, names));
}

const FORMATTERS_BY_MODE: Record<FilterMode, (column: string, value: string, list: () => string) => string> = {
  contains: (column, value) => t`${column} contains ${value}`,
  start: (column, value) => t`${column} starts with ${value}`,
  end: (column, value) => t`${column} ends with ${value}`,
  matches: (column, value) => t`${column} is ${value}`,
  exact: (column, value) => t`${column} matches case ${value}`,
  eq: (column, value) => t`${column} is ${value}`,
  gt: (column, value) => t`${column} is more than ${value}`,
  gte: (column, value) => t`${column} is at least ${value}`,
  lt: (column, value) => t`${column} is less than ${value}`,
  lte: (column, value) => t`${column} is at most ${value}`,
  date_between: (column, value) => describeRange(column, value),
  month: (column, value) => {
    const month = longMonth(monthOf(value) ?? '');
    return t`${column} in ${month}`;
  },
  preset: (column, value) => {
    const period = presetPhrase(value);
    return t`${column} ${period}`;
  },
  moment: (column, value) => describeRange(column, value),
  time: (column, value) => {
    const [from, to] = value.split(',');
    const [first, last] = [from || '00:00', to || '23:59'];
    return t`${column} between ${first} and ${last}`;
  },
  includes: (column, _, list) => {
    const names = list();
    return t`${column} is ${names}`;
  },
  one: (column, _, list) => {
    const names = list();
    return t`${column} is ${names}`;
  },
  excepts: (column, _, list) => {
    const names = list();
    return t`${column} is not ${names}`;
  },
  empty: (column) => t`${column} is empty`,
  filled: (column) => t`${column} is not empty`,
};

function describeRange(column: string, range: string): string {
  const [from = '', to = ''] = range.split(',').map(formatDayOrInstant);
  if (from !== '' && from === to) return t`${column} on ${from}`;
  if (to === '') return t`${column} from ${from} on`;
  if (from === '') return t`${column} until ${to}`;
  return t`${column} from ${from} to ${to}`;
}

/** An instant is shown in the user's time zone, as it was typed. */
const formatDayOrInstant = (text: string): string =>
  text.includes(':') ? `${formatDate(text.slice(0, 10))} - ${text.slice(11, 16)}` : formatDate(text);

function formatValue(field: Field, value: string): string {
  if (field.kind === 'flag') return value === '1' ? t`yes` : t`no`;
  const isNumber = field.kind === 'decimal' || field.kind === 'money' || field.kind === 'integer';
  return isNumber ? formatNumber(value, (value.split('.')[1] ?? '').length) : value;
}

function joinNames(field: Field | undefined, value: string, names: ChoiceNames): string {
  const labels = listValues(value).map((item) => {
    if (field?.kind === 'flag') return formatValue(field, item);
    if (field?.kind === 'choice') return field.choices.find((c) => c.value === item)?.label[currentLanguage()] ?? item;
    const source = field && choiceSource(field);
    return (source && names.get(choiceNameKey(source.resource, item))) ?? `#${item}`;
  });
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(labels);
}
