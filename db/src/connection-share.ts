import { type RequestOwner, requestedBy } from './request-owner.ts';

/**
 * Takes a connection from the requester's share. Resolves, when it is their turn, with the function that releases it.
 */
export type AcquireShare = () => Promise<() => void>;

/** Milliseconds, equal to the statement timeout while a person waits. */
const LONGEST = 15_000;

/**
 * Shares a connection pool fairly: new work of a requester starts while they have fewer than `each` connections, and
 * otherwise queues. It fails with the pool's timeout error after `longest` milliseconds. Work that already has a
 * connection gets another one immediately, or it would deadlock with itself, so a requester may exceed `each` slightly.
 */
export function createConnectionShare(each: number, longest = LONGEST): AcquireShare {
  const taken = new Map<string, number>();
  /** Number of connections per piece of work. */
  const held = new WeakMap<RequestOwner, number>();
  /** Callbacks that start the next piece of work, by requester. */
  const waiting = new Map<string, (() => void)[]>();

  function add(caller: string, by: RequestOwner, n: number): void {
    held.set(by, (held.get(by) ?? 0) + n);
    const left = (taken.get(caller) ?? 0) + n;
    if (left > 0) taken.set(caller, left);
    else taken.delete(caller);
  }

  function leave(caller: string, by: RequestOwner): void {
    add(caller, by, -1);
    if ((taken.get(caller) ?? 0) >= each) return;
    const [next, ...others] = waiting.get(caller) ?? [];
    if (others.length > 0) waiting.set(caller, others);
    else waiting.delete(caller);
    next?.();
  }

  /** Resolves when it is the work's turn; its connection has been counted by then. */
  async function waitForTurn(caller: string, by: RequestOwner): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = (): void => {
      add(caller, by, 1);
      resolve();
    };
    const giveUp = (error: unknown): void => {
      const left = (waiting.get(caller) ?? []).filter((other) => other !== turn);
      if (left.length > 0) waiting.set(caller, left);
      else waiting.delete(caller);
      reject(error);
    };
    const leaving = () => giveUp(by.signal?.reason);
    by.signal?.addEventListener('abort', leaving);
    const timer = setTimeout(() => giveUp(new Error('timeout exceeded when trying to connect')), longest);
    waiting.set(caller, [...(waiting.get(caller) ?? []), turn]);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      by.signal?.removeEventListener('abort', leaving);
    }
  }

  return async () => {
    const by = requestedBy();
    const caller = by?.caller() ?? '';
    if (!by || caller === '') return () => {};
    if ((held.get(by) ?? 0) > 0 || (taken.get(caller) ?? 0) < each) add(caller, by, 1);
    else await waitForTurn(caller, by);
    return () => leave(caller, by);
  };
}
