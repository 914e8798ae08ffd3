import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Mark } from './chart.tsx';
import { formatChange } from './pivot.ts';
import type { YearNames } from './year.ts';

interface YearTableProps {
  title: string;
  heading: string;
  names: YearNames;
  lines: readonly {
    category: { key: string; label: string };
    current: Mark;
    previous: Mark | undefined;
    /** Shown before each of the two values: how many records it excludes. */
    withoutRate: { current: ReactNode; previous: ReactNode };
  }[];
}

const CELL_CLASS = 'h-8 border-b border-border px-2 text-right whitespace-nowrap tabular';

/** The values behind a chart; each links to its rows. */
export function YearTable({ title, heading, names, lines }: YearTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className={`${CELL_CLASS} text-left! font-medium`}>
              {heading}
            </th>
            <th scope="col" className={`${CELL_CLASS} font-medium`}>
              {names.current}
            </th>
            <th scope="col" className={`${CELL_CLASS} font-medium`}>
              {names.previous}
            </th>
            <th scope="col" className={`${CELL_CLASS} font-medium`}>
              <Trans context="a column">Change</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ category, current, previous, withoutRate }) => (
            <tr key={category.key}>
              <th scope="row" className={`${CELL_CLASS} max-w-48 truncate text-left! font-normal`}>
                {category.label}
              </th>
              <td className={CELL_CLASS}>
                <span className="mr-2 empty:hidden">{withoutRate.current}</span>
                {current.rows ? (
                  <Link {...current.rows} className="rounded-sm underline-offset-4 hover:underline">
                    {current.text}
                  </Link>
                ) : (
                  current.text
                )}
              </td>
              <td className={`${CELL_CLASS} text-muted`}>
                <span className="mr-2 empty:hidden">{withoutRate.previous}</span>
                {previous?.text}
              </td>
              <td className={CELL_CLASS}>{previous && formatChange(current.value, previous.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
