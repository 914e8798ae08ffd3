import type { CSSProperties } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ArrangedColumn } from './column-layout.ts';

/** More rows would not be visible. */
const MAX_ROWS = 30;
const BAR_WIDTHS = ['65%', '50%', '80%', '58%'];

/** Placeholder rows with the height and widths of the rows being loaded. */
export function SkeletonRows({
  columns,
  styles,
  rows,
  rowHeight,
}: {
  columns: readonly ArrangedColumn[];
  styles: ReadonlyMap<string, CSSProperties>;
  rows: number;
  rowHeight: number;
}) {
  return (
    <div aria-hidden="true" className="list-body list-waiting" style={{ height: Math.min(rows, MAX_ROWS) * rowHeight }}>
      {Array.from({ length: Math.min(rows, MAX_ROWS) }, (_, row) => (
        <div key={row} className="list-row" style={{ top: row * rowHeight }}>
          <div className="list-check" />
          {columns.map((c, index) => (
            <div key={c.column} className="list-cell" style={styles.get(c.column)}>
              {/* Uneven widths look like words; they are fixed so that every render is identical. */}
              <span
                className="list-bone"
                style={{ '--bone': BAR_WIDTHS[(row * 3 + index) % BAR_WIDTHS.length] } as CSSProperties}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

export function SkeletonCards() {
  return (
    <ul aria-hidden="true" className="flex flex-col divide-y divide-border">
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index} className="flex flex-col gap-2.5 py-3.5 pr-4 pl-11">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-1/3" />
        </li>
      ))}
    </ul>
  );
}
