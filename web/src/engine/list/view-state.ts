import type { ResourceDefinition } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { type ListState, INITIAL_LIST_STATE, parseListState, toListSearch } from '../data/list-state.ts';

/**
 * The list state that a view stores: everything except the page. Columns are named even if they are the default ones.
 */
export function toViewState(
  definition: ResourceDefinition,
  state: ListState,
  visibleColumns: readonly string[],
): Readonly<Record<string, string>> {
  const search = toListSearch(definition, { ...state, page: INITIAL_LIST_STATE.page, columns: visibleColumns });
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}

/** The list state that a view opens. Omits parts that the list no longer has, such as a column of an older version. */
export const fromViewState = (definition: ResourceDefinition, { state }: Pick<SavedView, 'state'>): ListState =>
  parseListState(definition, state);

const serializeState = (state: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether a list shows this view without changes, on any page. */
export function isActiveView(
  definition: ResourceDefinition,
  view: Pick<SavedView, 'state'>,
  state: ListState,
  visibleColumns: readonly string[],
): boolean {
  const viewState = fromViewState(definition, view);
  return (
    serializeState(toViewState(definition, viewState, viewState.columns ?? visibleColumns)) ===
    serializeState(toViewState(definition, state, visibleColumns))
  );
}

/** Whether a list is in its default state, as without parameters in the URL. */
export const isDefaultList = (definition: ResourceDefinition, state: ListState): boolean =>
  Object.keys(toListSearch(definition, { ...state, page: INITIAL_LIST_STATE.page })).length === 0;
