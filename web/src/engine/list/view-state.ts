import type { ResourceDefinition } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { type ListState, START, readListState, writeListState } from '../data/list-state.ts';

/** The state that a view keeps of a list: everything but the page, and the columns by name even if they are the usual ones. */
export function toViewState(
  d: ResourceDefinition,
  state: ListState,
  shown: readonly string[],
): Readonly<Record<string, string>> {
  const search = writeListState(d, { ...state, page: START.page, columns: shown });
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}

/** The list that a view opens. Parts that the list no longer knows (a column of an older version) are left out. */
export const fromViewState = (d: ResourceDefinition, { state }: Pick<SavedView, 'state'>): ListState =>
  readListState(d, state);

const textOf = (state: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether a list shows a view unchanged, whatever its page. */
export function isShowing(
  d: ResourceDefinition,
  view: Pick<SavedView, 'state'>,
  state: ListState,
  shown: readonly string[],
): boolean {
  const opened = fromViewState(d, view);
  return textOf(toViewState(d, opened, opened.columns ?? shown)) === textOf(toViewState(d, state, shown));
}

/** Whether a list is asked nothing and looks as it does for this user without an address. */
export const isUsualList = (d: ResourceDefinition, state: ListState): boolean =>
  Object.keys(writeListState(d, { ...state, page: START.page })).length === 0;
