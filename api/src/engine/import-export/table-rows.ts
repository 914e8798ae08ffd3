import { CELLS_MAX, CHARACTERS_MAX, COLUMNS_MAX, TableError } from './table-limits.ts';
import type { TableRow } from './table-row.ts';
import { removeGuard } from './formula-guard.ts';

/** Row numbers are those of a spreadsheet: the headings are row 1, and empty rows count. */
/** The rows of a file as trimmed texts; each row has as many cells as there are headings. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
}

/** A ZIP container, as used by workbooks. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
/** A workbook from before 2007, or one with a password. */
const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'));

/**
 * Reads a CSV file or a workbook, whatever its file name, in pieces; each has the headings. Skips empty rows. Throws a
 * `TableError` for anything else and above a limit.
 */
export async function* readChunks(bytes: Buffer, rowsMax: number): AsyncGenerator<Table> {
  if (isOldWorkbook(bytes)) throw new TableError('table');
  let headers: readonly string[] | undefined;
  let rows: TableRow[] = [];
  let count = 0;
  let size = 0;
  const bounded = createBounds();
  for await (const { row, cells, numbers } of await rowsOf(bytes)) {
    bounded(cells);
    if (headers === undefined) {
      headers = cells.slice(0, COLUMNS_MAX).map(cellText);
      continue;
    }
    if (cells.every((cell) => cell === '')) continue;
    if (count === rowsMax) throw new TableError('table_rows', rowsMax);
    const headerCells = headers.map((_, i) => cellText(cells[i] ?? ''));
    rows.push({ row, cells: headerCells, ...(numbers && { numbers }) });
    count += 1;
    size += headerCells.length + headerCells.reduce((sum, text) => sum + text.length, 0);
    if (size < CHUNK_SIZE) continue;
    yield { headers, rows };
    [rows, size] = [[], 0];
  }
  if (headers === undefined || count === 0) throw new TableError('table_empty');
  yield { headers, rows };
}

/** Cells and characters per piece: pieces from the reader thread are copied, which blocks other work. */
const CHUNK_SIZE = 200_000;

/** Counts cells and characters as they are read, including dropped ones. */
function createBounds(): (cells: readonly string[]) => void {
  let seen = 0;
  let characters = 0;
  return (cells) => {
    seen += cells.length;
    for (const text of cells) characters += text.length;
    if (seen > CELLS_MAX) throw new TableError('table_cells', CELLS_MAX);
    if (characters > CHARACTERS_MAX) throw new TableError('table_text', CHARACTERS_MAX);
  };
}

/** Loads only the reader that the file needs. */
const rowsOf = async (bytes: Buffer): Promise<AsyncIterable<TableRow>> =>
  isZip(bytes) ? (await import('./xlsx-read.ts')).readXlsx(bytes) : (await import('./csv.ts')).readCsv(bytes);

const cellText = (cell: string): string => removeGuard(cell.trim()).trim();
