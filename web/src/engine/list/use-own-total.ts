import type { Condition, ListMeta, ListQuery, ResourceDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { ownHotelsCondition } from '../data/elsewhere.ts';
import { listQuery } from '../data/queries.ts';

/** Number of a list's records that count at the user's hotels, as shown by tiles and reports. */
export interface OwnTotal {
  readonly total: number;
  readonly isEstimate: boolean;
  /** How many more of the listed records count elsewhere; 0 if that is not known exactly. */
  readonly elsewhere: number;
}

/** A query for the records that count at the user's hotels, with one record per page: only its total is used. */
export function ownQuery(definition: ResourceDefinition, query: ListQuery): ListQuery {
  const hotelsCondition = ownHotelsCondition(definition);
  const conditions = hotelsCondition ? [...query.conditions, hotelsCondition] : query.conditions;
  return { ...query, conditions, sort: '', page: 1, per_page: 1 };
}

/**
 * The number of records of a loaded list that count at the user's hotels; undefined until known. Sends a request only
 * if the list may include records of other hotels.
 */
export function useOwnTotal(
  definition: ResourceDefinition,
  query: ListQuery,
  meta: ListMeta | undefined,
): OwnTotal | undefined {
  const hotelsCondition = ownHotelsCondition(definition);
  const canIncludeOthers =
    hotelsCondition !== null && !query.conditions.some((condition) => isAlreadyLimited(condition, hotelsCondition));
  const isRequested = canIncludeOthers && meta !== undefined && meta.total > 0;
  const { data, isPlaceholderData } = useQuery({
    ...listQuery(definition, ownQuery(definition, query)),
    enabled: isRequested,
  });
  if (!meta) return undefined;
  if (!isRequested) return { total: meta.total, isEstimate: meta.total_is_estimate, elsewhere: 0 };
  if (!data) return undefined;
  const isEstimate = data.meta.total_is_estimate || meta.total_is_estimate;
  const isKnown = !isEstimate && !isPlaceholderData;
  return {
    total: data.meta.total,
    isEstimate,
    elsewhere: isKnown ? Math.max(meta.total - data.meta.total, 0) : 0,
  };
}

/** The conditions that limit a list to the records that count elsewhere. */
export function elsewhereConditions(
  definition: ResourceDefinition,
  conditions: readonly Condition[],
): readonly Condition[] {
  const hotelsCondition = ownHotelsCondition(definition);
  return hotelsCondition
    ? [
        ...conditions.filter(({ column }) => column !== hotelsCondition.column),
        { ...hotelsCondition, operator: 'excepts' },
      ]
    : conditions;
}

/** Whether the first condition already limits the list to hotels of the second one. */
function isAlreadyLimited({ column, operator, value }: Condition, hotelsCondition: Condition): boolean {
  const ids = new Set(hotelsCondition.value.split(','));
  return column === hotelsCondition.column && operator === 'includes' && value.split(',').every((id) => ids.has(id));
}
