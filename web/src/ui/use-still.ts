import { useEffect, useState } from 'react';
import { TYPING_PAUSE, usePause } from './use-pause.ts';

/** A value once it has stood still; at first the value itself. */
export function useStill<T>(value: T, milliseconds = TYPING_PAUSE): T {
  const [still, setStill] = useState(value);
  const { set } = usePause((next: T) => setStill(() => next), milliseconds);
  useEffect(() => set(value), [value, set]);
  return still;
}
