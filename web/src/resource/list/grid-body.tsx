import type { ResourceDefinition } from '@innkeeper/contract';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type MouseEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../data/record.ts';
import type { GridFocus } from './grid-focus.ts';
import { GridRow, type RowRights } from './grid-row.tsx';
import type { ListTable } from './list-table.ts';
import { type Selection, isSelected } from './selection.ts';

/** What a click in a row asks for. */
export type RowAction = 'open' | 'select' | 'peek' | 'edit' | 'delete' | 'restore';

interface GridBodyProps {
  definition: ResourceDefinition;
  table: ListTable;
  scroller: RefObject<HTMLElement | null>;
  focus: GridFocus;
  styles: ReadonlyMap<string, CSSProperties>;
  titleColumn: string;
  selection: Selection;
  peeked: number | null;
  rights: RowRights;
  /** Pixels. */
  rowHeight: number;
  /** Pixels that the heads take from the scroller. */
  headHeight: number;
  /** Records on the pages before. */
  offset: number;
  onRow: (action: RowAction, record: ResourceRecord, event: MouseEvent) => void;
}

/** The rows in sight and a few more. The row with the focus stays, however far it is scrolled away. */
export function GridBody(props: GridBodyProps) {
  const { definition, table, scroller, focus, styles, titleColumn, selection, peeked, rights, rowHeight, headHeight, offset, onRow } = props;
  const language = useLanguage();
  const { rows } = table.getRowModel();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
    initialRect: { width: 1200, height: 800 },
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      const { row } = focus.active.current;
      if (row < 0 || row >= rows.length || inSight.includes(row)) return inSight;
      return [...inSight, row].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    focus.scrollToRow.current = (row) => virtualizer.scrollToIndex(row, { align: 'auto' });
  }, [focus, virtualizer]);
  useLayoutEffect(() => focus.settle());

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return;
    const row = rows[Number(event.target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1)];
    if (!row) return;
    const act = event.target.closest<HTMLElement>('[data-act]')?.dataset['act'] as RowAction | undefined; // written by GridRow
    const link = event.target.closest('a');
    // Files, and a link that is to open beside this page, are the browser's.
    if (!act && link && (!link.matches('.list-name') || event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (link) event.preventDefault();
    if (!act && !link && (window.getSelection()?.isCollapsed === false || event.detail > 1)) return;
    const inCheck = !act && event.target.closest('.list-check');
    onRow(act ?? (inCheck ? 'select' : 'open'), row.original, event);
  };

  return (
    <div role="rowgroup" className="list-body" style={{ height: virtualizer.getTotalSize() }} onClick={onClick} onMouseOver={explainCut}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <GridRow
              key={row.id}
              definition={definition}
              row={row}
              index={item.index}
              ariaIndex={offset + item.index + 3}
              top={item.start}
              styles={styles}
              titleColumn={titleColumn}
              selected={isSelected(selection, row.original.id)}
              peeked={peeked === row.original.id}
              rights={rights}
              language={language}
            />
          )
        );
      })}
    </div>
  );
}

/** A text that is cut off shows in full under the pointer. */
function explainCut({ target }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof HTMLElement) || !target.matches('.list-text')) return;
  if (target.scrollWidth > target.clientWidth) target.title = target.textContent ?? '';
  else target.removeAttribute('title');
}
