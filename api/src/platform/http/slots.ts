import { askedBy } from '@innkeeper/db';
import { fail } from './fail.ts';

interface Limits {
  /** Works at once. */
  readonly size: number;
  /** Works of one asker among those; all by default. */
  readonly each?: number;
  /** Works of one kind among those of the asker. */
  readonly eachOf?: Readonly<Record<string, number>>;
  /** Works of one asker that wait. */
  readonly queue: number;
  /** Milliseconds for which one waits at most; for ever by default. */
  readonly longest?: number;
}

/** `kind`: of which an asker may have fewer at once. Those that wait are counted by kind. */
type InSlot = <T>(work: () => Promise<T>, kind?: string) => Promise<T>;

interface Asking {
  readonly asker: string;
  readonly kind: string;
}

interface Waiting extends Asking {
  readonly begin: () => void;
}

/**
 * Lets `size` works run at once, as each takes memory, a thread or a connection, and others wait. The next turn goes to the asker
 * with the fewest at work: many works of one asker wait for each other, not everybody else for them. Beyond its queue, or
 * having waited for too long, a work is refused with a 429; it leaves the queue when nobody waits for it any more.
 */
export function createSlots({ size, each = size, eachOf = {}, queue, longest }: Limits): InSlot {
  let free = size;
  const atWork = new Set<Asking>();
  const count = (asker: string): number => [...atWork].filter((work) => work.asker === asker).length;
  const countAlike = (all: Iterable<Asking>, { asker, kind }: Asking): number =>
    [...all].filter((work) => work.asker === asker && work.kind === kind).length;
  const mayBegin = (one: Asking): boolean =>
    count(one.asker) < each && countAlike(atWork, one) < (eachOf[one.kind] ?? each);
  const waiting = new Set<Waiting>();

  function admit(): void {
    while (free > 0) {
      const [next] = [...waiting].filter(mayBegin).sort((a, b) => count(a.asker) - count(b.asker));
      if (!next) return;
      waiting.delete(next);
      free -= 1;
      atWork.add(next);
      next.begin();
    }
  }

  function leave(work: Asking): void {
    free += 1;
    atWork.delete(work);
    admit();
  }

  /** Resolves when it is the asker's turn, to the entry that is at work then. */
  async function turnOf(asking: Asking, signal: AbortSignal | undefined): Promise<Asking> {
    signal?.throwIfAborted();
    if (countAlike(waiting, asking) >= queue) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { ...asking, begin: resolve };
    const giveUp = (error: unknown) => waiting.delete(entry) && reject(error);
    const leaving = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', leaving);
    const timer = longest === undefined ? undefined : setTimeout(() => giveUp(tooMany()), longest);
    waiting.add(entry);
    admit();
    try {
      await promise;
      return entry;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leaving);
    }
  }

  return async (work, kind = '') => {
    const by = askedBy();
    const atWork = await turnOf({ asker: by?.asker() ?? '', kind }, by?.signal);
    try {
      return await work();
    } finally {
      leave(atWork);
    }
  };
}

const tooMany = () => fail('too_many_requests', { headers: { 'retry-after': '2' } });

/** The slots of this process for everything that hashes slowly: each takes 19 MiB, and guessing must not take all of them. */
export const inSlot = createSlots({ size: 4, queue: 200 });
