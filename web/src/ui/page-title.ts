import { useEffect } from 'react';
import { createStore } from './store.ts';

export const PRODUCT = 'Innkeeper';

/** The title of the page on screen: the end of the breadcrumb, and the window's title. */
export const pageTitle = createStore('');

export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.set(title);
    document.title = title && title !== PRODUCT ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}
