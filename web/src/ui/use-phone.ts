import { useSyncExternalStore } from 'react';

/**
 * Narrower than this, columns make no sense. The window tells it: up to 1024 px it is the room of a page, in every layout, and
 * beyond that a page has 744 px at least.
 */
const phone = matchMedia('(max-width: 767px)');

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
