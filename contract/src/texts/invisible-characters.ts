/*
 * Characters that single-line text must not contain: texts that differ only in these invisible characters look alike.
 * See docs/decisions/0080-reject-control-characters-and-strip-invisible-ones.md.
 */

/**
 * Invisible characters: zero-width ones, byte order marks, direction marks, soft hyphens, variation selectors, tags.
 */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Marks that change the writing direction: the displayed text then differs from its content. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Line breaks and control characters. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;
/** The same set that the database function `folded` removes after NFKC. */
const BLANK_OR_INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** What scanners add to a code: its kind (ISO/IEC 15424), as in `]C1123`, or the start and stop marks of Code 39. */
const SCANNED_KIND = /^\][A-Za-z]\d(?=.)/;
const CODE_39_MARKS = /^\*([^*]+)\*$/;
const DIGIT_SEPARATORS = /[\s\p{Default_Ignorable_Code_Point}\ufff9-\ufffb-]/gu;

export const stripInvisible = (text: string): string => text.replaceAll(INVISIBLE_CHARACTERS, '');
/** A code without invisible characters and the marks of scanners. */
export const cleanCode = (text: string): string =>
  stripInvisible(text).replace(SCANNED_KIND, '').replace(CODE_39_MARKS, '$1');
/** A phone number with plain digits, blanks and hyphens: pages and programs use others that look the same. */
export const cleanPhone = (text: string): string =>
  stripInvisible(text)
    .normalize('NFKC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .replaceAll(/\p{Pd}/gu, '-')
    .trim();
export const stripDirectionMarks = (text: string): string => text.replaceAll(DIRECTION_MARKS, '');
export const isOneLine = (text: string): boolean => !CONTROL_CHARACTERS.test(text);

/**
 * Normalizes the number of a bill for comparison: ignores case, width, blanks and invisible characters, like the
 * database function `folded`.
 */
export const normalizeNumber = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(BLANK_OR_INVISIBLE, '');

/** The number of a card or voucher, without grouping and invisible characters. */
export const stripDigitSeparators = (text: string): string => cleanCode(text).replaceAll(DIGIT_SEPARATORS, '');
