import type { CSSProperties, UIEvent } from 'react';
import type { ArrangedColumn } from './column-layout.ts';

/**
 * Column widths are custom properties on the grid's root, so dragging an edge changes one number and re-renders no row.
 * `--w<n>` is a column's width and `--g<n>` its share of the remaining width. Pinned columns and columns resized by the
 * user get no share.
 */

/** Width of the checkbox column in pixels. */
export const CHECKBOX_WIDTH = 40;

export interface GridGeometry {
  readonly rootStyle: CSSProperties;
  /** By column. All cells of a column share the same object. */
  readonly cellStyles: ReadonlyMap<string, CSSProperties>;
}

export function gridGeometry(columns: readonly ArrangedColumn[]): GridGeometry {
  const widths = columns.map((_, index) => `var(--w${index})`);
  const properties = columns.flatMap((c, index): [string, string][] => [
    [`--w${index}`, `${c.width}px`],
    [`--g${index}`, c.isSized || c.isPinned ? '0' : String(c.width)],
  ]);
  const rootStyle = Object.fromEntries([
    ...properties,
    ['--total', `calc(${[`${CHECKBOX_WIDTH}px`, ...widths].join(' + ')})`],
    ['--print-zoom', String(printZoom(columns))],
  ]);
  const cellStyles = new Map(
    columns.map((c, index): [string, CSSProperties] => [
      c.column,
      {
        flex: `var(--g${index}) 0 var(--w${index})`,
        ...(c.isPinned
          ? pinnedStyle(
              `calc(${[`${CHECKBOX_WIDTH}px`, ...widths.slice(0, index)].join(' + ')})`,
              !columns[index + 1]?.isPinned,
            )
          : {}),
      },
    ]),
  );
  return { rootStyle, cellStyles };
}

/** Width of a landscape sheet without its margins, in pixels. */
const SHEET_WIDTH = 1000;
/** Width of a printed text compared with the screen, because its font is smaller. */
const PRINT_SCALE = 0.82;
/** A smaller print would be hard to read; longer words are broken then. */
const MIN_PRINT_ZOOM = 0.55;

/** By how much a printed list is reduced, so that its columns fit on the sheet without breaking words. */
function printZoom(columns: readonly ArrangedColumn[]): number {
  const total = columns.reduce((sum, { width }) => sum + width, 0) * PRINT_SCALE;
  return Math.max(MIN_PRINT_ZOOM, Math.min(1, SHEET_WIDTH / total));
}

/** The custom property for the width of the column at this index, set while its edge is dragged. */
export const widthProperty = (columnIndex: number): string => `--w${columnIndex}`;
export const shareProperty = (columnIndex: number): string => `--g${columnIndex}`;

/** The last pinned column has a border, because other columns scroll under it. */
const pinnedStyle = (left: string, isLast: boolean): CSSProperties => ({
  position: 'var(--pin)' as 'sticky', // set by grid.css, with another value while the list scrolls
  zIndex: 1,
  left: `var(--aside, ${left})`,
  ...(isLast ? { borderRight: '1px solid var(--border)' } : {}),
});

const SCROLL_OFFSET = '--scrolled';

/**
 * Makes pinned cells sticky while the grid scrolls sideways, see grid.css. In browsers without the `scrollend` event
 * they remain sticky.
 */
export function markScrolling({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (`${grid.scrollLeft}px` !== (grid.style.getPropertyValue(SCROLL_OFFSET) || '0px'))
    grid.toggleAttribute('data-moving', true);
}

/** Scrolling has ended: positions the pinned cells with an offset instead of `sticky`. */
export function positionPinned({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (!grid.toggleAttribute('data-moving', false)) grid.style.setProperty(SCROLL_OFFSET, `${grid.scrollLeft}px`);
}
