import { type MockInstance, afterEach, vi } from 'vitest';

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
  /** The milliseconds of an interval. */
  readonly interval?: number;
}

let timerMocks: readonly MockInstance[] = [];
// Hooks run in reverse order, so timers run again before the page is closed, which waits for responses.
afterEach(() => {
  for (const mock of timerMocks) mock.mockRestore();
  timerMocks = [];
});

/**
 * Freezes all timers until the end of the test. Returns a function that advances them by milliseconds. The fake timers
 * of vitest are not exact to the millisecond, because each of its waits advances them.
 */
export function freezeTimers(): (milliseconds: number) => void {
  // The ids differ from the browser's, so that timers set before the freeze can still be cleared.
  const FIRST_ID = 1_000_000;
  let now = 0;
  let id = FIRST_ID;
  const timers = new Map<number, Timer>();
  const clearBrowserTimer = globalThis.clearTimeout.bind(globalThis);
  const addTimer =
    (isInterval: boolean) =>
    (callback: unknown, delay = 0, ...values: unknown[]): number => {
      id += 1;
      if (typeof callback === 'function')
        timers.set(id, {
          dueAt: now + delay,
          callback: () => void callback(...values),
          ...(isInterval && { interval: delay }),
        });
      return id;
    };
  const removeTimer = (timerId: unknown) => {
    if (!timers.delete(Number(timerId))) clearBrowserTimer(Number(timerId));
  };
  timerMocks = [
    // In a browser an id is a number; the types are those of Node.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(addTimer(false) as unknown as typeof setTimeout),
    vi.spyOn(globalThis, 'setInterval').mockImplementation(addTimer(true) as unknown as typeof setInterval),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(removeTimer),
    vi.spyOn(globalThis, 'clearInterval').mockImplementation(removeTimer),
  ];
  return (milliseconds) => {
    const end = now + milliseconds;
    for (;;) {
      const next = [...timers].filter(([, { dueAt }]) => dueAt <= end).sort(([, a], [, b]) => a.dueAt - b.dueAt)[0];
      if (!next) break;
      const [key, { dueAt, callback, interval }] = next;
      now = Math.max(now, dueAt);
      if (interval === undefined) timers.delete(key);
      else timers.set(key, { dueAt: now + interval, callback, interval });
      callback();
    }
    now = end;
  };
}
