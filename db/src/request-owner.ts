import { AsyncLocalStorage } from 'node:async_hooks';

/** The requester is gone: their work was cancelled, and nobody is notified. */
export class AbandonedError extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

/** The requester of work. */
export interface RequestOwner {
  /**
   * Aborted, with the reason, when nobody waits any more: running statements end. Undefined: the work is completed in
   * any case.
   */
  readonly signal: AbortSignal | undefined;
  /** The requesting user or address; connections are shared out among these. */
  caller(): string;
}

const requestOwner = new AsyncLocalStorage<RequestOwner>();

export const withRequestOwner = <T>(by: RequestOwner, work: () => T): T => requestOwner.run(by, work);

/** The requester of the current work. */
export const requestedBy = (): RequestOwner | undefined => requestOwner.getStore();
