import type { ResourceDefinition } from '@innkeeper/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ListState,
  INITIAL_LIST_STATE,
  changeListState,
  parseListState,
  toListSearch,
} from '../data/list-state.ts';

/** The state of a list and its setter. */
export type ListStateHandle = readonly [state: ListState, change: (change: Partial<ListState>) => void];

/** The state of a list page, stored in the URL. A change replaces the current entry of the browser's history. */
export function useUrlListState(definition: ResourceDefinition): ListStateHandle {
  // Unchanged parts keep their identity, so turning a page does not re-render the filters.
  const state: ListState = useSearch({
    strict: false,
    select: useCallback(
      (search: Readonly<Record<string, unknown>>) => parseListState(definition, search),
      [definition],
    ),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const latestState = useRef(state);
  useEffect(() => {
    latestState.current = state;
  });
  const change = useCallback(
    (changes: Partial<ListState>) => {
      // Two changes in the same tick must add up before the URL has been updated.
      latestState.current = changeListState(latestState.current, changes);
      void navigate({
        to: '.',
        search: toListSearch(definition, latestState.current),
        replace: true,
        resetScroll: false,
      });
    },
    [definition, navigate],
  );
  return [state, change];
}

/** The state of a list that is a part of another page. */
export function useLocalListState(): ListStateHandle {
  const [state, setState] = useState(INITIAL_LIST_STATE);
  const change = useCallback(
    (changes: Partial<ListState>) => setState((before) => changeListState(before, changes)),
    [],
  );
  return [state, change];
}
