import { type MockInstance, afterEach, vi } from 'vitest';

interface Timer {
  readonly due: number;
  readonly work: () => void;
  /** Comes again after so many milliseconds. */
  readonly every?: number;
}

let stopped: readonly MockInstance[] = [];
// Hooks run the last one first: time goes on before the page is closed, which waits for an answer.
afterEach(() => {
  for (const timer of stopped) timer.mockRestore();
  stopped = [];
});

/**
 * From here to the end of the test timers come due by hand alone: the answer lets milliseconds pass. The fake timers of vitest
 * will not do where they are counted to the millisecond, since each of its waits moves them on.
 */
export function freezeTimers(): (milliseconds: number) => void {
  // Ids far from those of the browser: timers set before are still cleared there.
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
