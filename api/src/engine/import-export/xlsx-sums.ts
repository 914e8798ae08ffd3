import { escapeXml, textXml } from './xlsx-cells.ts';
import type { FootRow, FootSum, SheetColumn, SubtotalRow } from './xlsx-lines.ts';

/** Sums in a workbook: formulas over the rows above, each with its result for programs that do not calculate. */

/** The lines of a sheet from its second row on, below the headings. */
export interface Range {
  readonly sheet: string;
  rows: number;
}

interface Block {
  /** Empty if everything is on this sheet. */
  readonly sheet: string;
  readonly first: number;
  readonly last: number;
}

/** The row's outline depth in a sheet, as an attribute. */
export const outlineOf = (depth: number): string => (depth > 0 ? ` outlineLevel="${depth}"` : '');

/** Grand totals; each row counts once, also with subtotals in between. */
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
  return sumsXml({ columns, letters, label, sums, n, at, blocks, hasInnerTotals: depth > 0 });
}

/** Sums the rows of its group above it, even if the group began on the previous sheet. */
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
  return sumsXml({ columns, letters, label, sums, n, at, blocks, hasInnerTotals: true, depth });
}

interface Sums extends FootRow {
  readonly columns: readonly SheetColumn[];
  readonly letters: readonly string[];
  readonly n: number;
  readonly at: number;
  readonly blocks: readonly Block[];
  /** Whether the lines include subtotals. */
  readonly hasInnerTotals: boolean;
  readonly depth?: number;
}

function sumsXml({ columns, letters, label, sums, n, at, blocks, hasInnerTotals, depth = 0 }: Sums): string {
  const cells = columns.map(({ kind }, i) => {
    if (i === at) return `<c r="${letters[i]}${n}" s="1" t="inlineStr">${textXml(label)}</c>`;
    const sum = sums.find(({ column }) => column === i);
    if (!sum) return '';
    const formula = sum.isStated ? '' : `<f>${escapeXml(formulaOf(sum, letters, blocks, hasInnerTotals))}</f>`;
    return `<c r="${letters[i]}${n}" s="${kind === 'integer' ? 1 : 5}">${formula}<v>${sum.value}</v></c>`;
  });
  return `<row r="${n}"${outlineOf(depth)}>${cells.join('')}</row>`;
}

/**
 * `SUM(D2:D90)`; with subtotals `SUBTOTAL(9,D2:D90)`, which excludes other subtotals. For one currency `SUMIF`, one per
 * block: subtotals are empty in that column, so `SUMIF` excludes them too.
 */
function formulaOf(
  { column, where }: FootSum,
  letters: readonly string[],
  blocks: readonly Block[],
  hasInnerTotals: boolean,
): string {
  const rangeOf = (i: number, { sheet, first, last }: Block) =>
    `${sheet === '' ? '' : `'${sheet}'!`}${letters[i]}${first}:${letters[i]}${last}`;
  if (!where) {
    const ranges = blocks.map((block) => rangeOf(column, block)).join(',');
    return hasInnerTotals ? `SUBTOTAL(9,${ranges})` : `SUM(${ranges})`;
  }
  const text = where.text.replaceAll('"', '""');
  return blocks.map((block) => `SUMIF(${rangeOf(where.column, block)},"${text}",${rangeOf(column, block)})`).join('+');
}
