import type { CSSProperties } from 'react';
import type { ArrangedColumn } from './column-layout.ts';

/**
 * Widths of a grid as custom properties on its root, so that dragging an edge changes one number and draws no row anew:
 * `--w<n>` is a column's width and `--g<n>` its share of the room that is left. A pinned column or one that the user sized
 * takes no share.
 */

/** Pixels of the column with the checkboxes. */
export const CHECK_WIDTH = 40;

export interface GridGeometry {
  readonly root: CSSProperties;
  /** By column; the same object for all its cells. */
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

/** The property with the width of the column at this place, for dragging its edge. */
export const widthProperty = (place: number): string => `--w${place}`;
export const shareProperty = (place: number): string => `--g${place}`;

/** The last pinned column is set apart from the columns that scroll away under it. */
const pinned = (left: string, isLast: boolean): CSSProperties => ({
  position: 'var(--pin)' as 'sticky', // both by grid.css: at rest another one than while the list moves
  zIndex: 1,
  left: `var(--aside, ${left})`,
  ...(isLast ? { borderRight: '1px solid var(--border)' } : {}),
});
