const NUMBER = /^\+?\d[\d ()./-]*$/;
/** A calling code (ITU-T E.164) of one, two or three digits. */
const CALLING_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
const PREFIX = /^\d{4}/;

/**
 * A phone number for a CSV file: groups of digits separated only by spaces. A spreadsheet would calculate `+62-811`,
 * and drop the plus of `+62811` and the zero of `0811`. It reads `+62 811` as text, so the number needs no apostrophe
 * and people can dial it. Undefined if the text is not such a number.
 */
export function phoneDigits(phone: string): string | undefined {
  if (!NUMBER.test(phone)) return undefined;
  const groups = phone.replace(/[^\d+]+/g, ' ').trim();
  if (groups.includes(' ')) return groups;
  const first = (CALLING_CODE.exec(groups) ?? PREFIX.exec(groups))?.[0];
  return first === undefined || first === groups ? undefined : `${first} ${groups.slice(first.length)}`;
}

/** Whether two numbers dial the same. */
export const isSamePhone = (phone: string, other: string): boolean => toPhoneKey(phone) === toPhoneKey(other);
const toPhoneKey = (phone: string): string => phone.replace(/[^\d+]/g, '');
