import { type Condition, type ResourceDefinition, findColumn } from '@innkeeper/contract';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { choices } from '../data/choices.ts';
import { choiceSource, listValues } from './column-filter.ts';
import { type ChoiceNames, nameKey } from './condition-sentence.ts';

/** Milliseconds. Records are rarely renamed. */
const NAMES_FRESH = 15 * 60_000;
const LIST: ReadonlySet<string> = new Set(['includes', 'excepts']);

interface Wanted {
  readonly resource: string;
  readonly id: string;
}

function requestedNames(d: ResourceDefinition, conditions: readonly Condition[]): Wanted[] {
  return conditions.flatMap((c) => {
    const field = LIST.has(c.operator) ? findColumn(d, c.column)?.definition : undefined;
    const source = field && choiceSource(field);
    return source ? listValues(c.value).map((id) => ({ resource: source.resource, id })) : [];
  });
}

/** The names of the records in filters, by `nameKey`; names that are still loading are missing. */
export function useChoiceNames(d: ResourceDefinition, conditions: readonly Condition[]): ChoiceNames {
  const neededIds = requestedNames(d, conditions);
  const responses = useQueries({
    queries: neededIds.map(({ resource, id }) => ({
      ...choices(resource, { id: Number(id) }),
      staleTime: NAMES_FRESH,
    })),
  });
  const entries = responses.flatMap(({ data }, at): [string, string][] => {
    const request = neededIds[at];
    const item = data?.items.find((i) => String(i.id) === request?.id);
    return request && item ? [[nameKey(request.resource, request.id), item.name]] : [];
  });
  // Equal names give the same map, so the filters below the column heads re-render only when a name changes.
  const known = JSON.stringify(entries);
  return useMemo(() => new Map(JSON.parse(known) as [string, string][]), [known]); // the JSON written above
}
