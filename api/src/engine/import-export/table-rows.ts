import { MAX_CELLS, MAX_CHARACTERS, MAX_COLUMNS, TableError } from './table-limits.ts';
import type { TableRow } from './table-row.ts';
import { removeGuard } from './formula-guard.ts';

/**
 * The rows of a file as trimmed texts, each with as many cells as there are headings. Row numbers are those of a
 * spreadsheet: the headings are row 1, and empty rows count.
 */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
}

/** A ZIP container, as used by workbooks. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
/** A workbook from before 2007, or one with a password. */
const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'));

/**
 * Reads a CSV file or a workbook in chunks, each with the headings. Ignores the file name and skips empty rows. Throws
 * a `TableError` for other files and above a limit.
 */
export async function* readChunks(bytes: Buffer, rowsMax: number): AsyncGenerator<Table> {
  if (isOldWorkbook(bytes)) throw new TableError('table');
  let headers: readonly string[] | undefined;
  let rows: TableRow[] = [];
  let count = 0;
  let chunkSize = 0;
  const checkLimits = createLimitCheck();
  for await (const { row, cells, typed, problems } of await readRows(bytes)) {
    checkLimits(cells);
    if (headers === undefined) {
      headers = cells.slice(0, MAX_COLUMNS).map(cellText);
      continue;
    }
    if (cells.every((cell) => cell === '') && !problems) continue;
    if (count === rowsMax) throw new TableError('table_rows', rowsMax);
    const rowCells = headers.map((_, i) => cellText(cells[i] ?? ''));
    rows.push({ row, cells: rowCells, ...(typed && { typed }), ...(problems && { problems }) });
    count += 1;
    chunkSize += rowCells.length + rowCells.reduce((sum, text) => sum + text.length, 0);
    if (chunkSize < CHUNK_SIZE) continue;
    yield { headers, rows };
    [rows, chunkSize] = [[], 0];
  }
  if (headers === undefined || count === 0) throw new TableError('table_empty');
  yield { headers, rows };
}

/** Cells and characters per chunk. A chunk from the reader thread is copied, which blocks other work. */
const CHUNK_SIZE = 200_000;

/** Counts cells and characters as they are read, including those that are dropped. */
function createLimitCheck(): (cells: readonly string[]) => void {
  let cellCount = 0;
  let characters = 0;
  return (cells) => {
    cellCount += cells.length;
    for (const text of cells) characters += text.length;
    if (cellCount > MAX_CELLS) throw new TableError('table_cells', MAX_CELLS);
    if (characters > MAX_CHARACTERS) throw new TableError('table_text', MAX_CHARACTERS);
  };
}

/** Loads only the reader that the file needs. */
const readRows = async (bytes: Buffer): Promise<AsyncIterable<TableRow>> =>
  isZip(bytes) ? (await import('./xlsx-read.ts')).readXlsx(bytes) : (await import('./csv.ts')).readCsv(bytes);

const cellText = (cell: string): string => removeGuard(cell.trim()).trim();
