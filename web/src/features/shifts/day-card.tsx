import type { RowSelection } from '@innkeeper/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { formatNumber } from '../../format/number.ts';
import { DAY_CARD_CLASS, FULL_CARD_CLASS } from './day-cards.ts';

interface DayCardProps {
  readonly title: string;
  readonly number: number;
  /** The list that the number links to. */
  readonly rows?: RowSelection;
  /** Beside the number, such as its amounts. */
  readonly aside?: ReactNode;
  /** Shown if the number is 0. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
}

/** A part of the day: its number, and lines that scroll within the card. Without any it is as low as its row allows. */
export function DayCard({ title, number, rows, aside, empty, children }: DayCardProps) {
  const id = useId();
  const numberClass = 'text-2xl leading-8 font-semibold tabular';
  if (number === 0)
    return (
      <section
        aria-labelledby={id}
        className={`${DAY_CARD_CLASS} flex min-w-0 flex-wrap content-start items-baseline gap-x-2 px-4 py-2.5 text-sm text-muted`}
      >
        <span className={`${numberClass} text-text @max-xl:text-lg!`}>{formatNumber(number)}</span>
        <h3 id={id}>{title}</h3>
        <p className="@xl:w-full @xl:pt-1">{empty}</p>
      </section>
    );
  return (
    <section
      aria-labelledby={id}
      className={`${DAY_CARD_CLASS} ${FULL_CARD_CLASS} flex min-w-0 flex-col overflow-hidden`}
    >
      <div className="flex shrink-0 flex-wrap items-baseline gap-x-2 px-4 pt-2.5 pb-1">
        {rows ? (
          <RowsLink
            rows={rows}
            label={`${title}: ${formatNumber(number)}`}
            className={`${numberClass} rounded-sm underline-offset-4 hover:underline`}
          >
            {formatNumber(number)}
          </RowsLink>
        ) : (
          <span className={numberClass}>{formatNumber(number)}</span>
        )}
        <h3 id={id} className="text-sm text-muted">
          {title}
        </h3>
        {aside && <p className="ml-auto flex flex-wrap justify-end gap-x-2 text-sm font-medium">{aside}</p>}
      </div>
      <ul className="min-h-0 flex-1 divide-y divide-border overflow-y-auto overscroll-contain border-t border-border">
        {children}
      </ul>
    </section>
  );
}

interface DayLineProps {
  readonly to: string;
  readonly name: ReactNode;
  readonly detail: ReactNode;
  readonly aside?: ReactNode;
}

/** A guest or an entry, as a link to its record. */
export const DayLine = ({ to, name, detail, aside }: DayLineProps) => (
  <li>
    <Link to={to} className="block px-4 py-1.5 hover:bg-hover">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-medium break-words">{name}</span>
        {aside}
      </span>
      <span className="block text-sm break-words text-muted tabular">{detail}</span>
    </Link>
  </li>
);
