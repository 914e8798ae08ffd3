import { type RequestOwner, getRequestOwner } from './request-owner.ts';

/** Waits until the requester may use another connection. Resolves with the function that releases it. */
export type AcquireShare = () => Promise<() => void>;

/** Milliseconds, equal to the statement timeout while a person waits. */
const MAX_WAIT_MS = 15_000;

/**
 * Shares a connection pool fairly: new work of a requester starts while they have fewer than `maxPerRequester`
 * connections, and otherwise queues. It fails with the pool's timeout error after `maxWaitMs`. Work that already has a
 * connection gets another one immediately, or it would deadlock with itself, so a requester may exceed the limit
 * slightly.
 */
export function createConnectionShare(maxPerRequester: number, maxWaitMs = MAX_WAIT_MS): AcquireShare {
  const connectionsByCaller = new Map<string, number>();
  /** Number of connections that each request has. */
  const connectionsByOwner = new WeakMap<RequestOwner, number>();
  /** Callbacks that start queued work, in order, by requester. */
  const queueByCaller = new Map<string, (() => void)[]>();

  function changeCount(caller: string, owner: RequestOwner, change: number): void {
    connectionsByOwner.set(owner, (connectionsByOwner.get(owner) ?? 0) + change);
    const count = (connectionsByCaller.get(caller) ?? 0) + change;
    if (count > 0) connectionsByCaller.set(caller, count);
    else connectionsByCaller.delete(caller);
  }

  function releaseShare(caller: string, owner: RequestOwner): void {
    changeCount(caller, owner, -1);
    if ((connectionsByCaller.get(caller) ?? 0) >= maxPerRequester) return;
    const [startNext, ...remaining] = queueByCaller.get(caller) ?? [];
    if (remaining.length > 0) queueByCaller.set(caller, remaining);
    else queueByCaller.delete(caller);
    startNext?.();
  }

  /** Resolves when the work may start. Its connection is already counted then. */
  async function waitForTurn(caller: string, owner: RequestOwner): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const startWork = (): void => {
      changeCount(caller, owner, 1);
      resolve();
    };
    const giveUp = (error: unknown): void => {
      const remaining = (queueByCaller.get(caller) ?? []).filter((queued) => queued !== startWork);
      if (remaining.length > 0) queueByCaller.set(caller, remaining);
      else queueByCaller.delete(caller);
      reject(error);
    };
    const onAbort = () => giveUp(owner.signal?.reason);
    owner.signal?.addEventListener('abort', onAbort);
    const timer = setTimeout(() => giveUp(new Error('timeout exceeded when trying to connect')), maxWaitMs);
    queueByCaller.set(caller, [...(queueByCaller.get(caller) ?? []), startWork]);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      owner.signal?.removeEventListener('abort', onAbort);
    }
  }

  return async () => {
    const owner = getRequestOwner();
    const caller = owner?.caller() ?? '';
    if (!owner || caller === '') return () => {};
    if ((connectionsByOwner.get(owner) ?? 0) > 0 || (connectionsByCaller.get(caller) ?? 0) < maxPerRequester)
      changeCount(caller, owner, 1);
    else await waitForTurn(caller, owner);
    return () => releaseShare(caller, owner);
  };
}
