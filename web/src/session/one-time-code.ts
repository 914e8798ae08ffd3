/** Digits of a code that an authenticator app shows. */
export const CODE_LENGTH = 6;

/** The digits of a typed or pasted code: apps show it as `123 456`. */
export const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH);
