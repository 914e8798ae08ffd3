import { useSyncExternalStore } from 'react';

/**
 * Columns do not fit below this width. The width of the window is a good measure of the page: up to 1024 px both are
 * the same in every layout, and beyond that a page has at least 744 px.
 */
const phone = matchMedia('(max-width: 767px)');

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

/** Whether the window is narrower than 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
