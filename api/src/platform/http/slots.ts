import { askedBy } from '@innkeeper/db';
import { fail } from './fail.ts';

interface Limits {
  /** Works at once. */
  readonly size: number;
  /** Of those, works of one asker; all by default. */
  readonly each?: number;
  /** Works of one asker that wait. */
  readonly queue: number;
  /** Milliseconds for which one waits at most; for ever by default. */
  readonly longest?: number;
}

/** Works of another `kind` are counted by themselves, for the same asker too. */
type InSlot = <T>(work: () => Promise<T>, kind?: string) => Promise<T>;

interface Waiting {
  readonly asker: string;
  readonly begin: () => void;
}

/**
 * Lets `size` works run at once, as each takes memory, a thread or a connection, and others wait. Whose turn it is goes by
 * who has the fewest at work: many works of one asker wait for each other, not everybody else for them. Beyond its queue, or
 * having waited for too long, a work is refused with a 429; it leaves the queue when nobody waits for it any more.
 */
export function createSlots({ size, each = size, queue, longest }: Limits): InSlot {
  let free = size;
  const atWork = new Map<string, number>();
  const count = (asker: string): number => atWork.get(asker) ?? 0;
  const waiting = new Set<Waiting>();

  function admit(): void {
    while (free > 0) {
      const [next] = [...waiting]
        .filter(({ asker }) => count(asker) < each)
        .sort((a, b) => count(a.asker) - count(b.asker));
      if (!next) return;
      waiting.delete(next);
      free -= 1;
      atWork.set(next.asker, count(next.asker) + 1);
      next.begin();
    }
  }

  function leave(asker: string): void {
    free += 1;
    const left = count(asker) - 1;
    if (left > 0) atWork.set(asker, left);
    else atWork.delete(asker);
    admit();
  }

  /** Resolves when it is the asker's turn. */
  async function turnOf(asker: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if ([...waiting].filter((other) => other.asker === asker).length >= queue) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { asker, begin: resolve };
    const giveUp = (error: unknown) => waiting.delete(entry) && reject(error);
    const leaving = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', leaving);
    const timer = longest === undefined ? undefined : setTimeout(() => giveUp(tooMany()), longest);
    waiting.add(entry);
    admit();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leaving);
    }
  }

  return async (work, kind = '') => {
    const by = askedBy();
    const asker = `${kind} ${by?.asker() ?? ''}`;
    await turnOf(asker, by?.signal);
    try {
      return await work();
    } finally {
      leave(asker);
    }
  };
}

const tooMany = () => fail('too_many_requests', { headers: { 'retry-after': '2' } });

/** The slots of this process for everything that hashes slowly: each takes 19 MiB, and guessing must not take all of them. */
export const inSlot = createSlots({ size: 4, queue: 200 });
