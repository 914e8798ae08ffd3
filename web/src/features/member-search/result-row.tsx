import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionLink } from '../../ui/action-link.tsx';

/** An action on a search result. */
export interface ResultAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly to: string;
  readonly search?: Readonly<Record<string, number>>;
  /** Why the action is not available now; null if it is available. */
  readonly reason: string | null;
}

interface ResultRowProps {
  /** The target of the row; null if the user may open nothing of it. */
  path: string | null;
  emblem: ReactNode;
  title: ReactNode;
  /** A badge beside the title. */
  state: ReactNode;
  /** Lines below the title, each a list of pieces that do not wrap; empty pieces are omitted. */
  lines: readonly (readonly ReactNode[])[];
  /** The name of the member or voucher that the actions apply to. */
  name: string;
  actions: readonly ResultAction[];
}

/** A member or voucher found. The whole row is a link, with the actions on top of it. */
export function ResultRow({ path, emblem, title, state, lines, name, actions }: ResultRowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2.5 px-3 py-3 has-[a[data-hit]:focus-visible]:bg-hover has-[a[data-hit]:hover]:bg-hover sm:px-4">
      <span className="flex min-w-0 flex-1 basis-80 items-start gap-3">
        {emblem}
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
            {path === null ? (
              <span className="font-medium">{title}</span>
            ) : (
              <Link
                to={path}
                data-hit
                className="font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              >
                {title}
              </Link>
            )}
            {state}
          </span>
          {lines.map((items, index) => (
            <ResultLine key={index} items={items.filter(Boolean)} />
          ))}
        </span>
      </span>
      {actions.length > 0 && (
        <span className="relative flex flex-wrap gap-2 @max-4xl:w-full max-sm:gap-1.5 sm:@max-4xl:pl-13">
          {actions.map(({ label, icon, ...action }) => (
            <ActionLink
              key={label}
              to={action.to}
              search={action.search}
              reason={action.reason}
              aria-label={`${label}: ${name}`}
              size="small"
              className="max-sm:flex-auto max-sm:px-1.5!"
            >
              {icon}
              {label}
            </ActionLink>
          ))}
        </span>
      )}
    </li>
  );
}

/** Dots separate the pieces of a line: every piece has a dot before it, and the first dot of each line is clipped. */
const ResultLine = ({ items }: { items: readonly ReactNode[] }) =>
  items.length > 0 && (
    <span className="overflow-x-clip text-sm text-muted tabular">
      <span className="-ml-4 flex flex-wrap">
        {items.map((item, index) => (
          <span key={index} className="relative max-w-full pl-4 break-words">
            <span aria-hidden="true" className="absolute left-0 w-4 text-center">
              ·
            </span>
            {item}
          </span>
        ))}
      </span>
    </span>
  );
