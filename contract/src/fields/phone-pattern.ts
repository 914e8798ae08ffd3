/** The texts that may be a phone number, with an extension. The server checks the number itself. */
export const PHONE_PATTERN = /^\+?\(?[0-9][0-9 ()./-]{3,28}[0-9](?:,? ?(?:[Ee]xt\.?|EXT\.?|[xX]|#) ?[0-9]{1,7})?$/;
