import { type Condition, type Field, type ResourceDefinition, findColumn } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { formatDate } from '../../format/date.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { type FilterMode, choiceSource, listValues, modeOf, monthOf } from './column-filter.ts';
import { presetPhrase } from './date-presets.ts';
import { columnLabel } from '../data/list-columns.ts';

/** Names of records by `hotel 7`, as far as they have loaded. */
export type ChoiceNames = ReadonlyMap<string, string>;
export const nameKey = (resource: string, id: string | number): string => `${resource} ${id}`;

/** A filter as a sentence: "Last name starts with Sur". `heading` is the visible column head. */
export function conditionSentence(
  d: ResourceDefinition,
  condition: Condition,
  names: ChoiceNames,
  heading?: string,
): string {
  const field = findColumn(d, condition.column)?.definition;
  const column = heading ?? columnLabel(d, condition.column)[currentLanguage()];
  const value = field ? plainValue(field, condition.value) : condition.value;
  return sentences[modeOf(condition)](column, value, () => listNames(field, condition.value, names));
}

const sentences: Record<FilterMode, (column: string, value: string, list: () => string) => string> = {
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
  date_between: (column, value) => rangeSentence(column, value),
  month: (column, value) => {
    const month = longMonth(monthOf(value) ?? '');
    return t`${column} in ${month}`;
  },
  preset: (column, value) => {
    const period = presetPhrase(value);
    return t`${column} ${period}`;
  },
  moment: (column, value) => rangeSentence(column, value),
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

function rangeSentence(column: string, range: string): string {
  const [from = '', to = ''] = range.split(',').map(dayOrMoment);
  if (from !== '' && from === to) return t`${column} on ${from}`;
  if (to === '') return t`${column} from ${from} on`;
  if (from === '') return t`${column} until ${to}`;
  return t`${column} from ${from} to ${to}`;
}

/** A moment is shown in the user's time zone, as it was typed. */
const dayOrMoment = (text: string): string =>
  text.includes(':') ? `${formatDate(text.slice(0, 10))} - ${text.slice(11, 16)}` : formatDate(text);

function plainValue(field: Field, value: string): string {
  if (field.kind === 'flag') return value === '1' ? t`yes` : t`no`;
  const isNumber = field.kind === 'decimal' || field.kind === 'money' || field.kind === 'integer';
  return isNumber ? formatNumber(value, (value.split('.')[1] ?? '').length) : value;
}

function listNames(field: Field | undefined, value: string, names: ChoiceNames): string {
  const listed = listValues(value).map((part) => {
    if (field?.kind === 'flag') return plainValue(field, part);
    if (field?.kind === 'choice') return field.choices.find((c) => c.value === part)?.label[currentLanguage()] ?? part;
    const source = field && choiceSource(field);
    return (source && names.get(nameKey(source.resource, part))) ?? `#${part}`;
  });
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(listed);
}
