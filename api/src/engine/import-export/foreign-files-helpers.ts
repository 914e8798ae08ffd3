import { createZip } from '../../testing/zip.ts';
import type { Table } from './table-structure.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

const toContentType = ([part, type]: readonly [part: string, type: string]) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
const CONTENT_TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${(
  [
    ['workbook', 'sheet.main'],
    ['worksheets/sheet1', 'worksheet'],
    ['sharedStrings', 'sharedStrings'],
    ['styles', 'styles'],
  ] as const
)
  .map(toContentType)
  .join('')}</Types>`;

export interface ForeignWorkbook {
  /** The rows of the first sheet. */
  readonly rows: string;
  /** Items of the shared texts. */
  readonly texts?: string;
  /** Codes of the number formats of styles 1, 2 … */
  readonly formats?: readonly string[];
  /** Elements of the workbook before and after its sheets. */
  readonly properties?: string;
  readonly extensions?: string;
}

/** A workbook as another program writes it. */
export function createForeignWorkbook({
  rows,
  texts = '',
  formats = [],
  properties = '',
  extensions = '',
}: ForeignWorkbook): Buffer {
  const formatElements = formats.map((code, i) => `<numFmt numFmtId="${i + 170}" formatCode="${escape(code)}"/>`);
  const styleElements = ['General', ...formats].map((_, i) => `<xf numFmtId="${i === 0 ? 0 : i + 169}"/>`);
  return createZip({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': toRelations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}">${properties}<sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets>${extensions}</workbook>`,
    'xl/_rels/workbook.xml.rels': toRelations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formatElements.join('')}</numFmts><cellXfs>${styleElements.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': toSheet(rows),
  });
}

export const toSheet = (rows: string): string =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

export const toRelations = (...relations: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE_RELATIONS}">${relations
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE_RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A cell with a text of its own. */
export const textCell = (text: string): string => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`;
/** Headings, and a row of these cells. */
export const toRows = (headings: readonly string[], ...cells: readonly string[]): string =>
  [headings.map(textCell), cells].map((row, i) => `<row r="${i + 1}">${row.join('')}</row>`).join('');

/** The cells of the first row below the headings, and their problems by position. */
export function firstRow({ headers, rows }: Table): { cells: readonly string[]; problems: Record<number, string> } {
  const [{ cells, problems = [] } = { cells: [] }] = rows;
  return { cells: headers.map((_, i) => cells[i] ?? ''), problems: Object.fromEntries(problems) };
}
