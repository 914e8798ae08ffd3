import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds without input after which typing counts as finished: long enough to type on, too short to notice. */
export const TYPING_DELAY = 250;
/** Milliseconds. Like `TYPING_DELAY`, for searches with a guest waiting, and for choices. */
export const SHORT_DELAY = 150;

export interface Debounced<T> {
  /** Sets the pending value and restarts the delay. */
  readonly set: (value: T) => void;
  /** Calls back with the pending value now, if there is one. */
  readonly flush: () => void;
}

/** Calls back with the last of several values: `milliseconds` after it, or when the component is unmounted. */
export function useDebounce<T>(callback: (value: T) => void, milliseconds = TYPING_DELAY): Debounced<T> {
  const pending = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly value: T } | null>(null);
  const latestWork = useRef(callback);
  useEffect(() => {
    latestWork.current = callback;
  });

  const flush = useCallback(() => {
    if (!pending.current) return;
    const { timer, value } = pending.current;
    clearTimeout(timer);
    pending.current = null;
    latestWork.current(value);
  }, []);
  useEffect(() => flush, [flush]);

  const set = useCallback(
    (value: T) => {
      clearTimeout(pending.current?.timer);
      pending.current = { timer: setTimeout(flush, milliseconds), value };
    },
    [flush, milliseconds],
  );
  return { set, flush };
}
