import type { ReactNode } from 'react';

export const CELL_CLASS = 'px-3 py-2 align-top';
/** Hotel names wrap between words and get at least a dozen characters of width. */
export const NAME_CLASS = `${CELL_CLASS} min-w-44`;
export const NUMBER_CLASS = `${CELL_CLASS} text-right tabular whitespace-nowrap`;

/** A table that scrolls within itself if it does not fit. */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly [string, boolean][];
  children: ReactNode;
}) {
  return (
    // A scrollable element must be reachable by keyboard.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-border bg-surface"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-border text-muted">
            {columns.map(([name, isNumber]) => (
              <th
                key={name}
                scope="col"
                className={isNumber ? `${NUMBER_CLASS} font-medium` : `${CELL_CLASS} text-left font-medium`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">{children}</tbody>
      </table>
    </div>
  );
}
