/** Minimum letters or digits of a reason, in any script: "x" and "." explain nothing. */
export const MIN_REASON_LENGTH = 5;

/** Whether a text is long enough to explain why something was done. */
export const isReason = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_REASON_LENGTH;
