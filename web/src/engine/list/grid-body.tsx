import type { ResourceDefinition } from '@innkeeper/contract';
import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  Suspense,
  lazy,
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

const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

/** Renders pages up to this many rows without virtualization, which only saves script time on longer pages. */
const WHOLE = 50;

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
  onRow: (action: RowAction, record: ResourceRecord, event: MouseEvent) => void;
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
    onRow,
  } = props;
  const language = useLanguage();
  const isPrinting = usePrinting();
  /** Index of the row under the pointer. When the list changes below a resting pointer, no event is fired. */
  const [hovered, setHovered] = useState(-1);
  useLayoutEffect(() => focus.restore());

  const placeOf = (target: EventTarget) =>
    target instanceof Element ? Number(target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1) : -1;
  const renderRow: RenderRow = (index) => {
    const record = rows[index];
    return (
      record && (
        <GridRow
          // Keyed by index, not by record: a new page then only changes texts. New elements would each cost style and
          // layout work.
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
          hovered={hovered === index}
          rights={rights}
          renderNote={renderNote}
          language={language}
        />
      )
    );
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const position = placeOf(event.target);
    const record = rows[position];
    if (!record || !(event.target instanceof Element)) return;
    // Written by GridRow.
    const act = event.target.closest<HTMLElement>('[data-act]')?.dataset['act'] as RowAction | undefined;
    const link = event.target.closest('a');
    // Leaves file links, and links opened in a new tab, to the browser.
    if (!act && link && (!link.matches('.list-name') || event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (link) event.preventDefault();
    if (!act && !link && (window.getSelection()?.isCollapsed === false || event.detail > 1)) return;
    // The button disappears when the pointer leaves, so keep the focus on the row.
    if (act && act !== 'select') focus.focusCell({ row: position, position: 1 });
    const isCheckbox = !act && event.target.closest('.list-check');
    onRow(act ?? (isCheckbox ? 'select' : 'open'), record, event);
  };

  const whole = (
    <WholeRows
      focus={focus}
      scroller={scroller}
      count={isPrinting ? rows.length : Math.min(rows.length, WHOLE)}
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
        setHovered(placeOf(event.target));
      }}
      onMouseLeave={() => setHovered(-1)}
    >
      {isPrinting || rows.length <= WHOLE ? (
        whole
      ) : (
        <Suspense fallback={whole}>
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

interface WholeRowsProps {
  focus: GridFocus;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  renderRow: RenderRow;
}

function WholeRows({ focus, scroller, count, renderRow }: WholeRowsProps) {
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
  const isCut = [cell, ...cell.querySelectorAll('.list-name, .list-beside')].some(
    (part) => part && part.scrollWidth > part.clientWidth,
  );
  if (isCut) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
