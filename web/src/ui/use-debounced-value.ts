import { useEffect, useState } from 'react';
import { TYPING_DELAY, useDebounce } from './use-debounce.ts';

/** Returns a value once it has not changed for `milliseconds`; at first the value itself. */
export function useDebouncedValue<T>(value: T, milliseconds = TYPING_DELAY): T {
  const [debounced, setDebounced] = useState(value);
  const { set } = useDebounce((next: T) => setDebounced(() => next), milliseconds);
  useEffect(() => set(value), [value, set]);
  return debounced;
}
