import { setImmediate } from 'node:timers/promises';

/** A write that can share a transaction with others of its kind. */
interface PendingWrite<W, A> {
  readonly write: W;
  /** Writes it in its own transaction. */
  readonly single: () => Promise<A>;
  readonly resolve: (response: A | Promise<A>) => void;
}

/** The waiting writes of one kind, and the number of running transactions. */
interface WriteQueue<W, A> {
  readonly waiting: PendingWrite<W, A>[];
  active: number;
}

/**
 * Concurrent transactions per kind: while the database runs one, the requests of another are read and their responses
 * sent.
 */
const MAX_CONCURRENT = 2;
/** Maximum number of writes per transaction. */
const MAX_BATCH = 100;

/**
 * Group commit: a single write starts immediately. Writes that arrive at the same moment, or while others of their kind
 * run, are batched into one transaction when their turn comes. `batch` returns each result at its index, or the error
 * for that write; writes without a result run alone. It must not throw. See
 * docs/decisions/0073-commit-concurrent-bills-and-redemptions-as-a-group.md.
 */
export function createGroupCommit<W, A>(
  batch: (writes: readonly W[]) => Promise<readonly (A | Error | undefined)[]>,
): (kind: string, write: W, single: () => Promise<A>) => Promise<A> {
  const queues = new Map<string, WriteQueue<W, A>>();

  async function commit([first, ...others]: readonly PendingWrite<W, A>[]): Promise<void> {
    if (!first) return;
    if (others.length === 0) {
      const response = first.single();
      first.resolve(response);
      await response.catch(() => undefined);
      return;
    }
    const all = [first, ...others];
    const responses = await batch(all.map(({ write }) => write));
    for (const [i, { single, resolve }] of all.entries()) {
      const response = responses[i] ?? single();
      resolve(response instanceof Error ? Promise.reject(response) : response);
    }
  }

  async function commitNext(kind: string, queue: WriteQueue<W, A>): Promise<void> {
    if (queue.active === MAX_CONCURRENT) return;
    if (queue.waiting.length === 0) return void (queue.active > 0 || queues.delete(kind));
    queue.active += 1;
    // Lets writes that arrived at the same moment be read first.
    await setImmediate();
    await commit(queue.waiting.splice(0, MAX_BATCH));
    queue.active -= 1;
    void commitNext(kind, queue);
  }

  return (kind, write, single) =>
    new Promise((resolve) => {
      const queue = queues.get(kind) ?? { waiting: [], active: 0 };
      queues.set(kind, queue);
      queue.waiting.push({ write, single, resolve });
      void commitNext(kind, queue);
    });
}
