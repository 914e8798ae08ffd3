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
const DIGIT_SEPARATORS = /[\s\p{Default_Ignorable_Code_Point}\ufff9-\ufffb-]/gu;

export const stripInvisible = (text: string): string => text.replaceAll(INVISIBLE_CHARACTERS, '');
export const stripDirectionMarks = (text: string): string => text.replaceAll(DIRECTION_MARKS, '');
export const isOneLine = (text: string): boolean => !CONTROL_CHARACTERS.test(text);

/**
 * Normalizes the number of a bill for comparison: ignores case, width, blanks and invisible characters, like the
 * database function `folded`.
 */
export const normalizeNumber = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(BLANK_OR_INVISIBLE, '');

/** The number of a card or voucher, without grouping and invisible characters. */
export const stripDigitSeparators = (text: string): string => text.replaceAll(DIGIT_SEPARATORS, '');
