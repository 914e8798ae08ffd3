/**
 * The positions where a formula could begin in a CSV file: at the start of a cell, and after characters at which a
 * spreadsheet may split it. With Indonesian settings that is the semicolon. Quotes do not prevent the split unless the
 * cell is the first of its line; the same applies to tabs and line breaks.
 *
 * Spaces and quotes before the sign do not prevent a formula (OWASP, CSV injection), nor does any character other than
 * letters, digits, punctuation and symbols, since a program may skip it. Hangul fillers are invisible letters.
 */
const FORMULA_START =
  /(?<=^|[;\t\r\n])(?='*(?:(?:["\u115f\u1160\u3164\uffa0]|[^\t\r\n\p{L}\p{N}\p{P}\p{S}])*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r]))/gu;
const GUARDED_FORMULA_START =
  /(?<=^|[;\t\r\n])'(?='*(?:(?:["\u115f\u1160\u3164\uffa0]|[^\t\r\n\p{L}\p{N}\p{P}\p{S}])*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r]))/gu;
/** Fast check that excludes nearly all texts: the patterns above use a lookbehind at every character. */
const MAY_HAVE_FORMULA =
  /^(?:["'\u115f\u1160\u3164\uffa0]|[^\t\r\n\p{L}\p{N}\p{P}\p{S}])*[=+\-@＝＋－＠﹦﹢﹣﹫]|[;\t\r\n]/u;

/** Digits after an apostrophe, by which people keep a spreadsheet from calculating with them: `'0811`. */
const QUOTED_DIGITS = /^'(?='*\d[\d .()/-]*$)/;

/**
 * Texts that a spreadsheet would read as a number and write differently: it drops leading zeros, writes more than 11
 * digits with an exponent, and calculates an exponent.
 */
const READ_AS_NUMBER = /^'*(?:0\d+|\d{12,}|\d+[eE]\d+)$/;
const GUARDED_NUMBER = /^'+(?:0\d+|\d{12,}|\d+[eE]\d+)$/;

/**
 * Text for a CSV file: an apostrophe before a possible formula or number makes it plain text. Existing apostrophes get one more,
 * so that removing one restores any text: `=1` is exported as `'=1` and imported as `=1`.
 */
export function guardFormula(text: string): string {
  if (READ_AS_NUMBER.test(text)) return `'${text}`;
  return MAY_HAVE_FORMULA.test(text) ? text.replace(FORMULA_START, "'") : text.replace(QUOTED_DIGITS, "''");
}

/**
 * Text for a workbook, whose cells are typed as text and need no guard. Existing apostrophes are still doubled, because
 * the reader removes one: a CSV file may have been saved as a workbook.
 */
export function escapeApostrophes(text: string): string {
  if (!text.includes("'")) return text;
  if (GUARDED_NUMBER.test(text)) return `'${text}`;
  return text.replace(GUARDED_FORMULA_START, "''").replace(QUOTED_DIGITS, "''");
}

/** The original text of a cell. */
export function removeGuard(text: string): string {
  if (!text.includes("'")) return text;
  if (GUARDED_NUMBER.test(text)) return text.slice(1);
  return text.replace(GUARDED_FORMULA_START, '').replace(QUOTED_DIGITS, '');
}
