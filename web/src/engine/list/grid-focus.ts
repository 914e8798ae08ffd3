import { type FocusEvent, type RefObject, useCallback, useMemo, useRef } from 'react';

/** Indices of the heading row and the filter row; records start at 0. */
export const HEADER_ROW = -2;
export const FILTER_ROW = -1;

/** A cell by row (records start at 0) and position within the row (the checkbox is 0). */
export interface CellPosition {
  readonly row: number;
  readonly position: number;
}

export interface GridFocus {
  /** The only cell in the tab order. Stored in a ref, so moving it does not re-render. */
  readonly active: RefObject<CellPosition>;
  /** Moves the focus; returns false if there is no such cell. */
  readonly focusCell: (cell: CellPosition) => boolean;
  /** Focuses a row once it has been scrolled into view and rendered. */
  readonly restore: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Scrolls a row into view; set by the grid's body. */
  readonly scrollToRow: RefObject<((row: number) => void) | null>;
}

/**
 * Roving focus of a grid: arrow keys move it, Tab leaves the grid. Rows carry `data-r`, cells `data-p`. The focusable
 * element, which is the cell itself or its only control, carries `data-focus`.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>): GridFocus {
  const activeCell = useRef<CellPosition>({ row: 0, position: 1 });
  const pendingCell = useRef<CellPosition | null>(null);
  const scrollToRow = useRef<((row: number) => void) | null>(null);

  const findCell = useCallback(
    ({ row, position }: CellPosition): HTMLElement | null => {
      const cell = grid.current?.querySelector<HTMLElement>(`[data-r="${row}"] > [data-p="${position}"]`);
      return cell?.matches('[data-focus]') ? cell : (cell?.querySelector<HTMLElement>('[data-focus]') ?? null);
    },
    [grid],
  );

  const makeTabStop = useCallback(
    (element: HTMLElement | null) => {
      for (const tabStop of grid.current?.querySelectorAll<HTMLElement>('[data-focus][tabindex="0"]') ?? [])
        if (tabStop !== element) tabStop.tabIndex = -1;
      if (element) element.tabIndex = 0;
    },
    [grid],
  );

  const focusCell = useCallback(
    (cell: CellPosition): boolean => {
      const element = findCell(cell);
      if (cell.row >= 0) scrollToRow.current?.(cell.row);
      if (!element) {
        pendingCell.current = cell.row >= 0 ? cell : null;
        return cell.row >= 0;
      }
      pendingCell.current = null;
      element.focus({ preventScroll: cell.row >= 0 && cell.position === 0 });
      return true;
    },
    [findCell],
  );

  const restore = useCallback(() => {
    const target = pendingCell.current && findCell(pendingCell.current);
    if (target) {
      pendingCell.current = null;
      target.focus({ preventScroll: true });
    } else if (!grid.current?.querySelector('[data-focus][tabindex="0"]')) {
      makeTabStop(
        findCell(activeCell.current) ?? findCell({ row: 0, position: 1 }) ?? findCell({ row: HEADER_ROW, position: 1 }),
      );
    }
  }, [findCell, grid, makeTabStop]);

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const cell = event.target.closest<HTMLElement>('[data-p]');
      const row = cell?.closest<HTMLElement>('[data-r]');
      if (!cell || !row || !event.target.matches('[data-focus]')) return;
      activeCell.current = { row: Number(row.dataset['r']), position: Number(cell.dataset['p']) };
      makeTabStop(event.target);
    },
    [makeTabStop],
  );

  return useMemo(
    () => ({ active: activeCell, focusCell, restore, onFocus, scrollToRow }),
    [focusCell, restore, onFocus],
  );
}
