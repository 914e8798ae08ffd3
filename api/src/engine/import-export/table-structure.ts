import { message } from '@innkeeper/contract';
import type { TableForm } from './table-rows.ts';
import type { TableRow } from './table-row.ts';
import { columnLetters } from './xlsx-cells.ts';

/** The headings of a file and the rows below them. Cells without text may be missing at the end of a row. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly FittedRow[];
}

export interface FittedRow extends TableRow {
  /** Why the row does not fit the headings, as a message. */
  readonly misfit?: string;
}

/**
 * Separates the headings from the rows. In a sheet each cell has its position, so columns without a heading are columns
 * like any others. In lines of text it follows from the number of separators: a row with another number than the
 * headings may have its values in the wrong columns.
 */
export function arrangeTable(fileRows: readonly TableRow[], { lines }: TableForm): Table {
  const [heading, ...rows] = fileRows;
  const headers = heading?.cells ?? [];
  if (lines) {
    const hasOmittedCells = findOmittedCells(fileRows, lines.isComplete);
    const fit = (row: TableRow): FittedRow => {
      const misfit = findMisfit(row, headers.length, hasOmittedCells);
      return misfit === undefined ? row : { ...row, misfit };
    };
    return { headers, rows: rows.map(fit) };
  }
  const width = rows.reduce((max, { cells }) => Math.max(max, cells.length), headers.length);
  return { headers: [...headers, ...Array<string>(width - headers.length).fill('')], rows };
}

function findMisfit(row: TableRow, width: number, hasOmittedCells: (row: TableRow) => boolean): string | undefined {
  const { cells } = row;
  if (cells.length < width && !hasOmittedCells(row))
    return message('row_short', { en: `${cells.length} of ${width}`, id: `${cells.length} dari ${width}` });
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
