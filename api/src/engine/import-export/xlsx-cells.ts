import type { CellKind } from './xlsx-lines.ts';

/** The XML of workbook cells (ECMA-376, part 1, 18.3), with escapes for characters that XML cannot represent. */

/** Maximum characters of a cell. Longer text ends with an ellipsis; only CSV contains all of it. */
export const MAX_CELL_LENGTH = 32_767;

/** Positions in `STYLES` of xlsx-write.ts. */
const STYLE_INDEX = { plain: 0, day: 2, moment: 3, amount: 4, month: 7 } as const;

export const DAY_MS = 86_400_000;
/** The day from which serial dates count. */
export const EPOCH = Date.UTC(1899, 11, 30);
/** 1 March 1900: before it, spreadsheets disagree by a day, because one of them treated 1900 as a leap year. */
export const FIRST_SAFE_DAY = 61;

/** The letters of a column index: `A`, `B` … `Z`, `AA`. */
export const columnLetters = (i: number): string =>
  (i >= 26 ? columnLetters(Math.floor(i / 26) - 1) : '') + String.fromCharCode(65 + (i % 26));

type CellBuilder = (reference: string, text: string) => string;

const textCell: CellBuilder = (reference, text) => `<c r="${reference}" t="inlineStr">${textXml(text)}</c>`;
const valueCell = (reference: string, value: string | number, style: number): string =>
  `<c r="${reference}"${style === STYLE_INDEX.plain ? '' : ` s="${style}"`}><v>${value}</v></c>`;

/** A number if it is exact; more than 15 digits would be rounded. */
const numberCell =
  (style: number): CellBuilder =>
  (reference, text) =>
    /^-?\d+(\.\d+)?$/.test(text) && (text.length <= 15 || text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15)
      ? valueCell(reference, text, style)
      : textCell(reference, text);

/** Length of a month, which grouped rows show in columns of days and moments. */
const MONTH_LENGTH = 'YYYY-MM'.length;

const dayCell =
  (style: number): CellBuilder =>
  (reference, text) => {
    const serial = (Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`) - EPOCH) / DAY_MS;
    return serial >= FIRST_SAFE_DAY
      ? valueCell(reference, serial, text.length === MONTH_LENGTH ? STYLE_INDEX.month : style)
      : textCell(reference, text);
  };

const cellByKind: Record<CellKind, CellBuilder> = {
  text: textCell,
  code: textCell,
  email: textCell,
  phone: textCell,
  textarea: textCell,
  editor: textCell,
  secret: textCell,
  integer: numberCell(STYLE_INDEX.plain),
  decimal: numberCell(STYLE_INDEX.plain),
  money: numberCell(STYLE_INDEX.amount),
  flag: numberCell(STYLE_INDEX.plain),
  date: dayCell(STYLE_INDEX.day),
  month: dayCell(STYLE_INDEX.month),
  instant: dayCell(STYLE_INDEX.moment),
  reference: numberCell(STYLE_INDEX.plain),
  option: numberCell(STYLE_INDEX.plain),
  choice: textCell,
  file: textCell,
  references: textCell,
  json: textCell,
};

/** A cell at a position: numbers and dates are typed if exact, everything else is text, nothing is a formula. */
export const cellXml = (kind: CellKind, reference: string, text: string): string => cellByKind[kind](reference, text);

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes our own texts in XML: sheet names and formulas. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character);

/** Characters that XML cannot represent or would change when read, and texts that look like an escape. */
const UNWRITABLE_CHARACTERS = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Fast check: nearly all texts need no escape. */
const MAY_NEED_ESCAPE = /^\s|\s$|[&<>_\n\ufffe\uffff]|\p{Cc}/u;

/** The XML of a text in a cell. */
export function textXml(text: string): string {
  if (text.length <= MAX_CELL_LENGTH && !MAY_NEED_ESCAPE.test(text)) return `<is><t>${text}</t></is>`;
  const truncated = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1).toWellFormed()}…` : text;
  const escaped = truncated
    .replace(
      UNWRITABLE_CHARACTERS,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>]/g, (character) => XML_ENTITIES[character] ?? character);
  return `<is><t${/^\s|\s$|\n/.test(escaped) ? ' xml:space="preserve"' : ''}>${escaped}</t></is>`;
}

/** Decodes the escapes of XML text. */
export const decodeXlsxEscapes = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
