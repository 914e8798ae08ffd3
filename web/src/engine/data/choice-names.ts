import { type Condition, type ResourceDefinition, findColumn } from '@innkeeper/contract';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { choicesQuery } from './choices.ts';
import { choiceSource, listValues } from './column-filter.ts';
import { type ChoiceNames, choiceNameKey } from './describe-condition.ts';

/** Milliseconds. Records are rarely renamed. */
const NAMES_STALE_TIME = 15 * 60_000;
const LIST_OPERATORS: ReadonlySet<string> = new Set(['includes', 'excepts']);

interface ChoiceReference {
  readonly resource: string;
  readonly id: string;
}

function collectReferences(definition: ResourceDefinition, conditions: readonly Condition[]): ChoiceReference[] {
  return conditions.flatMap((c) => {
    const field = LIST_OPERATORS.has(c.operator) ? findColumn(definition, c.column)?.definition : undefined;
    const source = field && choiceSource(field);
    return source ? listValues(c.value).map((id) => ({ resource: source.resource, id })) : [];
  });
}

/** The names of the records in filters, by resource and id. Names that are still loading are missing. */
export function useChoiceNames(definition: ResourceDefinition, conditions: readonly Condition[]): ChoiceNames {
  const references = collectReferences(definition, conditions);
  const responses = useQueries({
    queries: references.map(({ resource, id }) => ({
      ...choicesQuery(resource, { id: Number(id) }),
      staleTime: NAMES_STALE_TIME,
    })),
  });
  const entries = responses.flatMap(({ data }, index): [string, string][] => {
    const reference = references[index];
    const item = data?.items.find((i) => String(i.id) === reference?.id);
    return reference && item ? [[choiceNameKey(reference.resource, reference.id), item.name]] : [];
  });
  // Equal names give the same map, so the filters below the column heads re-render only when a name changes.
  const serialized = JSON.stringify(entries);
  return useMemo(() => new Map(JSON.parse(serialized) as [string, string][]), [serialized]); // the JSON written above
}
