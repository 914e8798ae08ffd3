import type { CSSProperties } from 'react';
import type { ArrangedColumn } from './column-layout.ts';

/**
 * Column widths as custom properties on the grid's root, so dragging an edge changes one number and re-renders no row.
 * `--w<n>` is a column's width and `--g<n>` its share of the remaining width. Pinned columns and columns resized by the
 * user get no share.
 */

/** Width of the checkbox column in pixels. */
export const CHECK_WIDTH = 40;

export interface GridGeometry {
  readonly root: CSSProperties;
  /** By column. All cells of a column share the same object. */
  readonly cells: ReadonlyMap<string, CSSProperties>;
}

export function gridGeometry(shown: readonly ArrangedColumn[]): GridGeometry {
  const widths = shown.map((_, at) => `var(--w${at})`);
  const properties = shown.flatMap((c, at): [string, string][] => [
    [`--w${at}`, `${c.width}px`],
    [`--g${at}`, c.isSized || c.isPinned ? '0' : String(c.width)],
  ]);
  const root = Object.fromEntries([...properties, ['--total', `calc(${[`${CHECK_WIDTH}px`, ...widths].join(' + ')})`]]);
  const cells = new Map(
    shown.map((c, at): [string, CSSProperties] => [
      c.column,
      {
        flex: `var(--g${at}) 0 var(--w${at})`,
        ...(c.isPinned
          ? pinned(`calc(${[`${CHECK_WIDTH}px`, ...widths.slice(0, at)].join(' + ')})`, !shown[at + 1]?.isPinned)
          : {}),
      },
    ]),
  );
  return { root, cells };
}

/** The custom property for the width of the column at this index, set while its edge is dragged. */
export const widthProperty = (position: number): string => `--w${position}`;
export const shareProperty = (position: number): string => `--g${position}`;

/** The last pinned column has a border, because other columns scroll under it. */
const pinned = (left: string, isLast: boolean): CSSProperties => ({
  position: 'var(--pin)' as 'sticky', // set by grid.css, with another value while the list scrolls
  zIndex: 1,
  left: `var(--aside, ${left})`,
  ...(isLast ? { borderRight: '1px solid var(--border)' } : {}),
});
