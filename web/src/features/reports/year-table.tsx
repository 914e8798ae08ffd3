import { formatChange } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Table } from '../../ui/table.tsx';
import type { Mark } from './chart-data.ts';
import type { YearNames } from './year.ts';

interface YearLine {
  readonly category: { readonly key: string; readonly label: string };
  readonly current: Mark;
  readonly previous: Mark | undefined;
  /** Shown before each of the two values: how many records it excludes. */
  readonly withoutRate: { readonly current: ReactNode; readonly previous: ReactNode };
}

interface YearTableProps {
  title: string;
  heading: string;
  names: YearNames;
  lines: readonly YearLine[];
}

/** The values behind a chart; each links to its rows. */
export function YearTable({ title, heading, names, lines }: YearTableProps) {
  return (
    <Table
      label={title}
      className="[--cell-x:0.5rem] [--cell-y:0.375rem]"
      columns={[
        { key: 'category', heading, className: 'max-w-48 truncate', cell: ({ category }) => category.label },
        {
          key: 'current',
          heading: names.current,
          isNumber: true,
          cell: ({ withoutRate, current: { rows, text } }) => (
            <>
              <span className="mr-2 empty:hidden">{withoutRate.current}</span>
              {rows ? (
                <Link {...rows} className="rounded-sm underline-offset-4 hover:underline">
                  {text}
                </Link>
              ) : (
                text
              )}
            </>
          ),
        },
        {
          key: 'previous',
          heading: names.previous,
          isNumber: true,
          className: 'text-muted',
          cell: ({ withoutRate, previous }) => (
            <>
              <span className="mr-2 empty:hidden">{withoutRate.previous}</span>
              {previous?.text}
            </>
          ),
        },
        {
          key: 'change',
          heading: <Trans context="a column">Change</Trans>,
          isNumber: true,
          cell: ({ current, previous }) => previous && formatChange(current.value, previous.value),
        },
      ]}
      rows={lines}
      rowKey={({ category }) => category.key}
    />
  );
}
