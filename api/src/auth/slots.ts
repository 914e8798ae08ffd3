import { fail } from '../http/fail.ts';

/**
 * Lets `size` works run at once and `queue` wait: each password check takes 19 MiB, a thread and a connection, and guessing
 * must not take all of them from everybody else. Beyond that a work is refused with a 429.
 */
export function createSlots({
  size,
  queue,
}: {
  size: number;
  queue: number;
}): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (waiting.length >= queue) throw fail('too_many_requests', { headers: { 'retry-after': '2' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** The slots of this process for everything that hashes slowly. */
export const inSlot = createSlots({ size: 4, queue: 200 });
