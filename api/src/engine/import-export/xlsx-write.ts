import { PassThrough, Readable, finished } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Fact } from './file-facts.ts';
import { escapeApostrophes } from './formula-guard.ts';
import { MAX_SHEET_ROWS } from './table-limits.ts';
import { cellXml, columnLetters, escapeXml, textXml } from './xlsx-cells.ts';
import { type FooterRow, type Lines, type Row, type SheetColumn, isSubtotal } from './xlsx-lines.ts';
import { type Range, footXml, outlineLevelAttribute, subtotalXml } from './xlsx-sums.ts';

/** zlib level, 1 to 9. Takes a third of the time of the default 6; the file is a fifth larger. */
const COMPRESSION_LEVEL = 2;

/** Everything around the rows of a workbook: sheet names, totals, and what the file states about itself. */
export interface WorkbookLayout {
  /** Name of the sheets with rows; from the second on they are numbered. */
  readonly name: string;
  /** The second sheet: a title, and facts, which are read after the last row. */
  readonly about: { readonly name: string; readonly title: string; readonly lines: () => readonly Fact[] };
  /** Rows below the last one, after an empty one, so that a pivot table takes the rows without them. */
  readonly foot?: readonly FooterRow[];
  /** Depth of the nested groups, which is the number of subtotals below the last row of a group. */
  readonly depth?: number;
}

interface WorkbookOptions {
  readonly maxRows?: number;
  readonly layout?: WorkbookLayout;
}

/**
 * Streams a workbook while its rows are read: each batch of rows becomes sheet XML, which yazl deflates off the main
 * thread. Rows that do not fit on one sheet continue on the next. See
 * docs/decisions/0114-put-the-table-of-a-workbook-first.md.
 */
export function createWorkbook(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Lines>,
  { maxRows = MAX_SHEET_ROWS, layout }: WorkbookOptions = {},
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const { foot = [], depth = 0 } = layout ?? {};
  const lineSource: LineSource = { batches: batches[Symbol.asyncIterator](), pendingLines: [], isDone: false };
  const ranges: Range[] = [];
  const addSheet = (n: number): void => {
    const range = { sheet: sheetName(n, layout), rows: 0 };
    ranges.push(range);
    const footLength = foot.length === 0 ? 0 : foot.length + FOOT_GAP;
    const sheet = Readable.from(
      sheetXml({ columns, source: lineSource, maxRows: maxRows - footLength, ranges, range, foot, depth }),
      { objectMode: false },
    );
    finished(output, () => sheet.destroy());
    sheet.on('error', (error) => output.destroy(error));
    sheet.on('end', () => {
      if (!lineSource.isDone) return addSheet(n + 1);
      const sheets: NamedSheet[] = ranges.map(({ sheet: name, rows }, i) => ({
        name,
        path: sheetPath(i + 1),
        filterRange: toFilterRange(columns, rows, '$'),
      }));
      if (layout) {
        zip.addBuffer(Buffer.from(aboutXml(layout.about)), ABOUT_SHEET_PATH);
        sheets.splice(1, 0, { name: layout.about.name, path: ABOUT_SHEET_PATH });
      }
      for (const [path, xml] of createParts(sheets)) zip.addBuffer(Buffer.from(xml), path);
      zip.end();
    });
    zip.addReadStream(sheet, sheetPath(n), { compressionLevel: COMPRESSION_LEVEL });
  };
  zip.on('error', (error) => output.destroy(error));
  zip.outputStream.pipe(output);
  addSheet(1);
  return output;
}

/** The rows, which several sheets read one after the other. */
interface LineSource {
  readonly batches: AsyncIterator<Lines>;
  pendingLines: Lines;
  isDone: boolean;
}

interface Sheet {
  readonly columns: readonly SheetColumn[];
  readonly source: LineSource;
  /** Maximum number of rows, including the heading. */
  readonly maxRows: number;
  /** The ranges of all sheets so far, and of this one. */
  readonly ranges: readonly Range[];
  readonly range: Range;
  readonly foot: readonly FooterRow[];
  readonly depth: number;
}

/** Longest allowed sheet name, in characters. */
const MAX_SHEET_NAME = 31;

/** Removes characters that spreadsheets reject in sheet names. */
function sheetName(n: number, layout: WorkbookLayout | undefined): string {
  if (!layout) return String(n);
  const suffix = n === 1 ? '' : ` ${n}`;
  return (
    layout.name
      .replaceAll(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, MAX_SHEET_NAME - suffix.length) + suffix
  );
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';

/** Empty rows between the last row and the totals. */
const FOOT_GAP = 1;

/** Pixels per character of the default font. */
const PIXELS_PER_CHARACTER = 7;

async function* sheetXml({ columns, source, maxRows, ranges, range, foot, depth }: Sheet): AsyncGenerator<string> {
  const letters = columns.map((_, i) => columnLetters(i));
  const headings = columns.map(({ heading }, i) => `<c r="${letters[i]}1" s="1" t="inlineStr">${textXml(heading)}</c>`);
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${depth > 0 ? `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="${depth}"/>` : ''}${widthsXml(columns.map(({ width }) => width))}<sheetData><row r="1">${headings.join('')}</row>`;
  let rowNumber = 1;
  while (rowNumber < maxRows) {
    if (source.pendingLines.length === 0) {
      const next = await source.batches.next();
      source.isDone = next.done === true;
      if (next.done) break;
      source.pendingLines = next.value;
    }
    const batch = source.pendingLines.slice(0, maxRows - rowNumber);
    source.pendingLines = source.pendingLines.slice(batch.length);
    const first = rowNumber + 1;
    rowNumber += batch.length;
    yield batch
      .map((line, i) =>
        isSubtotal(line)
          ? subtotalXml(columns, letters, line, first + i, ranges)
          : rowXml(columns, letters, line, first + i, depth),
      )
      .join('');
  }
  range.rows = rowNumber - 1;
  if (source.isDone)
    yield foot
      .map((row, i) => footXml(columns, letters, row, rowNumber + FOOT_GAP + 1 + i, { ranges, depth }))
      .join('');
  yield `</sheetData><autoFilter ref="${toFilterRange(columns, range.rows)}"/></worksheet>`;
}

/** The cells with a filter row: headings and rows, without totals. `$` makes the range absolute. */
const toFilterRange = (columns: readonly SheetColumn[], rows: number, prefix: '$' | '' = ''): string =>
  `${prefix}A${prefix}1:${prefix}${columnLetters(columns.length - 1)}${prefix}${rows + 1}`;

const widthsXml = (pixels: readonly number[]): string => {
  const widths = pixels.map(
    (width, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${Math.ceil(width / PIXELS_PER_CHARACTER)}" customWidth="1"/>`,
  );
  return `<cols>${widths.join('')}</cols>`;
};

/** Widths of the two columns of the second sheet, in pixels. */
const ABOUT_WIDTHS = [180, 700];

function aboutXml({ title, lines }: WorkbookLayout['about']): string {
  const rows = lines().map(
    ([term, meaning], i) =>
      `<row r="${i + 3}"><c r="A${i + 3}" s="1" t="inlineStr">${textXml(term)}</c><c r="B${i + 3}" s="6" t="inlineStr">${textXml(meaning)}</c></row>`,
  );
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}">${widthsXml(ABOUT_WIDTHS)}<sheetData><row r="1"><c r="A1" s="1" t="inlineStr">${textXml(title)}</c></row>${rows.join('')}</sheetData></worksheet>`;
}

function rowXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  row: Row,
  rowNumber: number,
  depth: number,
): string {
  let xml = `<row r="${rowNumber}"${outlineLevelAttribute(depth)}>`;
  let i = 0;
  for (const { kind, formatCode } of columns) {
    const text = row[i] ?? null;
    if (text !== null)
      xml += cellXml(kind, `${letters[i]}${rowNumber}`, escapeApostrophes(formatCode ? formatCode(text) : text));
    i += 1;
  }
  return `${xml}</row>`;
}

const ABOUT_SHEET_PATH = 'xl/worksheets/about.xml';
const sheetPath = (n: number): string => `xl/worksheets/sheet${n}.xml`;
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface NamedSheet {
  readonly name: string;
  readonly path: string;
  readonly filterRange?: string;
}

/** The names under which spreadsheets look for the filter rows of sheets. */
const filterNamesXml = (sheets: readonly NamedSheet[]): string =>
  sheets
    .map(({ name, filterRange }, i) =>
      filterRange === undefined
        ? ''
        : `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${escapeXml(name)}'!${filterRange}</definedName>`,
    )
    .join('');

/** The other parts of a workbook that Excel, LibreOffice and Numbers need. */
function createParts(sheets: readonly NamedSheet[]): readonly (readonly [path: string, xml: string])[] {
  const mapSheets = (createXml: (sheet: NamedSheet, n: number) => string): string =>
    sheets.map((sheet, i) => createXml(sheet, i + 1)).join('');
  return [
    [
      '[Content_Types].xml',
      `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${mapSheets(({ path }) => `<Override PartName="/${path}" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><sheets>${mapSheets(({ name }, n) => `<sheet name="${escapeXml(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets><definedNames>${filterNamesXml(sheets)}</definedNames><calcPr fullCalcOnLoad="1"/></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${mapSheets(({ path }, n) => `<Relationship Id="rId${n}" Type="${RELATIONS_NAMESPACE}/worksheet" Target="${path.replace('xl/', '')}"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', `${XML_DECLARATION}${STYLES}`],
  ];
}

/**
 * Cell formats in the order of `STYLE` in xlsx-cells.ts: plain, heading, day, moment, amount, sum, multi-line text,
 * month.
 */
const STYLES = `<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="mmm\\ yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
