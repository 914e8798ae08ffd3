/**
 * A text that begins with one of these is a formula to a spreadsheet that opens a CSV file, or turns into one
 * (OWASP, CSV injection).
 */
const RISKY = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * A text as it stands in a CSV file: an apostrophe before what would be a formula keeps it a text. One that begins with such
 * apostrophes itself gets one more, so that taking one away gives every text back: `+62 812…` leaves as `'+62 812…` and comes
 * back as it was.
 */
export const guarded = (text: string): string => (RISKY.test(text) ? `'${text}` : text);

/**
 * A text as it stands in a workbook, whose cells say themselves that they are texts: nothing to guard against, but the reader
 * takes an apostrophe away, because a CSV file may have been saved as a workbook.
 */
export const escaped = (text: string): string => (GUARDED.test(text) ? `'${text}` : text);

/** The text that a cell means. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
