/** Calling codes of one and of two digits; all others have three. */
const SHORT_CODES = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/** The number in dialling format: `+628123456789` for `+62 812-345-6789`. */
export const toDialString = (phone: string): string => phone.replaceAll(/[^+\d]/g, '');

/** Sizes of the digit groups, by the number of digits after the calling code or leading zero. */
const GROUP_SIZES: Readonly<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
  12: [4, 4, 4],
};

/**
 * `+62 812 3456 7890` for `+6281234567890`. A number that already contains spaces, and text that is not a number, are
 * unchanged.
 */
export function formatPhone(phone: string): string {
  if (!/^\+?\d+$/.test(phone)) return phone;
  const code = phone.startsWith('+') ? findCallingCode(phone.slice(1)) : '';
  const leadingZero = !code && phone.startsWith('0') ? '0' : '';
  const digits = phone.slice(code ? code.length + 1 : leadingZero.length);
  const sizes = GROUP_SIZES[digits.length];
  if (!sizes) return phone;
  let offset = 0;
  const groups = sizes.map((size) => digits.slice(offset, (offset += size)));
  return (code && `+${code} `) + leadingZero + groups.join(' ');
}

const findCallingCode = (digits: string): string =>
  [1, 2].map((length) => digits.slice(0, length)).find((code) => SHORT_CODES.has(code)) ?? digits.slice(0, 3);

/** The URL of a WhatsApp chat with that number; undefined if the number has no country code. */
export const whatsAppUrl = (phone: string): string | undefined =>
  /^\+\d{7,15}$/.test(toDialString(phone)) ? `https://wa.me/${toDialString(phone).slice(1)}` : undefined;
