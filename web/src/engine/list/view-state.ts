import type { ResourceDefinition } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { type ListState, START, readListState, writeListState } from '../data/list-state.ts';

/**
 * The list state a view stores: everything except the page. Columns are listed by name even if they are the default
 * ones.
 */
export function toViewState(
  d: ResourceDefinition,
  state: ListState,
  shown: readonly string[],
): Readonly<Record<string, string>> {
  const search = writeListState(d, { ...state, page: START.page, columns: shown });
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}

/** The list state a view opens. Leaves out parts the list no longer knows, such as a column of an older version. */
export const fromViewState = (d: ResourceDefinition, { state }: Pick<SavedView, 'state'>): ListState =>
  readListState(d, state);

const textOf = (state: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether a list shows a view unmodified, on any page. */
export function isViewActive(
  d: ResourceDefinition,
  view: Pick<SavedView, 'state'>,
  state: ListState,
  shown: readonly string[],
): boolean {
  const opened = fromViewState(d, view);
  return textOf(toViewState(d, opened, opened.columns ?? shown)) === textOf(toViewState(d, state, shown));
}

/** Whether a list has no query and looks as it does for this user without parameters in the address. */
export const isDefaultList = (d: ResourceDefinition, state: ListState): boolean =>
  Object.keys(writeListState(d, { ...state, page: START.page })).length === 0;
