import { PassThrough, Readable, finished } from 'node:stream';
import type { FieldKind } from '@innkeeper/contract';
import { ZipFile } from 'yazl';
import { escaped } from './guarded-text.ts';
import { cellXml, columnLetters, textXml } from './xlsx-cells.ts';

export interface SheetColumn {
  readonly heading: string;
  readonly kind: FieldKind;
  /** Pixels. */
  readonly width: number;
}

/** Rows of text; null: an empty cell. */
export type Rows = readonly (readonly (string | null)[])[];

/** Rows that a sheet has room for, by the format. */
const SHEET_ROWS = 1_048_576;

/**
 * A workbook, written while its rows are read: a sheet's XML is made of a batch of rows at a time, and yazl deflates it beside
 * the main thread. What does not fit on one sheet goes on on the next.
 */
export function workbook(columns: readonly SheetColumn[], batches: AsyncIterable<Rows>, room = SHEET_ROWS): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const rows: Source = { batches: batches[Symbol.asyncIterator](), left: [], isOver: false };
  const addSheet = (n: number): void => {
    const sheet = Readable.from(sheetXml(columns, rows, room), { objectMode: false });
    finished(out, () => sheet.destroy());
    sheet.on('error', (error) => out.destroy(error));
    sheet.on('end', () => {
      if (!rows.isOver) return addSheet(n + 1);
      for (const [path, xml] of partsOf(n)) zip.addBuffer(Buffer.from(xml), path);
      zip.end();
    });
    zip.addReadStream(sheet, sheetPath(n));
  };
  zip.on('error', (error) => out.destroy(error));
  zip.outputStream.pipe(out);
  addSheet(1);
  return out;
}

/** Batches that several sheets take from, one after the other. */
interface Source {
  readonly batches: AsyncIterator<Rows>;
  left: Rows;
  isOver: boolean;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Pixels of a character of the usual font. */
const CHARACTER = 7;

async function* sheetXml(columns: readonly SheetColumn[], source: Source, room: number): AsyncGenerator<string> {
  const letters = columns.map((_, i) => columnLetters(i));
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${Math.ceil(width / CHARACTER)}" customWidth="1"/>`,
  );
  const headings = columns.map(({ heading }, i) => `<c r="${letters[i]}1" s="1" t="inlineStr">${textXml(heading)}</c>`);
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
  let n = 1;
  while (n < room) {
    if (source.left.length === 0) {
      const next = await source.batches.next();
      source.isOver = next.done === true;
      if (next.done) break;
      source.left = next.value;
    }
    const batch = source.left.slice(0, room - n);
    source.left = source.left.slice(batch.length);
    const first = n + 1;
    n += batch.length;
    yield batch.map((row, i) => rowXml(columns, letters, row, first + i)).join('');
  }
  yield '</sheetData></worksheet>';
}

function rowXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  row: readonly (string | null)[],
  n: number,
): string {
  let xml = `<row r="${n}">`;
  for (const [i, { kind }] of columns.entries()) {
    const text = row[i] ?? null;
    if (text !== null) xml += cellXml(kind, `${letters[i]}${n}`, escaped(text));
  }
  return `${xml}</row>`;
}

const sheetPath = (n: number): string => `xl/worksheets/sheet${n}.xml`;
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts beside the sheets that Excel, LibreOffice and Numbers need. */
function partsOf(sheets: number): readonly (readonly [path: string, xml: string])[] {
  const each = (make: (n: number) => string): string => Array.from({ length: sheets }, (_, i) => make(i + 1)).join('');
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${each((n) => `<Override PartName="/${sheetPath(n)}" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', `${XML}${STYLES}`],
  ];
}

/** Formats of cells in the order of `STYLE` in xlsx-cells.ts: as it is, heading, day, moment, amount. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
