import { useEffect, useLayoutEffect } from 'react';
import { createStore } from './store.ts';

export const PRODUCT = 'Innkeeper';

/** The title of the page on screen: the end of the breadcrumb, and the window's title. */
export const pageTitle = createStore('');

export function usePageTitle(title: string): void {
  // A page that is hidden until the code of the next one arrives loses its layout effects: its title goes with it.
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
