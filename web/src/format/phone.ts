/** Calling codes of one and of two digits; all others have three. */
const SHORT = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/** The number as a telephone takes it: `+628123456789` of `+62 812-345-6789`. */
export const dialled = (phone: string): string => phone.replaceAll(/[^+\d]/g, '');

/** How many digits stand together, by how many there are after the calling code or the nought. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
  12: [4, 4, 4],
};

/**
 * `+62 812 3456 7890` of `+6281234567890`. A number with blanks of its own, and text that is no number, stay as they were typed.
 */
export function formatPhone(phone: string): string {
  if (!/^\+?\d+$/.test(phone)) return phone;
  const code = phone.startsWith('+') ? codeOf(phone.slice(1)) : '';
  const nought = !code && phone.startsWith('0') ? '0' : '';
  const digits = phone.slice(code ? code.length + 1 : nought.length);
  const sizes = GROUPS[digits.length];
  if (!sizes) return phone;
  let at = 0;
  const parts = sizes.map((size) => digits.slice(at, (at += size)));
  return (code && `+${code} `) + nought + parts.join(' ');
}

const codeOf = (digits: string): string =>
  [1, 2].map((length) => digits.slice(0, length)).find((code) => SHORT.has(code)) ?? digits.slice(0, 3);

/** The address of a WhatsApp chat with that number; undefined if the number has no country. */
export const whatsAppOf = (phone: string): string | undefined =>
  /^\+\d{7,15}$/.test(dialled(phone)) ? `https://wa.me/${dialled(phone).slice(1)}` : undefined;
