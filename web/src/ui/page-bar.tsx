import { type ReactNode, createContext, use } from 'react';
import { createPortal } from 'react-dom';

/** Where the bar of a page goes; null until it stands. */
export const PageBarPlace = createContext<HTMLElement | null>(null);

/**
 * A bar at the lower edge of the window, below what scrolls: nothing of the page ever lies under it, and whatever has the focus
 * is seen whole.
 */
export function PageBar({ children }: { children: ReactNode }) {
  const place = use(PageBarPlace);
  return place && createPortal(children, place);
}
