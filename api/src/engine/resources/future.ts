/** Milliseconds that a front desk's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 120_000;

/** Whether a moment lies in the future, beyond the tolerated clock difference. */
export const isFuture = (moment: Date, now: Date): boolean => moment.getTime() > now.getTime() + MAX_CLOCK_SKEW_MS;
