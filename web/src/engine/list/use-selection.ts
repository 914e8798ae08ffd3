import { useCallback, useRef, useState } from 'react';
import { type ListState, hasSameMatches } from '../data/list-state.ts';
import { EMPTY_SELECTION, type Selection, isEmptySelection, toggle, toggleRange } from './selection.ts';

export interface SelectionHandle {
  readonly selection: Selection;
  readonly set: (selection: Selection) => void;
  /** Selects or deselects a row; with `range`, also all rows from the previously clicked one. */
  readonly toggleRow: (id: number, range: boolean) => void;
}

/**
 * The selection of a list. It survives changes of page and sort order but not of the filter, because "all" means all
 * matches of that filter. `isLoaded` means that the rows belong to this state. Until then no visible row counts as
 * selected, because it may not match.
 */
export function useSelection(
  state: ListState,
  rows: readonly { readonly id: number }[],
  isLoaded: boolean,
): SelectionHandle {
  const [storedSelection, setStoredSelection] = useState({ forState: state, selection: EMPTY_SELECTION });
  const [loadedState, setLoadedState] = useState(state);
  if (isLoaded && loadedState !== state) setLoadedState(state);
  const isStale = !hasSameMatches(loadedState, state);
  const anchor = useRef<number | null>(null);
  const selection = hasSameMatches(storedSelection.forState, state) ? storedSelection.selection : EMPTY_SELECTION;
  const setSelection = useCallback(
    (next: Selection) => {
      if (!isStale || isEmptySelection(next)) setStoredSelection({ forState: state, selection: next });
    },
    [state, isStale],
  );
  const toggleRow = useCallback(
    (id: number, range: boolean) => {
      const ids = rows.map((row) => row.id);
      setSelection(range ? toggleRange(selection, ids, anchor.current, id) : toggle(selection, id));
      anchor.current = id;
    },
    [rows, selection, setSelection],
  );
  return { selection, set: setSelection, toggleRow };
}
