import type { ImportEncoding } from '@innkeeper/contract';
import { columnLetters } from './xlsx-cells.ts';
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

/** Separators of cells, the more usual ones first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * The rows of a CSV file. Lines may end in CRLF, LF and CR, also in turns. As in spreadsheets, a quotation mark inside a
 * cell without quotation marks is text. Rejects one that is not closed, or closed before the end of its cell: from there
 * on, rows and cells could be anything.
 */
export async function* readCsv(bytes: Buffer, encoding: ImportEncoding = 'utf-8'): AsyncGenerator<TableRow> {
  const text = decodeText(bytes, encoding);
  if (MARKUP.test(text)) throw new TableError('table_markup');
  const [declaration = '', declared] = SEPARATOR_LINE.exec(text) ?? [];
  const delimiter = declared ?? detectDelimiter(text);
  assertCellCount(text, delimiter);
  let row = 0;
  for (const cells of readRecords(text.slice(declaration.length), delimiter)) {
    if (row === MAX_LINES) throw new TableError('table_lines', MAX_LINES);
    yield { row: (row += 1), cells: cells.map(unwrapText) };
  }
}

/** Whether the last line of a CSV file has an end, so that none of its cells can be missing. */
export const endsInLineBreak = (bytes: Buffer): boolean => /[\r\n]\0?$/.test(bytes.subarray(-2).toString('latin1'));

/** A first line by which a file tells Excel its separator. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n?|\n)/i;
/** The beginning of a web page or XML, which many systems save under the name of a table. */
const MARKUP = /^\s*<(?:\?xml|!doctype|html|head|meta|table|workbook)\b/i;

/** A text written as a formula, `="0811"`, so that a spreadsheet keeps its zeros. */
const unwrapText = (cell: string): string =>
  cell.startsWith('="')
    ? cell.replace(/^="((?:[^"]|"")*)"\s*$/, (_, text: string) => text.replaceAll('""', '"'))
    : cell;

/** The encoding that a byte order mark names; otherwise UTF-8. */
export function detectEncoding([first, second]: Buffer): ImportEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decodeText(bytes: Buffer, encoding: ImportEncoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TableError('table_encoding');
  }
}

/** Checks the number of cells before parsing, because the limit of a row's size ignores delimiters. */
function assertCellCount(text: string, delimiter: string): void {
  let cellCount = 0;
  for (let index = text.indexOf(delimiter); index >= 0; index = text.indexOf(delimiter, index + 1)) cellCount += 1;
  if (cellCount > MAX_CELLS) throw new TableError('table_cells', MAX_CELLS);
}

/** The start of a file in which its delimiter is looked for: characters and rows. */
const SAMPLE_LENGTH = 1 << 16;
const SAMPLE_ROWS = 30;

/**
 * The delimiter that splits most rows into the same number of cells; of several, the one that makes more cells. Titles
 * above the headings have few delimiters, texts and decimals have different numbers of them.
 */
function detectDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  let best: { readonly delimiter: string; readonly rows: number; readonly cells: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>();
    for (const cells of sampleWidths(sample, delimiter)) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    for (const [cells, rows] of counts)
      if (cells > 1 && (!best || rows > best.rows || (rows === best.rows && cells > best.cells)))
        best = { delimiter, rows, cells };
  }
  return best?.delimiter ?? ',';
}

/** The numbers of cells of the first rows, as far as they can be read. */
function sampleWidths(sample: string, delimiter: string): number[] {
  const widths: number[] = [];
  try {
    for (const { length } of readRecords(sample, delimiter)) if (widths.push(length) === SAMPLE_ROWS) break;
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
  }
  return widths;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function* readRecords(text: string, delimiter: string): Generator<string[]> {
  const separator = delimiter.charCodeAt(0);
  let position = 0;
  let row = 0;
  while (position < text.length) {
    const start = position;
    const cells: string[] = [];
    row += 1;
    for (;;) {
      if (text.charCodeAt(position) === QUOTE) {
        const end = findClosingQuote(text, position);
        const cell = text.slice(position + 1, end);
        position = end + 1;
        while (isBlank(text.charCodeAt(position), separator)) position += 1;
        const code = text.charCodeAt(position);
        const isAtEnd =
          code === separator || code === LINE_FEED || code === CARRIAGE_RETURN || position === text.length;
        if (end < 0 || !isAtEnd) throw new TableError('table_quote', `${columnLetters(cells.length)}${row}`);
        cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
      } else {
        const cellStart = position;
        for (; position < text.length; position += 1) {
          const code = text.charCodeAt(position);
          if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
        }
        cells.push(text.slice(cellStart, position));
      }
      if (position - start > MAX_RECORD) throw new TableError('table_record', MAX_RECORD);
      if (text.charCodeAt(position) !== separator) break;
      position += 1;
    }
    const isCarriageReturn = text.charCodeAt(position) === CARRIAGE_RETURN;
    position += isCarriageReturn && text.charCodeAt(position + 1) === LINE_FEED ? 2 : 1;
    yield cells;
  }
}

const isBlank = (code: number, separator: number): boolean => (code === 0x20 || code === 0x09) && code !== separator;

/** The quotation mark that closes a cell; doubled ones are part of its text. -1 if there is none. */
function findClosingQuote(text: string, openingQuote: number): number {
  let end = text.indexOf('"', openingQuote + 1);
  while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  return end;
}
