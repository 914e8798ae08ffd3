/** Letters or digits that a reason has at least, in any script: "x" and "." say nothing. */
export const REASON_MIN = 5;

/** Whether a text says why something was done, as far as its length can tell. */
export const isReason = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= REASON_MIN;
