import type { MessageKey } from '@innkeeper/contract';

/*
 * Limits on the work that reading a file may cause. A small file can expand to any amount of work, so each limit ends
 * it with an error that names the limit. Nothing here imports the contract, since each reader thread would load it too.
 * See docs/decisions/0039-parse-imported-files-in-a-separate-thread.md.
 */

/** Megabytes that the parts of a workbook may unpack to: 10 MB can be crafted to unpack to 10 GB. */
export const UNPACKED_MB = 128;
/** Parts of a workbook: sheets, pictures, styles. */
export const PARTS_MAX = 5_000;
/** Nesting depth of tags. Workbooks need about ten; the parser gets slower with each level. */
export const DEPTH_MAX = 64;
/** Columns beyond this are ignored: one cell in the last column of each row would fill the memory with empty cells. */
export const COLUMNS_MAX = 500;
/** Maximum rows of a sheet (ECMA-376 leaves it to the programs, which agree). */
export const SHEET_ROWS_MAX = 1_048_576;
/** All cells, including empty ones: 50,000 rows of 100 columns. */
export const CELLS_MAX = 5_000_000;
/** Characters of all cells. A shared text counts each time it is used. */
export const CHARACTERS_MAX = 40_000_000;
/** Characters of a CSV row: a row of only commas would be ten million cells. */
export const RECORD_MAX = 1_000_000;
/**
 * Lines of a CSV file, including empty ones, each of which costs as much as a row: twice the maximum rows of an import.
 */
export const LINES_MAX = 100_000;

/** A file that is not a table or exceeds a limit: a message key of the contract and its value. */
export class TableError extends Error {
  readonly key: MessageKey;
  readonly bound: number | undefined;

  constructor(key: MessageKey, bound?: number) {
    super(key);
    this.key = key;
    this.bound = bound;
  }
}
