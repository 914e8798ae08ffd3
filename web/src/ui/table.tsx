import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface TableColumn<R> {
  readonly key: string;
  readonly heading: ReactNode;
  /** Right-aligned, on one line. */
  readonly isNumber?: boolean;
  /** Classes of its values. */
  readonly className?: string;
  readonly cell: (row: R) => ReactNode;
}

export interface TableProps<R> {
  label: string;
  /** The first one names the rows, and stays visible when the table scrolls sideways. */
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  /** Sums below the rows, always visible. */
  totals?: readonly R[];
  /** `--cell-x` and `--cell-y` change the padding of the cells. */
  className?: string;
  /** Further rows. */
  children?: ReactNode;
}

/** A frame, for tables directly on a page. */
export const FRAME_CLASS = 'rounded-lg border border-border bg-surface';

const CELL_CLASS = 'border-b border-border px-[var(--cell-x,0.75rem)] py-[var(--cell-y,0.5rem)] align-top font-normal';
const NUMBER_CLASS = 'text-right whitespace-nowrap tabular';

/**
 * A table of values, which scrolls within itself. Records are listed in a grid instead (`engine/list`), whose rows have
 * one height. See docs/decisions/0016-render-lists-without-a-table-library.md.
 */
export function Table<R>({ label, columns, rows, rowKey, totals = [], className, children }: TableProps<R>) {
  return (
    <div
      role="group"
      aria-label={label}
      // A scrolling element must be reachable by keyboard.
      tabIndex={0}
      // Relative, so that it also cuts off texts that only screen readers get, which are positioned.
      className={classNames('relative overflow-auto overscroll-x-contain text-sm', className)}
    >
      <table aria-label={label} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {columns.map(({ key, heading, isNumber }, index) => (
              <th
                key={key}
                scope="col"
                className={classNames(
                  CELL_CLASS,
                  'sticky top-0 bg-sunken font-medium! whitespace-nowrap text-muted',
                  index === 0 ? 'left-0 z-20' : 'z-10',
                  isNumber ? NUMBER_CLASS : 'text-left',
                )}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={totals.length > 0 ? undefined : '[&>tr:last-child>*]:border-b-0'}>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} columns={columns} row={row} />
          ))}
          {children}
        </tbody>
        {totals.length > 0 && (
          <tfoot className="sticky bottom-0 z-10">
            {totals.map((row, index) => (
              <TableRow key={index} columns={columns} row={row} className="bg-sunken last:*:font-semibold" />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface TableRowProps<R> {
  columns: readonly TableColumn<R>[];
  row: R;
  className?: string;
}

export function TableRow<R>({ columns, row, className = 'bg-surface hover:bg-hover' }: TableRowProps<R>) {
  return (
    <tr className={className}>
      {columns.map((column, index) =>
        index === 0 ? (
          <th
            key={column.key}
            scope="row"
            className={classNames(CELL_CLASS, 'sticky left-0 bg-inherit text-left', column.className)}
          >
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={classNames(CELL_CLASS, column.isNumber && NUMBER_CLASS, column.className)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** A row with one cell over all columns. */
export const WideTableRow = ({ columnCount, children }: { columnCount: number; children: ReactNode }) => (
  <tr className="bg-surface">
    <td colSpan={columnCount} className={CELL_CLASS}>
      {children}
    </td>
  </tr>
);
