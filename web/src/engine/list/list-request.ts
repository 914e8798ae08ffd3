import { type Condition, type ListQuery, listParameters } from '@innkeeper/contract';
import type { ListState } from '../data/list-state.ts';

/** Columns that are the same in every record of a list within another page: `{ hotel_id: 7 }`. */
export type Fixed = Readonly<Record<string, number>>;

const fixedConditions = (fixed: Fixed): Condition[] =>
  Object.entries(fixed).map(([column, id]) => ({ column, operator: 'includes', value: String(id) }));

/** Converts the list's state to the server request. */
export function toListQuery(state: ListState, fixed: Fixed): ListQuery {
  const { columns: _, ...query } = state;
  return { ...query, conditions: [...fixedConditions(fixed), ...query.conditions.filter((c) => !(c.column in fixed))] };
}

/** The filter of a bulk action on all that match: the list's own parameters, without page and order. */
export function toBulkFilter(state: ListState, fixed: Fixed): Readonly<Record<string, string>> {
  const { search, conditions, deleted } = toListQuery(state, fixed);
  return Object.fromEntries(listParameters({ search, conditions, deleted }));
}
