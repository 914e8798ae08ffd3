import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { DrawRow } from './draw-row.ts';
import type { GridFocus } from './grid-focus.ts';

interface VirtualRowsProps {
  focus: GridFocus;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels. */
  rowHeight: number;
  /** Pixels that the heads take from the scroller. */
  headHeight: number;
  drawRow: DrawRow;
}

/** The rows in sight of a long page, and a few more. The row with the focus stays, however far it is scrolled away. */
export function VirtualRows({ focus, scroller, count, rowHeight, headHeight, drawRow }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      const { row } = focus.active.current;
      if (row < 0 || row >= count || inSight.includes(row)) return inSight;
      return [...inSight, row].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    focus.scrollToRow.current = (row) => virtualizer.scrollToIndex(row, { align: 'auto' });
  }, [focus, virtualizer]);
  useLayoutEffect(() => focus.restore());
  return virtualizer.getVirtualItems().map((item) => drawRow(item.index));
}
