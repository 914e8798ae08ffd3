import { toUnambiguousDecimal } from '@innkeeper/contract';
import { Parser } from 'htmlparser2';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import {
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_DEPTH,
  MAX_PARTS,
  MAX_SHEET_ROWS,
  TableError,
  UNPACKED_MB,
} from './table-limits.ts';
import type { TableRow } from './table-row.ts';
import { formatSerialDate, decodeXlsxEscapes } from './xlsx-cells.ts';

/**
 * The rows of a workbook's first sheet as texts: dates as `YYYY-MM-DD`, booleans as 1 and 0. Rejects bytes that are not
 * a workbook.
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<TableRow> {
  try {
    const parts = await openParts(bytes);
    const { sheet, from1904 } = await readWorkbook(parts);
    const workbook: WorkbookInfo = { texts: await readTexts(parts), dates: await readDateStyles(parts), from1904 };
    yield* readSheet(parts, sheet, workbook);
  } catch (error) {
    // Errors of yauzl and zlib mean an invalid file.
    throw error instanceof TableError ? error : new TableError('table');
  }
}

interface Parts {
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
  unpacked: number;
}

interface WorkbookInfo {
  readonly texts: readonly string[];
  /** Styles whose numbers are dates. */
  readonly dates: ReadonlySet<number>;
  readonly from1904: boolean;
}

async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes);
  if (zip.entryCount > MAX_PARTS) throw new TableError('table_parts', MAX_PARTS);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return { zip, entries, unpacked: 0 };
}

type Attributes = Readonly<Record<string, string>>;
interface Handlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Reads a part's XML if it exists; yields `undefined` after each chunk. Resolves only XML's built-in entities. */
async function* parsePart(parts: Parts, path: string, handlers: Handlers): AsyncGenerator<undefined> {
  const entry = parts.entries.get(path);
  if (!entry) return;
  // The declared size of a part can be trusted: yauzl rejects a part that unpacks to more.
  parts.unpacked += entry.uncompressedSize;
  if (parts.unpacked > UNPACKED_MB * 1024 * 1024) throw new TableError('table_large', UNPACKED_MB);
  const localName = (name: string) => name.slice(name.indexOf(':') + 1);
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if ((depth += 1) > MAX_DEPTH) throw new TableError('table_depth', MAX_DEPTH);
        handlers.open?.(localName(name), attributes);
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        handlers.close?.(localName(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for await (const chunk of await parts.zip.openReadStreamPromise(entry)) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield undefined;
  }
  parser.end();
  yield undefined;
}

async function readPart(parts: Parts, path: string, handlers: Handlers): Promise<void> {
  for await (const _ of parsePart(parts, path, handlers));
}

/** Finds the first sheet and the workbook's date system. */
async function readWorkbook(parts: Parts): Promise<{ sheet: string; from1904: boolean }> {
  let relation: string | undefined;
  let from1904 = false;
  await readPart(parts, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet') relation ??= attributes['r:id'] ?? '';
      if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
    },
  });
  let target = 'worksheets/sheet1.xml';
  await readPart(parts, 'xl/_rels/workbook.xml.rels', {
    open: (_, { Id, Target }) => {
      if (Id !== undefined && Id === relation && Target !== undefined) target = Target;
    },
  });
  if (relation === undefined) throw new TableError('table');
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, from1904 };
}

async function readTexts(parts: Parts): Promise<readonly string[]> {
  const texts: string[] = [];
  const collector = createTextCollector();
  await readPart(parts, 'xl/sharedStrings.xml', {
    ...collector,
    open: (name) => {
      if (name === 'si') collector.takeText();
      collector.open(name);
    },
    close: (name) => {
      collector.close(name);
      if (name === 'si') texts.push(collector.takeText());
    },
  });
  return texts;
}

/** Collects the text of `<t>`, whole or in runs, without its phonetic reading (`<rPh>`). */
function createTextCollector() {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open: (name: string) => {
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    text: (addedText: string) => {
      if (isText && !isPhonetic) text += addedText;
    },
    close: (name: string) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    takeText: (): string => {
      const collected = decodeXlsxEscapes(text);
      text = '';
      return collected;
    },
  };
}

/** Built-in number formats of dates and times (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);

/** Maximum characters of a format; spreadsheets allow 255. */
const MAX_FORMAT = 255;

async function readDateStyles(parts: Parts): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const dateStyles = new Set<number>();
  let isInCellFormats = false;
  let style = 0;
  await readPart(parts, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (name === 'numFmt')
        formats.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, MAX_FORMAT));
      if (name === 'cellXfs') isInCellFormats = true;
      if (name !== 'xf' || !isInCellFormats) return;
      const id = Number(attributes.numFmtId ?? 0);
      const format = formats
        .get(id)
        ?.replace(/"[^"]*"|\\.|\[[^\][]*\]/g, (part) => (/^\[(?:h+|m+|s+)\]$/i.test(part) ? part : ''));
      if (format === undefined ? isBuiltInDate(id) : /[ymdhs]/i.test(format)) dateStyles.add(style);
      style += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return dateStyles;
}

async function* readSheet(parts: Parts, path: string, workbook: WorkbookInfo): AsyncGenerator<TableRow> {
  let completeRows: TableRow[] = [];
  let row: string[] = [];
  let numbers: Set<number> | undefined;
  let cell: Attributes = {};
  let value = '';
  let isInValue = false;
  let rowNumber = 0;
  let cells = 0;
  const inline = createTextCollector();
  const handlers: Handlers = {
    open: (name, attributes) => {
      if (name === 'row') {
        // Empty rows are omitted from the file, but their numbers still count.
        rowNumber = parseRowNumber(rowNumber, attributes.r);
        row = [];
        numbers = undefined;
      }
      if (name === 'c') {
        if ((cells += 1) > MAX_CELLS) throw new TableError('table_cells', MAX_CELLS);
        cell = attributes;
        value = '';
      }
      if (name === 'v') isInValue = true;
      inline.open(name);
    },
    text: (text) => {
      if (isInValue) value += text;
      inline.text(text);
    },
    close: (name) => {
      inline.close(name);
      if (name === 'v') isInValue = false;
      if (name === 'c') {
        const column = cell.r === undefined ? row.length : parseColumn(cell.r);
        const text = cell.t === 'inlineStr' ? inline.takeText() : cellText(cell, value, workbook);
        if (column >= MAX_COLUMNS) return;
        row.push(...Array<string>(Math.max(0, column - row.length)).fill(''));
        row[column] = text;
        if ((cell.t ?? 'n') === 'n' && toUnambiguousDecimal(text) !== text) (numbers ??= new Set()).add(column);
      }
      if (name === 'row') completeRows.push({ row: rowNumber, cells: row, ...(numbers && { numbers }) });
    },
  };
  for await (const _ of parsePart(parts, path, handlers)) {
    yield* completeRows;
    completeRows = [];
  }
}

/** The number of the next row, which must be below the last one and within the sheet. */
function parseRowNumber(last: number, rowNumber: string | undefined): number {
  const nextRow = Number(rowNumber ?? last + 1);
  if (!Number.isInteger(nextRow) || nextRow <= last || nextRow > MAX_SHEET_ROWS)
    throw new TableError('table_order', MAX_SHEET_ROWS);
  return nextRow;
}

/** The index of a column: 0 for `A7`, 27 for `AB7`. */
const parseColumn = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function cellText({ t: type = 'n', s: style }: Attributes, value: string, workbook: WorkbookInfo): string {
  if (type === 's') return workbook.texts[Number(value)] ?? '';
  if (type !== 'n' || value === '') return type === 'str' ? decodeXlsxEscapes(value) : value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  return workbook.dates.has(Number(style ?? -1)) ? formatSerialDate(number, workbook.from1904) : String(number);
}
