import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_CELLS, MAX_LINES, MAX_RECORD, TableError } from './table-limits.ts';
import type { TableRow } from './table-row.ts';

/** Byte order mark: without it Excel reads UTF-8 in the machine's own encoding. */
export const BOM = '\ufeff';

/**
 * Matches cells that need quotes: with a comma, quote or line break, or another delimiter at which a spreadsheet may
 * split.
 */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Lines of a CSV file (RFC 4180). Writes cells unchanged; formula-guard.ts escapes formulas beforehand. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  let lines = '';
  for (const row of rows) {
    let line = '';
    let separator = '';
    for (const cell of row) {
      line += separator;
      separator = ',';
      if (cell !== null) line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    }
    lines += `${line}\r\n`;
  }
  return lines;
}

const DELIMITERS = [',', ';', '\t'];
const SLICE_SIZE = 1 << 16;

/** The rows of a UTF-8 CSV file, separated by commas, semicolons or tabs. Rejects other files and encodings. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<TableRow> {
  const text = decodeUtf8(bytes);
  const delimiter = detectDelimiter(text);
  assertCellCount(text, delimiter);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    bom: true,
    max_record_size: MAX_RECORD,
  });
  let row = 0;
  Readable.from(sliceText(text)).pipe(parser);
  try {
    // The parser yields arrays of strings, because no option changes that.
    for await (const record of parser) {
      if (row === MAX_LINES) throw new TableError('table_lines', MAX_LINES);
      yield { row: (row += 1), cells: record as string[] };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? new TableError('table_record', MAX_RECORD) : new TableError('table');
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TableError('table_encoding');
  }
}

/** Checks the number of cells before parsing, because the parser's size limit ignores delimiters. */
function assertCellCount(text: string, delimiter: string): void {
  let cellCount = 0;
  for (let index = text.indexOf(delimiter); index >= 0; index = text.indexOf(delimiter, index + 1)) cellCount += 1;
  if (cellCount > MAX_CELLS) throw new TableError('table_cells', MAX_CELLS);
}

/** The delimiter that is most frequent in the first line, outside of quotes. */
function detectDelimiter(text: string): string {
  let firstLine = '';
  // Every second segment is quoted. A doubled quote ends one segment and begins the next.
  for (const [i, segment] of text.slice(0, SLICE_SIZE).split('"').entries()) {
    if (i % 2 === 1) continue;
    const [line = '', ...following] = segment.split(/[\r\n]/, 2);
    firstLine += line;
    if (following.length > 0) break;
  }
  const countFields = (delimiter: string) => firstLine.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (countFields(delimiter) > countFields(best) ? delimiter : best));
}

/** Splits the text into slices, so that the parser reads at most one slice ahead of the rows it returns. */
function* sliceText(text: string): Generator<string> {
  for (let index = 0; index < text.length; index += SLICE_SIZE) yield text.slice(index, index + SLICE_SIZE);
}
