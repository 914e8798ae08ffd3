import type { MessageKey } from '@innkeeper/contract';

/*
 * Limits on the work of reading a file, because a small file can expand to any amount of work. Exceeding one ends the
 * reading with an error that names it. This module does not import the contract, because each reader thread would load
 * it too. See docs/decisions/0039-parse-imported-files-in-a-separate-thread.md.
 */

/** Megabytes that the parts of a workbook may unpack to: 10 MB can be crafted to unpack to 10 GB. */
export const UNPACKED_MB = 128;
/** Parts of a workbook: sheets, pictures, styles. */
export const MAX_PARTS = 5_000;
/** Nesting depth of tags. Workbooks need about ten; the parser gets slower with each level. */
export const MAX_DEPTH = 64;
/** Columns: one cell in the last column of each row would fill the memory with empty cells. */
export const MAX_COLUMNS = 500;
/** Maximum rows of a sheet (ECMA-376 leaves it to the programs, which agree). */
export const MAX_SHEET_ROWS = 1_048_576;
/** All cells, including empty ones: 50,000 rows of 100 columns. */
export const MAX_CELLS = 5_000_000;
/** Characters of all cells. A shared text counts each time it is used. */
export const MAX_CHARACTERS = 40_000_000;
/** Characters of a CSV row: a row of only commas would be ten million cells. */
export const MAX_RECORD = 1_000_000;
/** Lines of a CSV file: twice the maximum rows of an import. Includes empty lines, which cost as much as rows. */
export const MAX_LINES = 100_000;

/** Rows at the start of a file, not counting empty ones, of which one has the headings. */
export const HEADING_ROWS = 20;

/** A file that is not a table or exceeds a limit: a message key of the contract, and the limit or the cell. */
export class TableError extends Error {
  readonly key: MessageKey;
  readonly argument: number | string | undefined;

  constructor(key: MessageKey, argument?: number | string) {
    super(key);
    this.key = key;
    this.argument = argument;
  }
}
