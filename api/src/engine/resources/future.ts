/** Milliseconds that a front desk's clock may be ahead. */
const AHEAD_MS = 120_000;

/** Whether a moment lies in the future, beyond the tolerated clock difference. */
export const isFuture = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS;
