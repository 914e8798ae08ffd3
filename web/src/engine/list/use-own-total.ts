import type { Condition, ListMeta, ListQuery, ResourceDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { ownHotelsCondition } from '../data/elsewhere.ts';
import { listQuery } from '../data/queries.ts';

/** Number of a list's records that count at the user's hotels, as shown by tiles and reports. */
export interface OwnTotal {
  readonly total: number;
  readonly isEstimate: boolean;
  /** How many more are listed that count elsewhere; 0 where that is not known exactly. */
  readonly elsewhere: number;
}

/** The query for those records only, with one record per page. */
export function ownQuery(d: ResourceDefinition, query: ListQuery): ListQuery {
  const own = ownHotelsCondition(d);
  const conditions = own ? [...query.conditions, own] : query.conditions;
  return { ...query, conditions, sort: '', page: 1, per_page: 1 };
}

/**
 * The own total of a loaded list; undefined until it is known. Sends a request only if the list may include other
 * hotels' records.
 */
export function useOwnTotal(d: ResourceDefinition, query: ListQuery, meta: ListMeta | undefined): OwnTotal | undefined {
  const own = ownHotelsCondition(d);
  const canHaveOthers = own !== null && !query.conditions.some((condition) => isWithin(condition, own));
  const isRequested = canHaveOthers && meta !== undefined && meta.total > 0;
  const { data, isPlaceholderData } = useQuery({ ...listQuery(d, ownQuery(d, query)), enabled: isRequested });
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
export function elsewhereConditions(d: ResourceDefinition, conditions: readonly Condition[]): readonly Condition[] {
  const own = ownHotelsCondition(d);
  return own
    ? [...conditions.filter(({ column }) => column !== own.column), { ...own, operator: 'excepts' }]
    : conditions;
}

/** Whether the first condition already limits the list to hotels of the second one. */
function isWithin({ column, operator, value }: Condition, own: Condition): boolean {
  const ids = new Set(own.value.split(','));
  return column === own.column && operator === 'includes' && value.split(',').every((id) => ids.has(id));
}
