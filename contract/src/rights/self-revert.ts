/**
 * Minutes in which the creator of a record of a `selfRevertible` resource may delete it without the right to delete.
 */
export const SELF_REVERT_MINUTES = 10;

/** Whether a record made at `createdAtMs` is recent enough for that. Both times in milliseconds. */
export const isRecentlyCreated = (createdAtMs: number, now: number): boolean =>
  now - createdAtMs <= SELF_REVERT_MINUTES * 60_000;
