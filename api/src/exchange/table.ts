import { IMPORT_ROWS_MAX, message } from '@innkeeper/contract';
import type { UploadedFile } from '../http/body.ts';
import { invalid } from '../http/fail.ts';
import { unguarded } from './guarded-text.ts';

/** A row of a file. Rows are numbered as a spreadsheet does: the headings are row 1, and empty rows count. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** What a file says, as trimmed texts; a row has as many cells as there are headings. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
}

const HEADERS_MAX = 500;

/** A ZIP container, which a workbook is. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
/** A workbook of before 2007, or one with a password. */
const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'));

/** Reads a CSV file or a workbook, whatever its name says. Throws a 422 for anything else, and for more rows than are taken. */
export async function readTable({ bytes }: UploadedFile): Promise<Table> {
  if (isOldWorkbook(bytes)) throw invalid({ file: [message('table')] });
  let headers: readonly string[] | undefined;
  const rows: TableRow[] = [];
  for await (const { row, cells } of await rowsOf(bytes)) {
    if (headers === undefined) {
      headers = cells.slice(0, HEADERS_MAX).map(cellText);
      continue;
    }
    if (cells.every((cell) => cell === '')) continue;
    if (rows.length === IMPORT_ROWS_MAX) throw invalid({ file: [message('table_rows', IMPORT_ROWS_MAX)] });
    rows.push({ row, cells: headers.map((_, i) => cellText(cells[i] ?? '')) });
  }
  if (headers === undefined || rows.length === 0) throw invalid({ file: [message('table_empty')] });
  return { headers, rows };
}

/** What reads a file is loaded with the first one: most processes never see any. */
const rowsOf = async (bytes: Buffer): Promise<AsyncIterable<TableRow>> =>
  isZip(bytes) ? (await import('./xlsx-read.ts')).readXlsx(bytes) : (await import('./csv.ts')).readCsv(bytes);

const cellText = (cell: string): string => unguarded(cell.trim()).trim();
