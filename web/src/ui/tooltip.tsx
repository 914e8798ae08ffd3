import { type ReactElement, cloneElement } from 'react';

export interface TooltipProps {
  content: string;
  /** The element that is explained; it must pass attributes on, and have a name of its own. */
  children: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** A hint for those who see and hover. It is never the only name of a control. */
export function Tooltip({ content, children, side }: TooltipProps) {
  return cloneElement(children, { 'data-tooltip': content, 'data-tooltip-side': side, 'aria-description': content });
}
