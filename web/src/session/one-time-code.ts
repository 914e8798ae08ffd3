/** Number of digits of an authenticator app's code. */
export const CODE_LENGTH = 6;

/** The digits of an entered or pasted code; apps show it as `123 456`. */
export const toCodeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH);
