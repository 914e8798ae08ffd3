import { type ImportSource, message } from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import { importExportTexts } from '../../texts/import-export.ts';
import { HEADING_ROWS } from './table-limits.ts';
import type { TableForm } from './table-rows.ts';
import type { TableRow } from './table-row.ts';
import { columnLetters } from './xlsx-cells.ts';

/*
 * Finds the table in a file. See docs/decisions/0106-take-a-cell-as-it-is-in-the-file-or-reject-it.md.
 */

/** The headings of a file and the rows below them. Cells without text may be missing at the end of a row. */
export interface Table {
  readonly source: ImportSource;
  readonly headers: readonly string[];
  readonly rows: readonly FittedRow[];
}

export interface FittedRow extends TableRow {
  /** Why the row does not fit the headings, as a message. */
  readonly misfit?: string;
}

export interface HeadingOptions {
  /** The number of the row with the headings; by default it is looked for. */
  readonly headingRow?: number | undefined;
  readonly isHeading?: (text: string) => boolean;
}

/**
 * Separates the headings from the rows above, such as titles, and below. Throws a 422 if there is no such row. In a
 * sheet each cell has its position, so columns without a heading are columns like any others. In lines of text it
 * follows from the number of separators: a row with another number than the headings may have its values in the wrong
 * columns.
 */
export function arrangeTable(
  fileRows: readonly TableRow[],
  { lines, ...form }: TableForm,
  { headingRow, isHeading = () => false }: HeadingOptions,
): Table {
  const candidates = fileRows.slice(0, HEADING_ROWS);
  const index =
    headingRow === undefined
      ? findHeadings(candidates, isHeading)
      : candidates.findIndex(({ row }) => row === headingRow);
  const heading = fileRows[index];
  if (!heading && headingRow !== undefined) throw validationError({ heading_row: [message('table_heading')] });
  const rows = fileRows.slice(index + 1);
  const headers = heading?.cells ?? [];
  const source: ImportSource = {
    ...form,
    heading_row: heading?.row ?? 1,
    heading_rows: candidates.map(({ row, cells }) => ({
      row,
      texts: cells.filter((text) => text !== '').slice(0, SAMPLE_CELLS),
    })),
  };
  if (lines) {
    const hasOmittedCells = findOmittedCells(fileRows, lines.isComplete);
    const fit = (row: TableRow): FittedRow => {
      const misfit = findMisfit(row, headers.length, hasOmittedCells);
      return misfit === undefined ? row : { ...row, misfit };
    };
    return { source, headers, rows: rows.map(fit) };
  }
  const width = rows.reduce((max, { cells }) => Math.max(max, cells.length), headers.length);
  return { source, headers: [...headers, ...Array<string>(width - headers.length).fill('')], rows };
}

/** Texts by which people recognise a row. */
const SAMPLE_CELLS = 4;

/**
 * The position of the headings: the row with most known ones. If none is known, the first row with more than half as
 * many texts as the fullest one, because titles have few.
 */
function findHeadings(rows: readonly TableRow[], isHeading: (text: string) => boolean): number {
  const count = (matches: (text: string) => boolean) => rows.map(({ cells }) => cells.filter(matches).length);
  const known = count(isHeading);
  const mostKnown = Math.max(0, ...known);
  if (mostKnown > 0) return known.indexOf(mostKnown);
  const texts = count((text) => text !== '');
  const fullest = Math.max(0, ...texts);
  return Math.max(
    0,
    texts.findIndex((length) => length > fullest / 2),
  );
}

function findMisfit(row: TableRow, width: number, hasOmittedCells: (row: TableRow) => boolean): string | undefined {
  const { cells } = row;
  if (cells.length < width && !hasOmittedCells(row))
    return message('row_short', importExportTexts.cellCount({ count: cells.length, width }));
  const extra = cells.findIndex((text, i) => i >= width && text !== '');
  return extra < 0 ? undefined : message('row_long', `${columnLetters(extra)}${row.row}`);
}

/** Rows in which Excel decides together how many cells it writes. */
const BLOCK_SIZE = 16;

/**
 * Excel omits empty cells at the end of rows if they are empty in 16 rows: 1 to 16, 17 to 32 … So in rows with missing
 * cells nothing is lost if their whole block is like them. A line that was broken or cut off is not.
 */
function findOmittedCells(rows: readonly TableRow[], isComplete: boolean): (row: TableRow) => boolean {
  const blockOf = ({ row }: TableRow) => Math.floor((row - 1) / BLOCK_SIZE);
  const widths = new Map<number, number>();
  for (const row of rows) {
    const block = blockOf(row);
    const width = widths.get(block) ?? row.cells.length;
    widths.set(block, width === row.cells.length ? width : Infinity);
  }
  const last = rows.at(-1);
  if (last && !isComplete) widths.set(blockOf(last), Infinity);
  return (row) => widths.get(blockOf(row)) === row.cells.length;
}
