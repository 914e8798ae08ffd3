/*
 * Characters that single-line text must not contain. Nobody sees them, so two texts that differ only in them look
 * alike. See docs/decisions/0080-reject-control-characters-and-strip-invisible-ones.md.
 */

/**
 * Invisible characters: zero-width ones, byte order marks, direction marks, soft hyphens, variation selectors, tags.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Marks that change the writing direction, so that a text is displayed differently from its content. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that begin a new line, or are not text. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** The same set as in the database's `folded`, after its NFKC. */
const BLANK_OR_INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const BETWEEN_DIGITS = /[\s\p{Default_Ignorable_Code_Point}\ufff9-\ufffb-]/gu;

export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');
export const withoutDirections = (text: string): string => text.replaceAll(DIRECTION, '');
export const isOneLine = (text: string): boolean => !CONTROL.test(text);

/**
 * The number of a bill, normalized for comparison: case, width, blanks and invisible characters are ignored. `folded`
 * in the database.
 */
export const normalizedNumber = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(BLANK_OR_INVISIBLE, '');

/** The number of a card or voucher without grouping and invisible characters. */
export const ungrouped = (text: string): string => text.replaceAll(BETWEEN_DIGITS, '');
