import { useCallback, useRef, useState } from 'react';
import { type ListState, hasSameMatches } from '../data/list-state.ts';
import { NONE, type Selection, isNone, toggle, toggleRange } from './selection.ts';

export interface SelectionHandle {
  readonly selection: Selection;
  readonly set: (selection: Selection) => void;
  /** Selects or deselects a row; with `range`, also everything from the previously clicked row. */
  readonly toggleRow: (id: number, range: boolean) => void;
}

/**
 * The selection of a list. It survives changes of page and sort order but not of the filter, because "all" means all
 * matches of that filter.
 *
 * `isAnswered` means the rows belong to this state. Until then no visible row counts as selected, because it may not
 * match.
 */
export function useSelection(
  state: ListState,
  rows: readonly { readonly id: number }[],
  isAnswered: boolean,
): SelectionHandle {
  const [stored, setStored] = useState({ under: state, selection: NONE });
  const [answered, setAnswered] = useState(state);
  if (isAnswered && answered !== state) setAnswered(state);
  const isOther = !hasSameMatches(answered, state);
  const anchor = useRef<number | null>(null);
  const selection = hasSameMatches(stored.under, state) ? stored.selection : NONE;
  const set = useCallback(
    (next: Selection) => {
      if (!isOther || isNone(next)) setStored({ under: state, selection: next });
    },
    [state, isOther],
  );
  const toggleRow = useCallback(
    (id: number, range: boolean) => {
      const ids = rows.map((r) => r.id);
      set(range ? toggleRange(selection, ids, anchor.current, id) : toggle(selection, id));
      anchor.current = id;
    },
    [rows, selection, set],
  );
  return { selection, set, toggleRow };
}
