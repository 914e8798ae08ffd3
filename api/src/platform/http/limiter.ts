import { getRequestOwner } from '@innkeeper/db';
import { apiError } from './api-error.ts';

interface LimiterOptions {
  /** Maximum concurrent tasks. */
  readonly size: number;
  /** Maximum concurrent tasks per owner; `size` by default. */
  readonly perCaller?: number;
  /** Maximum concurrent tasks per owner and kind. */
  readonly perKind?: Readonly<Record<string, number>>;
  /** Maximum waiting tasks per owner and kind. */
  readonly queue: number;
  /** Maximum wait in milliseconds; unlimited by default. */
  readonly maxWaitMs?: number;
}

/** `kind`: a group of tasks with its own, lower limit per owner. Waiting tasks are counted per kind. */
type Limiter = <T>(work: () => Promise<T>, kind?: string) => Promise<T>;

interface QueuedCaller {
  readonly caller: string;
  readonly kind: string;
}

interface WaitingTask extends QueuedCaller {
  readonly start: () => void;
}

/**
 * Limits concurrent tasks to `size`, because each takes memory, a thread or a connection. The others wait. The owner
 * with the fewest running tasks is next, so that one owner's many tasks do not delay the others. A task gets a 429 if
 * its queue is full or its wait too long. It leaves the queue when its request is aborted.
 */
export function createLimiter({ size, perCaller = size, perKind = {}, queue, maxWaitMs }: LimiterOptions): Limiter {
  let freeSlots = size;
  const activeTasks = new Set<QueuedCaller>();
  const countActive = (caller: string): number => [...activeTasks].filter((work) => work.caller === caller).length;
  const countSameKind = (callers: Iterable<QueuedCaller>, { caller, kind }: QueuedCaller): number =>
    [...callers].filter((work) => work.caller === caller && work.kind === kind).length;
  const canStart = (queuedCaller: QueuedCaller): boolean =>
    countActive(queuedCaller.caller) < perCaller &&
    countSameKind(activeTasks, queuedCaller) < (perKind[queuedCaller.kind] ?? perCaller);
  const waiting = new Set<WaitingTask>();

  function startNext(): void {
    while (freeSlots > 0) {
      const [next] = [...waiting].filter(canStart).sort((a, b) => countActive(a.caller) - countActive(b.caller));
      if (!next) return;
      waiting.delete(next);
      freeSlots -= 1;
      activeTasks.add(next);
      next.start();
    }
  }

  function release(work: QueuedCaller): void {
    freeSlots += 1;
    activeTasks.delete(work);
    startNext();
  }

  /** Waits for the owner's turn and resolves to the running entry. */
  async function waitForSlot(newCaller: QueuedCaller, signal: AbortSignal | undefined): Promise<QueuedCaller> {
    signal?.throwIfAborted();
    if (countSameKind(waiting, newCaller) >= queue) throw tooManyError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waitingTask = { ...newCaller, start: resolve };
    const removeFromQueue = (error: unknown) => waiting.delete(waitingTask) && reject(error);
    const onAbort = () => removeFromQueue(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => removeFromQueue(tooManyError()), maxWaitMs);
    waiting.add(waitingTask);
    startNext();
    try {
      await promise;
      return waitingTask;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return async (work, kind = '') => {
    const owner = getRequestOwner();
    const activeTask = await waitForSlot({ caller: owner?.caller() ?? '', kind }, owner?.signal);
    try {
      return await work();
    } finally {
      release(activeTask);
    }
  };
}

const tooManyError = () => apiError('too_many_requests', { headers: { 'retry-after': '2' } });

/** This process's limiter for slow hashes. Each takes 19 MiB, and password guessing must not use up all memory. */
export const limitHashing = createLimiter({ size: 4, queue: 200 });
