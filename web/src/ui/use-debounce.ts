import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds without input after which typing counts as finished: long enough to type on, too short to notice. */
export const TYPING_DELAY = 250;
/** Like `TYPING_DELAY`, for the search of a guest who is waiting or of a choice. Milliseconds. */
export const SHORT_DELAY = 150;

export interface Debounced<T> {
  /** Replaces the pending value and restarts the delay. */
  readonly set: (value: T) => void;
  /** Does the work with the pending value now, if there is one. */
  readonly flush: () => void;
}

/** Does work with the last of several values, `milliseconds` after it or when the component is unmounted. */
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
