import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds of rest after which typing is over: long enough to type on, short enough not to wait for. */
export const TYPING_DELAY = 250;
/** … of a search for a guest who waits, or for a choice. */
export const SHORT_DELAY = 150;

export interface Debounced<T> {
  /** Takes the place of the value that waits. */
  readonly set: (value: T) => void;
  /** Does the work with what waits, at once. */
  readonly flush: () => void;
}

/** Work with the last of several values, once no other comes for so many milliseconds, or its component goes. */
export function useDebounce<T>(work: (value: T) => void, milliseconds = TYPING_DELAY): Debounced<T> {
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly value: T } | null>(null);
  const latestWork = useRef(work);
  useEffect(() => {
    latestWork.current = work;
  });

  const flush = useCallback(() => {
    if (!waiting.current) return;
    const { timer, value } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latestWork.current(value);
  }, []);
  useEffect(() => flush, [flush]);

  const set = useCallback(
    (value: T) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { timer: setTimeout(flush, milliseconds), value };
    },
    [flush, milliseconds],
  );
  return { set, flush };
}
