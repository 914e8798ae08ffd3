import type { ResourceDefinition } from '@innkeeper/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ListState, START, changeListState, readListState, writeListState } from '../data/list-state.ts';

/** The state of a list and its setter. */
export type ListStateHandle = readonly [state: ListState, change: (change: Partial<ListState>) => void];

/** The state of a list page, stored in the address. Changes replace the entry in the browser's history. */
export function useAddressState(d: ResourceDefinition): ListStateHandle {
  // Equal parts keep their identity, so turning a page does not re-render the filters.
  const state: ListState = useSearch({
    strict: false,
    select: useCallback((search: Readonly<Record<string, unknown>>) => readListState(d, search), [d]),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const change = useCallback(
    (part: Partial<ListState>) => {
      // Two changes in the same tick build on each other before the address has updated.
      latest.current = changeListState(latest.current, part);
      void navigate({ to: '.', search: writeListState(d, latest.current), replace: true, resetScroll: false });
    },
    [d, navigate],
  );
  return [state, change];
}

/** The state of a list that is a part of another page. */
export function useLocalState(): ListStateHandle {
  const [state, setState] = useState(START);
  const change = useCallback((part: Partial<ListState>) => setState((before) => changeListState(before, part)), []);
  return [state, change];
}
