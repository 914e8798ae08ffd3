import { useSyncExternalStore } from 'react';

/** Narrower than this, columns make no sense. */
const phone = matchMedia('(max-width: 767px)');

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
