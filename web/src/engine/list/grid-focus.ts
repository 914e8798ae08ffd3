import { type FocusEvent, type RefObject, useCallback, useMemo, useRef } from 'react';

/** The rows above the records. */
export const HEAD_ROW = -2;
export const FILTER_ROW = -1;

/** A cell by its row (records from 0) and its place in the row (the checkbox is 0). */
export interface CellPlace {
  readonly row: number;
  readonly place: number;
}

export interface GridFocus {
  /** The one cell that Tab leads to. In a ref: moving it draws nothing anew. */
  readonly active: RefObject<CellPlace>;
  /** Moves the focus; false where there is no such cell. */
  readonly focusCell: (cell: CellPlace) => boolean;
  /** Focuses a row that had to be scrolled into sight first, once it is drawn. */
  readonly restore: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Set by the body: brings a row into sight. */
  readonly scrollToRow: RefObject<((row: number) => void) | null>;
}

/**
 * Roving focus of a grid: arrow keys move it, Tab leaves it. Cells carry `data-r` on their row and `data-p` on themselves; the
 * element that takes the focus, the cell itself or the one control in it, carries `data-focus`.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>): GridFocus {
  const active = useRef<CellPlace>({ row: 0, place: 1 });
  const pending = useRef<CellPlace | null>(null);
  const scrollToRow = useRef<((row: number) => void) | null>(null);

  const find = useCallback(
    ({ row, place }: CellPlace): HTMLElement | null => {
      const cell = grid.current?.querySelector<HTMLElement>(`[data-r="${row}"] > [data-p="${place}"]`);
      return cell?.matches('[data-focus]') ? cell : (cell?.querySelector<HTMLElement>('[data-focus]') ?? null);
    },
    [grid],
  );

  const makeTabStop = useCallback(
    (element: HTMLElement | null) => {
      for (const other of grid.current?.querySelectorAll<HTMLElement>('[data-focus][tabindex="0"]') ?? [])
        if (other !== element) other.tabIndex = -1;
      if (element) element.tabIndex = 0;
    },
    [grid],
  );

  const focusCell = useCallback(
    (cell: CellPlace): boolean => {
      const element = find(cell);
      if (cell.row >= 0) scrollToRow.current?.(cell.row);
      if (!element) {
        pending.current = cell.row >= 0 ? cell : null;
        return cell.row >= 0;
      }
      pending.current = null;
      element.focus({ preventScroll: cell.row >= 0 && cell.place === 0 });
      return true;
    },
    [find],
  );

  const restore = useCallback(() => {
    const wanted = pending.current && find(pending.current);
    if (wanted) {
      pending.current = null;
      wanted.focus({ preventScroll: true });
    } else if (!grid.current?.querySelector('[data-focus][tabindex="0"]')) {
      makeTabStop(find(active.current) ?? find({ row: 0, place: 1 }) ?? find({ row: HEAD_ROW, place: 1 }));
    }
  }, [find, grid, makeTabStop]);

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const cell = event.target.closest<HTMLElement>('[data-p]');
      const row = cell?.closest<HTMLElement>('[data-r]');
      if (!cell || !row || !event.target.matches('[data-focus]')) return;
      active.current = { row: Number(row.dataset['r']), place: Number(cell.dataset['p']) };
      makeTabStop(event.target);
    },
    [makeTabStop],
  );

  return useMemo(() => ({ active, focusCell, restore, onFocus, scrollToRow }), [focusCell, restore, onFocus]);
}
