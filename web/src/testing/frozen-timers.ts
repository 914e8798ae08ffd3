import { type MockInstance, afterEach, vi } from 'vitest';

interface Timer {
  readonly due: number;
  readonly work: () => void;
  /** The milliseconds of an interval. */
  readonly every?: number;
}

let stopped: readonly MockInstance[] = [];
// Hooks run in reverse order, so timers run again before the page is closed, which waits for responses.
afterEach(() => {
  for (const timer of stopped) timer.mockRestore();
  stopped = [];
});

/**
 * Freezes all timers until the end of the test. Returns a function that advances them by milliseconds. The fake timers
 * of vitest are not exact to the millisecond, because each of its waits advances them.
 */
export function freezeTimers(): (milliseconds: number) => void {
  // The ids are far from the browser's, so that timers set before can still be cleared there.
  const FIRST_ID = 1_000_000;
  let now = 0;
  let id = FIRST_ID;
  const timers = new Map<number, Timer>();
  const clear = globalThis.clearTimeout.bind(globalThis);
  const start =
    (repeats: boolean) =>
    (work: unknown, delay = 0, ...values: unknown[]): number => {
      id += 1;
      if (typeof work === 'function')
        timers.set(id, { due: now + delay, work: () => void work(...values), ...(repeats && { every: delay }) });
      return id;
    };
  const stop = (known: unknown) => {
    if (!timers.delete(Number(known))) clear(Number(known));
  };
  stopped = [
    // In a browser an id is a number; the types are those of Node.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(start(false) as unknown as typeof setTimeout),
    vi.spyOn(globalThis, 'setInterval').mockImplementation(start(true) as unknown as typeof setInterval),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(stop),
    vi.spyOn(globalThis, 'clearInterval').mockImplementation(stop),
  ];
  return (milliseconds) => {
    const end = now + milliseconds;
    for (;;) {
      const next = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due)[0];
      if (!next) break;
      const [key, { due, work, every }] = next;
      now = Math.max(now, due);
      if (every === undefined) timers.delete(key);
      else timers.set(key, { due: now + every, work, every });
      work();
    }
    now = end;
  };
}
