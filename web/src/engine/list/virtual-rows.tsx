import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { RenderRow } from './render-row.ts';
import type { GridFocus } from './grid-focus.ts';

interface VirtualRowsProps {
  focus: GridFocus;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels. */
  rowHeight: number;
  /** Height of the grid's headings inside the scroller, in pixels. */
  headHeight: number;
  renderRow: RenderRow;
}

/** The visible rows of a long page plus a few more. The focused row stays rendered even when scrolled out of view. */
export function VirtualRows({ focus, scroller, count, rowHeight, headHeight, renderRow }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
    rangeExtractor: (range) => {
      const visibleIndices = defaultRangeExtractor(range);
      const { row } = focus.active.current;
      if (row < 0 || row >= count || visibleIndices.includes(row)) return visibleIndices;
      return [...visibleIndices, row].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    focus.scrollToRow.current = (row) => virtualizer.scrollToIndex(row, { align: 'auto' });
  }, [focus, virtualizer]);
  useLayoutEffect(() => focus.restore());
  return virtualizer.getVirtualItems().map((item) => renderRow(item.index));
}
