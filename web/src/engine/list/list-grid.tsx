import { type Condition, type Label, type ResourceDefinition, renderedColumns } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type Ref,
  Suspense,
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
import type { ChoiceNames } from '../data/describe-condition.ts';
import './grid.css';
import { GridBody, type RowAction } from './grid-body.tsx';
import { markScrolling, positionPinned, gridGeometry } from './grid-geometry.ts';
import { HEADER_ROW, useGridFocus } from './grid-focus.ts';
import { GridHead } from './grid-head.tsx';
import { handleGridKey, rowKeyHints } from './grid-keys.ts';
import type { RenderCellNote, RowRights } from './grid-row.tsx';
import type { ListStateHandle } from './use-list-state.ts';
import type { ColumnHandle } from './use-columns.ts';
import { SkeletonRows } from './list-skeleton.tsx';
import { type Selection, pageState, togglePage } from './selection.ts';
import { toggleSort } from './sorting.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const ColumnMenu = lazyComponent(async () => (await import('./column-menu.tsx')).ColumnMenu);

/** Heading of the column that shows the complete name, although sorting and filtering use its first part only. */
const FULL_NAME_LABEL: Label = { en: 'Name', id: 'Nama' };

/** Height of the headings and the filters below them, in pixels. */
const HEADER_HEIGHT = 67;

export interface GridHandle {
  /** Focuses the last focused record, or initially the first one. */
  readonly focusGrid: () => void;
  /** Scrolls a row into view, and focuses it when the focus returns to the grid. */
  readonly revealRow: (row: number) => void;
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
  /** Renders a note before the content of a cell if there is room; null renders none. */
  renderNote?: RenderCellNote | undefined;
  /** Renders the sums below the rows, which are always visible. */
  renderFoot?: (columns: readonly ArrangedColumn[], styles: ReadonlyMap<string, CSSProperties>) => ReactNode;
  /** The first records are loading. */
  isLoading: boolean;
  className: string;
  ref: Ref<GridHandle>;
  onSelect: (selection: Selection) => void;
  onToggle: (id: number, range: boolean) => void;
  onRowAction: (action: RowAction, record: ResourceRecord, event?: MouseEvent) => void;
  onFilter: (column: string, condition: Condition | undefined) => void;
  onOpenFilter: (column: string, anchor: Element) => void;
  /** Called when another row gets the focus while a record is shown in the side panel. */
  onFocusedRowChange: (record: ResourceRecord) => void;
  onEscape: () => void;
}

/** The records as a grid: headings, filters and rows in one scrolling frame. */
export function ListGrid(props: ListGridProps) {
  const { definition, rows, columns, names, selection, rights, peeked, rowHeight, onFilter, onOpenFilter } = props;
  const [{ sort, page, per_page, search, conditions }, change] = props.state;
  const grid = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(grid);
  const language = useLanguage();
  const visibleColumns = useMemo(() => columns.arranged.filter((column) => column.isShown), [columns.arranged]);
  const geometry = useMemo(() => gridGeometry(visibleColumns), [visibleColumns]);
  const ids = useMemo(() => rows.map((record) => record.id), [rows]);
  const [menu, setMenu] = useState<{ column: string; anchor: Element } | null>(null);
  // Report rows have no page to link to.
  const titleColumn = definition.runPath
    ? ''
    : (visibleColumns.find((column) => definition.display.name.includes(column.column))?.column ??
      visibleColumns[0]?.column ??
      '');
  const hasWholeName = useMemo(() => {
    const names = visibleColumns.map((column) => column.column);
    return renderedColumns(definition, names).length > names.length;
  }, [definition, visibleColumns]);
  const headColumns = hasWholeName
    ? visibleColumns.map((column) => (column.column === titleColumn ? { ...column, label: FULL_NAME_LABEL } : column))
    : visibleColumns;
  const drag = useOrderDrag(
    useCallback(
      (column, target, side) =>
        columns.change((layout, arranged) => moveColumn(layout, arranged, column, target, side)),
      [columns],
    ),
  );

  useKeyHints(rowKeyHints(rights));
  const focusCurrentRow = useCallback(() => {
    const { row, position } = focus.active.current;
    focus.focusCell({ row: Math.min(rows.length - 1, Math.max(0, row)), position: Math.max(1, position) });
  }, [focus, rows.length]);
  const revealRow = useCallback(
    (row: number) => {
      focus.active.current = { row, position: 1 };
      focus.scrollToRow.current?.(row);
    },
    [focus],
  );
  useImperativeHandle(props.ref, () => ({ focusGrid: focusCurrentRow, revealRow }), [focusCurrentRow, revealRow]);
  // A new page starts at the top. The same page, reloaded or returned to, keeps its scroll position.
  const querySignature = JSON.stringify([page, per_page, sort, search, conditions]);
  const lastSignature = useRef(querySignature);
  useEffect(() => {
    if (lastSignature.current === querySignature) return;
    lastSignature.current = querySignature;
    if (grid.current) grid.current.scrollTop = 0;
    if (focus.active.current.row > 0) focus.active.current = { row: 0, position: 1 };
  }, [querySignature, focus]);

  const withRow = (row: number, apply: (record: ResourceRecord) => void) => {
    const record = rows[row];
    if (record) apply(record);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    handleGridKey(event, focus, {
      rowCount: rows.length,
      columnCount: visibleColumns.length,
      pageRows: Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - HEADER_HEIGHT) / rowHeight) - 1),
      open: (row) => withRow(row, (record) => props.onRowAction('open', record)),
      edit: (row) => withRow(row, (record) => rights.update && !record.deleted_at && props.onRowAction('edit', record)),
      remove: (row) =>
        withRow(row, (record) => rights.remove && !record.deleted_at && props.onRowAction('delete', record)),
      peek: (row) => withRow(row, (record) => props.onRowAction('peek', record)),
      toggle: (row, range) => withRow(row, (record) => props.onToggle(record.id, range)),
      togglePage: () => props.onSelect(togglePage(selection, ids)),
      shiftColumn: (position, offset) => {
        const column = visibleColumns[position - 1]?.column;
        if (!column) return;
        columns.change((layout, arranged) => shiftColumn(layout, arranged, column, offset));
        focus.focusCell({ row: HEADER_ROW, position: Math.min(visibleColumns.length, Math.max(1, position + offset)) });
      },
      openFilter: (anchor) => {
        const column = visibleColumns[focus.active.current.position - 1]?.column;
        if (column) onOpenFilter(column, anchor);
      },
      escape: props.onEscape,
    });
    if (peeked !== null && event.key.startsWith('Arrow'))
      withRow(focus.active.current.row, (record) => record.id !== peeked && props.onFocusedRowChange(record));
  };

  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        data-scroll-restoration-id={`list-${definition.key}`}
        aria-rowcount={props.rowCount === null ? -1 : props.rowCount + 2}
        aria-colcount={visibleColumns.length + 2}
        aria-multiselectable="true"
        aria-busy={props.isLoading}
        className={`list-grid ${props.className}`}
        // React's types have no custom properties.
        style={{ ...geometry.rootStyle, '--row': `${rowHeight}px` } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onScroll={markScrolling}
        onScrollEnd={positionPinned}
      >
        <div className="list-canvas">
          <div role="rowgroup" className="list-head">
            <GridHead
              columns={headColumns}
              styles={geometry.cellStyles}
              sort={sort || (definition.order ?? '')}
              pageSelection={pageState(selection, ids)}
              isEmpty={ids.length === 0}
              drag={drag}
              onTogglePage={() => props.onSelect(togglePage(selection, ids))}
              onSort={(column, additive) => change({ sort: toggleSort(sort, column, additive) })}
              onOpenMenu={(column, anchor) => setMenu({ column, anchor })}
              onResizeStart={(position, event) => {
                if (!grid.current) return;
                const order = visibleColumns.map((column) => column.column);
                startResize(event, grid.current, order, position, (widths) =>
                  columns.change((layout) => setWidths(layout, widths)),
                );
              }}
              onResetWidth={(column) => columns.change((layout) => resetWidth(layout, column))}
            />
            <div role="row" aria-rowindex={2} data-r={-1} className="list-head-row list-filter-row">
              <div role="gridcell" className="list-check" aria-label={t`Filters`} />
              {visibleColumns.map((column, index) => (
                <FilterCell
                  key={column.column}
                  definition={definition}
                  column={column.column}
                  heading={column.label[language]}
                  isPartial={hasWholeName && column.column === titleColumn}
                  position={index + 1}
                  style={geometry.cellStyles.get(column.column)}
                  conditions={conditions}
                  names={names}
                  language={language}
                  onChange={onFilter}
                  onOpen={onOpenFilter}
                />
              ))}
            </div>
          </div>
          {props.isLoading ? (
            <SkeletonRows columns={visibleColumns} styles={geometry.cellStyles} rows={per_page} rowHeight={rowHeight} />
          ) : (
            <GridBody
              definition={definition}
              rows={rows}
              columns={visibleColumns}
              scroller={grid}
              focus={focus}
              styles={geometry.cellStyles}
              titleColumn={titleColumn}
              hasWholeName={hasWholeName}
              selection={selection}
              peeked={peeked}
              rights={rights}
              renderNote={props.renderNote}
              rowHeight={rowHeight}
              headHeight={HEADER_HEIGHT}
              offset={props.offset}
              onRowAction={props.onRowAction}
            />
          )}
          {props.renderFoot?.(visibleColumns, geometry.cellStyles)}
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
