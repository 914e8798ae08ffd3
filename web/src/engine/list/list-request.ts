import { type Condition, type ListQuery, listParameters } from '@innkeeper/contract';
import type { ListState } from '../data/list-state.ts';

/** Values that all records of a list within another page share, by column: `{ hotel_id: 7 }`. */
export type FixedValues = Readonly<Record<string, number>>;

const fixedConditions = (fixed: FixedValues): Condition[] =>
  Object.entries(fixed).map(([column, id]) => ({ column, operator: 'includes', value: String(id) }));

/** Converts the list's state to the server request. */
export function toListQuery(state: ListState, fixed: FixedValues): ListQuery {
  const { columns: _columns, ...query } = state;
  return { ...query, conditions: [...fixedConditions(fixed), ...query.conditions.filter((c) => !(c.column in fixed))] };
}

/** The filter of a bulk action on all matches: the parameters of the list, without page and order. */
export function toBulkFilter(state: ListState, fixed: FixedValues): Readonly<Record<string, string>> {
  const { search, conditions, deleted } = toListQuery(state, fixed);
  return Object.fromEntries(listParameters({ search, conditions, deleted }));
}
