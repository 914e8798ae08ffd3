/*
 * Characters that a text on one line does not have. Nobody sees them, so two texts that differ in them alone look alike.
 * See docs/decisions/0080-characters-of-a-line.md.
 */

/** Invisible characters: zero-width ones, byte order marks, direction marks, soft hyphens, variation selectors, tags. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Marks that turn the direction of writing, so that a text reads otherwise than it is. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that begin another line, or are no text at all. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** The same set as in the database's `folded`, behind its NFKC. */
const BLANK_OR_INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const BETWEEN_DIGITS = /[\s\p{Default_Ignorable_Code_Point}\ufff9-\ufffb-]/gu;

export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');
export const withoutDirections = (text: string): string => text.replaceAll(DIRECTION, '');
export const isOneLine = (text: string): boolean => !CONTROL.test(text);

/** A number of a bill as it is compared: whatever its case, width, blanks and invisible characters. `folded` in the database. */
export const foldedNumber = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(BLANK_OR_INVISIBLE, '');

/** A number of a card or voucher without the characters by which people group it, and those that they do not see. */
export const ungrouped = (text: string): string => text.replaceAll(BETWEEN_DIGITS, '');
