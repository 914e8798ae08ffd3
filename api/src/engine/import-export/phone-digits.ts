const PHONE_NUMBER = /^\+?\(?\d[\d ()./-]*$/;
/** A calling code (ITU-T E.164) of one, two or three digits. */
const CALLING_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
const LOCAL_PREFIX = /^\d{4}/;

/**
 * A phone number for a CSV file: groups of digits separated only by spaces. A spreadsheet would calculate `+62-811`,
 * and drop the plus of `+62811` and the zero of `0811`. `+62 811` remains text and needs no apostrophe. Undefined if
 * the text is not such a number.
 */
export function formatPhone(phone: string): string | undefined {
  if (!PHONE_NUMBER.test(phone)) return undefined;
  const grouped = phone.replace(/[^\d+]+/g, ' ').trim();
  if (grouped.includes(' ')) return grouped;
  const first = (CALLING_CODE.exec(grouped) ?? LOCAL_PREFIX.exec(grouped))?.[0];
  return first === undefined || first === grouped ? undefined : `${first} ${grouped.slice(first.length)}`;
}

/** Whether two texts are the same phone number. */
export const isSamePhone = (phone: string, otherPhone: string): boolean => toPhoneKey(phone) === toPhoneKey(otherPhone);
const toPhoneKey = (phone: string): string => phone.replace(/[^\d+]/g, '');

/** Digits that a spreadsheet would change as a number: it drops leading zeros and rounds long numbers. */
const CODE_DIGITS = /^(?:0\d+|\d{12,})$/;

/**
 * The digits of a card or another number for a CSV file, grouped by spaces like a phone number: `0000 1234 1234`.
 * Undefined for texts that a spreadsheet leaves unchanged.
 */
export function formatCodeDigits(code: string): string | undefined {
  if (!CODE_DIGITS.test(code)) return undefined;
  const grouped = code.replaceAll(/\d{4}(?=\d)/g, '$& ');
  return grouped === code ? `${code.slice(0, 1)} ${code.slice(1)}` : grouped;
}

/** The digits of a text that `formatCodeDigits` may have written; any other text unchanged. */
export function readCodeDigits(text: string): string {
  const digits = text.replaceAll(' ', '');
  return formatCodeDigits(digits) === text ? digits : text;
}

/** Whether a spreadsheet makes this text of a number by dropping its leading zeros. */
export const isWithoutZeros = (text: string, code: string): boolean =>
  /^0\d+$/.test(code) && code.replace(/^0+/, '') === text;
