import { type ReactNode, createContext, use } from 'react';
import { createPortal } from 'react-dom';

/** The element that holds the bar of a page; null until it stands. */
export const PageBarSlot = createContext<HTMLElement | null>(null);

/**
 * A bar at the lower edge of the window, below the scrolling content: it covers nothing, and the focused element is seen whole.
 */
export function PageBar({ children }: { children: ReactNode }) {
  const slot = use(PageBarSlot);
  return slot && createPortal(children, slot);
}
