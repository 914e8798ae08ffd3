import { useEffect, useLayoutEffect } from 'react';
import { createStore } from './store.ts';

export const PRODUCT = 'Innkeeper';

/** The title of the page on screen; the end of the breadcrumb. */
export const pageTitle = createStore('');

/** Sets the title of the page and of the window. */
export function usePageTitle(title: string): void {
  // While the next page loads, React hides this one and cleans up its layout effects, which removes the title.
  useLayoutEffect(() => {
    pageTitle.set(title);
    return () => {
      if (pageTitle.get() === title) pageTitle.set('');
    };
  }, [title]);
  useEffect(() => {
    document.title = title && title !== PRODUCT ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}
