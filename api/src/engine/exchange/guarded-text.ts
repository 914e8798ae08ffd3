/**
 * The places where a formula would begin in a CSV file: at the start of a cell, and behind the characters at which a spreadsheet may split it. With Indonesian
 * settings that is the semicolon, and a quoted cell that does not stand first in its line is split there all the same, as it is at a
 * tab or a line break. Blanks and quotes before the sign are no hindrance (OWASP, CSV injection), and neither is any other character that is no
 * letter, digit, punctuation or symbol: a program may pass over it as nothing. Fillers of Hangul are letters that nobody sees.
 */
const RISKY =
  /(?<=^|[;\t\r\n])(?='*(?:(?:["\u115f\u1160\u3164\uffa0]|[^\t\r\n\p{L}\p{N}\p{P}\p{S}])*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r]))/gu;
const GUARDED =
  /(?<=^|[;\t\r\n])'(?='*(?:(?:["\u115f\u1160\u3164\uffa0]|[^\t\r\n\p{L}\p{N}\p{P}\p{S}])*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r]))/gu;
/** Texts with no such place, as nearly all are, are known at a look: the patterns above ask at every character what stands before it. */
const MAY_BE_RISKY =
  /^(?:["'\u115f\u1160\u3164\uffa0]|[^\t\r\n\p{L}\p{N}\p{P}\p{S}])*[=+\-@＝＋－＠﹦﹢﹣﹫]|[;\t\r\n]/u;

/**
 * A text as it stands in a CSV file: an apostrophe before a would-be formula keeps it a text. One that has such apostrophes
 * itself gets one more, so that taking one away gives every text back: `=1` leaves as `'=1` and comes back as it was.
 */
export const guarded = (text: string): string => (MAY_BE_RISKY.test(text) ? text.replace(RISKY, "'") : text);

/**
 * A text as it stands in a workbook, whose cells say themselves that they are texts: nothing to guard against, but the reader
 * takes an apostrophe away, because a CSV file may have been saved as a workbook.
 */
export const escaped = (text: string): string => (text.includes("'") ? text.replace(GUARDED, "''") : text);

/** The text that a cell means. */
export const unguarded = (text: string): string => text.replace(GUARDED, '');
