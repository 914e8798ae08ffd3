import type { MessageKey } from '@innkeeper/contract';

/*
 * How much a file may make of itself while it is read. A file is small when it comes, and says itself how much work it is: these
 * bounds end that work, each with a refusal that names it. Nothing here loads the contract, since each reader would load it too.
 * See docs/decisions/0039-files-read-in-a-thread.md.
 */

/** Bytes that the parts of a workbook may unpack to, in megabytes: 10 MB can be made to unpack to 10 GB. */
export const UNPACKED_MB = 128;
/** Parts of a workbook: sheets, pictures, styles. */
export const PARTS_MAX = 5_000;
/** Tags in each other. Workbooks have about ten; the parser takes longer with each level. */
export const DEPTH_MAX = 64;
/** Columns beyond are not looked at: one cell in the last column of each row would fill the memory with empty ones. */
export const COLUMNS_MAX = 500;
/** Rows that a sheet can have at all (ECMA-376 leaves it to the programs, which agree). */
export const SHEET_ROWS_MAX = 1_048_576;
/** All cells together, empty ones too: 50,000 rows of 100 columns. */
export const CELLS_MAX = 5_000_000;
/** Characters of all cells together. A shared text counts as often as it is used. */
export const CHARACTERS_MAX = 40_000_000;
/** Characters of a row of a CSV file: one of nothing but commas would be ten million cells. */
export const RECORD_MAX = 1_000_000;
/** Lines of a CSV file, empty ones too, each of which costs as much as a row: twice as many as an import has rows. */
export const LINES_MAX = 100_000;

/** A file that is no table, or goes beyond a bound: a message of the contract and its value. */
export class TableRefusal extends Error {
  readonly key: MessageKey;
  readonly bound: number | undefined;

  constructor(key: MessageKey, bound?: number) {
    super(key);
    this.key = key;
    this.bound = bound;
  }
}
