import type { ImportSource } from '@innkeeper/contract';
import { MAX_CELLS, MAX_COLUMNS, MAX_SHEET_ROWS, TableError } from './table-limits.ts';
import type { CellProblem, TableRow, TypedValue } from './table-row.ts';
import { type NumberFormat, builtInFormat, parseNumberFormat } from './number-format.ts';
import { decodeXlsxEscapes } from './xlsx-cells.ts';
import {
  type Attributes,
  type Handlers,
  type Parts,
  openParts,
  parsePart,
  readPart,
  readRelations,
} from './xlsx-parts.ts';
import { type CellContent, readIsoDate, readNumber } from './xlsx-values.ts';

/**
 * The rows of a sheet as texts: dates as `YYYY-MM-DD`. By default it is the first visible sheet with a cell. Rejects
 * bytes that are not a workbook. `onChoice` receives the sheet before its rows.
 */
export async function* readXlsx(
  bytes: Buffer,
  sheetName?: string,
  onChoice?: (choice: Pick<ImportSource, 'sheet' | 'sheets'>) => void,
): AsyncGenerator<TableRow> {
  try {
    const parts = await openParts(bytes);
    const { sheets, texts, styles, ...workbookParts } = await readWorkbook(parts);
    const workbook: WorkbookInfo = {
      ...workbookParts,
      texts: await readTexts(parts, texts),
      formats: await readCellFormats(parts, styles),
    };
    const candidates = chooseSheets(sheets, sheetName);
    if (candidates.length === 0) throw new TableError('table_sheet');
    for (const { name, path } of candidates) {
      let hasCells = false;
      onChoice?.({ sheet: name, sheets: sheets.map(({ name, isHidden }) => ({ name, is_hidden: isHidden })) });
      for await (const row of readSheet(parts, path, workbook)) {
        hasCells ||= row.cells.length > 0;
        yield row;
      }
      if (hasCells) return;
    }
  } catch (error) {
    // Errors of yauzl and zlib mean an invalid file.
    throw error instanceof TableError ? error : new TableError('table');
  }
}

interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** The sheets that may have the rows, most likely first. */
function chooseSheets(sheets: readonly Sheet[], name: string | undefined): readonly Sheet[] {
  if (name !== undefined) return sheets.filter((sheet) => sheet.name === name).slice(0, 1);
  const visibleSheets = sheets.filter(({ isHidden }) => !isHidden);
  return visibleSheets.length > 0 ? visibleSheets : sheets;
}

interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  readonly texts: string;
  readonly styles: string;
  readonly from1904: boolean;
  /** The results of formulas are not valid until a spreadsheet has calculated them. */
  readonly needsCalculation: boolean;
}

interface WorkbookInfo extends Pick<WorkbookParts, 'from1904' | 'needsCalculation'> {
  readonly texts: readonly string[];
  /** The number formats of cells, by style. */
  readonly formats: readonly (NumberFormat | undefined)[];
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
/** A whole number of an attribute or cell; undefined if it is absent, empty, or anything else. */
const parseIndex = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The parts of a workbook. Simple programs write no relations; then parts have their usual names. */
async function readWorkbook(parts: Parts): Promise<WorkbookParts> {
  const path =
    (await readRelations(parts, '')).find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const relations = await readRelations(parts, path);
  const findPath = (type: string, usualName: string) =>
    relations.find((relation) => relation.type === type)?.path ?? folderOf(path) + usualName;
  const sheets: Sheet[] = [];
  let from1904 = false;
  let needsCalculation = false;
  await readPart(parts, path, {
    open: (name, attributes) => {
      if (name === 'sheet') {
        const relation = relations.find(({ id }) => id === relationId(attributes));
        // A chart has no cells.
        if (relation && relation.type !== 'worksheet') return;
        const { name: title = '', state = 'visible' } = attributes;
        const usualPath = `${folderOf(path)}worksheets/sheet${sheets.length + 1}.xml`;
        sheets.push({ name: title, path: relation?.path ?? usualPath, isHidden: state !== 'visible' });
      }
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (name === 'calcPr') needsCalculation = isTrue(attributes.fullCalcOnLoad);
    },
  });
  if (sheets.length === 0) throw new TableError('table');
  return {
    sheets,
    texts: findPath('sharedStrings', 'sharedStrings.xml'),
    styles: findPath('styles', 'styles.xml'),
    from1904,
    needsCalculation,
  };
}

/** The id of a relation is the only `id` with a prefix, which programs choose freely. */
const relationId = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

async function readTexts(parts: Parts, path: string): Promise<readonly string[]> {
  const texts: string[] = [];
  const collector = createTextCollector();
  await readPart(parts, path, {
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
      if (text === '') return '';
      const collected = decodeXlsxEscapes(text);
      text = '';
      return collected;
    },
  };
}

async function readCellFormats(parts: Parts, path: string): Promise<readonly (NumberFormat | undefined)[]> {
  const codes = new Map<number, string>();
  const formats: (NumberFormat | undefined)[] = [];
  let isInCellFormats = false;
  await readPart(parts, path, {
    open: (name, attributes) => {
      const id = parseIndex(attributes.numFmtId);
      if (name === 'numFmt' && id !== undefined) codes.set(id, attributes.formatCode ?? '');
      if (name === 'cellXfs') isInCellFormats = true;
      if (name !== 'xf' || !isInCellFormats) return;
      const code = codes.get(id ?? 0);
      formats.push(code === undefined ? builtInFormat(id ?? 0) : parseNumberFormat(code));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return formats;
}

async function* readSheet(parts: Parts, path: string, workbook: WorkbookInfo): AsyncGenerator<TableRow> {
  let completeRows: TableRow[] = [];
  let row: string[] = [];
  let typed: Map<number, TypedValue> | undefined;
  let problems: Map<number, CellProblem> | undefined;
  let cell: Attributes = {};
  let value: string | undefined;
  let isInValue = false;
  let hasFormula = false;
  let rowNumber = 0;
  let cells = 0;
  let nextColumn = 0;
  const inline = createTextCollector();
  const handlers: Handlers = {
    open: (name, attributes) => {
      if (name === 'row') {
        // Empty rows are omitted from the file, but their numbers still count.
        rowNumber = parseRowNumber(rowNumber, attributes.r);
        row = [];
        nextColumn = 0;
        typed = problems = undefined;
      } else if (name === 'c') {
        if ((cells += 1) > MAX_CELLS) throw new TableError('table_cells', MAX_CELLS);
        cell = attributes;
        value = undefined;
        hasFormula = false;
        inline.takeText();
      } else if (name === 'v') {
        isInValue = true;
        value = '';
      } else if (name === 'f') hasFormula = true;
      else inline.open(name);
    },
    text: (text) => {
      if (isInValue) value = (value ?? '') + text;
      else inline.text(text);
    },
    close: (name) => {
      if (name === 'v') isInValue = false;
      else if (name === 'row')
        completeRows.push({ row: rowNumber, cells: row, ...(typed && { typed }), ...(problems && { problems }) });
      else if (name === 'c') {
        const column = cell.r === undefined ? nextColumn : parseColumn(cell.r);
        nextColumn = column + 1;
        const content = readCell(cell, { value, hasFormula, inlineText: inline.takeText() }, workbook);
        if (content.text === '' && !content.problem) return;
        if (column >= MAX_COLUMNS) throw new TableError('table_columns', MAX_COLUMNS);
        while (row.length < column) row.push('');
        const isRepeated = (row[column] ?? '') !== '';
        row[column] = content.text;
        if (content.typed) (typed ??= new Map()).set(column, content.typed);
        const problem = isRepeated ? 'cell_damaged' : content.problem;
        if (problem) (problems ??= new Map()).set(column, problem);
      } else inline.close(name);
    },
  };
  for await (const _ of parsePart(parts, path, handlers)) {
    yield* completeRows;
    completeRows = [];
  }
}

/** The number of the next row, which must be below the last one and within the sheet. */
function parseRowNumber(last: number, rowNumber: string | undefined): number {
  const nextRow = rowNumber === undefined ? last + 1 : (parseIndex(rowNumber) ?? 0);
  if (nextRow <= last || nextRow > MAX_SHEET_ROWS) throw new TableError('table_order', MAX_SHEET_ROWS);
  return nextRow;
}

/** The index of a column: 0 for `A7`, 27 for `AB7`. */
function parseColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d+$)/i.exec(reference)?.[0].toUpperCase();
  if (letters === undefined) throw new TableError('table');
  return [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface CellParts {
  readonly value: string | undefined;
  readonly hasFormula: boolean;
  readonly inlineText: string;
}

function readCell(
  { t: type = 'n', s: style }: Attributes,
  { value: result, hasFormula, inlineText }: CellParts,
  workbook: WorkbookInfo,
): CellContent {
  const value = result ?? '';
  // An empty text is a result; a missing number is not.
  const hasResult = value !== '' || (type === 'str' && result !== undefined);
  if (hasFormula && (!hasResult || workbook.needsCalculation)) return { text: '', problem: 'cell_formula' };
  if (value.trim() === '') return { text: inlineText };
  switch (type) {
    case 's': {
      const text = workbook.texts[parseIndex(value) ?? -1];
      return text === undefined ? { text: '', problem: 'cell_damaged' } : { text };
    }
    case 'str':
    case 'inlineStr':
      return { text: decodeXlsxEscapes(value) };
    case 'b':
      return isTrue(value) ? TRUE_CELL : value === '0' || value === 'false' ? FALSE_CELL : { text: value };
    case 'e':
      return { text: value, problem: 'cell_error' };
    case 'd':
      return readIsoDate(value);
    default:
      return readNumber(value, workbook.formats[parseIndex(style) ?? 0], workbook.from1904);
  }
}

const TRUE_CELL: CellContent = { text: 'TRUE', typed: { kind: 'flag', text: '1' } };
const FALSE_CELL: CellContent = { text: 'FALSE', typed: { kind: 'flag', text: '0' } };
