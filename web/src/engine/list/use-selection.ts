import { useCallback, useRef, useState } from 'react';
import { type ListState, hasSameMatches } from '../data/list-state.ts';
import { NONE, type Selection, isNone, toggle, toggleRange } from './selection.ts';

export interface SelectionHandle {
  readonly selection: Selection;
  readonly set: (selection: Selection) => void;
  /** Selects or deselects a row; with `range` everything from the row before it. */
  readonly toggleRow: (id: number, range: boolean) => void;
}

/**
 * The selection of a list. It outlives pages and orders, but not another filter: "all" means all that match this one.
 *
 * `isAnswered` says that the rows are those of this state. Until they are, no row in sight counts as selected: perhaps none of
 * them matches.
 */
export function useSelection(
  state: ListState,
  rows: readonly { readonly id: number }[],
  isAnswered: boolean,
): SelectionHandle {
  const [kept, setKept] = useState({ under: state, selection: NONE });
  const [answered, setAnswered] = useState(state);
  if (isAnswered && answered !== state) setAnswered(state);
  const isOther = !hasSameMatches(answered, state);
  const anchor = useRef<number | null>(null);
  const selection = hasSameMatches(kept.under, state) ? kept.selection : NONE;
  const set = useCallback(
    (next: Selection) => {
      if (!isOther || isNone(next)) setKept({ under: state, selection: next });
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
