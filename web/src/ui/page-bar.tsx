import { type ReactNode, createContext, use } from 'react';
import { createPortal } from 'react-dom';

/** The element that contains the bar of a page; null until it is mounted. */
export const PageBarSlot = createContext<HTMLElement | null>(null);

/**
 * A bar at the lower edge of the window. It is below the scrolling content, not over it, so it never covers the focused
 * element.
 */
export function PageBar({ children }: { children: ReactNode }) {
  const slot = use(PageBarSlot);
  return slot && createPortal(children, slot);
}
