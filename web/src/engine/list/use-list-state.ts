import type { ResourceDefinition } from '@innkeeper/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ListState, START, changeListState, readListState, writeListState } from '../data/list-state.ts';

/** The state of a list and the one way to change it. */
export type ListStateHandle = readonly [state: ListState, change: (change: Partial<ListState>) => void];

/** The state of a list page, kept in the address: changes replace the entry in the browser's history. */
export function useAddressState(d: ResourceDefinition): ListStateHandle {
  // Parts that stay equal stay the same, so that a page turned draws no filter anew.
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
      // Two changes of one moment build on each other, before the address has answered.
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
