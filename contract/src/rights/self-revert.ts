/** Minutes within which the creator of a `selfRevertible` record may delete it without the right to delete. */
export const SELF_REVERT_MINUTES = 10;

/**
 * Whether a record created at `createdAtMs` is recent enough for its creator to delete it. Both times are in
 * milliseconds.
 */
export const isRecentlyCreated = (createdAtMs: number, now: number): boolean =>
  now - createdAtMs <= SELF_REVERT_MINUTES * 60_000;
