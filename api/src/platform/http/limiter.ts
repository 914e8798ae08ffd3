import { requestedBy } from '@innkeeper/db';
import { fail } from './api-error.ts';

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

interface Waiting extends QueuedCaller {
  readonly start: () => void;
}

/**
 * Limits concurrent tasks to `size`, since each takes memory, a thread or a connection; others wait. The next turn goes
 * to the owner with the fewest running tasks, so one owner's many tasks do not delay everyone else. A task is rejected
 * with a 429 if its queue is full or its wait too long. It leaves the queue when its request is aborted.
 */
export function createLimiter({ size, perCaller = size, perKind = {}, queue, maxWaitMs }: LimiterOptions): Limiter {
  let free = size;
  const active = new Set<QueuedCaller>();
  const count = (caller: string): number => [...active].filter((work) => work.caller === caller).length;
  const countSameKind = (callers: Iterable<QueuedCaller>, { caller, kind }: QueuedCaller): number =>
    [...callers].filter((work) => work.caller === caller && work.kind === kind).length;
  const canBegin = (queuedCaller: QueuedCaller): boolean =>
    count(queuedCaller.caller) < perCaller &&
    countSameKind(active, queuedCaller) < (perKind[queuedCaller.kind] ?? perCaller);
  const waiting = new Set<Waiting>();

  function admit(): void {
    while (free > 0) {
      const [next] = [...waiting].filter(canBegin).sort((a, b) => count(a.caller) - count(b.caller));
      if (!next) return;
      waiting.delete(next);
      free -= 1;
      active.add(next);
      next.start();
    }
  }

  function leave(work: QueuedCaller): void {
    free += 1;
    active.delete(work);
    admit();
  }

  /** Waits for the owner's turn and resolves to the running entry. */
  async function waitForSlot(asking: QueuedCaller, signal: AbortSignal | undefined): Promise<QueuedCaller> {
    signal?.throwIfAborted();
    if (countSameKind(waiting, asking) >= queue) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { ...asking, start: resolve };
    const giveUp = (error: unknown) => waiting.delete(entry) && reject(error);
    const onAbort = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(tooMany()), maxWaitMs);
    waiting.add(entry);
    admit();
    try {
      await promise;
      return entry;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return async (work, kind = '') => {
    const by = requestedBy();
    const active = await waitForSlot({ caller: by?.caller() ?? '', kind }, by?.signal);
    try {
      return await work();
    } finally {
      leave(active);
    }
  };
}

const tooMany = () => fail('too_many_requests', { headers: { 'retry-after': '2' } });

/** This process's limiter for slow hashes. Each takes 19 MiB, and password guessing must not use up all memory. */
export const limitHashing = createLimiter({ size: 4, queue: 200 });
