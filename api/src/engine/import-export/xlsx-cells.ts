import type { CellKind } from './xlsx-lines.ts';

/** Cells of a workbook (ECMA-376, part 1, 18.3): their XML, and escapes for characters that XML cannot represent. */

/** Maximum characters of a cell. Longer text ends with an ellipsis; only CSV contains all of it. */
export const CELL_MAX = 32_767;

/** Positions in `STYLES` of xlsx-write.ts. */
const STYLE = { plain: 0, day: 2, moment: 3, amount: 4, month: 7 } as const;

const DAY_MS = 86_400_000;
/** The day from which serial dates count. */
const EPOCH = Date.UTC(1899, 11, 30);
/** 1 March 1900: before it, spreadsheets disagree by a day, because one of them treated 1900 as a leap year. */
const FIRST_SAFE_DAY = 61;

/** `A`, `B` … `Z`, `AA`. */
export const columnLetters = (i: number): string =>
  (i >= 26 ? columnLetters(Math.floor(i / 26) - 1) : '') + String.fromCharCode(65 + (i % 26));

type MakeCell = (at: string, text: string) => string;

const textCell: MakeCell = (at, text) => `<c r="${at}" t="inlineStr">${textXml(text)}</c>`;
const valueCell = (at: string, value: string | number, style: number): string =>
  `<c r="${at}"${style === STYLE.plain ? '' : ` s="${style}"`}><v>${value}</v></c>`;

/** A number if it is exact; more than 15 digits would be rounded. */
const numberCell =
  (style: number): MakeCell =>
  (at, text) =>
    /^-?\d+(\.\d+)?$/.test(text) && (text.length <= 15 || text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15)
      ? valueCell(at, text, style)
      : textCell(at, text);

/** Length of a month: grouped rows show it in place of days and moments, whatever format the column has. */
const MONTH = 'YYYY-MM'.length;

const dayCell =
  (style: number): MakeCell =>
  (at, text) => {
    const serial = (Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`) - EPOCH) / DAY_MS;
    return serial >= FIRST_SAFE_DAY
      ? valueCell(at, serial, text.length === MONTH ? STYLE.month : style)
      : textCell(at, text);
  };

const byKind: Record<CellKind, MakeCell> = {
  text: textCell,
  email: textCell,
  phone: textCell,
  textarea: textCell,
  editor: textCell,
  secret: textCell,
  integer: numberCell(STYLE.plain),
  decimal: numberCell(STYLE.plain),
  money: numberCell(STYLE.amount),
  flag: numberCell(STYLE.plain),
  date: dayCell(STYLE.day),
  month: dayCell(STYLE.month),
  instant: dayCell(STYLE.moment),
  reference: numberCell(STYLE.plain),
  option: numberCell(STYLE.plain),
  choice: textCell,
  file: textCell,
  references: textCell,
  json: textCell,
};

/** A cell at a position: numbers and dates are typed if exact, everything else is text, nothing is a formula. */
export const cellXml = (kind: CellKind, at: string, text: string): string => byKind[kind](at, text);

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Our own texts inside XML: sheet names, formulas. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => MARKUP[c] ?? c);

/** Characters that XML cannot represent or would change when read, and texts that look like an escape. */
const UNWRITABLE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Fast check: nearly all texts need no escape. */
const MAY_NEED_ESCAPE = /^\s|\s$|[&<>_\n\ufffe\uffff]|\p{Cc}/u;

/** A text inside a cell. */
export function textXml(text: string): string {
  if (text.length <= CELL_MAX && !MAY_NEED_ESCAPE.test(text)) return `<is><t>${text}</t></is>`;
  const fitting = text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1).toWellFormed()}…` : text;
  const written = fitting
    .replace(UNWRITABLE, (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (c) => MARKUP[c] ?? c);
  return `<is><t${/^\s|\s$|\n/.test(written) ? ' xml:space="preserve"' : ''}>${written}</t></is>`;
}

/** Decodes the escapes of XML text. */
export const unescapeXml = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The date or moment of a serial number, `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. */
export function dateText(serial: number, from1904 = false): string {
  const ms = EPOCH + Math.round((serial + (from1904 ? 1462 : 0)) * 86_400) * 1000;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return String(serial);
  const text = date.toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}
