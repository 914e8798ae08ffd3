/** The resources whose records a shift has. */
export const SHIFT_RESOURCES = ['transaction', 'voucher_redeem', 'visit'] as const;
export type ShiftResource = (typeof SHIFT_RESOURCES)[number];

/** Maximum number of entries that each section of a shift lists; its number and sums count all of them. */
export const MAX_SHIFT_ENTRIES = 200;

/** Number of entries that the day of a hotel lists of each kind, latest first. */
export const MAX_DAY_ENTRIES = 5;

/** Maximum number of guests in each list of the day of a hotel. */
export const MAX_DAY_GUESTS = 50;

/** A call that was due longer ago, in days, is no longer part of the day: the guest is on a call list. */
export const CALL_BACK_DAYS = 30;
