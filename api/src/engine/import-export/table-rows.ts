import { HEADING_ROWS, MAX_CELLS, MAX_CHARACTERS, MAX_COLUMNS, TableError } from './table-limits.ts';
import type { ImportEncoding, ImportSource } from '@innkeeper/contract';
import type { CellProblem, TableRow } from './table-row.ts';
import { removeGuard } from './formula-guard.ts';

/** A ZIP container, as used by workbooks. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
/** A workbook from before 2007, or one with a password. */
const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'));

/** Rows of a file as trimmed texts. Row numbers are those of a spreadsheet: empty rows are omitted, but count. */
export interface TableChunk {
  readonly rows: readonly TableRow[];
}

/** What a file is, besides its rows. */
export interface TableForm extends Pick<ImportSource, 'sheet' | 'sheets' | 'encoding'> {
  /** Lines of CSV, whose last one may be cut off; undefined for a workbook, in which each cell has its position. */
  readonly lines?: { readonly isComplete: boolean };
}

/** How to read a file where it leaves a choice. */
export interface ReadOptions {
  /** Of a workbook; by default the first visible one with cells. */
  readonly sheet?: string | undefined;
  /** Of a CSV file; UTF-8 by default, or what a byte order mark says. */
  readonly encoding?: ImportEncoding | undefined;
}

/**
 * Reads a CSV file or a workbook in chunks, and returns its form. Ignores the file name. Throws a `TableError` for other
 * files and above a limit.
 */
export async function* readChunks(
  bytes: Buffer,
  rowsMax: number,
  options: ReadOptions,
): AsyncGenerator<TableChunk, TableForm> {
  if (isOldWorkbook(bytes)) throw new TableError('table_old');
  let rows: TableRow[] = [];
  let count = 0;
  let chunkSize = 0;
  let form: TableForm = { sheet: null, sheets: [], encoding: null };
  const checkLimits = createLimitCheck();
  for await (const { row, cells, typed, problems: foundProblems } of await readRows(
    bytes,
    options,
    (value) => (form = value),
  )) {
    checkLimits(cells);
    const texts = cells.map(cellText);
    const problems = addProblems(texts, foundProblems);
    if (!problems && texts.every((text) => text === '')) continue;
    if ((count += 1) > rowsMax + HEADING_ROWS) throw new TableError('table_rows', rowsMax);
    rows.push({ row, cells: texts, ...(typed && { typed }), ...(problems && { problems }) });
    chunkSize += texts.length + texts.reduce((sum, text) => sum + text.length, 0);
    if (chunkSize < CHUNK_SIZE) continue;
    yield { rows };
    [rows, chunkSize] = [[], 0];
  }
  yield { rows };
  return form;
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
    if (cells.length > MAX_COLUMNS && cells.some((text, i) => i >= MAX_COLUMNS && text.trim() !== ''))
      throw new TableError('table_columns', MAX_COLUMNS);
  };
}

/** Loads only the reader that the file needs. */
async function readRows(
  bytes: Buffer,
  { sheet, encoding }: ReadOptions,
  onForm: (form: TableForm) => void,
): Promise<AsyncIterable<TableRow>> {
  if (isZip(bytes)) {
    const { readXlsx } = await import('./xlsx-read.ts');
    return readXlsx(bytes, sheet, (choice) => onForm({ ...choice, encoding: null }));
  }
  if (sheet !== undefined) throw new TableError('table_sheet');
  const { detectEncoding, endsInLineBreak, readCsv } = await import('./csv.ts');
  const usedEncoding = encoding ?? detectEncoding(bytes);
  onForm({ sheet: null, sheets: [], encoding: usedEncoding, lines: { isComplete: endsInLineBreak(bytes) } });
  return readCsv(bytes, usedEncoding);
}

const cellText = (cell: string): string => removeGuard(cell.trim()).trim();

/** What spreadsheets show where a value cannot be calculated, or its column is too narrow. */
const SHOWN_ERROR = /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|#{2,}|Err:\d{3})$/;
/** What spreadsheets show of a number that is too long for its column: `3,17401E+15`. */
const SHOWN_EXPONENT = /^-?\d(?:[.,]\d+)?E[+-]\d{2,}$/i;

/** Adds the problems of texts that a spreadsheet has shown in place of a value, before they were saved as such. */
function addProblems(texts: readonly string[], found: TableRow['problems']): TableRow['problems'] {
  let problems: Map<number, CellProblem> | undefined;
  for (const [i, text] of texts.entries()) {
    if (text.length > MAX_SHOWN_LENGTH || !MAY_BE_SHOWN.test(text)) continue;
    const problem = SHOWN_ERROR.test(text) ? 'cell_error' : SHOWN_EXPONENT.test(text) ? 'cell_rounded' : undefined;
    if (problem && !found?.has(i)) (problems ??= new Map(found)).set(i, problem);
  }
  return problems ?? found;
}

/** A fast check that excludes nearly all texts. */
const MAY_BE_SHOWN = /^(?:#|Err|-?\d.*E)/i;
const MAX_SHOWN_LENGTH = 255;
