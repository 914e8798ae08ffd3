import { setImmediate } from 'node:timers/promises';

/** A write that can share a transaction with others of its kind. */
interface PendingWrite<W, A> {
  readonly write: W;
  /** Writes it in its own transaction. */
  readonly writeAlone: () => Promise<A>;
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
 * run, share the next transaction. `batch` returns each result at its index, or the error for that write; writes
 * without a result run alone. It must not throw. See
 * docs/decisions/0073-commit-concurrent-bills-and-redemptions-as-a-group.md.
 */
export function createGroupCommit<W, A>(
  batch: (writes: readonly W[]) => Promise<readonly (A | Error | undefined)[]>,
): (kind: string, write: W, writeAlone: () => Promise<A>) => Promise<A> {
  const queues = new Map<string, WriteQueue<W, A>>();

  async function commit([firstWrite, ...otherWrites]: readonly PendingWrite<W, A>[]): Promise<void> {
    if (!firstWrite) return;
    if (otherWrites.length === 0) {
      const response = firstWrite.writeAlone();
      firstWrite.resolve(response);
      await response.catch(() => undefined);
      return;
    }
    const pendingWrites = [firstWrite, ...otherWrites];
    const responses = await batch(pendingWrites.map(({ write }) => write));
    for (const [i, { writeAlone, resolve }] of pendingWrites.entries()) {
      const response = responses[i] ?? writeAlone();
      resolve(response instanceof Error ? Promise.reject(response) : response);
    }
  }

  async function commitNext(kind: string, queue: WriteQueue<W, A>): Promise<void> {
    if (queue.active === MAX_CONCURRENT) return;
    if (queue.waiting.length === 0) return void (queue.active > 0 || queues.delete(kind));
    queue.active += 1;
    // Waits for writes that arrived at the same moment.
    await setImmediate();
    await commit(queue.waiting.splice(0, MAX_BATCH));
    queue.active -= 1;
    void commitNext(kind, queue);
  }

  return (kind, write, writeAlone) =>
    new Promise((resolve) => {
      const queue = queues.get(kind) ?? { waiting: [], active: 0 };
      queues.set(kind, queue);
      queue.waiting.push({ write, writeAlone, resolve });
      void commitNext(kind, queue);
    });
}
