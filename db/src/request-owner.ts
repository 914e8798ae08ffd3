import { AsyncLocalStorage } from 'node:async_hooks';

/** The requester disconnected, so the work was cancelled. Nobody needs to be notified. */
export class AbandonedError extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

/** Who requested the work that is running. */
export interface RequestOwner {
  /** Missing for work that no request waits for. */
  readonly requestId?: string;
  /** Whether it may read from a standby; set by the server, and unset if the standby cannot do the work. */
  readsReplica?: boolean;
  /**
   * Aborted with a reason when the requester disconnects, which ends running statements. If undefined, the work is
   * always completed.
   */
  readonly signal: AbortSignal | undefined;
  /** Key of the requesting user or address, among which connections are shared. */
  caller(): string;
}

const requestOwnerStorage = new AsyncLocalStorage<RequestOwner>();

export const withRequestOwner = <T>(owner: RequestOwner, work: () => T): T => requestOwnerStorage.run(owner, work);

/** The requester of the current work. */
export const getRequestOwner = (): RequestOwner | undefined => requestOwnerStorage.getStore();
