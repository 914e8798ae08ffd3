import { useSyncExternalStore } from 'react';

/**
 * Columns do not fit below this width. The window's width is a good measure of the page's: up to 1024 px both are equal
 * in every layout, and above that a page has at least 744 px.
 */
const phoneQuery = matchMedia('(max-width: 767px)');

const subscribe = (listener: () => void) => {
  phoneQuery.addEventListener('change', listener);
  return () => phoneQuery.removeEventListener('change', listener);
};

/** Whether the window is narrower than 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phoneQuery.matches);
