const NUMBER = /^\+?\d[\d ()./-]*$/;
/** A calling code (ITU-T E.164): of one, two or three digits. */
const CALLING_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
const PREFIX = /^\d{4}/;

/**
 * A telephone number as it stands in a CSV file: digits in groups, with blanks between them and nothing else. A spreadsheet would
 * calculate `+62-811` and take the plus from `+62811` and the nought from `0811`; `+62 811` is no number and no formula to it, so
 * that it needs no apostrophe, and people can dial it. Undefined for a text that is no such number.
 */
export function dialled(phone: string): string | undefined {
  if (!NUMBER.test(phone)) return undefined;
  const groups = phone.replace(/[^\d+]+/g, ' ').trim();
  if (groups.includes(' ')) return groups;
  const first = (CALLING_CODE.exec(groups) ?? PREFIX.exec(groups))?.[0];
  return first === undefined || first === groups ? undefined : `${first} ${groups.slice(first.length)}`;
}

/** Whether two numbers are dialled alike. */
export const isSameNumber = (one: string, other: string): boolean => keysOf(one) === keysOf(other);
const keysOf = (phone: string): string => phone.replace(/[^\d+]/g, '');
