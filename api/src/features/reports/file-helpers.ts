import { text } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';
import type { Download } from '../../engine/import-export/table-helpers.ts';

/** Reads the files of reports with independent libraries. */

export interface Workbook {
  /** The second sheet, by line. */
  readonly facts: readonly unknown[][];
  readonly headings: readonly unknown[];
  /** The given number of rows below the headings. Dates are converted to text, while numbers stay numbers. */
  readonly rows: (count: number) => readonly unknown[][];
  /** The totals after the given number of rows. */
  readonly foot: (count: number) => readonly unknown[][];
  readonly sheetNames: readonly string[];
}

export async function readWorkbook({ bytes }: Pick<Download, 'bytes'>): Promise<Workbook> {
  const { sheets } = await readXlsx(bytes);
  const [firstSheet, about, ...furtherSheets] = sheets;
  const data = firstSheet ? [firstSheet, ...furtherSheets] : [];
  const isFilled = (row: readonly unknown[]) => row.some((cell) => cell !== null && cell !== '');
  const [headings = [], ...cells] = data.flatMap(({ rows }, i) => (i === 0 ? rows : rows.slice(1)));
  const toPlainRow = (row: readonly unknown[]) => row.map((cell) => (cell instanceof Date ? formatDate(cell) : cell));
  return {
    facts: (about?.rows ?? []).filter(isFilled),
    headings,
    rows: (count) => cells.slice(0, count).map(toPlainRow),
    foot: (count) => cells.slice(count).filter(isFilled).map(toPlainRow),
    sheetNames: sheets.map(({ name }) => name),
  };
}

/** `YYYY-MM-DD`, with the time unless it is midnight. */
const formatDate = (date: Date): string => {
  const text = date.toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
};

/** A part of a workbook, unparsed. */
export async function readWorkbookPart({ bytes }: Pick<Download, 'bytes'>, path: string): Promise<string> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName === path) return text(await zip.openReadStreamPromise(entry));
  throw new Error(`The workbook has no part ${path}`);
}
