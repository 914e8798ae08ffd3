import { type Condition, type Label, type ResourceDefinition, renderedColumns } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type Ref,
  Suspense,
  lazy,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../data/record.ts';
import { FilterCell } from './filter-cell.tsx';
import { useOrderDrag } from '../../ui/order-drag.ts';
import { useKeyHints } from '../../ui/page-keys.ts';
import { type ArrangedColumn, moveColumn, resetWidth, setWidths, shiftColumn } from './column-layout.ts';
import { startResize } from './column-resize.ts';
import type { ChoiceNames } from './condition-sentence.ts';
import './grid.css';
import { GridBody, type RowAction } from './grid-body.tsx';
import { markScrolling, positionPinned } from './grid-pinning.ts';
import { HEAD_ROW, useGridFocus } from './grid-focus.ts';
import { gridGeometry } from './grid-geometry.ts';
import { GridHead } from './grid-head.tsx';
import { handleGridKey } from './grid-keys.ts';
import type { RenderCellNote, RowRights } from './grid-row.tsx';
import { rowKeyHints } from './row-key-hints.ts';
import type { ListStateHandle } from './use-list-state.ts';
import type { ColumnHandle } from './use-columns.ts';
import { SkeletonRows } from './list-skeleton.tsx';
import { type Selection, pageState, togglePage } from './selection.ts';
import { toggleSort } from './sorting.ts';

const ColumnMenu = lazy(async () => ({ default: (await import('./column-menu.tsx')).ColumnMenu }));

/** Heading of the column that shows the complete name although it is sorted and filtered by the first part only. */
const WHOLE_NAME: Label = { en: 'Name', id: 'Nama' };

/** Height of the headings and the filters below them, in pixels. */
const HEAD_HEIGHT = 67;

export interface GridHandle {
  /** Focuses the last focused record, or initially the first one. */
  readonly enter: () => void;
  /** Scrolls a row into view, and focuses it when the focus returns to the grid. */
  readonly reveal: (row: number) => void;
}

interface ListGridProps {
  definition: ResourceDefinition;
  label: string;
  rows: readonly ResourceRecord[];
  /**
   * Number of records on the pages before these rows. Until the next page has loaded, the rows are those of the
   * previous one.
   */
  offset: number;
  /** Number of matching records; null if it is only estimated. */
  rowCount: number | null;
  columns: ColumnHandle;
  state: ListStateHandle;
  names: ChoiceNames;
  selection: Selection;
  peeked: number | null;
  rights: RowRights;
  rowHeight: number;
  /** Renders a note before the content of a cell, if there is room for it; null for none. */
  renderNote?: RenderCellNote | undefined;
  /** Renders the sums below the rows, which are always visible. */
  foot?: (columns: readonly ArrangedColumn[], styles: ReadonlyMap<string, CSSProperties>) => ReactNode;
  /** The first records are loading. */
  waiting: boolean;
  className: string;
  ref: Ref<GridHandle>;
  onSelect: (selection: Selection) => void;
  onToggle: (id: number, range: boolean) => void;
  onRow: (action: RowAction, record: ResourceRecord, event?: MouseEvent) => void;
  onFilter: (column: string, condition: Condition | undefined) => void;
  onOpenFilter: (column: string, anchor: Element) => void;
  /** The focused row has changed while a record is shown beside the list. */
  onFollow: (record: ResourceRecord) => void;
  onEscape: () => void;
}

/** The records as a grid: headings, filters and rows in one scrolling frame. */
export function ListGrid(props: ListGridProps) {
  const { definition: d, rows, columns, names, selection, rights, peeked, rowHeight, onFilter, onOpenFilter } = props;
  const [{ sort, page, per_page, search, conditions }, change] = props.state;
  const grid = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(grid);
  const language = useLanguage();
  const shown = useMemo(() => columns.arranged.filter((c) => c.isShown), [columns.arranged]);
  const geometry = useMemo(() => gridGeometry(shown), [shown]);
  const ids = useMemo(() => rows.map((r) => r.id), [rows]);
  const [menu, setMenu] = useState<{ column: string; anchor: Element } | null>(null);
  // Report rows have no page to link to.
  const titleColumn = d.run
    ? ''
    : (shown.find((c) => d.display.name.includes(c.column))?.column ?? shown[0]?.column ?? '');
  const hasWholeName = useMemo(() => {
    const names = shown.map((c) => c.column);
    return renderedColumns(d, names).length > names.length;
  }, [d, shown]);
  const heads = hasWholeName ? shown.map((c) => (c.column === titleColumn ? { ...c, label: WHOLE_NAME } : c)) : shown;
  const drag = useOrderDrag(
    useCallback(
      (column, target, side) =>
        columns.change((layout, arranged) => moveColumn(layout, arranged, column, target, side)),
      [columns],
    ),
  );

  useKeyHints(rowKeyHints(rights));
  const enter = useCallback(() => {
    const { row, position } = focus.active.current;
    focus.focusCell({ row: Math.min(rows.length - 1, Math.max(0, row)), position: Math.max(1, position) });
  }, [focus, rows.length]);
  const reveal = useCallback(
    (row: number) => {
      focus.active.current = { row, position: 1 };
      focus.scrollToRow.current?.(row);
    },
    [focus],
  );
  useImperativeHandle(props.ref, () => ({ enter, reveal }), [enter, reveal]);
  // A new page starts at the top. The same page, reloaded or returned to, keeps its scroll position.
  const top = JSON.stringify([page, per_page, sort, search, conditions]);
  const shownTop = useRef(top);
  useEffect(() => {
    if (shownTop.current === top) return;
    shownTop.current = top;
    if (grid.current) grid.current.scrollTop = 0;
    if (focus.active.current.row > 0) focus.active.current = { row: 0, position: 1 };
  }, [top, focus]);

  const at = (row: number, act: (record: ResourceRecord) => void) => {
    const record = rows[row];
    if (record) act(record);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    handleGridKey(event, focus, {
      rowCount: rows.length,
      columnCount: shown.length,
      pageRows: Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1),
      open: (row) => at(row, (r) => props.onRow('open', r)),
      edit: (row) => at(row, (r) => rights.update && !r.deleted_at && props.onRow('edit', r)),
      remove: (row) => at(row, (r) => rights.remove && !r.deleted_at && props.onRow('delete', r)),
      peek: (row) => at(row, (r) => props.onRow('peek', r)),
      toggle: (row, range) => at(row, (r) => props.onToggle(r.id, range)),
      togglePage: () => props.onSelect(togglePage(selection, ids)),
      shiftColumn: (position, by) => {
        const column = shown[position - 1]?.column;
        if (!column) return;
        columns.change((layout, arranged) => shiftColumn(layout, arranged, column, by));
        focus.focusCell({ row: HEAD_ROW, position: Math.min(shown.length, Math.max(1, position + by)) });
      },
      openFilter: (anchor) => {
        const column = shown[focus.active.current.position - 1]?.column;
        if (column) onOpenFilter(column, anchor);
      },
      escape: props.onEscape,
    });
    if (peeked !== null && event.key.startsWith('Arrow'))
      at(focus.active.current.row, (r) => r.id !== peeked && props.onFollow(r));
  };

  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        data-scroll-restoration-id={`list-${d.key}`}
        aria-rowcount={props.rowCount === null ? -1 : props.rowCount + 2}
        aria-colcount={shown.length + 2}
        aria-multiselectable="true"
        aria-busy={props.waiting}
        className={`list-grid ${props.className}`}
        // React's types have no custom properties.
        style={{ ...geometry.root, '--row': `${rowHeight}px` } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onScroll={markScrolling}
        onScrollEnd={positionPinned}
      >
        <div className="list-canvas">
          <div role="rowgroup" className="list-head">
            <GridHead
              columns={heads}
              styles={geometry.cells}
              sort={sort || (d.order ?? '')}
              page={pageState(selection, ids)}
              isEmpty={ids.length === 0}
              drag={drag}
              onTogglePage={() => props.onSelect(togglePage(selection, ids))}
              onSort={(column, additive) => change({ sort: toggleSort(sort, column, additive) })}
              onMenu={(column, anchor) => setMenu({ column, anchor })}
              onResizeStart={(position, event) => {
                if (!grid.current) return;
                const order = shown.map((c) => c.column);
                startResize(event, grid.current, order, position, (widths) =>
                  columns.change((layout) => setWidths(layout, widths)),
                );
              }}
              onResetWidth={(column) => columns.change((layout) => resetWidth(layout, column))}
            />
            <div role="row" aria-rowindex={2} data-r={-1} className="list-head-row list-filter-row">
              <div role="gridcell" className="list-check" aria-label={t`Filters`} />
              {shown.map((c, index) => (
                <FilterCell
                  key={c.column}
                  definition={d}
                  column={c.column}
                  heading={c.label[language]}
                  isPart={hasWholeName && c.column === titleColumn}
                  position={index + 1}
                  style={geometry.cells.get(c.column)}
                  conditions={conditions}
                  names={names}
                  language={language}
                  onChange={onFilter}
                  onOpen={onOpenFilter}
                />
              ))}
            </div>
          </div>
          {props.waiting ? (
            <SkeletonRows columns={shown} styles={geometry.cells} rows={per_page} rowHeight={rowHeight} />
          ) : (
            <GridBody
              definition={d}
              rows={rows}
              columns={shown}
              scroller={grid}
              focus={focus}
              styles={geometry.cells}
              titleColumn={titleColumn}
              hasWholeName={hasWholeName}
              selection={selection}
              peeked={peeked}
              rights={rights}
              renderNote={props.renderNote}
              rowHeight={rowHeight}
              headHeight={HEAD_HEIGHT}
              offset={props.offset}
              onRow={props.onRow}
            />
          )}
          {props.foot?.(shown, geometry.cells)}
        </div>
      </div>
      {menu && (
        <Suspense>
          <ColumnMenu
            {...menu}
            columns={columns}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </>
  );
}
