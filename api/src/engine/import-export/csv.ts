import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CELLS_MAX, LINES_MAX, RECORD_MAX, TableError } from './table-limits.ts';
import type { TableRow } from './table-row.ts';

/** Byte order mark: without it Excel reads UTF-8 in the machine's own encoding. */
export const BOM = '\ufeff';

/** Cells that need quotes: a comma, a quote, a line break, or another delimiter at which a program may split. */
const SPLIT = /[",;\t\r\n]/;

/** Lines of a CSV file (RFC 4180). Writes cells unchanged; formula-guard.ts escapes formulas beforehand. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  let lines = '';
  for (const row of rows) {
    let line = '';
    let comma = '';
    for (const cell of row) {
      line += comma;
      comma = ',';
      if (cell !== null) line += SPLIT.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    }
    lines += `${line}\r\n`;
  }
  return lines;
}

const DELIMITERS = [',', ';', '\t'];
const SLICE = 1 << 16;

/** The rows of a UTF-8 CSV file, separated by commas, semicolons or tabs. Rejects other files and encodings. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<TableRow> {
  const text = decode(bytes);
  const delimiter = detectDelimiter(text);
  assertCellSizes(text, delimiter);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    bom: true,
    max_record_size: RECORD_MAX,
  });
  let row = 0;
  Readable.from(sliceText(text)).pipe(parser);
  try {
    // The parser yields records as arrays of strings, since no option changes that.
    for await (const record of parser) {
      if (row === LINES_MAX) throw new TableError('table_lines', LINES_MAX);
      yield { row: (row += 1), cells: record as string[] };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? new TableError('table_record', RECORD_MAX) : new TableError('table');
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TableError('table_encoding');
  }
}

/** Checked before cells are created, because the parser does not count delimiters towards a row's size. */
function assertCellSizes(text: string, delimiter: string): void {
  let cells = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) cells += 1;
  if (cells > CELLS_MAX) throw new TableError('table_cells', CELLS_MAX);
}

/** The delimiter that is most frequent in the first line, outside of quotes. */
function detectDelimiter(text: string): string {
  let first = '';
  // Every second part is quoted; a doubled quote ends one part and begins the next.
  for (const [i, part] of text.slice(0, SLICE).split('"').entries()) {
    if (i % 2 === 1) continue;
    const [line = '', ...next] = part.split(/[\r\n]/, 2);
    first += line;
    if (next.length > 0) break;
  }
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** In slices: the parser reads at most one slice ahead of the rows it returns. */
function* sliceText(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}
