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
import type { DrawRow } from './draw-row.ts';
import type { GridFocus } from './grid-focus.ts';
import { type DrawBeside, GridRow, type RowRights } from './grid-row.tsx';
import { type Selection, isSelected } from './selection.ts';

const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

/** Pages up to this many rows are drawn whole: the window over longer ones costs more script than it saves here. */
const WHOLE = 50;

/** The action of a click in a row. */
export type RowAction = 'open' | 'select' | 'peek' | 'edit' | 'delete' | 'restore';

interface GridBodyProps {
  definition: ResourceDefinition;
  rows: readonly ResourceRecord[];
  /** Those that are shown, in their order. */
  columns: readonly ArrangedColumn[];
  scroller: RefObject<HTMLElement | null>;
  focus: GridFocus;
  styles: ReadonlyMap<string, CSSProperties>;
  titleColumn: string;
  hasWholeName: boolean;
  selection: Selection;
  peeked: number | null;
  rights: RowRights;
  beside: DrawBeside | undefined;
  /** Pixels. */
  rowHeight: number;
  /** Pixels that the heads take from the scroller. */
  headHeight: number;
  /** Records on the pages before. */
  offset: number;
  onRow: (action: RowAction, record: ResourceRecord, event: MouseEvent) => void;
}

/** The rows of a page. One listener serves them all. */
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
    beside,
    rowHeight,
    headHeight,
    offset,
    onRow,
  } = props;
  const language = useLanguage();
  const isPrinting = usePrinting();
  /** The row under the pointer, by place: when the list changes beneath a still pointer, no event tells of it. */
  const [hot, setHot] = useState(-1);
  useLayoutEffect(() => focus.restore());

  const placeOf = (target: EventTarget) =>
    target instanceof Element ? Number(target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1) : -1;
  const drawRow: DrawRow = (index) => {
    const record = rows[index];
    return (
      record && (
        <GridRow
          // By place, not by record: another page then changes texts, where new elements would cost a style and a layout each.
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
          hot={hot === index}
          rights={rights}
          beside={beside}
          language={language}
        />
      )
    );
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    const record = rows[place];
    if (!record || !(event.target instanceof Element)) return;
    const act = event.target.closest<HTMLElement>('[data-act]')?.dataset['act'] as RowAction | undefined; // written by GridRow
    const link = event.target.closest('a');
    // Files, and a link that is to open beside this page, are the browser's.
    if (!act && link && (!link.matches('.list-name') || event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (link) event.preventDefault();
    if (!act && !link && (window.getSelection()?.isCollapsed === false || event.detail > 1)) return;
    // The button goes with the pointer; the focus stays with the row.
    if (act && act !== 'select') focus.focusCell({ row: place, place: 1 });
    const inCheck = !act && event.target.closest('.list-check');
    onRow(act ?? (inCheck ? 'select' : 'open'), record, event);
  };

  const whole = (
    <WholeRows
      focus={focus}
      scroller={scroller}
      count={isPrinting ? rows.length : Math.min(rows.length, WHOLE)}
      drawRow={drawRow}
    />
  );
  return (
    <div
      role="rowgroup"
      className="list-body"
      style={{ height: rows.length * rowHeight }}
      onClick={onClick}
      onMouseOver={(event) => {
        explainCut(event);
        setHot(placeOf(event.target));
      }}
      onMouseLeave={() => setHot(-1)}
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
            drawRow={drawRow}
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
  drawRow: DrawRow;
}

function WholeRows({ focus, scroller, count, drawRow }: WholeRowsProps) {
  const scrollToRow = useCallback(
    (row: number) => {
      scroller.current?.querySelector(`[data-r="${row}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [scroller],
  );
  useEffect(() => {
    focus.scrollToRow.current = scrollToRow;
  }, [focus, scrollToRow]);
  return Array.from({ length: count }, (_, index) => drawRow(index));
}

/** A text that is cut off shows in full under the pointer. */
function explainCut({ target }: MouseEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.list-cell') : null;
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('.list-name, .list-beside')].some(
    (part) => part && part.scrollWidth > part.clientWidth,
  );
  if (isCut) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
