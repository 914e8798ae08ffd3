import { type Asked, askedBy } from './asked.ts';

/** Takes part of the asker's share; resolves, when it is their turn, to the function that gives it back. */
export type TakeShare = () => Promise<() => void>;

/** Milliseconds: as long as a person waits for a statement. */
const LONGEST = 15_000;

/**
 * Shares a pool out among its askers: work of one asker begins while they have fewer than `each` connections, the rest waits
 * for its turn, and is refused as if there were no connection when it has waited for too long. Work that has a connection gets
 * another at once, or it would wait for itself; so somebody may have a few more than `each`.
 */
export function createShare(each: number, longest = LONGEST): TakeShare {
  const taken = new Map<string, number>();
  /** Connections of one piece of work. */
  const held = new WeakMap<Asked, number>();
  /** The functions that let the next piece of work begin, by asker. */
  const waiting = new Map<string, (() => void)[]>();

  function add(asker: string, by: Asked, n: number): void {
    held.set(by, (held.get(by) ?? 0) + n);
    const left = (taken.get(asker) ?? 0) + n;
    if (left > 0) taken.set(asker, left);
    else taken.delete(asker);
  }

  function leave(asker: string, by: Asked): void {
    add(asker, by, -1);
    if ((taken.get(asker) ?? 0) >= each) return;
    const [next, ...others] = waiting.get(asker) ?? [];
    if (others.length > 0) waiting.set(asker, others);
    else waiting.delete(asker);
    next?.();
  }

  /** Resolves when it is the work's turn; its connection is counted by then. */
  async function turnOf(asker: string, by: Asked): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = (): void => {
      add(asker, by, 1);
      resolve();
    };
    const giveUp = (error: unknown): void => {
      const left = (waiting.get(asker) ?? []).filter((other) => other !== turn);
      if (left.length > 0) waiting.set(asker, left);
      else waiting.delete(asker);
      reject(error);
    };
    const leaving = () => giveUp(by.signal?.reason);
    by.signal?.addEventListener('abort', leaving);
    const timer = setTimeout(() => giveUp(new Error('timeout exceeded when trying to connect')), longest);
    waiting.set(asker, [...(waiting.get(asker) ?? []), turn]);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      by.signal?.removeEventListener('abort', leaving);
    }
  }

  return async () => {
    const by = askedBy();
    const asker = by?.asker() ?? '';
    if (!by || asker === '') return () => {};
    if ((held.get(by) ?? 0) > 0 || (taken.get(asker) ?? 0) < each) add(asker, by, 1);
    else await turnOf(asker, by);
    return () => leave(asker, by);
  };
}
