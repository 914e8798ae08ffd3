import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import type { Mark } from './chart-data.ts';

interface MarkLinkProps {
  mark: Mark;
  name: string;
  /** Follows the value in the tooltip. */
  detail?: string | undefined;
  /** The children are text, which names the link. */
  hasText?: boolean;
  className: string;
  style?: CSSProperties;
  children?: ReactNode;
}

/** A mark of a chart, with its category and value as tooltip; a link if it leads anywhere. */
export function MarkLink({
  mark: { text, rows },
  name,
  detail,
  hasText = false,
  className,
  style,
  children,
}: MarkLinkProps) {
  const tooltip = [name, text, detail].filter(Boolean).join(' · ');
  const linkProps = { className, style, 'data-tooltip': tooltip };
  return rows ? (
    <Link {...rows} {...linkProps} aria-label={hasText ? undefined : tooltip} tabIndex={-1}>
      {children}
    </Link>
  ) : (
    <span {...linkProps}>{children}</span>
  );
}
