import { t } from '@lingui/core/macro';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Pin from 'lucide-react/icons/pin';
import type { CSSProperties, MouseEvent } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { isNumeric } from '../data/cells.tsx';
import type { OrderDrag } from '../../ui/order-drag.ts';
import type { ArrangedColumn } from './column-layout.ts';
import { findSort } from './sorting.ts';

interface GridHeadProps {
  columns: readonly ArrangedColumn[];
  styles: ReadonlyMap<string, CSSProperties>;
  /** The active sort order; the definition's default if the user has chosen none. */
  sort: string;
  /** Whether the records on this page are selected. */
  pageSelection: boolean | 'mixed';
  drag: OrderDrag;
  /** There are no rows to select: they have not loaded, or the list is empty. */
  isEmpty: boolean;
  onTogglePage: () => void;
  /** `additive` adds the column to the current sort order. */
  onSort: (column: string, additive: boolean) => void;
  onOpenMenu: (column: string, anchor: Element) => void;
  onResizeStart: (position: number, event: React.PointerEvent<HTMLElement>) => void;
  onResetWidth: (column: string) => void;
}

/** The column headings: clicking sorts, dragging the title moves the column, dragging its edge resizes it. */
export function GridHead({
  columns,
  styles,
  sort,
  pageSelection,
  isEmpty,
  drag,
  onTogglePage,
  onSort,
  onOpenMenu,
  onResizeStart,
  onResetWidth,
}: GridHeadProps) {
  const label = useLabel();
  const openMenu = (column: string) => (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    onOpenMenu(column, event.currentTarget);
  };
  return (
    <div role="row" aria-rowindex={1} data-r={-2} className="list-head-row">
      <div role="columnheader" data-p={0} className="list-check">
        <input
          type="checkbox"
          data-focus
          tabIndex={-1}
          aria-label={t`Select all on this page`}
          aria-disabled={isEmpty}
          checked={pageSelection === true}
          ref={(input) => {
            if (input) input.indeterminate = pageSelection === 'mixed';
          }}
          onChange={onTogglePage}
        />
      </div>
      {columns.map((c, index) => {
        const sorting = findSort(sort, c.column);
        const isMultiSort = sort.includes(',');
        const title = label(c.label);
        const direction = sorting ? (sorting.descending ? 'descending' : 'ascending') : 'none';
        return (
          <div
            key={c.column}
            role="columnheader"
            aria-sort={direction}
            data-p={index + 1}
            className={`list-cell list-head-cell${isNumeric(c.field.kind) ? ' is-number' : ''}`}
            style={styles.get(c.column)}
            {...drag.target(c.column)}
          >
            <button
              type="button"
              data-focus
              tabIndex={-1}
              className="list-title"
              title={t`${title}: click to sort, with Shift to sort by several columns, drag to move`}
              data-place={sorting && isMultiSort ? sorting.position : undefined}
              aria-pressed={sorting !== undefined}
              aria-label={title}
              onClick={(event) => onSort(c.column, event.shiftKey)}
              onContextMenu={openMenu(c.column)}
              {...drag.source(c.column)}
            >
              <span>{title}</span>
              {c.isPinned && !c.pinned && <Pin size={11} />}
              {sorting && (sorting.descending ? <ArrowDown size={13} /> : <ArrowUp size={13} />)}
            </button>
            <button
              type="button"
              tabIndex={-1}
              className="list-head-menu"
              aria-haspopup="dialog"
              aria-label={t`Column ${title}`}
              onClick={openMenu(c.column)}
            >
              <ChevronDown size={13} />
            </button>
            <span
              aria-hidden="true"
              className="list-edge"
              onPointerDown={(event) => onResizeStart(index, event)}
              onDoubleClick={() => onResetWidth(c.column)}
            />
          </div>
        );
      })}
    </div>
  );
}
