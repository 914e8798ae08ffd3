import type { ResourceDefinition } from '@innkeeper/contract';
import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import type { ResourceRecord } from '../data/record.ts';
import type { ArrangedColumn } from './column-layout.ts';
import type { RenderRow } from './render-row.ts';
import type { GridFocus } from './grid-focus.ts';
import { type RenderCellNote, GridRow, type RowRights } from './grid-row.tsx';
import { type Selection, isSelected } from './selection.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const VirtualRows = lazyComponent(async () => (await import('./virtual-rows.tsx')).VirtualRows);

/** Pages up to this many rows are rendered without virtualization, which pays off only on longer pages. */
const MAX_PLAIN_ROWS = 50;

/** The action of a click in a row. */
export type RowAction = 'open' | 'select' | 'peek' | 'edit' | 'delete' | 'restore';

interface GridBodyProps {
  definition: ResourceDefinition;
  rows: readonly ResourceRecord[];
  /** Visible columns in order. */
  columns: readonly ArrangedColumn[];
  scroller: RefObject<HTMLElement | null>;
  focus: GridFocus;
  styles: ReadonlyMap<string, CSSProperties>;
  titleColumn: string;
  hasWholeName: boolean;
  selection: Selection;
  peeked: number | null;
  rights: RowRights;
  renderNote: RenderCellNote | undefined;
  /** Pixels. */
  rowHeight: number;
  /** Height of the grid's headings inside the scroller, in pixels. */
  headHeight: number;
  /** Number of records on the preceding pages. */
  offset: number;
  onRowAction: (action: RowAction, record: ResourceRecord, event: MouseEvent) => void;
}

/** The rows of a page, with one event listener for all of them. */
export function GridBody(props: GridBodyProps) {
  const {
    definition,
    rows,
    columns,
    scroller,
    focus,
    styles,
    titleColumn,
    hasWholeName,
    selection,
    peeked,
    rights,
    renderNote,
    rowHeight,
    headHeight,
    offset,
    onRowAction,
  } = props;
  const language = useLanguage();
  const isPrinting = usePrinting();
  /**
   * Index of the row under the pointer, not its record: when the list changes below a resting pointer, no event is
   * fired.
   */
  const [hoveredRow, setHoveredRow] = useState(-1);
  useLayoutEffect(() => focus.restore());

  const findRowIndex = (target: EventTarget) =>
    target instanceof Element ? Number(target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1) : -1;
  const renderRow: RenderRow = (index) => {
    const record = rows[index];
    return (
      record && (
        <GridRow
          // Keyed by index, not by record: a new page then only changes texts, without style and layout work for new
          // elements.
          key={index}
          definition={definition}
          record={record}
          columns={columns}
          index={index}
          ariaIndex={offset + index + 3}
          top={index * rowHeight}
          styles={styles}
          titleColumn={titleColumn}
          hasWholeName={hasWholeName}
          selected={isSelected(selection, record.id)}
          peeked={peeked === record.id}
          hovered={hoveredRow === index}
          rights={rights}
          renderNote={renderNote}
          language={language}
        />
      )
    );
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const rowIndex = findRowIndex(event.target);
    const record = rows[rowIndex];
    if (!record || !(event.target instanceof Element)) return;
    // GridRow sets this attribute.
    const rowAction = event.target.closest<HTMLElement>('[data-act]')?.dataset['act'] as RowAction | undefined;
    const link = event.target.closest('a');
    // Leaves file links, and links opened in a new tab, to the browser.
    if (!rowAction && link && (!link.matches('.list-name') || event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (link) event.preventDefault();
    if (!rowAction && !link && (window.getSelection()?.isCollapsed === false || event.detail > 1)) return;
    // The button disappears when the pointer leaves, so keep the focus on the row.
    if (rowAction && rowAction !== 'select') focus.focusCell({ row: rowIndex, position: 1 });
    const isCheckbox = !rowAction && event.target.closest('.list-check');
    onRowAction(rowAction ?? (isCheckbox ? 'select' : 'open'), record, event);
  };

  const plainRows = (
    <PlainRows
      focus={focus}
      scroller={scroller}
      count={isPrinting ? rows.length : Math.min(rows.length, MAX_PLAIN_ROWS)}
      renderRow={renderRow}
    />
  );
  return (
    <div
      role="rowgroup"
      className="list-body"
      style={{ height: rows.length * rowHeight }}
      onClick={onClick}
      onMouseOver={(event) => {
        showFullText(event);
        setHoveredRow(findRowIndex(event.target));
      }}
      onMouseLeave={() => setHoveredRow(-1)}
    >
      {isPrinting || rows.length <= MAX_PLAIN_ROWS ? (
        plainRows
      ) : (
        <Suspense fallback={plainRows}>
          <VirtualRows
            focus={focus}
            scroller={scroller}
            count={rows.length}
            rowHeight={rowHeight}
            headHeight={headHeight}
            renderRow={renderRow}
          />
        </Suspense>
      )}
    </div>
  );
}

interface PlainRowsProps {
  focus: GridFocus;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  renderRow: RenderRow;
}

function PlainRows({ focus, scroller, count, renderRow }: PlainRowsProps) {
  const scrollToRow = useCallback(
    (row: number) => {
      scroller.current?.querySelector(`[data-r="${row}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [scroller],
  );
  useEffect(() => {
    focus.scrollToRow.current = scrollToRow;
  }, [focus, scrollToRow]);
  return Array.from({ length: count }, (_, index) => renderRow(index));
}

/** Shows the full text of a truncated cell in a tooltip. */
function showFullText({ target }: MouseEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.list-cell') : null;
  if (!cell) return;
  const isTruncated = [cell, ...cell.querySelectorAll('.list-name, .list-beside')].some(
    (element) => element && element.scrollWidth > element.clientWidth,
  );
  if (isTruncated) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
