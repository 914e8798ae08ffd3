/** For so many minutes the user who entered a record of a resource that is `takenBack` may delete it without the right to delete. */
export const TAKE_BACK_MINUTES = 10;

/** Whether a record that was made then is young enough for that. Both in milliseconds. */
export const isJustMade = (madeAt: number, now: number): boolean => now - madeAt <= TAKE_BACK_MINUTES * 60_000;
