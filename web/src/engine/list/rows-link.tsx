import { type RowSelection, getResource, permission } from '@innkeeper/contract';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { INITIAL_LIST_STATE, toListSearch } from '../data/list-state.ts';
import { can } from '../../session/user.ts';

export interface RowsLinkProps {
  rows: RowSelection;
  children?: ReactNode;
  className?: string;
  /** Accessible name, if the text alone is not sufficient. */
  label?: string;
  tooltip?: string;
  tabIndex?: number;
  style?: CSSProperties;
}

/** Links to exactly the rows that a number counts; plain text for a user who may not see that list. */
export function RowsLink({ rows, children, className, label, tooltip, tabIndex, style }: RowsLinkProps) {
  const { resource, conditions } = rows;
  const definition = getResource(resource);
  if (!can(permission('VIEW', definition.permission)))
    return (
      <span className={className} data-tooltip={tooltip} style={style} tabIndex={tabIndex}>
        {children}
      </span>
    );
  return (
    <Link
      to={definition.path}
      search={toListSearch(definition, { ...INITIAL_LIST_STATE, conditions })}
      className={className}
      aria-label={label}
      data-tooltip={tooltip}
      tabIndex={tabIndex}
      style={style}
    >
      {children}
    </Link>
  );
}
