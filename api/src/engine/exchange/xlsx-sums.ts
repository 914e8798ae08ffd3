import { markup, textXml } from './xlsx-cells.ts';
import type { FootRow, FootSum, SheetColumn, SubtotalRow } from './xlsx-lines.ts';

/** Sums in a workbook: formulas over the rows above them, each with its result for programs that do not calculate. */

/** The lines of a sheet, from its second row on: below the headings. */
export interface Range {
  readonly sheet: string;
  rows: number;
}

interface Block {
  /** Empty where all stands on this sheet. */
  readonly sheet: string;
  readonly first: number;
  readonly last: number;
}

/** How deep in the outline of a sheet a row is. */
export const outlineOf = (depth: number): string => (depth > 0 ? ` outlineLevel="${depth}"` : '');

/** Sums of everything; among subtotals each row counts once. */
export function footXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  { label, sums }: FootRow,
  n: number,
  { ranges, depth }: { readonly ranges: readonly Range[]; readonly depth: number },
): string {
  const blocks = ranges.map(({ sheet, rows }) => ({
    sheet: ranges.length > 1 ? sheet : '',
    first: 2,
    last: Math.max(rows, 1) + 1,
  }));
  const at = columns.findIndex((_, i) => !sums.some(({ column }) => column === i));
  return sumsXml({ columns, letters, label, sums, n, at, blocks, isAmong: depth > 0 });
}

/** Sums the rows of its group above it, also where the group began on the sheet before. */
export function subtotalXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  { label, sums, at, depth, above }: SubtotalRow,
  n: number,
  ranges: readonly Range[],
): string {
  const blocks: Block[] = [];
  let left = above;
  for (let i = ranges.length - 1; i >= 0 && left > 0; i -= 1) {
    const { sheet = '', rows = 0 } = ranges[i] ?? {};
    const last = i === ranges.length - 1 ? n - 1 : rows + 1;
    const first = Math.max(2, last - left + 1);
    if (last >= first) blocks.unshift({ sheet: i === ranges.length - 1 ? '' : sheet, first, last });
    left -= Math.max(0, last - first + 1);
  }
  return sumsXml({ columns, letters, label, sums, n, at, blocks, isAmong: true, depth });
}

interface Sums extends FootRow {
  readonly columns: readonly SheetColumn[];
  readonly letters: readonly string[];
  readonly n: number;
  readonly at: number;
  readonly blocks: readonly Block[];
  /** Whether subtotals are among the lines. */
  readonly isAmong: boolean;
  readonly depth?: number;
}

function sumsXml({ columns, letters, label, sums, n, at, blocks, isAmong, depth = 0 }: Sums): string {
  const cells = columns.map(({ kind }, i) => {
    if (i === at) return `<c r="${letters[i]}${n}" s="1" t="inlineStr">${textXml(label)}</c>`;
    const sum = sums.find(({ column }) => column === i);
    if (!sum) return '';
    const formula = sum.isStated ? '' : `<f>${markup(formulaOf(sum, letters, blocks, isAmong))}</f>`;
    return `<c r="${letters[i]}${n}" s="${kind === 'integer' ? 1 : 5}">${formula}<v>${sum.value}</v></c>`;
  });
  return `<row r="${n}"${outlineOf(depth)}>${cells.join('')}</row>`;
}

/**
 * `SUM(D2:D90)`; among subtotals `SUBTOTAL(9,D2:D90)`, which leaves other subtotals out. Of one currency `SUMIF`, as many as there are
 * blocks: subtotals have none in that column, so that it leaves them out, too.
 */
function formulaOf(
  { column, where }: FootSum,
  letters: readonly string[],
  blocks: readonly Block[],
  isAmong: boolean,
): string {
  const rangeOf = (i: number, { sheet, first, last }: Block) =>
    `${sheet === '' ? '' : `'${sheet}'!`}${letters[i]}${first}:${letters[i]}${last}`;
  if (!where) {
    const ranges = blocks.map((block) => rangeOf(column, block)).join(',');
    return isAmong ? `SUBTOTAL(9,${ranges})` : `SUM(${ranges})`;
  }
  const text = where.text.replaceAll('"', '""');
  return blocks.map((block) => `SUMIF(${rangeOf(where.column, block)},"${text}",${rangeOf(column, block)})`).join('+');
}
