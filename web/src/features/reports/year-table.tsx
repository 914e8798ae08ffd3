import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Mark } from './chart.tsx';
import { changeOf } from './pivot.ts';
import type { Names } from './year.ts';

interface YearTableProps {
  title: string;
  heading: string;
  names: Names;
  lines: readonly {
    category: { key: string; label: string };
    now: Mark;
    before: Mark | undefined;
    /** Shown before each of the two values: how many records it excludes. */
    without: { now: ReactNode; before: ReactNode };
  }[];
}

const CELL = 'h-8 border-b border-border px-2 text-right whitespace-nowrap tabular';

/** The values behind a chart; each links to its rows. */
export function YearTable({ title, heading, names, lines }: YearTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className={`${CELL} text-left! font-medium`}>
              {heading}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {names.now}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {names.before}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              <Trans context="a column">Change</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ category, now, before, without }) => (
            <tr key={category.key}>
              <th scope="row" className={`${CELL} max-w-48 truncate text-left! font-normal`}>
                {category.label}
              </th>
              <td className={CELL}>
                <span className="mr-2 empty:hidden">{without.now}</span>
                {now.rows ? (
                  <Link {...now.rows} className="rounded-sm underline-offset-4 hover:underline">
                    {now.text}
                  </Link>
                ) : (
                  now.text
                )}
              </td>
              <td className={`${CELL} text-muted`}>
                <span className="mr-2 empty:hidden">{without.before}</span>
                {before?.text}
              </td>
              <td className={CELL}>{before && changeOf(now.value, before.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
