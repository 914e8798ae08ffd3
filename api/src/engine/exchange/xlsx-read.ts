import { unmistakable } from '@innkeeper/contract';
import { Parser } from 'htmlparser2';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import {
  CELLS_MAX,
  COLUMNS_MAX,
  DEPTH_MAX,
  PARTS_MAX,
  SHEET_ROWS_MAX,
  TableRefusal,
  UNPACKED_MB,
} from './table-bounds.ts';
import type { TableRow } from './table-row.ts';
import { dateText, unescaped } from './xlsx-cells.ts';

/** The rows of a workbook's first sheet as texts: dates as `YYYY-MM-DD`, yes and no as 1 and 0. Refuses bytes that are no workbook. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<TableRow> {
  try {
    const parts = await openParts(bytes);
    const { sheet, from1904 } = await readWorkbook(parts);
    const book: Book = { texts: await readTexts(parts), dates: await readDateStyles(parts), from1904 };
    yield* readSheet(parts, sheet, book);
  } catch (error) {
    // Errors of yauzl and zlib have none of our codes.
    throw error instanceof TableRefusal ? error : new TableRefusal('table');
  }
}

interface Parts {
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
  unpacked: number;
}

interface Book {
  readonly texts: readonly string[];
  /** Styles whose numbers are dates. */
  readonly dates: ReadonlySet<number>;
  readonly from1904: boolean;
}

async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes);
  if (zip.entryCount > PARTS_MAX) throw new TableRefusal('table_parts', PARTS_MAX);
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

/** Reads a part's XML, if there is such a part; `undefined` after each chunk of it. No entities but XML's own are resolved. */
async function* parsePart(parts: Parts, path: string, handlers: Handlers): AsyncGenerator<undefined> {
  const entry = parts.entries.get(path);
  if (!entry) return;
  // The stated size of a part can be trusted: yauzl refuses a part that unpacks to more.
  parts.unpacked += entry.uncompressedSize;
  if (parts.unpacked > UNPACKED_MB * 1024 * 1024) throw new TableRefusal('table_large', UNPACKED_MB);
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if ((depth += 1) > DEPTH_MAX) throw new TableRefusal('table_depth', DEPTH_MAX);
        handlers.open?.(local(name), attributes);
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        handlers.close?.(local(name));
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

/** Finds the first sheet, and the day from which its dates count. */
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
  if (relation === undefined) throw new TableRefusal('table');
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, from1904 };
}

async function readTexts(parts: Parts): Promise<readonly string[]> {
  const texts: string[] = [];
  const collect = textCollector();
  await readPart(parts, 'xl/sharedStrings.xml', {
    ...collect,
    open: (name) => {
      if (name === 'si') collect.take();
      collect.open(name);
    },
    close: (name) => {
      collect.close(name);
      if (name === 'si') texts.push(collect.take());
    },
  });
  return texts;
}

/** Gathers the text of `<t>`, in one piece or in runs; its pronunciation (`<rPh>`) is no part of it. */
function textCollector() {
  let text = '';
  let isText = false;
  let isReading = false;
  return {
    open: (name: string) => {
      if (name === 't') isText = true;
      if (name === 'rPh') isReading = true;
    },
    text: (more: string) => {
      if (isText && !isReading) text += more;
    },
    close: (name: string) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
    },
    take: (): string => {
      const taken = unescaped(text);
      text = '';
      return taken;
    },
  };
}

/** Formats of dates and times that every workbook knows by their number (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);

/** Characters of a format; spreadsheets take 255. */
const FORMAT_MAX = 255;

async function readDateStyles(parts: Parts): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const dates = new Set<number>();
  let isCell = false;
  let style = 0;
  await readPart(parts, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (name === 'numFmt')
        formats.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, FORMAT_MAX));
      if (name === 'cellXfs') isCell = true;
      if (name !== 'xf' || !isCell) return;
      const id = Number(attributes.numFmtId ?? 0);
      const format = formats
        .get(id)
        ?.replace(/"[^"]*"|\\.|\[[^\][]*\]/g, (part) => (/^\[(?:h+|m+|s+)\]$/i.test(part) ? part : ''));
      if (format === undefined ? isBuiltInDate(id) : /[ymdhs]/i.test(format)) dates.add(style);
      style += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return dates;
}

async function* readSheet(parts: Parts, path: string, book: Book): AsyncGenerator<TableRow> {
  let ready: TableRow[] = [];
  let row: string[] = [];
  let numbers: Set<number> | undefined;
  let cell: Attributes = {};
  let value = '';
  let isValue = false;
  let at = 0;
  let cells = 0;
  const inline = textCollector();
  const handlers: Handlers = {
    open: (name, attributes) => {
      if (name === 'row') {
        // Rows without anything are left out, and count all the same.
        at = rowAfter(at, attributes.r);
        row = [];
        numbers = undefined;
      }
      if (name === 'c') {
        if ((cells += 1) > CELLS_MAX) throw new TableRefusal('table_cells', CELLS_MAX);
        cell = attributes;
        value = '';
      }
      if (name === 'v') isValue = true;
      inline.open(name);
    },
    text: (text) => {
      if (isValue) value += text;
      inline.text(text);
    },
    close: (name) => {
      inline.close(name);
      if (name === 'v') isValue = false;
      if (name === 'c') {
        const column = cell.r === undefined ? row.length : columnOf(cell.r);
        const text = cell.t === 'inlineStr' ? inline.take() : cellText(cell, value, book);
        if (column >= COLUMNS_MAX) return;
        row.push(...Array<string>(Math.max(0, column - row.length)).fill(''));
        row[column] = text;
        if ((cell.t ?? 'n') === 'n' && unmistakable(text) !== text) (numbers ??= new Set()).add(column);
      }
      if (name === 'row') ready.push({ row: at, cells: row, ...(numbers && { numbers }) });
    },
  };
  for await (const _ of parsePart(parts, path, handlers)) {
    yield* ready;
    ready = [];
  }
}

/** The number of the next row, which stands below the last one, and on the sheet. */
function rowAfter(last: number, said: string | undefined): number {
  const at = Number(said ?? last + 1);
  if (!Number.isInteger(at) || at <= last || at > SHEET_ROWS_MAX) throw new TableRefusal('table_order', SHEET_ROWS_MAX);
  return at;
}

/** The place of a column: 0 for `A7`, 27 for `AB7`. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function cellText({ t: type = 'n', s: style }: Attributes, value: string, book: Book): string {
  if (type === 's') return book.texts[Number(value)] ?? '';
  if (type !== 'n' || value === '') return type === 'str' ? unescaped(value) : value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  return book.dates.has(Number(style ?? -1)) ? dateText(number, book.from1904) : String(number);
}
