import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CELLS_MAX, LINES_MAX, RECORD_MAX, TableRefusal } from './table-bounds.ts';
import type { TableRow } from './table-row.ts';

/** Byte order mark: without it Excel takes UTF-8 for the machine's own characters. */
export const BOM = '\ufeff';

/** Cells that the comma or a quote could split, or another delimiter at which a program may split a line, or any line break. */
const SPLIT = /[",;\t\r\n]/;

/** Lines of a CSV file (RFC 4180). Cells are written as they are: guarded-text.ts guards them before. */
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

/** The rows of a CSV file in UTF-8, by comma, semicolon or tab. Refuses a file that is none, or in other characters. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<TableRow> {
  const text = decode(bytes);
  const delimiter = delimiterOf(text);
  refuseCells(text, delimiter);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    bom: true,
    max_record_size: RECORD_MAX,
  });
  let row = 0;
  Readable.from(slices(text)).pipe(parser);
  try {
    // The parser's chunks are the records: lists of texts, as no option turns them into anything else.
    for await (const record of parser) {
      if (row === LINES_MAX) throw new TableRefusal('table_lines', LINES_MAX);
      yield { row: (row += 1), cells: record as string[] };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE'
      ? new TableRefusal('table_record', RECORD_MAX)
      : new TableRefusal('table');
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TableRefusal('table_encoding');
  }
}

/** Before cells are made of it: the parser does not count delimiters as part of a row. */
function refuseCells(text: string, delimiter: string): void {
  let cells = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) cells += 1;
  if (cells > CELLS_MAX) throw new TableRefusal('table_cells', CELLS_MAX);
}

/** The one that stands most often in the first line, quoted parts aside. */
function delimiterOf(text: string): string {
  let first = '';
  // Every second part stands between quotes; a quote that is written twice ends one and begins the next.
  for (const [i, part] of text.slice(0, SLICE).split('"').entries()) {
    if (i % 2 === 1) continue;
    const [line = '', ...next] = part.split(/[\r\n]/, 2);
    first += line;
    if (next.length > 0) break;
  }
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** In slices: the parser takes in no more than one before it hands out the rows read. */
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}
