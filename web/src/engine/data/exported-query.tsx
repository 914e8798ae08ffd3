import type { ResourceDefinition } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { currentLanguage } from '../../i18n/language.ts';
import { isObject } from '../../ui/is-object.ts';
import { useChoiceNames } from './choice-names.ts';
import { describeCondition } from './describe-condition.ts';
import { columnLabel } from './list-columns.ts';
import { parseListState } from './list-state.ts';

/** The names of the columns in a text such as `last_name, hotel.code`. */
export const describeColumns = (definition: ResourceDefinition, columns: string): string =>
  columns
    .split(/, ?/)
    .map((column) => columnLabel(definition, column.replace(/^-/, ''))[currentLanguage()])
    .join(', ');

/** The logged query of an exported list or report in words: `Last name starts with Sur; sorted by Hotel`. */
export function ExportedQuery({ definition, query }: { definition: ResourceDefinition; query: string }) {
  const { t } = useLingui();
  // A list may open with conditions, but an exported one has only those that were requested.
  const { search, conditions, deleted, sort, display } = parseListState(definition, { ...parseQuery(query), all: '1' });
  const names = useChoiceNames(definition, conditions);
  const sortedBy = describeColumns(definition, sort);
  const groupedBy = describeColumns(definition, display['group'] ?? '');
  const parts = [
    ...(search === '' ? [] : [t`search: ${search}`]),
    ...conditions.map((condition) => describeCondition(definition, condition, names)),
    ...(deleted ? [t`with deleted records`] : []),
    ...(groupedBy === '' ? [] : [t`grouped by ${groupedBy}`]),
    ...(sort === '' ? [] : [t`sorted by ${sortedBy}`]),
  ];
  return parts.length === 0 ? t`all records` : parts.join('; ');
}

/** Entries of an older version may have another format. */
function parseQuery(text: string): Readonly<Record<string, unknown>> {
  try {
    const query: unknown = JSON.parse(text);
    return isObject(query) ? query : {};
  } catch {
    return {};
  }
}
