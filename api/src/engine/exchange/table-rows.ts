import { CELLS_MAX, CHARACTERS_MAX, COLUMNS_MAX, TableRefusal } from './table-bounds.ts';
import type { TableRow } from './table-row.ts';
import { unguarded } from './guarded-text.ts';

/** A row of a file. Rows are numbered as a spreadsheet does: the headings are row 1, and empty rows count. */
/** The rows of a file, as trimmed texts; a row has as many cells as there are headings. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
}

/** A ZIP container, which a workbook is. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
/** A workbook of before 2007, or one with a password. */
const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'));

/**
 * Reads a CSV file or a workbook, whatever its name says, in pieces: the first has the headings. Rows without anything are left
 * out. Throws a `TableRefusal` for anything else, and beyond a bound.
 */
export async function* readPieces(bytes: Buffer, rowsMax: number): AsyncGenerator<Table> {
  if (isOldWorkbook(bytes)) throw new TableRefusal('table');
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
    if (count === rowsMax) throw new TableRefusal('table_rows', rowsMax);
    const kept = headers.map((_, i) => cellText(cells[i] ?? ''));
    rows.push({ row, cells: kept, ...(numbers && { numbers }) });
    count += 1;
    size += kept.length + kept.reduce((sum, text) => sum + text.length, 0);
    if (size < PIECE) continue;
    yield { headers, rows };
    [rows, size] = [[], 0];
  }
  if (headers === undefined || count === 0) throw new TableRefusal('table_empty');
  yield { headers, rows };
}

/** Cells and characters of a piece: pieces of the reader's own thread are copied, and others wait meanwhile. */
const PIECE = 200_000;

/** Counts cells and characters as they are read, those that are dropped too. */
function createBounds(): (cells: readonly string[]) => void {
  let seen = 0;
  let characters = 0;
  return (cells) => {
    seen += cells.length;
    for (const text of cells) characters += text.length;
    if (seen > CELLS_MAX) throw new TableRefusal('table_cells', CELLS_MAX);
    if (characters > CHARACTERS_MAX) throw new TableRefusal('table_text', CHARACTERS_MAX);
  };
}

/** Loads only the reader of the file at hand. */
const rowsOf = async (bytes: Buffer): Promise<AsyncIterable<TableRow>> =>
  isZip(bytes) ? (await import('./xlsx-read.ts')).readXlsx(bytes) : (await import('./csv.ts')).readCsv(bytes);

const cellText = (cell: string): string => unguarded(cell.trim()).trim();
