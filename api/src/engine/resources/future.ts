/** Milliseconds by which a clock at the counter may be ahead. */
const AHEAD_MS = 120_000;

/** Whether a moment lies in the future, by more than clocks differ. */
export const isFuture = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS;
